import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { withSide } from '#web/lib/side.ts'

/** Ends the comparison: side A stays, as the page alone. */
export function useEndComparison(): () => void {
  const router = useRouter()
  return useCallback(() => {
    const { pathname, searchStr } = router.state.location
    router.history.push(withSide(pathname, searchStr, null))
  }, [router])
}
