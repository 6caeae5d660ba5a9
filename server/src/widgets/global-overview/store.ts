import type { Ctx } from '../../platform/context.ts'

/** Universes the caller may enter, with host and title, by name. */
export async function listEnterableUniverses(
  ctx: Ctx,
): Promise<{ id: number; name: string; title: Record<string, string>; host: string }[]> {
  const all = ctx.db
    .selectFrom('universe')
    .select(['universe.id', 'universe.name', 'universe.title', 'universe.host'])
    .orderBy('universe.name')
  if (ctx.identity.isRoot) return all.execute()
  return all
    .innerJoin('user_universe', 'user_universe.universe_id', 'universe.id')
    .where('user_universe.user_id', '=', ctx.identity.userId)
    .where('user_universe.disabled', '=', false)
    .execute()
}
