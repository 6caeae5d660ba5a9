import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { commands } from './cli/commands.ts'
import { serveCommands } from './cli/remote.ts'
import { compose } from './compose.ts'
import { demoPassword, demoUsers } from './demo/accounts/users.ts'
import type { DemoUser } from './demo/accounts/users.ts'
import { seedDemo } from './demo/service.ts'
import type { DemoOutcome } from './demo/service.ts'
import type { Composed } from './compose.ts'
import { listeningAddress } from './platform/addresses.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import type { Config } from './platform/config.ts'
import type { Deps } from './domain/context.ts'
import { say } from '@gensvar/contract/say'
import { AppError } from './platform/errors.ts'
import { explainOutage } from './platform/postgres.ts'

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** How long requests under way may take to end once the server is told to stop, in ms. */
const stopTimeout = 15_000
/** Pause before making the demo is begun again, in ms. */
const demoRetryPause = 2_000

// What the server writes is for its own user alone.
process.umask(0o077)

try {
  await start()
} catch (error) {
  const expected = error instanceof AppError || error instanceof ConfigError
  console.error(expected ? error.message : error)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const composed = await compose(config)
  try {
    const secret = randomBytes(32).toString('base64url')
    const app = await buildApp(composed.deps, {
      ...(existsSync(webFolder) && { webFolder }),
      routes: (fresh) => serveCommands(fresh, commands, secret),
    })
    const address = await listen(app, config)
    await composed.folder.announce({ url: address, secret })
    stopOnSignals(app, composed)
    console.log(`Gensvar is ready: ${config.publicUrl ?? address}/`)
    await offerDemo(composed.deps)
  } catch (error) {
    await composed.close()
    throw error
  }
}

/**
 * Prints who can sign in to the demo and, the first time, makes its data while the server already answers: its users
 * are told how far it is. A failure leaves the server as it is and is told.
 */
async function offerDemo(deps: Deps): Promise<void> {
  if (!deps.config.demo) return
  const seeding = seedUntilMade(deps)
  console.log(`\nDemo users (password "${demoPassword}"):`)
  for (const user of demoUsers('')) console.log(`  ${user.username.padEnd(12)} ${rolesOf(user)}`)
  seeding.then(
    (outcome) => outcome === 'made' && console.log('\nThe demo data is ready.'),
    (error: unknown) => {
      // A server that is told to stop takes the database away from under it.
      if (!deps.pool.ending)
        deps.log.error({ err: error }, 'making the demo failed; it is begun anew at the next start')
    },
  )
}

/** Makes the demo; an attempt that an outage of the database broke off is begun again. */
async function seedUntilMade(deps: Deps): Promise<DemoOutcome> {
  for (;;) {
    try {
      return await seedDemo(deps, { onProgress: (percent) => deps.log.debug({ percent }, 'making the demo') })
    } catch (error) {
      if (deps.pool.ending || !explainOutage(error)) throw error
      deps.log.warn({ err: error }, 'an outage of the database broke off making the demo; it is begun again')
      await wait(demoRetryPause, undefined, { ref: false })
    }
  }
}

function rolesOf({ isRoot, places }: DemoUser): string {
  if (isRoot) return 'root'
  if (places.length === 0) return 'known to the sign-in, not to the product'
  return places.map(({ universe, role }) => `${role} in ${universe}`).join(', ')
}

/** Listens and returns the address at which this machine reaches the server. */
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

/** Ends in order on Ctrl-C, on the system's request and when the start script is gone; asked again, it ends at once. */
function stopOnSignals(app: FastifyInstance, composed: Composed): void {
  let since: number | null = null
  const stop = async (): Promise<void> => {
    // One Ctrl-C arrives from the terminal, from npm and from the start script.
    if (since !== null && Date.now() - since < 1_000) return
    if (since !== null) process.exit(1)
    since = Date.now()
    const { log } = composed.deps
    setTimeout(() => process.exit(1), stopTimeout).unref()
    await app.close().catch((error: unknown) => log.error({ err: error }, 'closing the application failed'))
    await composed.close().catch((error: unknown) => log.error({ err: error }, 'closing the data failed'))
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
}
