import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes to an address as `paths` makes them; `replace` leaves no entry in the history. */
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
