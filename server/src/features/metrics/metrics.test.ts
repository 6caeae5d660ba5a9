import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { buildApp } from '#server/app.ts'
import { createWebhookRow } from '#server/testing/webhook-rows.ts'
import { createTask, createUniverse } from '#server/testing/factories.ts'
import { Metrics, serveMetrics } from './service.ts'

let server: TestApp
let metrics: Metrics
let served: Awaited<ReturnType<typeof serveMetrics>>

beforeAll(async () => {
  server = await testApp()
  metrics = new Metrics(server.deps)
  served = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await served.close()
  await server.close()
})

const read = async (path = '/metrics') => fetch(`http://127.0.0.1:${served.port}${path}`)

test('measures are read at a port of their own: requests by route, tasks, webhooks, connections, the process', async () => {
  const app = await buildApp(server.deps, { onAnswer: metrics.onAnswer })
  for (const url of ['/health', '/rest/universes/universe', '/rest/roles/visits/12', '/somewhere/else/77'])
    await app.inject({ method: 'GET', url })
  await createTask(server.deps.db, null, { type: 'BULK_MAIL', state: 'FAILED' })
  await createWebhookRow(server.deps.db, (await createUniverse(server.deps.db)).id)
  const response = await read()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await response.text()
  for (const line of [
    'gensvar_request_seconds_count{method="GET",route="/health",status="200"} 1',
    'gensvar_request_seconds_count{method="GET",route="/rest/universes/universe",status="401"} 1',
    'gensvar_request_seconds_count{method="GET",route="none",status="404"} 1',
    'gensvar_tasks{type="BULK_MAIL",state="FAILED"} 1',
    'gensvar_webhooks{state="active"} 1',
    'gensvar_webhook_messages_waiting 0',
    'gensvar_campaign_messages{state="pending"} 0',
    'gensvar_database_up 1',
    'gensvar_database_connections{state="wanted"} 0',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(/^gensvar_nodejs_eventloop_lag_seconds \d/m)
  expect(text).toMatch(/^gensvar_process_resident_memory_bytes \d/m)
  // Nothing of what addresses hold.
  expect(text).not.toMatch(/visits|somewhere/)
  expect((await read('/')).status).toBe(404)
  expect((await app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404)
  await app.close()
})

test('what needs the database is left out while it does not answer', async () => {
  const pool = { totalCount: 1, idleCount: 0, waitingCount: 3 } as typeof server.deps.pool
  const broken = await testApp()
  const lost = new Metrics({ ...broken.deps, pool })
  await broken.close()
  const { text } = await lost.text()
  expect(text.split('\n')).toEqual(
    expect.arrayContaining(['gensvar_database_up 0', 'gensvar_database_connections{state="wanted"} 3']),
  )
})

test('a port that is taken is an error at start', async () => {
  await expect(serveMetrics(metrics, { port: served.port, host: '127.0.0.1' })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
