import { createContext } from 'react'
import { createStore } from './store.ts'

/**
 * A drill path that is being edited apart from the one of the address, such as that of a campaign's people. While there is
 * one, the filter sidebar changes it, and the screens do not follow.
 */
export const pathDraft = createStore<{ path: string | null }>({ path: null })

/** True inside the parts of the screen that change the draft instead of the address. */
export const EditsDraftContext = createContext(false)

/** Counts the wishes to see the filters: the shell opens them when it grows. */
export const filterWish = createStore({ count: 0 })

/** Opens the filter sidebar, wherever it is folded or in a drawer. */
export function openFilterSidebar(): void {
  filterWish.set({ count: filterWish.get().count + 1 })
}
