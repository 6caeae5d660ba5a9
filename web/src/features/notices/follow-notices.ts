import type { Notice } from '@gensvar/contract/entities/notices'
import { streamNotices } from '@gensvar/contract/notices'
import type { SystemMessage } from '#web/features/system-message/service.ts'
import { openStream } from '#web/api.ts'
import { followEvents } from '#web/lib/event-stream.ts'

/** The server says at least every 20 seconds that it is still there. */
const longestSilence = 60_000

interface Listener {
  onUnread: (unread: number) => void
  onNotice: (notice: Notice) => void
  /** Another configuration of a survey is published. */
  onConfiguration: (data: unknown) => void
  /** The figures of a survey have moved. */
  onFigures: (data: { survey: string }) => void
  /** The message to everybody is another one. */
  onMessage: (data: { message: SystemMessage }) => void
  /** Events may have been missed: the window could not be seen, or the connection was lost. */
  onReturn: (wasHidden: boolean) => void
}

/**
 * Follows the user's notices until the returned function is called, or the server refuses. A window that cannot be seen
 * does not: a browser has few connections to a server at a time, and all its windows share them.
 */
export function followNotices(listener: Listener): () => void {
  let connection: AbortController | null = null
  let wasHidden = false
  function update(): void {
    if (document.hidden) {
      connection?.abort()
      connection = null
      wasHidden = true
    } else if (connection === null) {
      connection = new AbortController()
      void follow(listener, connection.signal, wasHidden)
    }
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    connection?.abort()
  }
}

async function follow(
  { onUnread, onNotice, onConfiguration, onFigures, onMessage, onReturn }: Listener,
  signal: AbortSignal,
  wasHidden: boolean,
): Promise<void> {
  let opened = 0
  const open = (given: AbortSignal) => {
    opened += 1
    return openStream(streamNotices, {}, given)
  }
  let heard = wasHidden ? 0 : 1
  try {
    for await (const { event, data } of followEvents(open, signal, { longestSilence })) {
      if (signal.aborted) return
      if (heard < opened) onReturn(wasHidden && heard === 0)
      heard = opened
      if (event === 'unread') onUnread((data as { unread: number }).unread)
      if (event === 'notice') onNotice(data as Notice)
      if (event === 'configuration') onConfiguration(data)
      if (event === 'system-message') onMessage(data as { message: SystemMessage })
      if (event === 'figures') onFigures(data as { survey: string })
    }
  } catch {
    // The window is hidden, the user has signed out, or the server refuses: the bell keeps what it knows.
  }
}
