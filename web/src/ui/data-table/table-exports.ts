import { createContext, use, useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#web/lib/store.ts'
import type { Store } from '#web/lib/store.ts'
import type { AlertRows, RankedRows } from '#web/lib/interview-list.ts'

/** Formats of a table's file. */
export type TableFormat = 'xlsx' | 'csv'

/** What the reader sees of a table that the server lists. */
export interface ShownTable {
  /** Ids of the columns, from left to right; null for those shown at first. */
  columns: string[] | null
  sortVar: string | null
  sortDesc: boolean | null
  /** Text that the rows are filtered by. */
  filter: string
}

/** A list of the server whose file the server can make too: which list, and how. */
export interface TableReports {
  rowsOf: RankedRows | AlertRows
  /** Whether its rows are single responses. */
  isOfCases: boolean
  /** The server makes the file also where the table shows all of its rows. */
  isAlways?: boolean
  /** Has the server prepare the file of the table as shown. */
  start: (format: TableFormat, shown: ShownTable) => Promise<void>
}

/** A table that can be saved as the reader sees it. */
export interface TableExport {
  /** Heading of the table. */
  title: string
  /** The formats it can be saved in. */
  formats: readonly TableFormat[]
  save: (format: TableFormat) => Promise<void>
  /** The list it shows, and what is shown of it; null for a list the server makes no file of. */
  of: { reports: TableReports; shown: () => ShownTable } | null
}

/** The tables of a page that can be saved, by the id of their component. */
export type TableExports = Store<{ tables: Readonly<Record<string, TableExport>> }>

/** A table as it is shown at first. */
export const nothingChosen: ShownTable = { columns: null, sortVar: null, sortDesc: null, filter: '' }

/** Makes the list for a page. */
export function createTableExports(): TableExports {
  return createStore({ tables: {} })
}

/** The list of the page around a table; null on pages without one. */
export const TableExportsContext = createContext<TableExports | null>(null)

/** Puts a table on the page's list while it is shown, so that the page's download menu can offer it. */
export function useTableExport(id: string, { title, formats, save, of }: TableExport): void {
  const list = use(TableExportsContext)
  const run = useEffectEvent(save)
  const shown = useEffectEvent(() => of?.shown() ?? null)
  const offered = formats.join(' ')
  const reports = of?.reports ?? null
  useEffect(() => {
    if (list === null || offered === '') return
    const table: TableExport = {
      title,
      formats: offered.split(' ') as TableFormat[],
      save: (format) => run(format),
      of: reports && { reports, shown: () => shown() ?? nothingChosen },
    }
    list.set({ tables: { ...list.get().tables, [id]: table } })
    return () => {
      const { [id]: _, ...others } = list.get().tables
      list.set({ tables: others })
    }
  }, [id, list, title, offered, reports])
}

/** The tables on a page's list, each with its id. */
export function useTableExports(list: TableExports): (TableExport & { id: string })[] {
  const tables = useStore(list, (state) => state.tables)
  return Object.entries(tables).map(([id, table]) => ({ id, ...table }))
}
