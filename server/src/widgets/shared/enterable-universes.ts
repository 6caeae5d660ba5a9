import type { Ctx } from '#server/domain/context.ts'
import { identityIn } from '#server/domain/rights/identity-store.ts'

/** Universes the caller may enter, with host and title, by name; only the session's while acting as another user. */
export async function listEnterableUniverses(
  ctx: Ctx,
): Promise<{ id: number; name: string; title: Record<string, string>; host: string }[]> {
  const all = ctx.db
    .selectFrom('universe')
    .select(['universe.id', 'universe.name', 'universe.title', 'universe.host'])
    .orderBy('universe.name')
  const { actor, universe, isRoot, userId } = ctx.identity
  if (actor) return all.where('universe.id', '=', universe?.id ?? 0).execute()
  if (isRoot) return all.execute()
  return all
    .innerJoin('user_universe', 'user_universe.universe_id', 'universe.id')
    .where('user_universe.user_id', '=', userId)
    .where('user_universe.disabled', '=', false)
    .execute()
}

/** The caller's context in another of their universes; null if they may not enter it. */
export async function enterUniverse(ctx: Ctx, universeId: number): Promise<Ctx | null> {
  const identity = await identityIn(ctx.db, ctx.identity, universeId)
  return identity && { ...ctx, identity }
}
