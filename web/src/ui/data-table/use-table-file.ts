import { saveFile } from '../save-file.ts'
import type { Column, FileFigure, LeadColumn } from './columns.ts'
import { writeCsv } from './csv.ts'
import { useTexts } from './texts.ts'

interface Shown<Row> {
  fileName: string
  lead: LeadColumn<Row> | undefined
  /** Columns as chosen, from left to right. */
  columns: readonly Column<Row>[]
  /** Returns the rows: those shown, or all rows of a paged list. */
  rows: () => Promise<readonly Row[]>
  total: Row | null
  /** The rows are filtered by a text, which the total does not follow. */
  isFiltered: boolean
}

/** Saves a table as the reader sees it: its columns, its order and what matches the search, with the Total. */
export function useTableFile<Row>({
  fileName,
  lead,
  columns,
  rows,
  total,
  isFiltered,
}: Shown<Row>): () => Promise<void> {
  const t = useTexts()
  return async () => {
    const cellsOf = (row: Row): (string | FileFigure)[] =>
      columns.map((column) => column.fileCell?.(row) ?? column.text(row))
    const lines = (await rows()).map((row) => [...(lead ? [{ figure: lead.text(row) }] : []), ...cellsOf(row)])
    if (total !== null)
      lines.push([
        ...(lead ? [''] : []),
        isFiltered ? `${t('total')} ${t('ofAllRows')}` : t('total'),
        ...cellsOf(total).slice(1),
      ])
    const headings = [...(lead ? [lead.title] : []), ...columns.map((column) => column.title)]
    saveFile(fileName, 'csv', new Blob([writeCsv([headings, ...lines])], { type: 'text/csv' }))
  }
}
