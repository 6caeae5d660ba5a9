import { useEffect } from 'react'
import { createStore } from './store.ts'

/** What the screen shown is called in the browser's tab, before its page and the survey. */
export const screenTitle = createStore<{ title: string | null }>({ title: null })

/** Names the screen in the browser's tab while it is shown. */
export function useScreenTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined
    screenTitle.set({ title })
    return () => {
      // The next screen may have named itself already.
      if (screenTitle.get().title === title) screenTitle.set({ title: null })
    }
  }, [title])
}
