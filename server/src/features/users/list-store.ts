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

const columns = sql`u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.last_login as "lastLogin", u.status, u.is_root as "isRoot", m.role_id as "roleId", r.name as "roleName",
  m.admin, m.act_as as "actAs", m.disabled, m.locale, m.notify_flags as "notifyFlags"`

const members = sql`user_universe m join app_user u on u.id = m.user_id`

/** A window of the users of a universe, and how many there are in all. */
export async function listUserRows(
  db: Kysely<Database>,
  of: UserSelection,
  window: UserWindow,
): Promise<{ rows: UserRow[]; total: number }> {
  if (of.text.trim() !== '') return searchRows(db, of, window)
  const total = await countUserRows(db, of)
  const size = Math.max(0, Math.min(window.to, total) - window.from)
  if (size === 0) return { rows: [], total }
  if (window.by === 'selectedRoleName') return { rows: await rowsByRole(db, of, { ...window, size }), total }
  // The second half is read from the end, so that no page is far away.
  const isFromEnd = window.from > total / 2
  const from = isFromEnd ? total - window.from - size : window.from
  const { rows } = await sql<UserRow>`
    select ${columns} from ${members} join role r on r.id = m.role_id where ${where(of)}
    order by ${order(window, isFromEnd)} limit ${size} offset ${from}`.execute(db)
  return { rows: isFromEnd ? rows.toReversed() : rows, total }
}

/** How many users are listed in all. */
export async function countUserRows(db: Kysely<Database>, of: UserSelection): Promise<number> {
  const isActive = of.status === 0 && of.text.trim() === ''
  // Those who are not active are few: counting them is quicker than asking each of the others.
  const counted = isActive
    ? sql`(select count(*) from user_universe m where ${ofUniverse(of)} and not m.disabled)
        - (select count(*) from ${members} where ${ofUniverse(of)} and not m.disabled and u.status <> 0)`
    : sql`(select count(*) from ${members} where ${where(of)})`
  const { rows } = await sql<{ count: number }>`select (${counted})::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** A text is looked for in every user once: for the page and the number together. */
async function searchRows(
  db: Kysely<Database>,
  of: UserSelection,
  window: UserWindow,
): Promise<{ rows: UserRow[]; total: number }> {
  const { rows } = await sql<UserRow & { total: number }>`
    select ${columns}, (count(*) over ())::int as total
    from ${members} join role r on r.id = m.role_id where ${where(of)}
    order by ${order(window, false)} limit ${Math.max(0, window.to - window.from)} offset ${window.from}`.execute(db)
  const total = rows[0]?.total ?? (window.from === 0 ? 0 : await countUserRows(db, of))
  return { rows: rows.map(({ total: _total, ...row }) => row), total }
}

/** Roles are few: the users of each are read in their own order, as many as the window could need. */
async function rowsByRole(
  db: Kysely<Database>,
  of: UserSelection,
  { from, to, desc, size }: UserWindow & { size: number },
): Promise<UserRow[]> {
  const direction = desc ? sql`desc` : sql`asc`
  const { rows } = await sql<UserRow>`
    select ${columns}
    from (select id, name from role where universe_id = ${of.universeId}) r
      cross join lateral (
        select m.* from ${members} where m.role_id = r.id and ${where(of)} order by m.user_id ${direction} limit ${to}
      ) m
      join app_user u on u.id = m.user_id
    order by lower(r.name) ${direction}, u.id ${direction} limit ${size} offset ${from}`.execute(db)
  return rows
}

/** The order of a window; backwards where it is read from the end. */
function order({ by, desc }: UserWindow, isBackwards: boolean): RawBuilder<unknown> {
  const direction = desc === isBackwards ? sql`asc` : sql`desc`
  // Somebody who never signed in comes last, in both directions.
  const nulls = by !== 'lastLogin' ? sql`` : isBackwards ? sql`nulls first` : sql`nulls last`
  return sql`${orders[by]} ${direction} ${nulls}, u.id ${direction}`
}

function ofUniverse({ universeId, roleId }: UserSelection): RawBuilder<unknown> {
  const role = roleId === null ? sql`` : sql` and m.role_id = ${roleId}`
  return sql`m.universe_id = ${universeId}${role}`
}

function where(of: UserSelection): RawBuilder<unknown> {
  const { universeId, status: wanted, text } = of
  const parts = [ofUniverse(of)]
  if (wanted === 1)
    parts.push(
      sql`m.user_id in (select user_id from user_universe where universe_id = ${universeId} and disabled
        union all select id from app_user where status = 1)`,
    )
  else if (wanted !== null) parts.push(sql`u.status = ${wanted} and not m.disabled`)
  const term = text.trim().toLowerCase()
  if (term !== '') parts.push(sql`position(${term} in u.search_text) > 0`)
  return sql.join(parts, sql` and `)
}

/** The roles of a universe, by name. */
export async function listRoleNames(db: Kysely<Database>, universeId: number): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('role').select(['id', 'name']).where('universe_id', '=', universeId).orderBy('name').execute()
}
