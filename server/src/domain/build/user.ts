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
  const row =
    !(await isTaken(db, user.username)) &&
    (await db
      .insertInto('app_user')
      .values({
        username: user.username,
        email: user.email,
        first_name: user.firstName,
        last_name: user.lastName,
        password_hash: user.passwordHash,
        status: user.status,
        is_root: user.isRoot,
        demo: user.demo,
      })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .executeTakeFirst())
  if (row) return row.id
  throw new AppError('conflict', say`There is already a user "${user.username}".`, { username: say`in use` })
}

/** Makes a user a member of a universe. */
export async function insertMembership(db: Kysely<Database>, membership: NewMembership): Promise<void> {
  const { userId, universeId, filters = {} } = membership
  await db
    .insertInto('user_universe')
    .values({
      user_id: userId,
      universe_id: universeId,
      role_id: membership.roleId,
      admin: membership.admin,
      act_as: membership.actAs,
      disabled: membership.disabled,
    })
    .execute()
  const rows = Object.entries(filters).map(([variable, values]) => ({
    user_id: userId,
    universe_id: universeId,
    variable,
    values: [...values],
  }))
  if (rows.length > 0) await db.insertInto('user_filter').values(rows).execute()
}

/** Where a question filter of a user holds; without a survey in all of the universe. */
export interface FilterPlace {
  userId: number
  universeId: number
  surveyId: number | null
  variable: string
}

/** Replaces a user's question filter by one on these values; without any the filter is removed. */
export async function replaceFilter(db: Kysely<Database>, at: FilterPlace, values: readonly string[]): Promise<void> {
  const { userId, universeId, surveyId, variable } = at
  await db
    .deleteFrom('user_filter')
    .where('user_id', '=', userId)
    .where('universe_id', '=', universeId)
    .where('survey_id', surveyId === null ? 'is' : '=', surveyId)
    .where('variable', '=', variable)
    .execute()
  if (values.length === 0) return
  await db
    .insertInto('user_filter')
    .values({ user_id: userId, universe_id: universeId, survey_id: surveyId, variable, values: [...values] })
    .execute()
}

async function isTaken(db: Kysely<Database>, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst()
  return row !== undefined
}
