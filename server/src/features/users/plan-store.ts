import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** A member of a universe whom a file names. */
export interface Member {
  id: number
  username: string
  email: string
  name: string
  roleId: number
  admin: boolean
  actAs: boolean
  isRoot: boolean
  locale: string
  disabled: boolean
}

/** The members of a universe with these user names or e-mail addresses, in small letters. */
export async function listMembers(
  db: Kysely<Database>,
  universeId: number,
  addresses: readonly string[],
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select u.id, u.username, u.email, btrim(u.first_name || ' ' || u.last_name) as name, m.role_id as "roleId",
      m.admin, m.act_as as "actAs", u.is_root as "isRoot", coalesce(m.locale, '') as locale, m.disabled
    from user_universe m join app_user u on u.id = m.user_id
    where m.universe_id = ${universeId}
      and (lower(u.username) = any(${[...addresses]}::text[]) or lower(u.email) = any(${[...addresses]}::text[]))
    order by u.id`.execute(db)
  return rows
}

/** Those of some names, in small letters, that a user of any universe has. */
export async function namesInUse(db: Kysely<Database>, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select lower(username) as name from app_user where lower(username) = any(${[...names]}::text[])`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** What a file sets of a member. */
export interface ImportedRow {
  userId: number
  roleId: number
  /** Empty for the universe's. */
  locale: string
}

/** Sets roles and languages of members, and raises their versions. */
export async function saveImportedRows(
  db: Kysely<Database>,
  universeId: number,
  rows: readonly ImportedRow[],
): Promise<void> {
  const userIds = rows.map(({ userId }) => userId)
  await sql`
    update user_universe m set role_id = given.role_id, locale = nullif(given.locale, '')
      from unnest(${userIds}::int[], ${rows.map(({ roleId }) => roleId)}::int[],
        ${rows.map(({ locale }) => locale)}::text[]) as given (user_id, role_id, locale)
     where m.universe_id = ${universeId} and m.user_id = given.user_id`.execute(db)
  await sql`update app_user set version = version + 1 where id = any(${userIds}::int[])`.execute(db)
}

/** Members of a universe by their ids, as their rights are compared. */
export async function listMembersById(
  db: Kysely<Database>,
  universeId: number,
  userIds: readonly number[],
): Promise<Pick<Member, 'id' | 'roleId' | 'admin' | 'actAs' | 'isRoot'>[]> {
  const { rows } = await sql<Member>`
    select u.id, m.role_id as "roleId", m.admin, m.act_as as "actAs", u.is_root as "isRoot"
    from user_universe m join app_user u on u.id = m.user_id
    where m.universe_id = ${universeId} and u.id = any(${[...userIds]}::int[])`.execute(db)
  return rows
}
