import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { loadCommands } from './cli/commands.ts'
import { serveCommands } from './cli/remote.ts'
import { compose } from './compose.ts'
import { demoPassword, demoUsers } from './demo/accounts/users.ts'
import type { DemoUser } from './demo/accounts/users.ts'
import { keepSmppLink } from './domain/campaigns/receipts/smpp-links.ts'
import { startBounceServer } from './domain/campaigns/tracking/reports/bounce-server.ts'
import { TaskEngine } from './domain/tasks/engine.ts'
import { seedDemo } from './demo/service.ts'
import type { DemoOutcome } from './demo/service.ts'
import { Metrics, serveMetrics } from './features/metrics/service.ts'
import { taskHandlers } from './features/tasks/registry.ts'
import { listeningAddress } from './platform/addresses.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import type { Config } from './platform/config.ts'
import type { Deps } from './domain/context.ts'
import { say } from '@gensvar/contract/say'
import { AppError } from './platform/errors.ts'
import type { Logger } from './platform/log.ts'
import { explainOutage } from './platform/postgres.ts'
import { readServices } from './platform/services.ts'
import type { Services } from './platform/services.ts'
import { startTracing } from './platform/tracing/tracing.ts'
import type { InboundServer } from './platform/mail/inbound.ts'

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Timeout for running requests to finish once the server is told to stop, in ms. */
const stopTimeout = 15_000
/** Pause before creating the demo is retried, in ms. */
const demoRetryPause = 2_000

// Files this process creates are readable by its own user only.
process.umask(0o077)

try {
  const config = readConfig(process.env)
  const services = readServices(process.argv.slice(2), config)
  await (services.has('api') ? start(config, services) : startWorker(config))
} catch (error) {
  const expected = error instanceof AppError || error instanceof ConfigError
  console.error(expected ? error.message : error)
  process.exit(1)
}

async function start(config: Config, services: Services): Promise<void> {
  const tracing = config.tracing && (await startTracing(config.tracing))
  const composed = await compose(config)
  try {
    const secret = randomBytes(32).toString('base64url')
    const metrics = new Metrics(composed.deps)
    const commands = await loadCommands()
    const app = await buildApp(composed.deps, {
      ...(existsSync(webFolder) && { webFolder }),
      routes: (fresh) => serveCommands(fresh, commands, secret),
      ...(config.metrics && { onAnswer: metrics.onAnswer }),
    })
    const address = await listen(app, config)
    const bounces = await listenForBounces(composed.deps)
    const measures = config.metrics && (await serveMetrics(metrics, config.metrics))
    const texts = keepSmppLink(composed.deps)
    await composed.folder.announce({ url: address, secret })
    const tasks = services.has('worker') ? new TaskEngine(composed.deps, taskHandlers) : null
    tasks?.start()
    stopOnSignals(composed.deps.log, [
      () => app.close(),
      async () => bounces?.close(),
      async () => measures?.close(),
      async () => tasks?.stop(),
      async () => texts?.close(),
      () => composed.close(),
      async () => tracing?.stop(),
    ])
    console.log(`Gensvar is ready: ${config.publicUrl ?? address}/`)
    await offerDemo(composed.deps)
  } catch (error) {
    await composed.close()
    throw error
  }
}

/** Processes tasks only, with figures of its own in its data folder. */
async function startWorker(config: Config): Promise<void> {
  const tracing = config.tracing && (await startTracing(config.tracing))
  const composed = await compose(config)
  const tasks = new TaskEngine(composed.deps, taskHandlers)
  const texts = keepSmppLink(composed.deps)
  const measures = config.metrics && (await serveMetrics(new Metrics(composed.deps), config.metrics))
  tasks.start()
  stopOnSignals(composed.deps.log, [
    () => tasks.stop(),
    async () => texts?.close(),
    async () => measures?.close(),
    () => composed.close(),
    async () => tracing?.stop(),
  ])
  // While the database is unreachable, nothing else keeps the process alive.
  setInterval(() => {}, 2 ** 31 - 1)
  console.log('Gensvar processes tasks.')
}

/**
 * Prints who can sign in to the demo and, the first time, creates its data while the server already answers; users who
 * sign in meanwhile see the progress. A failure is logged and the server keeps running.
 */
async function offerDemo(deps: Deps): Promise<void> {
  if (!deps.config.demo) return
  const seeding = seedUntilMade(deps)
  console.log(`\nDemo users (password "${demoPassword}"):`)
  for (const user of demoUsers('')) console.log(`  ${user.username.padEnd(12)} ${rolesOf(user)}`)
  seeding.then(
    (outcome) => outcome === 'made' && console.log('\nThe demo data is ready.'),
    (error: unknown) => {
      // A server that is told to stop closes the database while the demo is being created.
      if (!deps.pool.ending) deps.log.error({ err: error }, 'creating the demo failed; it is retried at the next start')
    },
  )
}

/** Creates the demo; retries if the database became unavailable. */
async function seedUntilMade(deps: Deps): Promise<DemoOutcome> {
  for (;;) {
    try {
      return await seedDemo(deps, { onProgress: (percent) => deps.log.debug({ percent }, 'creating the demo') })
    } catch (error) {
      if (deps.pool.ending || !explainOutage(error)) throw error
      deps.log.warn({ err: error }, 'the database became unavailable while creating the demo; retrying')
      await wait(demoRetryPause, undefined, { ref: false })
    }
  }
}

function rolesOf({ isRoot, places }: DemoUser): string {
  if (isRoot) return 'root'
  if (places.length === 0) return 'known to the sign-in, not to the product'
  return places.map(({ universe, role }) => `${role} in ${universe}`).join(', ')
}

/** Starts to listen; returns the address at which this machine reaches the server. */
async function listen(app: FastifyInstance, config: Config): Promise<string> {
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new AppError(
      'unavailable',
      say`Port ${config.port} is in use. Set PORT to another one, for example PORT=8081 npm start.`,
    )
  })
  return listeningAddress(app)
}

/** Starts to listen for messages that came back, where the configuration says so. */
async function listenForBounces(deps: Deps): Promise<InboundServer | null> {
  const { bounces } = deps.config
  if (!bounces) return null
  return startBounceServer(deps, bounces).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error
    throw new AppError(
      'unavailable',
      say`Nothing can listen at port ${bounces.port} for mail that comes back. Set GENSVAR_BOUNCE_PORT to another one.`,
    )
  })
}

/**
 * Shuts down cleanly, step by step, on Ctrl-C, SIGTERM and when the start script is gone; on a second request it exits at
 * once.
 */
function stopOnSignals(log: Logger, steps: readonly (() => Promise<unknown>)[]): void {
  let since: number | null = null
  const stop = async (): Promise<void> => {
    // One Ctrl-C arrives several times: from the terminal, npm and the start script.
    if (since !== null && Date.now() - since < 1_000) return
    if (since !== null) process.exit(1)
    since = Date.now()
    setTimeout(() => process.exit(1), stopTimeout).unref()
    for (const step of steps) await step().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
}
