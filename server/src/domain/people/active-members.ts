import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Member } from '#server/domain/rights/members-within.ts'
import type { Database } from '#server/platform/db-types.ts'

/** An active user of a universe, with what their rights are compared by. */
export interface ActiveMember extends Member {
  username: string
  name: string
  /** The language that they read. */
  locale: string
}

interface Wanted {
  universeId: number
  exceptUserId: number
  /** A part of the name or user name; empty for all. */
  term: string
  /** Only these users; null for all. */
  ids?: readonly number[] | null
}

/** Active users of a universe by name, except root users and one other, and how many there are. */
export async function listActiveMembers(
  db: Kysely<Database>,
  of: Wanted,
  most: number,
): Promise<{ rows: ActiveMember[]; total: number }> {
  const term = of.term.trim().toLowerCase()
  const ids = of.ids ?? null
  const { rows } = await sql<ActiveMember & { total: number }>`
    select u.id, u.username, u.is_root as "isRoot", m.role_id as "roleId", m.admin, m.act_as as "actAs",
      coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username) as name,
      coalesce(m.locale, u.locale, v.default_locale) as locale,
      (count(*) over ())::int as total
    from user_universe m join app_user u on u.id = m.user_id join universe v on v.id = m.universe_id
    where m.universe_id = ${of.universeId} and not m.disabled and u.status = 0 and not u.is_root
      and u.id <> ${of.exceptUserId}
      and (${ids}::int[] is null or u.id = any(${ids}::int[]))
      and (${term} = '' or position(${term} in lower(u.first_name || ' ' || u.last_name || ' ' || u.username)) > 0)
    order by name, u.id limit ${most}`.execute(db)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
