import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as the other side of a webhook got it. */
interface ReceivedMessage {
  id: string
  /** What it was signed with, and what was signed. */
  signature: string
  signed: string
  body: { type: string; data: Record<string, unknown> }
}

/** The other side of a webhook: a real HTTP server that keeps what it gets. */
interface WebhookReceiver {
  url: string
  /** As root names it among the hosts that may be called. */
  host: string
  received: readonly ReceivedMessage[]
  close: () => Promise<void>
}

/** Starts it; whoever does closes it. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const header = (name: string): string => String(request.headers[`webhook-${name}`])
    received.push({
      id: header('id'),
      signature: header('signature'),
      signed: `${header('id')}.${header('timestamp')}.${text}`,
      body: JSON.parse(text) as ReceivedMessage['body'],
    })
    response.end('Thank you')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/hook`,
    host: `localhost:${port}`,
    received,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** The signature that a message has by a secret. */
export function signatureBy(secret: string, { signed }: ReceivedMessage): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
