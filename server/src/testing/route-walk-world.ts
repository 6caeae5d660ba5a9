import { surveyHeader } from '@gensvar/contract/survey-header'
import type { Deps } from '#server/domain/context.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { serverSettingsKey } from '#server/platform/server-settings.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, smallSurvey } from './factories.ts'
import type { TestUser } from './factories.ts'
import { doubtSomething } from './import-rows.ts'
import { walkedConfig, walkedShares } from './route-walk-config.ts'
import { createAlert, createNotices, createSamples, idsOf } from './route-walk-rows.ts'
import type { MadeSurvey, TestSurvey } from './survey-data.ts'
import { webhookHost } from './webhook-rows.ts'

/** The kinds of user the routes are walked as. */
export const walkers = [
  'root',
  'administrator',
  'regional',
  'store',
  'channel',
  'restricted',
  'acting',
  'stranger',
  'nobody',
] as const

/**
 * One of them. `stranger` administers another universe, `channel` is filtered by a question off the hierarchy; `acting`
 * is an administrator of Sweden acting as one who sees everything and administers the stranger's universe as well.
 */
export type Walker = (typeof walkers)[number]

/** The data the routes are called with. */
export interface World {
  headers: Record<Walker, Record<string, string>>
  usernames: Record<Walker, string>
  userIds: Record<Walker, string>
  /** A named survey of the walkers' universe, and an anonymous one beside it. */
  survey: MadeSurvey
  anonymous: MadeSurvey
  /** Samples of the named survey, in the places of its responses; all of them can be edited. */
  sampleIds: readonly number[]
  /** Alerts of the named survey, one of each of its responses in their order. */
  alertIds: readonly number[]
  /** A survey of the stranger's universe, and that universe's name. */
  foreign: MadeSurvey
  foreignUniverse: string
  /** A row of the universe and one of the stranger's, by the path parameter. */
  ids: Record<'own' | 'foreign', Record<string, string>>
}

/** The surveys of a `World`. */
export type WorldSurvey = 'survey' | 'anonymous' | 'foreign'

/** The small survey, configured so that every route has something to answer. */
const walkedSurvey = (which: WorldSurvey): TestSurvey => ({
  ...smallSurvey,
  config: which === 'anonymous' ? `anonymity: { filters: [] }\n${walkedConfig}` : `${walkedShares}\n${walkedConfig}`,
})

/**
 * Creates two universes with a user of each kind. `surveyOf` replaces the small survey by others, which must have its
 * levels, its question `channel` and the places and channels the walkers are limited to.
 */
export async function makeWorld(
  deps: Deps,
  surveyOf: (which: WorldSurvey) => TestSurvey = walkedSurvey,
): Promise<World> {
  const { db } = deps
  const timeFilters = [{ extName: 'rel_-30d_0d', title: 'Month' }]
  await db
    .insertInto('setting')
    .values({
      key: serverSettingsKey,
      value: JSON.stringify({ globalOverview: { timeFilters }, egress: { allow: [webhookHost] } }),
    })
    .execute()
  const universe = await createUniverse(db)
  await db
    .updateTable('universe')
    .set({ admins_create_surveys: true, edits_dashboards: true })
    .where('id', '=', universe.id)
    .execute()
  const elsewhere = await createUniverse(db)
  const survey = await createSurvey(db, universe.id, surveyOf('survey'))
  const anonymous = await createSurvey(db, universe.id, surveyOf('anonymous'))
  const foreign = await createSurvey(db, elsewhere.id, surveyOf('foreign'))
  for (const made of [survey, anonymous, foreign]) await doubtSomething(deps, made.surveyId)
  const everything = {
    canViewSamples: true,
    canEditOpenPeriods: true,
    canChangeStateOpenPeriods: true,
    canHandleAlerts: true,
    canEditActions: true,
    canAccessStatusPage: true,
  }
  const surveys = { [survey.surveyId]: everything, [anonymous.surveyId]: everything }
  const wide = await createRole(db, universe.id, { surveys })
  const adding = await createRole(db, universe.id, { surveys, canAddUsers: true })
  const narrow = await createRole(db, universe.id, { surveys: { [survey.surveyId]: {}, [anonymous.surveyId]: {} } })
  const own = await createRole(db, universe.id, { restricted: true })
  const theirs = await createRole(db, elsewhere.id, { surveys: { [foreign.surveyId]: everything } })
  const place = (roleId: number, more: object = {}): TestUser => ({
    universes: [{ universeId: universe.id, roleId, ...more }],
  })
  const sweden = { filters: { country: ['Sweden'] } }
  const actor = await createUser(db, place(wide, { admin: true, actAs: true, ...sweden }))
  const ofBoth: TestUser = {
    universes: [
      { universeId: universe.id, roleId: wide, admin: true },
      { universeId: elsewhere.id, roleId: theirs, admin: true, actAs: true },
    ],
  }
  const users: Record<Exclude<Walker, 'nobody'>, TestUser> = {
    root: { isRoot: true },
    administrator: place(wide, { admin: true, actAs: true }),
    regional: place(adding, sweden),
    store: place(narrow, { filters: { store: ['Stockholm'] } }),
    channel: place(narrow, { filters: { channel: ['web'] } }),
    restricted: place(own),
    acting: ofBoth,
    stranger: { universes: [{ universeId: elsewhere.id, roleId: theirs, admin: true, actAs: true }] },
  }
  const headers: World['headers'] = emptyOfEach(() => ({}))
  const usernames: World['usernames'] = emptyOfEach(() => 'nobody')
  const userIds: World['userIds'] = emptyOfEach(() => '0')
  for (const [walker, user] of Object.entries(users) as [Walker, TestUser][]) {
    const made = await createUser(db, user)
    const actorUserId = walker === 'acting' ? actor.id : null
    const universeId = made.universeId ?? universe.id
    headers[walker] = {
      ...bearer((await startSession(deps, { userId: made.id, universeId, actorUserId })).token),
      [surveyHeader]: survey.extName,
    }
    usernames[walker] = made.username
    userIds[walker] = String(made.id)
  }
  const sampleIds = await createSamples(deps, survey.surveyId)
  const alertIds: number[] = []
  for (const responseId of survey.responseIds)
    alertIds.push(await createAlert(db, { surveyId: survey.surveyId, responseId, rule: 'walked' }))
  const foreignSamples = await createSamples(deps, foreign.surveyId)
  const ids = { own: await idsOf(deps, survey, sampleIds), foreign: await idsOf(deps, foreign, foreignSamples) }
  // Everybody was told of all alerts, as if they had seen them once.
  for (const userId of Object.values(userIds).map(Number).filter(Boolean))
    for (const { surveyId } of [survey, foreign]) await createNotices(db, { userId, surveyId })
  return {
    survey,
    anonymous,
    foreign,
    // The last one is there to be deleted.
    sampleIds: sampleIds.slice(0, -1),
    alertIds,
    foreignUniverse: elsewhere.name,
    headers,
    usernames,
    userIds,
    ids,
  }
}

function emptyOfEach<T>(make: () => T): Record<Walker, T> {
  return Object.fromEntries(walkers.map((walker) => [walker, make()])) as Record<Walker, T>
}
