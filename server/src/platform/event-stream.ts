import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

/** An event of a stream, with data to be written as JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/** Keeps the connection of a stream open while nothing happens. */
export const stillThere = Symbol('still there')

/**
 * Sends server-sent events as they come, and returns when all are sent, the connection is closed or the signal is aborted.
 * It breaks off when the events fail, or are not read in time, so that no part passes for the whole.
 */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<StreamEvent>,
  signal: AbortSignal | undefined,
): Promise<void> {
  reply.header('content-type', eventStream).header('x-accel-buffering', 'no')
  reply.send(Readable.from(written(events), { objectMode: false }))
  await finished(reply.raw, signal ? { signal } : {}).catch(() => reply.raw.destroy())
}

/**
 * Begins to send events that may go on for hours, and returns at once: the request is answered as far as its time limit and
 * the counting of requests go, and only its connection stays.
 */
export function startEvents(reply: FastifyReply, events: AsyncIterable<StreamEvent | typeof stillThere>): void {
  reply.hijack()
  const own = { 'content-type': eventStream, 'x-accel-buffering': 'no', 'cache-control': 'no-store' }
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...own }))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.flushHeaders()
  pipeline(Readable.from(written(events), { objectMode: false }), reply.raw).catch((error: unknown) => {
    // A reader who leaves is no failure.
    if (!reply.raw.destroyed) reply.raw.destroy()
    reply.log.debug({ err: error }, 'a stream of events ended')
  })
}

const eventStream = 'text/event-stream; charset=utf-8'

async function* written(events: AsyncIterable<StreamEvent | typeof stillThere>): AsyncGenerator<string> {
  for await (const one of events)
    yield one === stillThere ? ':\n\n' : `event: ${one.event}\ndata: ${JSON.stringify(one.data)}\n\n`
}
