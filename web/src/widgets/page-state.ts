import { createContext, use } from 'react'
import { createStore } from '#web/lib/store.ts'
import type { Store } from '#web/lib/store.ts'

/** The period links of a chart, when a selection block shows them instead of the chart. */
export interface PeriodMenu {
  /** What the periods are for: the chart's title. */
  title: string
  options: readonly { value: string; text: string }[]
  value: string
  onChange: (value: string) => void
}

/** State shared by the components of a page. */
export interface PageState {
  /** Period the page's figures cover when no date filter is chosen (`last_3m`), or null. */
  interval: string | null
  /** Ids of the components whose period links a selection block shows. */
  hosted: ReadonlySet<string>
  store: Store<{
    /** Period menus registered by charts, by the id of the chart. */
    menus: Readonly<Record<string, PeriodMenu>>
    /** The item chosen in each selection block, by the id of the block. */
    chosen: Readonly<Record<string, string>>
  }>
}

/** Makes the initial state of a page. */
export function createPageState(interval: string | null = null, hosted: ReadonlySet<string> = new Set()): PageState {
  return { interval, hosted, store: createStore({ menus: {}, chosen: {} }) }
}

/** State of the page around a component; a component on its own has an empty one. */
export const PageStateContext = createContext<PageState>(createPageState())

/** The state of the page around a component. */
export function usePageState(): PageState {
  return use(PageStateContext)
}
