import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Member } from '#server/domain/rights/members-within.ts'
import type { Database } from '#server/platform/db-types.ts'

/** Id of the universe with a name; null without one. */
export async function findUniverseId(db: Kysely<Database>, name: string): Promise<number | null> {
  const row = await db.selectFrom('universe').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id ?? null
}

/** A user whom somebody may want to act as, with what their rights are compared by. */
export interface CandidateRow extends Member {
  username: string
  name: string
}

/** Active users of a universe by name, except root users and one other, and how many there are. */
export async function listCandidateRows(
  db: Kysely<Database>,
  of: { universeId: number; exceptUserId: number; term: string },
  most: number,
): Promise<{ rows: CandidateRow[]; total: number }> {
  const term = of.term.trim().toLowerCase()
  const { rows } = await sql<CandidateRow & { total: number }>`
    select u.id, u.username, u.is_root as "isRoot", m.role_id as "roleId", m.admin, m.act_as as "actAs",
      coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username) as name,
      (count(*) over ())::int as total
    from user_universe m join app_user u on u.id = m.user_id
    where m.universe_id = ${of.universeId} and not m.disabled and u.status = 0 and not u.is_root
      and u.id <> ${of.exceptUserId}
      and (${term} = '' or position(${term} in lower(u.first_name || ' ' || u.last_name || ' ' || u.username)) > 0)
    order by name, u.id limit ${most}`.execute(db)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
