import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Leads to the screen before, as it was left; to an address if there is none. */
export function useLeave(address: string): () => void {
  const { history } = useRouter()
  return useCallback(() => {
    if (history.canGoBack()) history.back()
    else history.push(address)
  }, [history, address])
}
