import { say } from '@gensvar/contract/say'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { ImportRefusal } from '../import-words.ts'
import type { Table } from '../tables/table.ts'
import { ChoiceTally } from '../profile/choice-tally.ts'
import { ColumnProfiler, distinctLimitOf } from '../profile/column-profile.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import type { MissingTest } from '../profile/not-answered.ts'
import { ValueCodes } from '../profile/value-codes.ts'
import { IdCheck } from './repeated-ids.ts'

/** What one pass over the file found. */
export interface Analysis {
  rows: number
  /** Of the file's columns, then of the questions that may have a column for each choice. */
  profiles: ColumnProfile[]
  codes: ValueCodes
}

/**
 * Reads the file once and profiles every column; `missing` has the test for "no answer" of each. With a key column,
 * every row must have a unique key; in an `id` column, no id may be there twice. Errors: `validation` naming the rows; those of reading the file.
 */
export async function analyseTable(
  table: Table,
  options: {
    key: number | null
    id?: number | null
    missing: readonly MissingTest[]
    signal?: AbortSignal
    onProgress?: (done: number) => void
  },
): Promise<Analysis> {
  const limit = distinctLimitOf(table.headers.length)
  const profilers = table.headers.map((_, column) => new ColumnProfiler(options.missing[column], limit))
  const tallies = (table.product?.groups ?? []).map(({ parts }) => new ChoiceTally(parts))
  const codes = new ValueCodes(profilers.length)
  const id = options.key ?? options.id ?? null
  const ids = id === null ? null : new IdCheck(id, table.headers[id] ?? '', id === options.key)
  const pause = backgroundPauses()
  let rows = 0
  for await (const batch of table.rows(options)) {
    for (const row of batch) {
      profilers.forEach((profiler, column) => profiler.add(row.cells[column] ?? null, row.number))
      for (const tally of tallies) tally.add(row.cells, row.number)
      codes.add((column) => profilers[column]?.lastCode ?? -1)
      ids?.add(row.cells, row.number)
      rows++
      await pause()
    }
  }
  if (rows === 0) throw new ImportRefusal('validation', say`The file holds column names but no rows.`, 'file')
  const profiles: ColumnProfile[] = []
  for (const profiler of profilers) {
    profiles.push(profiler.finish())
    await pause()
  }
  return { rows, profiles: [...profiles, ...tallies.map((tally) => tally.finish())], codes }
}
