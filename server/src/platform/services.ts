import { parseArgs } from 'node:util'
import { ConfigError } from './config.ts'
import type { Config } from './config.ts'

/** The parts of the server: what answers requests, and what processes tasks. */
const names = ['api', 'worker'] as const

/** Which of them a process is. */
export type Services = ReadonlySet<(typeof names)[number]>

/**
 * Reads `--services=api,worker` from the arguments; both by default. Throws a `ConfigError` for anything else, and for a
 * worker alone without a PostgreSQL that it can share.
 */
export function readServices(args: readonly string[], { databaseUrl }: Pick<Config, 'databaseUrl'>): Services {
  const services = new Set(namedIn(args))
  if (!services.has('api') && databaseUrl === null)
    throw new ConfigError({
      DATABASE_URL: 'must be set for --services=worker: it works on the same PostgreSQL as the api',
    })
  return services
}

function namedIn(args: readonly string[]): (typeof names)[number][] {
  try {
    const { values } = parseArgs({ args: [...args], options: { services: { type: 'string' } } })
    if (values.services === undefined) return [...names]
    const asked = values.services.split(',').map((name) => names.find((known) => known === name.trim()))
    if (asked.includes(undefined)) throw new Error('must be api, worker or api,worker')
    return asked.filter((name) => name !== undefined)
  } catch (error) {
    throw new ConfigError({ '--services': error instanceof Error ? error.message : String(error) })
  }
}
