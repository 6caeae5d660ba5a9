import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

/** A user to store; active unless `status` is 1 (disabled) or 2 (invited). */
export interface NewUser {
  username: string
  email?: string
  firstName?: string
  lastName?: string
  /** For the embedded identity provider, from `hashPassword`. */
  passwordHash?: string
  status?: 0 | 1 | 2
  isRoot?: boolean
  demo?: boolean
}

/** A user's membership in a universe. */
export interface NewMembership {
  userId: number
  universeId: number
  roleId: number
  /** Administers the universe's users. */
  admin?: boolean
  actAs?: boolean
  disabled?: boolean
  /** Question filters by variable, for every survey of the universe. */
  filters?: Readonly<Record<string, readonly string[]>>
}

/** Inserts a user; returns their id. Throws `conflict` where the name is in use, compared without case. */
export async function insertUser(db: Kysely<Database>, user: NewUser): Promise<number> {
  await demandFreeName(db, user.username)
  const [row] = await insertUsers(db, [user])
  if (row) return row.id
  throw nameInUse(user.username)
}

/** Inserts users whose names differ, except those whose name is in use; returns the others. */
export async function insertUsers(
  db: Kysely<Database>,
  users: readonly NewUser[],
): Promise<{ id: number; username: string }[]> {
  if (users.length === 0) return []
  return db
    .insertInto('app_user')
    .values(
      users.map((user) => ({
        username: plainName(user.username),
        email: user.email,
        first_name: user.firstName,
        last_name: user.lastName,
        password_hash: user.passwordHash,
        status: user.status,
        is_root: user.isRoot,
        demo: user.demo,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'username'])
    .execute()
}

/**
 * Throws `conflict` where somebody has a user name, compared without case and whatever way its letters are encoded.
 */
export async function demandFreeName(db: Kysely<Database>, username: string): Promise<void> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${plainName(username)})`)
    .executeTakeFirst()
  if (row) throw nameInUse(username)
}

/** A user name as it is stored: a letter with an accent can be written in two ways. */
export function plainName(username: string): string {
  return username.normalize('NFC')
}

function nameInUse(username: string): AppError {
  return new AppError('conflict', say`There is already a user "${username}".`, { username: say`in use` })
}

/** Makes a user a member of a universe. */
export async function insertMembership(db: Kysely<Database>, membership: NewMembership): Promise<void> {
  await insertMemberships(db, [membership])
}

/** Makes users members of universes. */
export async function insertMemberships(db: Kysely<Database>, memberships: readonly NewMembership[]): Promise<void> {
  if (memberships.length === 0) return
  await db
    .insertInto('user_universe')
    .values(
      memberships.map(({ userId, universeId, roleId, admin, actAs, disabled }) => ({
        ...{ user_id: userId, universe_id: universeId, role_id: roleId, admin, act_as: actAs, disabled },
      })),
    )
    .execute()
  const rows = memberships.flatMap(({ userId, universeId, filters = {} }) =>
    Object.entries(filters).map(([variable, values]) => ({
      ...{ user_id: userId, universe_id: universeId, variable, values: [...values] },
    })),
  )
  if (rows.length > 0) await db.insertInto('user_filter').values(rows).execute()
}

/** Where a question filter of a user holds; without a survey in all of the universe. */
export interface FilterPlace {
  userId: number
  universeId: number
  surveyId: number | null
  variable: string
}

/**
 * Replaces question filters of users, each by one on its values; without any the filter is removed. Of two at the same
 * place the last one counts.
 */
export async function replaceFilters(
  db: Kysely<Database>,
  given: readonly (FilterPlace & { values: readonly string[] })[],
): Promise<void> {
  const byPlace = new Map(
    given.map((one) => [JSON.stringify([one.userId, one.universeId, one.surveyId, one.variable]), one]),
  )
  const filters = [...byPlace.values()]
  if (filters.length === 0) return
  await sql`
    delete from user_filter f
     using unnest(${filters.map((one) => one.userId)}::int[], ${filters.map((one) => one.universeId)}::int[],
       ${filters.map((one) => one.surveyId)}::int[], ${filters.map((one) => one.variable)}::text[])
       as gone (user_id, universe_id, survey_id, variable)
     where f.user_id = gone.user_id and f.universe_id = gone.universe_id
       and f.survey_id is not distinct from gone.survey_id and f.variable = gone.variable`.execute(db)
  const rows = filters.flatMap(({ userId, universeId, surveyId, variable, values }) =>
    values.length === 0
      ? []
      : [{ user_id: userId, universe_id: universeId, survey_id: surveyId, variable, values: [...values] }],
  )
  if (rows.length > 0) await db.insertInto('user_filter').values(rows).execute()
}
