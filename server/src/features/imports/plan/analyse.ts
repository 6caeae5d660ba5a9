import { setImmediate as pause } from 'node:timers/promises'
import { say } from '@gensvar/contract/say'
import { ImportRefusal } from '../import-words.ts'
import { isBlank, cellText } from '../tables/cell.ts'
import type { Table } from '../tables/table.ts'
import { ColumnProfiler } from '../profile/column-profile.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import type { MissingTest } from '../profile/not-answered.ts'
import { ValueCodes } from '../profile/value-codes.ts'

/** What one pass over the file found. */
export interface Analysis {
  rows: number
  profiles: ColumnProfile[]
  codes: ValueCodes
}

/**
 * Reads the file once and profiles every column; `missing` has the test for "no answer" of each. With a key column,
 * every row must have a unique key. Errors: `validation` naming the rows; those of reading the file.
 */
export async function analyseTable(
  table: Table,
  options: {
    key: number | null
    missing: readonly MissingTest[]
    signal?: AbortSignal
    onProgress?: (done: number) => void
  },
): Promise<Analysis> {
  const profilers = table.headers.map((_, column) => new ColumnProfiler(options.missing[column]))
  const codes = new ValueCodes(profilers.length)
  const keys = options.key === null ? null : new KeyCheck(options.key, table.headers[options.key] ?? '')
  let rows = 0
  for await (const batch of table.rows(options)) {
    for (const row of batch) {
      profilers.forEach((profiler, column) => profiler.add(row.cells[column] ?? null, row.number))
      codes.add((column) => profilers[column]?.lastCode ?? -1)
      keys?.add(row.cells[options.key ?? 0] ?? null, row.number)
      rows++
    }
  }
  if (rows === 0) throw new ImportRefusal('validation', say`The file holds column names but no rows.`, 'file')
  const profiles: ColumnProfile[] = []
  for (const profiler of profilers) {
    profiles.push(profiler.finish())
    // Yields between columns, as profiling all of them takes a while.
    await pause()
  }
  return { rows, profiles, codes }
}

class KeyCheck {
  private readonly header: string
  private readonly rowOf = new Map<string, number>()

  constructor(column: number, header: string) {
    this.header = header || String(column + 1)
  }

  add(cell: Parameters<typeof cellText>[0], row: number): void {
    const where = { row, column: this.header }
    if (isBlank(cell))
      throw new ImportRefusal('validation', say`Row ${row} has no key in column "${this.header}".`, 'key', where)
    const key = cellText(cell)
    const first = this.rowOf.get(key)
    if (first !== undefined) {
      const words = say`Rows ${first} and ${row} have the same key "${key}" in column "${this.header}".`
      throw new ImportRefusal('validation', words, 'key', where)
    }
    this.rowOf.set(key, row)
  }
}
