import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Ids of the active users of a universe, and of root users, with one of these names in lower case. */
export async function findMentioned(
  db: Kysely<Database>,
  universeId: number,
  usernames: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id
      from app_user u
      left join user_universe m on m.user_id = u.id and m.universe_id = ${universeId}
     where lower(u.username) = any(${[...usernames]}::text[]) and u.status <> 1
       and (u.is_root or (m.user_id is not null and not m.disabled))
     order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}
