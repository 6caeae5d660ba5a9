import { Count, say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import { cellText, isBlank } from '../tables/cell.ts'
import type { Cell } from '../tables/cell.ts'
import { withoutRows } from '../tables/select-rows.ts'
import type { Table } from '../tables/table.ts'

/** Which rows of a repeated id count. */
export const repeatedChoices = ['first', 'last', 'all'] as const

/** One of them. */
export type Repeated = (typeof repeatedChoices)[number]

/** Column that identifies the response in the export of a survey product; null if there is none. */
export function idColumn({ product }: Table): number | null {
  const index = product?.columns.findIndex(({ metadata }) => metadata === 'id') ?? -1
  return index === -1 ? null : index
}

/**
 * A table with one row for each id of a column: the first or the last of several. Rows without an id stay. Reads the
 * file once.
 */
export async function oneRowPerId(
  table: Table,
  column: number,
  keep: 'first' | 'last',
  signal: AbortSignal | undefined,
): Promise<Table> {
  const rowOf = new Map<string, number>()
  const leftOut = new Set<number>()
  for await (const batch of table.rows({ signal })) {
    for (const { number, cells } of batch) {
      const cell = cells[column] ?? null
      if (isBlank(cell)) continue
      const [id, before] = [cellText(cell), rowOf.get(cellText(cell))]
      if (before !== undefined) leftOut.add(keep === 'first' ? number : before)
      if (before === undefined || keep === 'last') rowOf.set(id, number)
    }
  }
  const header = table.headers[column] ?? ''
  return withoutRows(
    table,
    ({ number }) => leftOut.has(number),
    (count) =>
      noteOn(
        keep === 'first'
          ? say`Rows with an id in column "${header}" that an earlier row has: ${new Count(count)}. They are left out.`
          : say`Rows with an id in column "${header}" that a later row has: ${new Count(count)}. They are left out.`,
        { column: header },
        'repeated',
      ),
  )
}

/** Checks, row by row, that no two rows have the same id. */
export class IdCheck {
  private readonly column: number
  private readonly header: string
  private readonly isKey: boolean
  private readonly rowOf = new Map<string, number>()

  /** A key must be in every row; another id may be blank. */
  constructor(column: number, header: string, isKey: boolean) {
    this.column = column
    this.header = header || String(column + 1)
    this.isKey = isKey
  }

  /** Throws `validation` naming the rows. */
  add(cells: readonly Cell[], row: number): void {
    const cell = cells[this.column] ?? null
    const where = { row, column: this.header }
    if (isBlank(cell)) {
      if (!this.isKey) return
      throw new ImportRefusal('validation', say`Row ${row} has no key in column "${this.header}".`, 'key', where)
    }
    const id = cellText(cell)
    const first = this.rowOf.get(id)
    if (first !== undefined) {
      const words = this.isKey
        ? say`Rows ${first} and ${row} have the same key "${id}" in column "${this.header}".`
        : say`Rows ${first} and ${row} have the same id "${id}" in column "${this.header}". Choose which of such rows count.`
      throw new ImportRefusal('validation', words, this.isKey ? ['key', 'repeated'] : 'repeated', where)
    }
    this.rowOf.set(id, row)
  }
}
