import type { Ctx } from '#server/domain/context.ts'
import { membersWithin } from '#server/domain/rights/members-within.ts'
import type { Member } from '#server/domain/rights/members-within.ts'

/**
 * Ids of the listed members of the session's universe whom the caller may open: those who may do and see nothing that the
 * caller may not, and the caller, as `demandManagedUser` decides when one is opened.
 */
export async function openable(ctx: Ctx, members: readonly Member[]): Promise<ReadonlySet<number>> {
  const { db, clock, identity } = ctx
  const isOwn = ({ id }: Member): boolean => id === identity.userId
  const own = members.filter(isOwn)
  const others = members.filter((member) => !isOwn(member))
  const within = await membersWithin({ db, clock }, others, identity)
  return new Set([...own.map(({ id }) => id), ...within])
}
