import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { leastAnswers, leastForQuartiles, leastOthers } from '@gensvar/contract/pools'
import type { Ctx } from '#server/domain/context.ts'
import { peopleOf } from '#server/domain/rights/acting-access.ts'
import { atLeast, isDominated, meanOf, spreadOf } from './pool-rules.ts'
import type { Part, Spread } from './pool-rules.ts'
import { spanBefore } from './pool-span.ts'
import { isMember, listFigures, listPublications, universesOf } from './pool-store.ts'
import type { PoolPublication, PoolRow } from './pool-store.ts'

/** Other organisations in a figure, or why nothing is shown of them. */
export type PoolAnswer =
  | {
      isShown: true
      mean: number
      /** Null for fewer organisations than these need. */
      spread: Spread | null
      /** There are at least so many others. */
      others: number
      /** Days of the answers, half-open. */
      span: { from: string; to: string }
    }
  | { isShown: false; why: Words }

/**
 * The other organisations of a pool in figures, by the names that these have in the pool; null for one that takes no part. They
 * are the same for every path, filter, period and place. Only members that take part themselves see them.
 */
export async function poolFigures(
  ctx: Ctx,
  pool: PoolRow | undefined,
  { universeId, indicators }: { universeId: number; indicators: readonly (string | null)[] },
): Promise<PoolAnswer[]> {
  const none = await whyNone(ctx, pool, universeId)
  if (none || !pool) return indicators.map(() => ({ isShown: false, why: none ?? noPool }))
  const [publications, seats] = await Promise.all([listPublications(ctx.db, pool.id), seatsOf(ctx)])
  const latest = indicators.map((name) => publications.find(({ indicator }) => indicator === name))
  const days = [...new Set(latest.flatMap((one) => (one ? [one.until] : [])))]
  const figures = new Map(
    await Promise.all(days.map(async (until) => [until, await listFigures(ctx.db, pool.id, until)] as const)),
  )
  return indicators.map((name, at) => {
    if (name === null || !pool.indicators.some((one) => one.name === name)) return { isShown: false, why: takesNoPart }
    const publication = latest[at]
    const parts = (figures.get(publication?.until ?? '') ?? []).filter(({ indicator }) => indicator === name)
    return answerOf(publication, parts, { universeId, seats })
  })
}

const noPool = say`There is no such pool any more.`
const takesNoPart = say`This figure takes part in no pool.`

async function whyNone({ db }: Ctx, pool: PoolRow | undefined, universeId: number): Promise<Words | null> {
  if (!pool) return noPool
  if (!(await isMember(db, pool.id, universeId)))
    return say`Your organisation has not joined the pool ${pool.title}. Its administrators can join.`
  return null
}

/** Organisations that the reader belongs to: what these take part with is known to them. */
async function seatsOf({ db, identity }: Ctx): Promise<readonly number[]> {
  return identity.isRoot
    ? []
    : universesOf(
        db,
        peopleOf(identity).map(({ userId }) => userId),
      )
}

function answerOf(
  publication: PoolPublication | undefined,
  figures: readonly Part[],
  { universeId, seats }: { universeId: number; seats: readonly number[] },
): PoolAnswer {
  if (!publication?.members.includes(universeId)) {
    const least = new Count(leastAnswers)
    return {
      isShown: false,
      why: say`Your organisation takes part from the next figures of the pool on, if it has ${least} answers. They are made once a quarter.`,
    }
  }
  const parts = figures.filter((part) => publication.members.includes(part.universeId))
  // Somebody left: the others without them would tell what they took part with.
  if (parts.length < publication.members.length)
    return {
      isShown: false,
      why: say`Who is in the pool has changed. Figures are shown again once they tell nothing of single organisations.`,
    }
  const others = parts.filter((part) => part.universeId !== universeId)
  if (others.filter((part) => !seats.includes(part.universeId)).length < leastOthers)
    return { isShown: false, why: say`Fewer than three other organisations take part.` }
  if (isDominated(others))
    return { isShown: false, why: say`One of the other organisations has more than half of their answers.` }
  return {
    isShown: true,
    mean: meanOf(others),
    spread: spreadOf(others),
    others: atLeast(others.length),
    span: spanBefore(publication.until),
  }
}

/** Why there are no median and quartiles. */
export const tooFewForSpread: Words = say`Median and quartiles are shown from ${new Count(leastForQuartiles)} other organisations on.`
