import { createContext, use, useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#web/lib/store.ts'
import type { Store } from '#web/lib/store.ts'

/** A table that can be saved as the reader sees it. */
export interface TableExport {
  /** Heading of the table. */
  title: string
  save: () => Promise<void>
}

/** The tables of a page that can be saved, by the id of their component. */
export type TableExports = Store<{ tables: Readonly<Record<string, TableExport>> }>

/** Makes the list for a page. */
export function createTableExports(): TableExports {
  return createStore({ tables: {} })
}

/** The list of the page around a table; null on pages without one. */
export const TableExportsContext = createContext<TableExports | null>(null)

/** Puts a table on the page's list while it is shown, so that the page's download menu can offer it. */
export function useTableExport(id: string, title: string, save: () => Promise<void>): void {
  const list = use(TableExportsContext)
  const run = useEffectEvent(save)
  useEffect(() => {
    if (list === null) return
    list.set({ tables: { ...list.get().tables, [id]: { title, save: () => run() } } })
    return () => {
      const { [id]: _, ...others } = list.get().tables
      list.set({ tables: others })
    }
  }, [id, list, title])
}

/** The tables on a page's list, each with its id. */
export function useTableExports(list: TableExports): (TableExport & { id: string })[] {
  const tables = useStore(list, (state) => state.tables)
  return Object.entries(tables).map(([id, table]) => ({ id, ...table }))
}
