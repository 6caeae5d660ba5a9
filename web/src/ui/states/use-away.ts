import { use } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { ConnectionContext } from '#web/lib/connection-context.ts'

/** What of a request tells whether its data are there. */
interface Asked {
  data: unknown
  error: Error | null
  isPlaceholderData?: boolean
}

/** True for a failure because the server could not be reached. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline'
}

/**
 * True where the server cannot be reached, which the screen around says, and what was asked for is not there. Data of
 * another place, filter or period do not stand in for it: they would contradict what the screen says that it shows.
 */
export function useIsAway({ data, error, isPlaceholderData }: Asked): boolean {
  const connection = use(ConnectionContext)
  if (connection === null || (data !== undefined && isPlaceholderData !== true)) return false
  return connection.trouble === 'offline' || (data === undefined && isUnreachable(error))
}
