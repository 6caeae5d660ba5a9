import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  globalFilteringFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'

const features = tableFeatures({
  columnVisibilityFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  columnMeta: {} as { header: RankingHeader },
})

type Column = ColumnDef<typeof features, RankingRow>

/** Id of a column in the table and among the remembered ones. */
export function columnId(header: Pick<RankingHeader, 'value' | 'cellIndex'>): string {
  return `${header.value} ${header.cellIndex}`
}

/** What a table shows: the columns to be seen and the rows that match. */
export interface TableModel {
  columns: RankingHeader[]
  rows: RankingRow[]
}

interface Choice {
  /** Ids of the columns to show. */
  shown: ReadonlySet<string>
  /** Part of a name; empty for all rows. */
  term: string
}

/** Columns and rows of a ranking after the reader's choices. */
export function useTableModel(ranking: RankingData, { shown, term }: Choice): TableModel {
  const { headers, nameCount, rows } = ranking
  const columns = useMemo(
    () =>
      headers.map((header, index): Column => ({
        id: columnId(header),
        accessorFn: (row) => row.cells[header.cellIndex]?.text ?? '',
        enableGlobalFilter: index < nameCount,
        meta: { header },
      })),
    [headers, nameCount],
  )
  const state = useMemo(
    () => ({
      columnVisibility: Object.fromEntries(headers.map((header) => [columnId(header), shown.has(columnId(header))])),
      globalFilter: term.trim().toLocaleLowerCase(),
    }),
    [headers, shown, term],
  )
  const table = useTable({
    features,
    columns,
    data: rows,
    state,
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row, id, wanted: string) => row.getValue<string>(id).toLocaleLowerCase().includes(wanted),
  })
  const visible = table.getVisibleLeafColumns()
  const matching = table.getRowModel().rows
  return useMemo(
    () => ({
      columns: visible.flatMap((column) => column.columnDef.meta?.header ?? []),
      rows: matching.map((row) => row.original),
    }),
    [visible, matching],
  )
}
