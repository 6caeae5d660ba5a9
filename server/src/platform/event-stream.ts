import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

/** An event of a stream, with data to be written as JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/**
 * Sends server-sent events as they come, and returns when all are sent or the connection is closed. It breaks off when
 * the events fail, so that no part passes for the whole.
 */
export async function sendEvents(reply: FastifyReply, events: AsyncIterable<StreamEvent>): Promise<void> {
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  reply.send(Readable.from(written(events), { objectMode: false }))
  await finished(reply.raw).catch(() => {})
}

async function* written(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
