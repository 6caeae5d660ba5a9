import { useMutation } from '@tanstack/react-query'
import type { Column, LeadColumn } from './columns.ts'
import { useTableExport } from './table-exports.ts'
import type { ShownTable, TableFormat, TableReports } from './table-exports.ts'
import type { List, ListAnswer } from './use-list.ts'
import { useTableFile } from './use-table-file.ts'

interface Shown<Row> {
  id: string
  title: string
  fileName: string
  lead: LeadColumn<Row> | undefined
  /** Columns as chosen, from left to right. */
  columns: readonly Column<Row>[]
  /** The rows shown. */
  rows: readonly Row[]
  list: List<ListAnswer<Row>>
  total: Row | null
  /** None where the table cannot be saved. */
  reports: TableReports | 'none' | undefined
  /** Makes every file instead. */
  download: ((format: TableFormat, shown: ShownTable) => Promise<void>) | undefined
}

const inBrowser: readonly TableFormat[] = ['csv']
const nowhere: readonly TableFormat[] = []
const onServer: readonly TableFormat[] = ['xlsx', 'csv']

/**
 * Saves a table as shown. The browser writes what it has; where the table shows only some of its rows, the server
 * prepares the file if it can, else the browser fetches the rest.
 */
export function useTableSaving<Row>({ id, title, list, reports: given, download, rows, ...shown }: Shown<Row>) {
  const isSavable = given !== 'none'
  const reports = isSavable ? given : undefined
  const { query, search, term } = list
  const { rows: loaded = rows, total: count = 0, isPage = false } = query.data ?? {}
  const isPart = count > loaded.length
  const isByServer = reports !== undefined && (isPart || reports.isAlways === true)
  const saveHere = useTableFile({
    ...shown,
    rows: async () => (isPage && isPart ? list.loadAll() : rows),
    isFiltered: term.trim() !== '',
  })
  const asShown = (): ShownTable => ({
    // Before the table is loaded nothing is chosen.
    columns: shown.columns.length === 0 ? null : shown.columns.map(({ id: name }) => name),
    sortVar: search.sortBy ?? null,
    sortDesc: search.sortDesc ?? null,
    filter: term.trim(),
  })
  const onItsWay = download ?? (isByServer ? reports.start : undefined)
  const formats = !isSavable ? nowhere : onItsWay ? onServer : inBrowser
  const save = (format: TableFormat) => onItsWay?.(format, asShown()) ?? saveHere()
  const saving = useMutation({ mutationFn: save })
  useTableExport(id, { title, formats, save, of: reports === undefined ? null : { reports, shown: asShown } })
  return { formats, saving }
}
