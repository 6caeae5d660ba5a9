import { createContext } from 'react'

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
