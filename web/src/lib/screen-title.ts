import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

const store = createStore({ title: '' })

/** Has the browser's tab name what a screen shows, before the survey, as long as the screen is there. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    store.set({ title })
    return () => store.set({ title: '' })
  }, [title])
}

/** What the screen has the tab name; empty for most. */
export function useShownScreenTitle(): string {
  return useStore(store, (state) => state.title)
}
