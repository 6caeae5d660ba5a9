import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A user's stored data in the universe of the session, of which root need not be a member. */
export async function readProfile({ db, identity }: Pick<Ctx, 'db' | 'identity'>, userId: number) {
  return db
    .selectFrom('app_user')
    .leftJoin('user_universe', (join) =>
      join
        .onRef('user_universe.user_id', '=', 'app_user.id')
        .on('user_universe.universe_id', '=', identity.universe?.id ?? 0),
    )
    .leftJoin('role', 'role.id', 'user_universe.role_id')
    .select([
      'app_user.id',
      'app_user.username',
      'app_user.email',
      'app_user.first_name as firstName',
      'app_user.last_name as lastName',
      'app_user.last_login as lastLogin',
      'app_user.status',
      'app_user.version',
      'app_user.show_indicators as showIndicators',
      'app_user.locale as ownLocale',
      'user_universe.role_id as roleId',
      'role.name as roleName',
      'user_universe.locale',
      'user_universe.disabled',
      'user_universe.act_as as actAs',
      'user_universe.notify_flags as notifyFlags',
      'user_universe.muted_channels as mutedChannels',
    ])
    .where('app_user.id', '=', userId)
    .executeTakeFirst()
}

/** A user's stored data in the universe of the session. */
export type Profile = NonNullable<Awaited<ReturnType<typeof readProfile>>>

/** Languages of a universe, as stored, and the one for users who chose none. */
export async function readUniverseLocales({ db, identity }: Pick<Ctx, 'db' | 'identity'>) {
  const row = await db
    .selectFrom('universe')
    .select(['locales', 'default_locale as usual'])
    .where('id', '=', identity.universe?.id ?? 0)
    .executeTakeFirst()
  return row ?? { locales: [] as string[], usual: 'en' }
}

/** Sets a user's language in the universe of the session; for a root user who is not a member there, in general. */
export async function saveLocaleRow({ db, identity }: WriteTx, locale: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('user_universe')
    .set({ locale })
    .where('user_id', '=', identity.userId)
    .where('universe_id', '=', identity.universe?.id ?? 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    await db.updateTable('app_user').set({ locale }).where('id', '=', identity.userId).execute()
}

/** What a membership is saved with. */
export interface MembershipChange {
  locale: string
  roleId: number
  actAs: boolean
  notifyFlags: number
  mutedChannels: string[]
}

/** Overwrites a user's membership. */
export async function saveMembershipRow(
  { db }: { db: Kysely<Database> },
  of: { userId: number; universeId: number },
  { locale, roleId, actAs, notifyFlags, mutedChannels }: MembershipChange,
): Promise<void> {
  await db
    .updateTable('user_universe')
    .set({ locale, role_id: roleId, act_as: actAs, notify_flags: notifyFlags, muted_channels: mutedChannels })
    .where('user_id', '=', of.userId)
    .where('universe_id', '=', of.universeId)
    .execute()
}

/** Raises a user's version, and sets whether indicators are shown; false where the version is stale. */
export async function raiseVersion(
  { db }: { db: Kysely<Database> },
  userId: number,
  { version, showIndicators }: { version: number; showIndicators: boolean },
): Promise<boolean> {
  const row = await db
    .updateTable('app_user')
    .set({ version: version + 1, show_indicators: showIndicators })
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
