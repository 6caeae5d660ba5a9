import { useRouter } from '@tanstack/react-router'
import type { HistoryState } from '@tanstack/react-router'
import { useCallback } from 'react'

/** How to navigate: `replace` adds no entry to the history, `state` is kept in the entry. */
export interface GoOptions {
  replace?: boolean
  state?: HistoryState
}

/** Navigates to an address made by `paths`. */
export function useGo(): (href: string, options?: GoOptions) => void {
  const router = useRouter()
  return useCallback(
    (href, options) => {
      if (options?.replace === true) router.history.replace(href, options.state)
      else router.history.push(href, options?.state)
    },
    [router],
  )
}
