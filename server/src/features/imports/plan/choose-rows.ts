import { Count, say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import { cellText } from '../tables/cell.ts'
import { withoutRows } from '../tables/select-rows.ts'
import type { Table } from '../tables/table.ts'
import type { Includable } from './plan-options.ts'
import { idColumn, oneRowPerId } from './repeated-ids.ts'
import type { Repeated } from './repeated-ids.ts'

/** The rows of a table that are imported: without the trials of the survey's makers, and one of each repeated id. */
export async function chooseRows(
  table: Table,
  asked: { key: number | null; include: readonly Includable[]; repeated: Repeated | null; signal?: AbortSignal },
): Promise<Table> {
  const real = asked.include.includes('preview') ? table : withoutPreviews(table)
  if (asked.repeated === null || asked.repeated === 'all') return real
  const column = asked.key ?? idColumn(table)
  if (column === null) {
    const words = say`No column of this file is known to hold ids. Name the column of the key.`
    throw new ImportRefusal('validation', words, 'key')
  }
  return oneRowPerId(real, column, asked.repeated, asked.signal)
}

function withoutPreviews(table: Table): Table {
  const preview = table.product?.preview
  if (!preview) return table
  const column = table.headers[preview.index] ?? ''
  const none = say`All rows of the file are previews of the survey, by column "${column}". Include previews to import them.`
  return withoutRows(
    table,
    ({ cells }) => preview.marks(cellText(cells[preview.index] ?? null)),
    (count) =>
      noteOn(
        say`Rows that are previews, by column "${column}": ${new Count(count)}. They are left out.`,
        { column },
        'include',
      ),
    new ImportRefusal('validation', none, 'include', { column }),
  )
}
