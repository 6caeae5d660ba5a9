import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer before several servers: it gives each request to the next one, whoever sent it. */
export interface RoundRobin {
  url: string
  /** Addresses of the servers; whoever starts or ends one changes it. */
  targets: string[]
  /** How many requests each server has answered. */
  answered: Map<string, number>
  close(): Promise<void>
}

/**
 * Starts one at a free port of this machine. It passes requests on as they are, with their Host. A server that cannot be
 * reached is left out; a request whose server dies while it has it is answered 502, as load balancers do.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const order = proxy.targets.map((_, at) => proxy.targets[(turn + at) % proxy.targets.length] ?? '')
    turn += 1
    void pass(incoming, outgoing, order, proxy.answered)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: RoundRobin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [],
    answered: new Map(),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return proxy
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  targets: readonly string[],
  answered: Map<string, number>,
): Promise<void> {
  const body: Buffer[] = []
  for await (const chunk of incoming) body.push(chunk as Buffer)
  for (const target of targets) {
    const outcome = await passTo(target, incoming, Buffer.concat(body), outgoing)
    if (outcome === 'answered') answered.set(target, (answered.get(target) ?? 0) + 1)
    if (outcome !== 'unreachable') return
  }
  outgoing.writeHead(503).end()
}

function passTo(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<'answered' | 'unreachable' | 'broken'> {
  return new Promise((resolve) => {
    const passed = ask(new URL(url ?? '/', target), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      // A stream that breaks off must not pass for one that has ended.
      answer.on('close', () => answer.complete || outgoing.destroy())
      resolve('answered')
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('unreachable')
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
      resolve('broken')
    })
    outgoing.on('close', () => passed.destroy())
    passed.end(body)
  })
}
