import { createContext, useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** What keeps the figures from coming: no connection, or a request that takes long. */
export type Trouble = 'offline' | 'slow'

/** The connection of the screen around; parts inside leave it to the screen to say that there is none. */
export interface Connection {
  trouble: Trouble | null
  /** Requests again what has no answer. */
  retry: () => void
}

/** The connection, given by the shell; null on screens that do not follow it. */
export const ConnectionContext = createContext<Connection | null>(null)

/** How many screens say themselves that the server cannot be reached, because it is all they have to show. */
const tellers = createStore({ count: 0 })

/** Says that the caller tells that the server cannot be reached, while it does. */
export function useTellsOffline(isTelling: boolean): void {
  useEffect(() => {
    if (!isTelling) return
    tellers.set({ count: tellers.get().count + 1 })
    return () => tellers.set({ count: tellers.get().count - 1 })
  }, [isTelling])
}

/** True while a screen says itself that the server cannot be reached, so that nobody has to say it a second time. */
export function useIsOfflineTold(): boolean {
  return useStore(tellers, ({ count }) => count > 0)
}
