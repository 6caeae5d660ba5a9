import type { Analytics } from '#server/domain/figures/engine/analytics.ts'
import { DuckDb } from '#server/domain/figures/store/duckdb.ts'
import { responseTable } from '#server/domain/figures/store/tables.ts'
import { ident, integer, portableSql } from '#server/platform/sql.ts'

/** Copies every row of a survey in the analytics store, `copies` times: a large survey without rows in PostgreSQL. */
export async function copyRows({ store }: Analytics, surveyId: number, copies: number): Promise<void> {
  if (!(store instanceof DuckDb)) throw new Error('Rows are copied in DuckDB')
  const table = ident(responseTable(surveyId))
  await store.write((writer) =>
    writer.run(portableSql`insert into ${table}
      select r.* replace (r.id + 1000000 * c.range as id) from ${table} r, range(1, ${integer(copies)}) c`),
  )
}

/** A filter with that many wide ranges of a variable; `seed` makes it unique, so that its answer is not cached. */
export function manyRanges(variable: string, count: number, seed: number): string {
  const ranges = Array.from({ length: count }, (_, at) => `range_${-seed}.${String(at).padStart(4, '0')}_9`)
  return `${variable}=${ranges.join('*')}`
}
