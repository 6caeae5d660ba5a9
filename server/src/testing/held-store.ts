import { sumColumns } from '#server/domain/figures/memory/column-sums.ts'
import { sumTable } from '#server/domain/figures/memory/counted-sums.ts'
import { HeldColumns } from '#server/domain/figures/memory/held-columns.ts'
import { atOnce } from '#server/domain/figures/memory/steps.ts'
import type { FigureStore } from '#server/domain/figures/rows/sums.ts'
import type { ResponseRow } from '#server/domain/figures/store/response-row.ts'
import type { SurveyTables } from '#server/domain/figures/store/tables.ts'

/** Responses as the product holds them in memory, without a database: for tests of what is computed from them. */
export function heldStore(tables: SurveyTables, rows: readonly ResponseRow[]): FigureStore {
  const { columns, values } = tables.fill(rows).responses
  const numbers = columns.map(({ name }, column) => {
    const cells = (values[column] ?? []).map((cell) => (cell === null ? Number.NaN : Number(cell)))
    return [name, Float64Array.from(cells)] as const
  })
  const held = new HeldColumns(
    Float64Array.from(rows, ({ id }) => id),
    new Map(numbers),
  )
  const days = held.values('day')
  return {
    sums: async (_, request) => sumTable([atOnce(sumColumns(held, request))]),
    dayRange: async () => (rows.length === 0 ? null : { first: Math.min(...days), last: Math.max(...days) }),
  }
}
