import type { Kysely } from 'kysely'
import { systemClock } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db-types.ts'
import { programContext } from '../domain/context.ts'
import { write } from '../domain/write.ts'
import type { SurveyFlag } from '../domain/rights/role-rights.ts'
import { startSession } from '../domain/rights/sessions.ts'
import { makeSurvey } from './survey-data.ts'
import type { MadeSurvey, TestSurvey } from './survey-data.ts'

type Db = Kysely<Database>

let made = 0

/** Stores a universe. */
export async function createUniverse(
  db: Db,
  { name = `universe${++made}`, host = '', title = name }: { name?: string; host?: string; title?: string } = {},
): Promise<{ id: number; name: string }> {
  return db
    .insertInto('universe')
    .values({ name, host, title: JSON.stringify({ en: title }) })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** Small survey: country > store, an overall rating, a channel off the hierarchy and a comment; six responses. */
export const smallSurvey: TestSurvey = {
  questions: {
    country: { type: 'single', choices: ['Sweden', 'Norway'] },
    store: { type: 'single', choices: ['Stockholm', 'Gothenburg', 'Oslo'] },
    channel: { type: 'single', choices: ['web', 'till'] },
    rating: { type: 'scale', min: 1, max: 5 },
    comment: { type: 'text' },
  },
  views: { stores: ['country', 'store'] },
  rows: [
    {
      date: '2026-01-05',
      answers: { country: 'Sweden', store: 'Stockholm', channel: 'web', rating: 5, comment: 'Good' },
    },
    {
      date: '2026-01-06',
      answers: { country: 'Sweden', store: 'Stockholm', channel: 'till', rating: 2, comment: 'Slow' },
    },
    { date: '2026-01-07', answers: { country: 'Sweden', store: 'Gothenburg', channel: 'web', rating: 4 } },
    { date: '2026-02-03', answers: { country: 'Sweden', store: 'Gothenburg', channel: 'till', rating: 3 } },
    { date: '2026-02-04', answers: { country: 'Norway', store: 'Oslo', channel: 'web', rating: 1, comment: 'Kaldt' } },
    { date: '2026-02-05', answers: { country: 'Norway', store: 'Oslo', channel: 'till', rating: 4 }, state: 1 },
  ],
}

/** Stores a survey in a universe; the small one unless told otherwise. `responseIds` are in the order of its rows. */
export async function createSurvey(db: Db, universeId: number, survey: TestSurvey = smallSurvey): Promise<MadeSurvey> {
  const result = await makeSurvey(db, survey)
  await write(programContext({ db, clock: systemClock }, 'test'), async (tx) => {
    const trx = tx.db
    await trx.updateTable('survey').set({ universe_id: universeId }).where('id', '=', result.surveyId).execute()
    await trx
      .updateTable('unit')
      .set({ universe_id: universeId })
      .where('universe_id', '=', result.universeId)
      .execute()
    await trx.deleteFrom('universe').where('id', '=', result.universeId).execute()
    await tx.surveyChanged(result.surveyId)
  })
  return { ...result, universeId }
}

/** A role's rights in one survey. */
export interface TestSurveyRights extends Partial<Record<SurveyFlag, boolean>> {
  startPage?: string
  viewOrder?: string[]
  viewAccessList?: { view: string; access: boolean; defaultDrill?: string }[]
}

/** A role in short: `surveys` gives access, by survey id. */
export interface TestRole {
  name?: string
  parentId?: number
  canAddUsers?: boolean
  canSeeAllData?: boolean
  canCreateRoles?: boolean
  canViewCompletedSamples?: boolean
  restricted?: boolean
  surveys?: Readonly<Record<number, TestSurveyRights>>
}

/** Stores a role; returns its id. */
export async function createRole(db: Db, universeId: number, role: TestRole = {}): Promise<number> {
  const { id } = await db
    .insertInto('role')
    .values({
      universe_id: universeId,
      name: role.name ?? `role${++made}`,
      parent_id: role.parentId ?? null,
      can_add_users: role.canAddUsers ?? false,
      can_see_all_data: role.canSeeAllData ?? false,
      can_create_roles: role.canCreateRoles ?? false,
      can_view_completed_samples: role.canViewCompletedSamples ?? false,
      restricted: role.restricted ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [surveyId, rights] of Object.entries(role.surveys ?? {}))
    await db
      .insertInto('role_survey')
      .values({ role_id: id, survey_id: Number(surveyId), access: true, rights: JSON.stringify(rights) })
      .execute()
  return id
}

/** A user in short; without `universes` they belong nowhere. */
export interface TestUser {
  username?: string
  isRoot?: boolean
  passwordHash?: string
  demo?: boolean
  status?: 0 | 1 | 2
  universes?: readonly {
    universeId: number
    roleId: number
    admin?: boolean
    actAs?: boolean
    disabled?: boolean
    /** Question filters, by variable; in every survey of the universe. */
    filters?: Readonly<Record<string, readonly string[]>>
  }[]
}

/** A user made by `createUser`. */
export interface MadeUser {
  id: number
  username: string
  /** The first universe they belong to, which `signIn` enters. */
  universeId: number | null
}

/** Stores a user with the universes they belong to. */
export async function createUser(db: Db, user: TestUser = {}): Promise<MadeUser> {
  const username = user.username ?? `user${++made}@example.org`
  const { id } = await db
    .insertInto('app_user')
    .values({
      username,
      email: username.includes('@') ? username : '',
      first_name: username.split('@')[0] ?? '',
      password_hash: user.passwordHash ?? null,
      status: user.status ?? 0,
      is_root: user.isRoot ?? false,
      demo: user.demo ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const place of user.universes ?? []) {
    await db
      .insertInto('user_universe')
      .values({
        user_id: id,
        universe_id: place.universeId,
        role_id: place.roleId,
        admin: place.admin ?? false,
        act_as: place.actAs ?? false,
        disabled: place.disabled ?? false,
      })
      .execute()
    for (const [variable, values] of Object.entries(place.filters ?? {}))
      await db
        .insertInto('user_filter')
        .values({ user_id: id, universe_id: place.universeId, variable, values: [...values] })
        .execute()
  }
  return { id, username, universeId: user.universes?.[0]?.universeId ?? null }
}

/** Starts a session of a user; returns the token for the Authorization header. Root needs a universe to be named. */
export async function signIn(
  deps: { db: Db; clock: Clock },
  user: MadeUser,
  universeId: number | null = user.universeId,
): Promise<string> {
  const { token } = await startSession(deps, { userId: user.id, universeId, actorUserId: null })
  return token
}

/** Headers of a call with a token. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}
