import { streamNotices } from '@gensvar/contract/notices'
import type { FastifyInstance } from 'fastify'
import { bearer } from '#server/testing/factories.ts'

/** An event of a stream. */
interface ReadEvent {
  event: string
  data: unknown
}

/** A stream of notices as a browser reads it. */
export interface ReadStream {
  /**
   * The next event; null once the stream has ended. Figures move whenever anything is stored: they have a call of their own. That
   * there is no message to everybody is left out, too.
   */
  next(): Promise<ReadEvent | null>
  /** The next event, also of figures. */
  nextOfAny(): Promise<ReadEvent | null>
  close(): void
}

/** Opens the stream of a session, over a socket: an application that does not listen yet begins to. */
export async function readStream(app: FastifyInstance, token: string): Promise<ReadStream> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const closing = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}${streamNotices.path}`, {
    headers: bearer(token),
    signal: closing.signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`the stream answered ${answer.status}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function nextOfAny(): Promise<ReadEvent | null> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const event = /^event: (.*)$/m.exec(block)?.[1]
        if (event) return { event, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') as unknown }
        continue
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += value
    }
  }
  return {
    nextOfAny,
    async next() {
      for (;;) {
        const one = await nextOfAny()
        if (one?.event === 'figures' || isNoMessage(one)) continue
        return one
      }
    },
    close: () => closing.abort(),
  }
}

function isNoMessage(one: ReadEvent | null): boolean {
  return one?.event === 'system-message' && (one.data as { message: unknown }).message === null
}
