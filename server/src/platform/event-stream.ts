import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

/** An event of a stream, with data to be written as JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/** Keeps the connection of a stream open while nothing happens. */
export const stillThere = Symbol('still there')

/**
 * Sends server-sent events as they come, and returns when all are sent or the connection is closed. It breaks off when
 * the events fail, so that no part passes for the whole.
 */
export async function sendEvents(reply: FastifyReply, events: AsyncIterable<StreamEvent>): Promise<void> {
  startEvents(reply, events)
  await finished(reply.raw).catch(() => {})
}

/** As `sendEvents`, without waiting for their end: the request is answered, and only its connection stays. */
export function startEvents(reply: FastifyReply, events: AsyncIterable<StreamEvent | typeof stillThere>): void {
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  reply.send(Readable.from(written(events), { objectMode: false }))
}

async function* written(events: AsyncIterable<StreamEvent | typeof stillThere>): AsyncGenerator<string> {
  for await (const one of events)
    yield one === stillThere ? ':\n\n' : `event: ${one.event}\ndata: ${JSON.stringify(one.data)}\n\n`
}
