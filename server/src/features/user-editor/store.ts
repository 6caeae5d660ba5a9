import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { plainName } from '#server/domain/build/user.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

type Db = Kysely<Database>

/** PostgreSQL's code of a row that a unique index does not allow. */
const duplicate = '23505'

/** What is stored of a user besides their memberships. */
export async function readPerson(db: Db, userId: number) {
  return db
    .selectFrom('app_user')
    .select(['version', 'show_indicators as indicators', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** A universe with what the editor offers there. */
export interface EditedUniverse {
  id: number
  name: string
  title: Record<string, string>
  locales: string[]
  defaultLocale: string
}

/** Universes by name: one, or all of them. */
export async function readUniverses(db: Db, universeId: number | null): Promise<EditedUniverse[]> {
  return db
    .selectFrom('universe')
    .select(['id', 'name', 'title', 'locales', 'default_locale as defaultLocale'])
    .$if(universeId !== null, (query) => query.where('id', '=', universeId ?? 0))
    .orderBy('name')
    .execute()
}

/** A user's membership in a universe. */
export interface StoredMembership {
  universeId: number
  roleId: number
  admin: boolean
  disabled: boolean
  locale: string | null
  /** 0 means send. */
  notifyFlags: number
  muted: string[]
}

/** A user's memberships. */
export async function readMemberships(db: Db, userId: number): Promise<StoredMembership[]> {
  return db
    .selectFrom('user_universe')
    .select([
      'universe_id as universeId',
      'role_id as roleId',
      'admin',
      'disabled',
      'locale',
      'notify_flags as notifyFlags',
      'muted_channels as muted',
    ])
    .where('user_id', '=', userId)
    .orderBy('universe_id')
    .execute()
}

/** Raises a user's version, where it is still the one that was read. False where it is not. */
export async function raiseVersion({ db }: WriteTx, userId: number, version: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ version: version + 1 })
    .where('id', '=', userId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Overwrites what is stored of a person. Somebody enabled again is invited until they have signed in. */
export async function savePersonRow(
  { db }: WriteTx,
  userId: number,
  person: { email: string; firstName: string; lastName: string; enabled: boolean; indicators: boolean },
): Promise<void> {
  const { email, firstName, lastName, enabled, indicators } = person
  const again = sql<number>`case when status = 1 then case when last_login is null then 2 else 0 end else status end`
  await db
    .updateTable('app_user')
    .set({
      email,
      first_name: firstName,
      last_name: lastName,
      show_indicators: indicators,
      status: enabled ? again : 1,
    })
    .where('id', '=', userId)
    .execute()
}

/**
 * Gives a user another name, and another address where that was the name before. Throws `conflict` where somebody was
 * given that name a moment ago.
 */
export async function renameUserRow(
  { db }: WriteTx,
  { userId, before }: { userId: number; before: string },
  username: string,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set((update) => ({
      username: plainName(username),
      email: sql<string>`case when lower(email) = lower(${before}) then ${username} else email end`,
      version: update('version', '+', 1),
    }))
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== duplicate) throw error
      throw new AppError('conflict', say`There is already a user "${username}".`, { newUsername: say`in use` })
    })
}

/** Disables members of a universe or enables them, and raises their versions. */
export async function saveDisabledRows(
  { db }: WriteTx,
  { universeId, userIds }: { universeId: number; userIds: readonly number[] },
  disabled: boolean,
): Promise<void> {
  if (userIds.length === 0) return
  await db
    .updateTable('user_universe')
    .set({ disabled })
    .where('user_id', 'in', [...userIds])
    .where('universe_id', '=', universeId)
    .execute()
  await db
    .updateTable('app_user')
    .set((update) => ({ version: update('version', '+', 1) }))
    .where('id', 'in', [...userIds])
    .execute()
}

/** Overwrites a membership. */
export async function saveMembershipRow({ db }: WriteTx, userId: number, membership: StoredMembership): Promise<void> {
  const { universeId, roleId, admin, disabled, locale, notifyFlags, muted } = membership
  await db
    .updateTable('user_universe')
    .set({ role_id: roleId, admin, disabled, locale, notify_flags: notifyFlags, muted_channels: muted })
    .where('user_id', '=', userId)
    .where('universe_id', '=', universeId)
    .execute()
}

/** Removes a user from a universe, with their question filters there. */
export async function removeMembershipRow({ db }: WriteTx, userId: number, universeId: number): Promise<void> {
  await db.deleteFrom('user_filter').where('user_id', '=', userId).where('universe_id', '=', universeId).execute()
  await db.deleteFrom('user_universe').where('user_id', '=', userId).where('universe_id', '=', universeId).execute()
}

/** Id and name of a user by their name, compared without case; undefined without one. */
export async function findUserByName(db: Db, username: string) {
  return db
    .selectFrom('app_user')
    .select(['id', 'username', 'is_root as isRoot'])
    .where(sql<boolean>`lower(username) = lower(${plainName(username)})`)
    .orderBy(sql`username = ${username}`, 'desc')
    .executeTakeFirst()
}
