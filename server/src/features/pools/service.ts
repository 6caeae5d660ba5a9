import { leastAnswers } from '@gensvar/contract/pools'
import type { BenchmarkPool, createPool as createRoute, savePool as saveRoute } from '@gensvar/contract/pools'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { formatNumber } from '#server/domain/indicators/figure-text.ts'
import * as store from '#server/domain/pools/pool-store.ts'
import type { PoolRow } from '#server/domain/pools/pool-store.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'

export { poolsTask } from './pools-task.ts'

interface Pools {
  pools: BenchmarkPool[]
}

/** The pools there are, with how the session's organisation takes part. Throws `forbidden` where none is chosen. */
export async function listPools(ctx: Ctx): Promise<Pools> {
  const universeId = universeOf(ctx)
  const [rows, members] = await Promise.all([store.listPoolRows(ctx.db), store.listMembers(ctx.db)])
  return { pools: await Promise.all(rows.map((row) => poolOf(ctx, row, { universeId, members }))) }
}

/** Joins a pool. Throws `not_found`, and `conflict` for a member and for whoever shares an administrator with one. */
export async function joinPool(ctx: Ctx, name: string): Promise<Pools> {
  const universeId = universeOf(ctx)
  return write(ctx, async (tx) => {
    const { id: poolId } = await poolNamed(tx, name)
    // One after the other, so that two linked organisations do not join at the same time.
    await store.lockPool(tx, poolId)
    if (await store.isLinked(tx.db, poolId, universeId))
      throw new AppError(
        'conflict',
        say`An administrator of your organisation is also one of another organisation in this pool.`,
      )
    if (!(await store.insertMember(tx, { poolId, universeId, joinedAt: ctx.clock.now() })))
      throw new AppError('conflict', say`Your organisation is in this pool already.`)
    await tx.audit({ action: 'pool.join', object: name })
    return listPools(tx)
  })
}

/** Leaves a pool: nothing computed of the organisation's figures is shown from then on. Throws `not_found`, `conflict`. */
export async function leavePool(ctx: Ctx, name: string): Promise<Pools> {
  const universeId = universeOf(ctx)
  return write(ctx, async (tx) => {
    const { id: poolId } = await poolNamed(tx, name)
    if (!(await store.removeMember(tx, poolId, universeId)))
      throw new AppError('conflict', say`Your organisation is not in this pool.`)
    await tx.audit({ action: 'pool.leave', object: name })
    return listPools(tx)
  })
}

/** Makes a pool. Throws `conflict` at a name in use, `validation` at a figure that is named twice. */
export async function createPool(ctx: Ctx, wish: z.output<(typeof createRoute)['body']>): Promise<Pools> {
  demandOnce(wish.indicators)
  return write(ctx, async (tx) => {
    if (!(await store.insertPool(tx, wish)))
      throw new AppError('conflict', say`There is already a pool "${wish.name}".`, { name: say`in use` })
    await tx.audit({ action: 'pool.create', object: wish.name })
    return listPools(tx)
  })
}

/** Saves title and figures. Throws `not_found`, `validation` at the field, `conflict` for a stale version. */
export async function savePool(ctx: Ctx, name: string, wish: z.output<(typeof saveRoute)['body']>): Promise<Pools> {
  const { title, indicators, version } = wish
  demandOnce(indicators)
  return write(ctx, async (tx) => {
    const before = await poolNamed(tx, name)
    demandScales(before.indicators, indicators)
    if (!(await store.savePoolRow(tx, { id: before.id, title, indicators, version })))
      throw new AppError('conflict', say`Somebody else changed this pool since you opened it.`, {
        version: say`is out of date`,
      })
    await store.removeOtherFigures(
      tx,
      before.id,
      indicators.map((one) => one.name),
    )
    await tx.audit({ action: 'pool.save', object: name, details: { title } })
    return listPools(tx)
  })
}

/** Removes a pool. Throws `not_found`. */
export async function removePool(ctx: Ctx, name: string): Promise<Pools> {
  return write(ctx, async (tx) => {
    const { id } = await poolNamed(tx, name)
    await store.removePoolRow(tx, id)
    await tx.audit({ action: 'pool.remove', object: name })
    return listPools(tx)
  })
}

async function poolNamed({ db }: Pick<Ctx, 'db'>, name: string): Promise<PoolRow> {
  const pool = await store.findPool(db, name)
  if (!pool) throw new AppError('not_found', say`There is no pool "${name}".`)
  return pool
}

function demandOnce(indicators: PoolRow['indicators']): void {
  const names = indicators.map(({ name }) => name)
  const wrong = names.flatMap((name, at): [string, Words][] =>
    names.indexOf(name) < at ? [[`indicators.${at}.name`, say`is named twice`]] : [],
  )
  if (wrong.length > 0) throw new AppError('validation', say`A pool has a figure once.`, Object.fromEntries(wrong))
}

/** Members' figures of another scale would be compared with each other. */
function demandScales(before: PoolRow['indicators'], after: PoolRow['indicators']): void {
  const wrong = after.flatMap(({ name, scale }, at): [string, Words][] =>
    before.some((one) => one.name === name && one.scale !== scale)
      ? [[`indicators.${at}.scale`, say`cannot be changed; add a figure with another name`]]
      : [],
  )
  if (wrong.length > 0)
    throw new AppError('validation', say`The scale of a figure that is there stays.`, Object.fromEntries(wrong))
}

async function poolOf(
  ctx: Pick<Ctx, 'db' | 'identity' | 'locale'>,
  pool: PoolRow,
  { universeId, members }: { universeId: number; members: Awaited<ReturnType<typeof store.listMembers>> },
): Promise<BenchmarkPool> {
  const { name, title, version } = pool
  const own = members.filter(({ poolId }) => poolId === pool.id)
  const joined = own.find((one) => one.universeId === universeId)
  const states = joined ? await statesOf(ctx, pool, universeId) : null
  return {
    ...{ name, title, version },
    indicators: pool.indicators.map((one) => ({ ...one, state: localWordsOf(states?.get(one.name)) })),
    joinedAt: joined?.joinedAt.toISOString() ?? null,
    members: ctx.identity.isRoot ? own.length : null,
  }
}

const localWordsOf = (words: Words | undefined) => (words ? localWords(words) : null)

/** How a member takes part with each figure of a pool. */
async function statesOf(
  { db, locale }: Pick<Ctx, 'db' | 'locale'>,
  { id, indicators }: PoolRow,
  universeId: number,
): Promise<ReadonlyMap<string, Words>> {
  const published = await store.listPublications(db, id)
  const own = await store.listOwnFigures(db, id, universeId)
  return new Map(
    indicators.map(({ name }): [string, Words] => {
      const last = published.find(({ indicator }) => indicator === name)
      const figure = own.find(({ indicator, until }) => indicator === name && (!last || until >= last.until))
      if (!figure)
        return [
          name,
          say`Takes part from the next figures on, if a survey names it and has ${new Count(leastAnswers)} answers.`,
        ]
      const value = formatNumber(figure.value, 1, locale)
      return last?.members.includes(universeId)
        ? [name, say`Takes part with ${value}, of ${new Count(figure.n)} answers.`]
        : [name, say`Will take part with ${value}, of ${new Count(figure.n)} answers, once enough organisations do.`]
    }),
  )
}

function universeOf({ identity }: Pick<Ctx, 'identity'>): number {
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  return identity.universe.id
}
