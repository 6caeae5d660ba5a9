import type { Insertable, Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { insertRole, insertSurveyRights } from '#server/domain/build/role.ts'
import type { NewRole, NewSurveyRights } from '#server/domain/build/role.ts'
import { insertUniverse } from '#server/domain/build/universe.ts'
import { insertMembership, insertUser } from '#server/domain/build/user.ts'
import type { NewMembership, NewUser } from '#server/domain/build/user.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { makeSurvey } from './survey-data.ts'
import type { MadeSurvey, TestSurvey } from './survey-data.ts'

type Db = Kysely<Database>
type NewTaskRow = Insertable<Database['task']>

let made = 0

/** Stores a universe. */
export async function createUniverse(
  db: Db,
  { name = `universe${++made}`, host = '', title = name }: { name?: string; host?: string; title?: string } = {},
): Promise<{ id: number; name: string }> {
  return { id: await insertUniverse(db, { name, host, title: { en: title } }), name }
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
export function createSurvey(db: Db, universeId: number, survey: TestSurvey = smallSurvey): Promise<MadeSurvey> {
  return makeSurvey(db, survey, universeId)
}

/** A role in short: `surveys` gives access, by survey id. */
export interface TestRole extends Partial<NewRole> {
  surveys?: Readonly<Record<number, NewSurveyRights>>
}

/** Stores a role; returns its id. */
export async function createRole(
  db: Db,
  universeId: number,
  { surveys = {}, ...role }: TestRole = {},
): Promise<number> {
  const roleId = await insertRole(db, universeId, { ...role, name: role.name ?? `role${++made}` })
  for (const [surveyId, rights] of Object.entries(surveys))
    await insertSurveyRights(db, { roleId, surveyId: Number(surveyId) }, rights)
  return roleId
}

/** A user in short; without `universes` they belong nowhere. */
export interface TestUser extends Partial<NewUser> {
  universes?: readonly Omit<NewMembership, 'userId'>[]
}

/** A user made by `createUser`. */
export interface MadeUser {
  id: number
  username: string
  /** The first universe they belong to, which `signIn` enters. */
  universeId: number | null
}

/** Stores a user with the universes they belong to. */
export async function createUser(db: Db, { universes = [], ...user }: TestUser = {}): Promise<MadeUser> {
  const username = user.username ?? `user${++made}@example.org`
  const email = username.includes('@') ? username : ''
  const id = await insertUser(db, { email, firstName: username.split('@')[0], ...user, username })
  for (const place of universes) await insertMembership(db, { ...place, userId: id })
  return { id, username, universeId: universes[0]?.universeId ?? null }
}

/** Stores a waiting task of a universe; returns its id. */
export async function createTask(db: Db, universeId: number | null, values: Partial<NewTaskRow> = {}): Promise<number> {
  const now = new Date()
  const description = JSON.stringify({ text: 'Waits', template: 'Waits', values: [] })
  const { id } = await db
    .insertInto('task')
    .values({ type: 'TEST', universe_id: universeId, created: now, updated: now, description, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores a report whose file is not made yet; returns its uuid. */
export async function createReport(
  db: Db,
  { universeId, surveyId, ownerId }: { universeId: number; surveyId: number; ownerId: number },
): Promise<string> {
  const { uuid } = await db
    .insertInto('report')
    .values({
      kind: 'ranking',
      task_id: await createTask(db, universeId, { state: 'PAUSED', survey_id: surveyId, owner_id: ownerId }),
      universe_id: universeId,
      survey_id: surveyId,
      owner_id: ownerId,
      title: 'Ranking',
      file_name: 'Ranking.xlsx',
      format: 'xlsx',
      rights: '',
      created: new Date(),
    })
    .returning('uuid')
    .executeTakeFirstOrThrow()
  return uuid
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

/** A user that is there already, such as one of the demo, with a session. */
export async function signInAs(deps: { db: Db; clock: Clock }, username: string) {
  const user = await deps.db
    .selectFrom('app_user')
    .innerJoin('user_universe', 'user_universe.user_id', 'app_user.id')
    .select(['app_user.id', 'username', 'is_root as isRoot', 'universe_id as universeId'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return { ...user, token: await signIn(deps, user) }
}

/** Headers of a call with a token. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}
