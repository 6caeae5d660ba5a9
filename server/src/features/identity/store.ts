import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { plainName } from '#server/domain/build/user.ts'
import type { Database } from '#server/platform/db-types.ts'

type Texts = Record<string, string>

/** A universe a user may enter. */
export interface Membership {
  universeId: number
  name: string
  title: Texts
  /** Host the universe is reached at; empty for any. */
  host: string
  /** Whether the user is a member of the universe, rather than root. */
  explicit: boolean
  /** Whether the user may act as others there: an administrator with that right, or root. */
  mayActAs: boolean
}

/** A user who has, or is to have, a profile here. */
export interface Profile {
  userId: number
  username: string
  isRoot: boolean
  locale: string | null
}

/** The profile of a user name, without regard to case; none for a disabled user. */
export async function findProfile(db: Kysely<Database>, username: string): Promise<Profile | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id as userId', 'username', 'is_root as isRoot', 'locale'])
    .where(sql<string>`lower(username)`, '=', plainName(username).toLowerCase())
    .where('status', '<>', 1)
    .orderBy(sql`username = ${username}`, 'desc')
    .executeTakeFirst()
}

/** The profile of a user's id; none for a disabled user. */
export async function findProfileById(db: Kysely<Database>, userId: number): Promise<Profile | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id as userId', 'username', 'is_root as isRoot', 'locale'])
    .where('id', '=', userId)
    .where('status', '<>', 1)
    .executeTakeFirst()
}

/** Universes a user may enter, by name: those they are a member of; for root all. */
export async function listMemberships(db: Kysely<Database>, profile: Profile): Promise<Membership[]> {
  const rows = await db
    .selectFrom('universe')
    .leftJoin('user_universe', (join) =>
      join
        .onRef('user_universe.universe_id', '=', 'universe.id')
        .on('user_universe.user_id', '=', profile.userId)
        .on('user_universe.disabled', '=', false),
    )
    .select([
      'universe.id as universeId',
      'universe.name',
      'universe.title',
      'universe.host',
      'user_universe.user_id as member',
      'user_universe.admin',
      'user_universe.act_as as actAs',
    ])
    .where((where) => where.or([where.val(profile.isRoot), where('user_universe.user_id', 'is not', null)]))
    .orderBy('universe.name')
    .execute()
  return rows.map(({ member, admin, actAs, ...universe }) => ({
    ...universe,
    explicit: member !== null,
    mayActAs: profile.isRoot || (admin === true && actAs === true),
  }))
}

/** Somebody another user could act as. */
export interface Candidate {
  universeId: number
  userId: number
  username: string
  name: string
}

/** Active users of universes by name, except one; without root users, whose rights nobody can get by acting. */
export async function listCandidates(
  db: Kysely<Database>,
  universeIds: readonly number[],
  exceptUserId: number,
): Promise<Candidate[]> {
  if (universeIds.length === 0) return []
  const rows = await db
    .selectFrom('user_universe')
    .innerJoin('app_user', 'app_user.id', 'user_universe.user_id')
    .select([
      'user_universe.universe_id as universeId',
      'app_user.id as userId',
      'app_user.username',
      'app_user.first_name as firstName',
      'app_user.last_name as lastName',
    ])
    .where('user_universe.universe_id', 'in', [...universeIds])
    .where('user_universe.disabled', '=', false)
    .where('app_user.status', '=', 0)
    .where('app_user.is_root', '=', false)
    .where('app_user.id', '<>', exceptUserId)
    .orderBy('app_user.first_name')
    .orderBy('app_user.last_name')
    .orderBy('app_user.username')
    .execute()
  return rows.map(({ firstName, lastName, ...user }) => ({
    ...user,
    name: `${firstName} ${lastName}`.trim() || user.username,
  }))
}

/** Records that a user signed in, which makes an invited user active. */
export async function noteSignIn(db: Kysely<Database>, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set((update) => ({
      last_login: at,
      status: update.case().when('status', '=', 2).then(0).else(update.ref('status')).end(),
    }))
    .where('id', '=', userId)
    .execute()
}

const progress = z.object({ percent: z.number().min(0).max(100) })

/** How far the data is prepared, in percent: 100 when nothing is being prepared. */
export async function readPreparation(db: Kysely<Database>): Promise<number> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'demo.progress').executeTakeFirst()
  return row === undefined ? 100 : progress.catch({ percent: 100 }).parse(row.value).percent
}

/** The user's preference for choosing among universes; undefined if they have none. */
export async function readChoicePreference(
  db: Kysely<Database>,
  userId: number,
): Promise<'list' | 'overview' | undefined> {
  const row = await db
    .selectFrom('user_preference')
    .select('value')
    .where('user_id', '=', userId)
    .where('survey_id', '=', 0)
    .where('key', '=', 'chooseUniverseBy')
    .executeTakeFirst()
  return z.enum(['list', 'overview']).optional().catch(undefined).parse(row?.value)
}

/** All universes, by name. */
export async function listUniverses(db: Kysely<Database>): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('universe').select(['id', 'name']).orderBy('name').execute()
}

/** Whether there is a universe. */
export async function hasUniverses(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('universe').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The roles of a universe, by name. */
export async function listRoles(db: Kysely<Database>, universeId: number): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('role').select(['id', 'name']).where('universe_id', '=', universeId).orderBy('name').execute()
}
