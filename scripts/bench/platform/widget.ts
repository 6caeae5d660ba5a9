import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { ClientResult, ClientWork } from '../answers-client.ts'
import { spreadOf } from '../measure.ts'
import type { Spread } from '../measure.ts'
import type { MeasuredServer } from '../measured-server.ts'
import { ms, ratio, verdict } from '../printing.ts'
import { makePublicSurvey } from './public-survey.ts'

/** What is promised: the longest that 95 of 100 take, in ms; on a machine that is slow itself, times a bare loop. */
const goal = { p95: 20, ofBare: 1.5 }
/** Requests, and how many of them a second: a page with the widget that is looked at often. */
const load = { requests: 3000, warm: 300, perSecond: 200 }

/** Measures how soon a widget is answered from its cache, beside a bare loop that sends the same bytes. */
export async function measureWidget(server: MeasuredServer): Promise<void> {
  const token = await makePublicSurvey(server, 1)
  const port = await server.listen()
  const path = `/widget/${token}/score.js`
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  const body = Buffer.from(await answer.arrayBuffer())
  const bare = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(body),
  )
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  try {
    const product = await timesOf(port, path)
    const beside = await timesOf((bare.address() as AddressInfo).port, path)
    const isReached = product.p95 <= goal.p95 || product.p95 <= goal.ofBare * beside.p95
    console.log(
      `widget of ${body.length} bytes, ${load.perSecond} a second from its cache: p50 ${ms(product.p50)} ms  p95 ${ms(product.p95)} ms, a bare loop ${ms(beside.p95)} ms (${ratio(product.p95, beside.p95)} x); goal ${goal.p95} ms, or ${goal.ofBare} x   ${verdict(isReached)}`,
    )
  } finally {
    bare.close()
  }
}

async function timesOf(port: number, path: string): Promise<Spread> {
  await ask(port, path, load.warm)
  return spreadOf((await ask(port, path, load.requests)).times)
}

async function ask(port: number, path: string, count: number): Promise<ClientResult> {
  const work: ClientWork = {
    ...{ port, paths: Array.from({ length: count }, () => path), method: 'GET', body: '', headers: {} },
    ...{ connections: 16, rate: load.perSecond },
  }
  const result = await new Promise<ClientResult>((resolve, reject) => {
    const worker = new Worker(new URL('../answers-client.ts', import.meta.url), { workerData: work })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  if ((result.statuses[200] ?? 0) !== count)
    throw new Error(`Not all were answered: ${JSON.stringify(result.statuses)}`)
  return result
}
