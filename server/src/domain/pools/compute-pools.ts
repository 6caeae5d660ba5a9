import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { memberFigures } from './member-figures.ts'
import { nextMembers } from './pool-rules.ts'
import { poolSpan, spanBefore } from './pool-span.ts'
import {
  insertPublication,
  listLinked,
  listMembers,
  listPoolRows,
  listPublications,
  lockPool,
  replaceFigures,
} from './pool-store.ts'
import type { PoolFigure, PoolPublication, PoolRow } from './pool-store.ts'

/**
 * Computes the figures of all pools for the last four quarters and publishes them, each indicator once for these days: what is
 * published stays as it is until the next quarter. What cannot be published yet is tried again by the next run. Throws
 * `unavailable` where figures cannot be computed right now.
 */
export async function computePools(
  ctx: Ctx,
  signal: AbortSignal,
  progress: (at: { done: number; total: number }) => void,
): Promise<{ published: number }> {
  const pools = await listPoolRows(ctx.db)
  let published = 0
  for (const [done, pool] of pools.entries()) {
    signal.throwIfAborted()
    progress({ done, total: pools.length })
    published += await computePool(ctx, pool, signal)
  }
  return { published }
}

async function computePool(ctx: Ctx, pool: PoolRow, signal: AbortSignal): Promise<number> {
  const span = poolSpan(todayIn(ctx.clock, 'UTC'))
  const before = await listPublications(ctx.db, pool.id)
  const open = pool.indicators.filter(
    ({ name }) => !before.some(({ indicator, until }) => indicator === name && until >= span.to),
  )
  const members = (await listMembers(ctx.db)).filter(({ poolId }) => poolId === pool.id)
  if (open.length === 0 || members.length === 0) return 0
  const figures: PoolFigure[] = []
  for (const { universeId } of members) {
    signal.throwIfAborted()
    figures.push(...(await memberFigures(ctx, { pool, universeId, indicators: open, span })))
  }
  return write(ctx, async (tx) => {
    await lockPool(tx, pool.id)
    await replaceFigures(tx, pool.id, { until: span.to, indicators: open.map(({ name }) => name), figures })
    // Read again, because somebody may have left or been published meanwhile.
    const [stored, now, linked] = await Promise.all([
      listPublications(tx.db, pool.id),
      listMembers(tx.db),
      listLinked(tx.db, pool.id),
    ])
    const alone = unlinked(
      now.filter(({ poolId }) => poolId === pool.id).map(({ universeId }) => universeId),
      linked,
    )
    const next = open.flatMap(({ name }): PoolPublication[] => {
      const of = stored.filter(({ indicator }) => indicator === name)
      if (of.some(({ until }) => until >= span.to)) return []
      const earlier = of.filter(({ until }) => until > span.from).map((one) => one.members)
      const candidates = alone.filter((id) =>
        figures.some(({ universeId, indicator }) => universeId === id && indicator === name),
      )
      const chosen = nextMembers(candidates, earlier)
      return chosen === null ? [] : [{ indicator: name, until: span.to, members: chosen }]
    })
    for (const publication of next) await insertPublication(tx, pool.id, publication)
    if (next.length > 0)
      await tx.audit({
        action: 'pool.publish',
        object: pool.name,
        details: { ...spanBefore(span.to), indicators: next.map(({ indicator }) => indicator) },
      })
    return next.length
  })
}

/** Members without those who share an administrator with one who joined earlier: somebody who sees both could subtract them. */
function unlinked(members: readonly number[], linked: readonly { one: number; other: number }[]): number[] {
  const taken: number[] = []
  for (const id of members) {
    if (!linked.some(({ one, other }) => one === id && taken.includes(other))) taken.push(id)
  }
  return taken
}
