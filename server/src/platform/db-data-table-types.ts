import type { ColumnType, Generated } from 'kysely'

/** A column of a stored table. */
export interface StoredHeader {
  text: string | Record<string, string>
  align?: 'left' | 'center' | 'right'
  sortable?: boolean
}

/** A table that a survey keeps on the server. */
export interface DataTableTable {
  id: Generated<number>
  survey_id: number
  table_id: string
  headers: ColumnType<StoredHeader[] | null, string | null | undefined, string | null>
}

/** A row of one. */
export interface DataTableRowTable {
  id: Generated<number>
  data_table_id: number
  cells: string[]
  version: Generated<number>
}
