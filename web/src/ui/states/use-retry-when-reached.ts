import { use, useEffect, useRef } from 'react'
import { ConnectionContext } from '#web/lib/connection-context.ts'

/** How often code is tried again that the server could not be reached for, in milliseconds. */
const retryEvery = 5000

/**
 * Retries code that could not be loaded: as soon as the server can be reached again, and, if the code failed because it
 * could not, now and then as well, because no request of the page may notice that it is back.
 */
export function useRetryWhenReached(isUnreached: boolean, retry: () => void): void {
  const isOffline = use(ConnectionContext)?.trouble === 'offline'
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    if (wasOffline.current && !isOffline) retry()
    wasOffline.current = isOffline
    if (isOffline || !isUnreached) return
    const timer = setTimeout(retry, retryEvery)
    return () => clearTimeout(timer)
  }, [isOffline, isUnreached, retry])
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
}
