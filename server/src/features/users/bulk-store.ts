import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** E-mail addresses, or else user names, of members of a universe, and whether they are disabled there. */
export async function readNames(
  db: Kysely<Database>,
  universeId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, { name: string; disabled: boolean }>> {
  const rows = await db
    .selectFrom('user_universe')
    .innerJoin('app_user', 'app_user.id', 'user_universe.user_id')
    .select(['app_user.id', 'app_user.username', 'app_user.email', 'user_universe.disabled'])
    .where('user_universe.universe_id', '=', universeId)
    .where('app_user.id', 'in', [...userIds])
    .execute()
  return new Map(rows.map(({ id, email, username, disabled }) => [id, { name: email || username, disabled }]))
}
