import type { Kysely } from 'kysely'
import type { CheckedRow } from '#server/domain/conditions/condition-kind.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** Ids of users by their names; those there are none of are left out. */
export async function findUserIds(db: Db, usernames: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (usernames.length === 0) return new Map()
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('username', 'in', [...new Set(usernames)])
    .execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/** Responses with what scopes are checked against, by id. */
export async function readAnsweredRows(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, CheckedRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('response')
    .select(['id', 'state', 'event_date as eventDate', 'answers', 'unit_ids as unitIds'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
