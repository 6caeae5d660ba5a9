import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Deps } from '#server/domain/context.ts'
import { countCampaignMessages, countTasks, countWebhookMessages, countWebhooks } from './store.ts'

/**
 * What the server measures of itself, for Prometheus: requests, figures, tasks, webhooks, campaigns, connections, and the
 * process. Labels are routes, types and states; nothing of users, organisations or respondents.
 */
export class Metrics {
  /** Counts an answer; what `buildApp` tells of each. */
  readonly onAnswer: (answer: { method: string; route: string; status: number; seconds: number }) => void
  private readonly registry = new Registry()
  private readonly deps: Deps
  private readonly gauges

  constructor(deps: Deps) {
    this.deps = deps
    const { registry } = this
    const registers = [registry]
    const requests = new Histogram({
      name: 'gensvar_request_seconds',
      help: 'Answered requests by route, method and status, and how long they took',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers,
    })
    this.onAnswer = ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds)
    const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge({ name: `gensvar_${name}`, help, labelNames: [...labelNames], registers })
    this.gauges = {
      database: gauge('database_up', 'Whether the database answered when this was read'),
      lag: gauge('figures_behind_seconds', 'Age of the oldest change that figures do not include'),
      pool: gauge('database_connections', 'Connections to PostgreSQL, and requests that wait for one', ['state']),
      tasks: gauge('tasks', 'Tasks by type and state', ['type', 'state']),
      webhooks: gauge('webhooks', 'Webhooks by how they are', ['state']),
      waiting: gauge('webhook_messages_waiting', 'Messages that wait for webhooks'),
      delivered: gauge('webhook_messages_last_hour', 'Messages to webhooks of the last hour by state', ['state']),
      campaigns: gauge('campaign_messages', 'Messages of started campaigns that wait or are being sent', ['state']),
    }
    collectDefaultMetrics({ register: registry, prefix: 'gensvar_' })
  }

  /** All measures as Prometheus reads them. Without a database those that need it are left out, and `database_up` is 0. */
  async text(): Promise<{ type: string; text: string }> {
    const { deps, gauges, registry } = this
    const { pool, analytics, clock } = deps
    for (const one of [gauges.tasks, gauges.webhooks, gauges.waiting, gauges.delivered, gauges.campaigns]) one.reset()
    const { asOf } = analytics.freshness()
    if (asOf) gauges.lag.set(Math.max(0, (clock.now().getTime() - asOf.getTime()) / 1000))
    gauges.pool.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    gauges.pool.set({ state: 'idle' }, pool.idleCount)
    gauges.pool.set({ state: 'wanted' }, pool.waitingCount)
    try {
      const [tasks, messages, webhooks, campaigns] = await Promise.all([
        countTasks(deps),
        countWebhookMessages(deps),
        countWebhooks(deps),
        countCampaignMessages(deps),
      ])
      for (const { type, state, n } of tasks) gauges.tasks.set({ type, state }, n)
      for (const { state, n } of webhooks) gauges.webhooks.set({ state }, n)
      gauges.waiting.set(messages.waiting)
      for (const { state, n } of messages.recent) gauges.delivered.set({ state }, n)
      gauges.campaigns.set({ state: 'pending' }, campaigns.pending)
      gauges.campaigns.set({ state: 'sending' }, campaigns.sending)
      gauges.database.set(1)
    } catch (error) {
      deps.log.warn({ err: error }, 'measures that need the database could not be read')
      gauges.database.set(0)
    }
    return { type: registry.contentType, text: await registry.metrics() }
  }
}

/** Serves measures at `/metrics` of a port of their own, and nothing else. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const isAsked = request.method === 'GET' && request.url === '/metrics'
    if (!isAsked)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Measures are at /metrics\n')
    metrics.text().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
