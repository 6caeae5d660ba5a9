import type { getHealth } from '@gensvar/contract/health'
import type { z } from 'zod'
import type { Deps } from '#server/domain/context.ts'
import { tryDisk } from './disk.ts'
import { Probe } from './probe.ts'
import { pingAnalytics, pingDatabase } from './query.ts'

/** Timeout after which a part counts as out of service, in ms. */
const timeout = 2_000
/** How long the result for a store is cached, and that for the disk, whose check writes a file; in ms. */
const keepStore = 500
const keepDisk = 5_000
/** Figures that lack changes older than this are stale, in seconds. */
const behindAfter = 60

type Health = z.infer<typeof getHealth.response>

/** Makes the health check. It answers within the timeout and never throws. */
export function healthCheck(deps: Deps): () => Promise<Health> {
  const database = new Probe({ check: () => pingDatabase(deps, timeout), keep: keepStore, timeout })
  const figures = new Probe({ check: () => pingAnalytics(deps, timeout), keep: keepStore, timeout })
  const disk = new Probe({ check: () => tryDisk(deps.config.dataFolder), keep: keepDisk, timeout })
  return async () => {
    const [databaseOk, figuresOk, diskOk] = await Promise.all([database.isOk(), figures.isOk(), disk.isOk()])
    const lag = lagOf(deps)
    const isBehind = lag.secondsBehind === null || lag.secondsBehind > behindAfter
    const stores = databaseOk && figuresOk && diskOk
    return {
      status: !stores ? 'unavailable' : isBehind ? 'degraded' : 'ok',
      database: { status: databaseOk ? 'ok' : 'unavailable' },
      figures: {
        status: !figuresOk ? 'unavailable' : isBehind ? 'behind' : 'ok',
        ...lag,
        store: deps.analytics.store.sharedAs === null ? 'own' : 'shared',
      },
      disk: { status: diskOk ? 'ok' : 'unavailable' },
    }
  }
}

function lagOf({ analytics, clock }: Deps): Omit<Health['figures'], 'status' | 'store'> {
  const { asOf, updating, problem } = analytics.freshness()
  const lag = asOf && Math.max(0, Math.round((clock.now().getTime() - asOf.getTime()) / 1000))
  return {
    updatedAt: asOf?.toISOString() ?? null,
    secondsBehind: lag,
    updating,
    problem: problem && String(problem),
  }
}
