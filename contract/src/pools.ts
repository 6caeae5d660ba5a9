import { z } from 'zod'
import { extName } from './configuration/names.ts'
import { poolScales } from './configuration/pool.ts'
import { defineRoute } from './define-route.ts'
import { localText } from './local-text.ts'
import { nameParam } from './request-texts.ts'

const nothing = z.object({})

/** Fewest other organisations behind a figure of a pool. */
export const leastOthers = 3
/** Fewest other organisations behind a median and quartiles. */
export const leastForQuartiles = 8
/** Fewest answers with which an organisation takes part. */
export const leastAnswers = 30

/** Most figures that a pool compares. */
const mostIndicators = 50

const poolIndicator = z.object({
  /** What the members' surveys call it in `pool.indicators`. */
  name: extName,
  scale: z.enum(poolScales),
})

const poolTitle = z.string().trim().min(1, 'a name is needed').max(120)
const poolIndicators = z.array(poolIndicator).min(1, 'at least one figure is needed').max(mostIndicators)

/** A pool as an organisation sees it: nothing of it tells who else is in it. */
const benchmarkPool = z.object({
  /** What surveys name it by. */
  name: z.string(),
  title: z.string(),
  indicators: z.array(
    poolIndicator.extend({
      /** How the organisation takes part with it, in words; null where it is not in the pool. */
      state: localText.nullable(),
    }),
  ),
  /** When the session's organisation joined; null where it has not. */
  joinedAt: z.iso.datetime().nullable(),
  /** How many organisations are in it; for root alone, null for everybody else. */
  members: z.int().nullable(),
  version: z.int(),
})

/** A pool as an organisation sees it. */
export type BenchmarkPool = z.infer<typeof benchmarkPool>

const pools = z.object({ pools: z.array(benchmarkPool) })
const ofPool = z.object({ pool: nameParam })

/** The pools there are, and whether the session's organisation is in them. */
export const listPools = defineRoute({
  id: 'listPools',
  summary: 'Pools of organisations that compare figures',
  method: 'GET',
  path: '/rest/pools/list',
  permission: 'universe-admin',
  params: nothing,
  query: nothing,
  body: z.undefined(),
  response: pools,
})

/**
 * Has the session's organisation join a pool: its averages take part from the next figures on. Errors: `not_found` for an
 * unknown pool, `conflict` where it is in it already, or where an administrator of it is one of another organisation there.
 */
export const joinPool = defineRoute({
  id: 'joinPool',
  summary: 'Join a pool',
  method: 'POST',
  path: '/rest/pools/join/{pool}',
  permission: 'universe-admin',
  params: ofPool,
  query: nothing,
  body: nothing,
  response: pools,
})

/** Has the session's organisation leave a pool: from then on nothing that was computed of its figures is shown. */
export const leavePool = defineRoute({
  id: 'leavePool',
  summary: 'Leave a pool',
  method: 'POST',
  path: '/rest/pools/leave/{pool}',
  permission: 'universe-admin',
  params: ofPool,
  query: nothing,
  body: nothing,
  response: pools,
})

/** Makes a pool. Errors: `conflict` at `name` where it is in use, `validation` at the field. */
export const createPool = defineRoute({
  id: 'createPool',
  summary: 'Make a pool',
  method: 'POST',
  path: '/rest/pools/pool',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.object({ name: extName, title: poolTitle, indicators: poolIndicators }),
  response: pools,
})

/**
 * Saves the title and the figures of a pool; its name stays. Errors: `validation` at the field, also for another scale of a
 * figure that is there; `conflict` for a stale version.
 */
export const savePool = defineRoute({
  id: 'savePool',
  summary: 'Save a pool',
  method: 'POST',
  path: '/rest/pools/save/{pool}',
  permission: 'root',
  params: ofPool,
  query: nothing,
  body: z.object({ title: poolTitle, indicators: poolIndicators, version: z.int32() }),
  response: pools,
})

/** Removes a pool with all its figures. */
export const removePool = defineRoute({
  id: 'removePool',
  summary: 'Remove a pool',
  method: 'DELETE',
  path: '/rest/pools/pool/{pool}',
  permission: 'root',
  params: ofPool,
  query: nothing,
  body: z.undefined(),
  response: pools,
})
