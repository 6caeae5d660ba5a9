import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Navigates to an address made by `paths`; `replace` adds no entry to the history. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback(
    (href, options) => {
      if (options?.replace === true) router.history.replace(href)
      else router.history.push(href)
    },
    [router],
  )
}
