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

/** Sets the role and the language of a member, and raises their version. */
export async function saveImportedRow(
  db: Kysely<Database>,
  of: { userId: number; universeId: number },
  { roleId, locale }: { roleId: number; locale: string },
): Promise<void> {
  await db
    .updateTable('user_universe')
    .set({ role_id: roleId, locale: locale === '' ? null : locale })
    .where('user_id', '=', of.userId)
    .where('universe_id', '=', of.universeId)
    .execute()
  await db
    .updateTable('app_user')
    .set((update) => ({ version: update('version', '+', 1) }))
    .where('id', '=', of.userId)
    .execute()
}
