import type { listUniverseUsers as route } from '@gensvar/contract/users'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { listActiveMembers } from '#server/domain/people/active-members.ts'
import type { ActiveMember } from '#server/domain/people/active-members.ts'
import { identityIn } from '#server/domain/rights/identity-store.ts'
import { membersWithin } from '#server/domain/rights/members-within.ts'
import { AppError } from '#server/platform/errors.ts'
import { findUniverseId } from './candidates-store.ts'

/** Most users that are compared with the caller, and most that are answered. */
const mostCompared = 1000
const mostListed = 200

/**
 * Users of a universe whom the caller may act as: active ones whose rights are within the caller's there. `total` counts
 * those found before their rights are compared. Throws `not_found` for a universe that the caller may not enter, and
 * `forbidden` where they may not act as others.
 */
export async function listUniverseUsers(
  ctx: Ctx,
  { universe, term }: { universe: string; term: string },
): Promise<z.input<typeof route.response>> {
  const { db, clock, identity } = ctx
  const universeId = await findUniverseId(db, universe)
  const outer = universeId === null ? null : await identityIn(db, identity, universeId)
  if (universeId === null || !outer) throw new AppError('not_found', say`There is no organisation "${universe}".`)
  if (!outer.mayActAs) throw new AppError('forbidden', say`You may not act as users of this organisation.`)
  const { rows, total } = await listActiveMembers(db, { universeId, exceptUserId: identity.userId, term }, mostCompared)
  if (identity.isRoot) return { users: rows.slice(0, mostListed).map(listed), total }
  const within = await membersWithin({ db, clock }, rows, outer)
  return {
    users: rows
      .filter(({ id }) => within.has(id))
      .slice(0, mostListed)
      .map(listed),
    total,
  }
}

function listed({ id, username, name }: ActiveMember): { userId: number; username: string; name: string } {
  return { userId: id, username, name }
}
