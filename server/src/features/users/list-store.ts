import type { userOrders } from '@gensvar/contract/users'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Which users of a universe are listed. */
export interface UserSelection {
  universeId: number
  /** 0 active, 1 disabled, 2 invited; null for all. */
  status: 0 | 1 | 2 | null
  roleId: number | null
  /** A part of name, user name or e-mail address, without regard to case. */
  text: string
}

/** A window of a list, and what it is sorted by. */
export interface UserWindow {
  from: number
  to: number
  by: (typeof userOrders)[number]
  desc: boolean
}

/** A listed user. */
export interface UserRow {
  id: number
  username: string
  email: string
  firstName: string
  lastName: string
  lastLogin: Date | null
  status: number
  isRoot: boolean
  roleId: number
  roleName: string
  admin: boolean
  actAs: boolean
  disabled: boolean
  locale: string | null
  notifyFlags: number
}

const name = sql`lower(coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username))`

/** Whether a user is active (0), disabled (1) or invited (2). */
const status = sql`case when u.status = 1 or m.disabled then 1 else u.status end`

const orders: Record<UserWindow['by'], RawBuilder<unknown>> = {
  name,
  email: sql`lower(u.email)`,
  lastLogin: sql`u.last_login`,
  selectedRoleName: sql`lower(r.name)`,
  status,
  notify: sql`m.notify_flags`,
}

/** A window of the users of a universe. */
export async function listUserRows(db: Kysely<Database>, of: UserSelection, window: UserWindow): Promise<UserRow[]> {
  // Somebody who never signed in comes last, in both directions.
  const direction = window.desc ? sql`desc nulls last` : sql`asc nulls last`
  const { rows } = await sql<UserRow>`
    select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.last_login as "lastLogin", u.status, u.is_root as "isRoot", m.role_id as "roleId", r.name as "roleName",
      m.admin, m.act_as as "actAs", m.disabled, m.locale, m.notify_flags as "notifyFlags"
    from user_universe m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
    where ${where(of)}
    order by ${orders[window.by]} ${direction}, u.id
    limit ${Math.max(0, window.to - window.from)} offset ${window.from}`.execute(db)
  return rows
}

/** How many users are listed in all. */
export async function countUserRows(db: Kysely<Database>, of: UserSelection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_universe m join app_user u on u.id = m.user_id
    where ${where(of)}`.execute(db)
  return rows[0]?.count ?? 0
}

function where({ universeId, status: wanted, roleId, text }: UserSelection): RawBuilder<unknown> {
  const parts = [sql`m.universe_id = ${universeId}`]
  if (wanted === 1) parts.push(sql`(u.status = 1 or m.disabled)`)
  else if (wanted !== null) parts.push(sql`u.status = ${wanted} and not m.disabled`)
  if (roleId !== null) parts.push(sql`m.role_id = ${roleId}`)
  const term = text.trim().toLowerCase()
  if (term !== '')
    parts.push(
      sql`position(${term} in lower(u.first_name || ' ' || u.last_name || chr(10) || u.email || chr(10) || u.username)) > 0`,
    )
  return sql.join(parts, sql` and `)
}

/** The roles of a universe, by name. */
export async function listRoleNames(db: Kysely<Database>, universeId: number): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('role').select(['id', 'name']).where('universe_id', '=', universeId).orderBy('name').execute()
}
