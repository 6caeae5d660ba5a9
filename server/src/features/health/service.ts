import { setTimeout as wait } from 'node:timers/promises'
import type { getHealth } from '@gensvar/contract/health'
import type { z } from 'zod'
import type { Deps } from '../../platform/context.ts'
import { pingAnalytics, pingDatabase } from './query.ts'

/** Longest a store may take to answer before it counts as out of service, in ms. */
const patience = 2_000

type Health = z.infer<typeof getHealth.response>

/** Asks both stores for a sign of life. Never throws. */
export async function checkHealth(deps: Deps): Promise<Health> {
  const [database, analytics] = await Promise.all([isQuick(pingDatabase(deps)), isQuick(pingAnalytics(deps, patience))])
  const { asOf, updating } = deps.analytics.freshness()
  return {
    status: database && analytics ? 'ok' : 'unavailable',
    database,
    analytics,
    freshness: { updatedAt: asOf?.toISOString() ?? null, updating },
  }
}

async function isQuick(answer: Promise<unknown>): Promise<boolean> {
  const given = new AbortController()
  const late = wait(patience, false, { signal: given.signal }).catch(() => false)
  const result = await Promise.race([answer.then(() => true).catch(() => false), late])
  given.abort()
  return result
}
