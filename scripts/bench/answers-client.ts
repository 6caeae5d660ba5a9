// Sends requests with a body from a thread of its own, as browsers and programs on other machines would.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread sends: the body to each path, as fast as so many connections can, or at a rate. */
export interface ClientWork {
  port: number
  paths: readonly string[]
  body: string
  connections: number
  /** POST unless given. */
  method?: 'GET' | 'POST'
  /** Headers of each; those of a form without any. */
  headers?: Readonly<Record<string, string>>
  /** Forms a second; null for as fast as possible. */
  rate: number | null
}

/** What became of the forms. */
export interface ClientResult {
  seconds: number
  /** From sending to the whole answer, in ms; at a rate, from the moment that a form was due. */
  times: number[]
  statuses: Record<number, number>
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const { port, paths, body, connections, rate, method = 'POST', headers = form } = workerData as ClientWork
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const result: ClientResult = { seconds: 0, times: [], statuses: {} }
const began = performance.now()
if (rate === null) await Promise.all(Array.from({ length: connections }, (_, at) => sendEvery(at)))
else await sendAtRate(rate)
result.seconds = (performance.now() - began) / 1000
parentPort?.postMessage(result)
agent.destroy()

async function sendEvery(from: number): Promise<void> {
  for (let at = from; at < paths.length; at += connections) await sendForm(at, performance.now())
}

async function sendAtRate(perSecond: number): Promise<void> {
  const sent: Promise<void>[] = []
  for (let at = 0; at < paths.length; at++) {
    const due = began + (at * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    sent.push(sendForm(at, due))
  }
  await Promise.all(sent)
}

function sendForm(at: number, since: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        ...{ port, host: '127.0.0.1', method, path: paths[at], agent },
        headers: {
          ...headers,
          ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
          // Everybody answers from an address of their own.
          'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
        },
      },
      (answer) => {
        const { statusCode = 0 } = answer
        result.statuses[statusCode] = (result.statuses[statusCode] ?? 0) + 1
        answer.resume().on('end', () => {
          result.times.push(performance.now() - since)
          resolve()
        })
      },
    )
    sending.on('error', reject)
    sending.end(method === 'POST' ? body : undefined)
  })
}
