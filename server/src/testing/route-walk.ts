import type { Permission, Route } from '@gensvar/contract/define-route'
import type { Deps } from '#server/domain/context.ts'
import { refusedWhileActing } from '#server/domain/rights/authorise.ts'
import { readDoubts } from '#server/features/imports/doubts/store.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { serverSettingsKey } from '#server/platform/server-settings.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, smallSurvey } from './factories.ts'
import type { TestUser } from './factories.ts'
import { doubtSomething } from './import-rows.ts'
import { walkedConfig } from './route-walk-config.ts'
import { createSamples, idsOf } from './route-walk-rows.ts'
import { alertBodies, bodies, plainParams, queries, rowParams } from './route-walk-params.ts'
import type { MadeSurvey, TestSurvey } from './survey-data.ts'

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
  config: which === 'anonymous' ? `anonymity: { filters: [] }\n${walkedConfig}` : walkedConfig,
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
    .values({ key: serverSettingsKey, value: JSON.stringify({ globalOverview: { timeFilters } }) })
    .execute()
  const universe = await createUniverse(db)
  await db.updateTable('universe').set({ admins_create_surveys: true }).where('id', '=', universe.id).execute()
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
    headers[walker] = bearer((await startSession(deps, { userId: made.id, universeId, actorUserId })).token)
    usernames[walker] = made.username
    userIds[walker] = String(made.id)
  }
  const sampleIds = await createSamples(deps, survey.surveyId)
  const foreignSamples = await createSamples(deps, foreign.surveyId)
  return {
    survey,
    anonymous,
    foreign,
    // The last one is there to be deleted.
    sampleIds: sampleIds.slice(0, -1),
    foreignUniverse: elsewhere.name,
    headers,
    usernames,
    userIds,
    ids: { own: await idsOf(deps, survey, sampleIds), foreign: await idsOf(deps, foreign, foreignSamples) },
  }
}

/** The body of a call, for one that names the version that it changes. */
export async function bodyOf({ db }: Deps, { id, takesFile }: Route, world: World): Promise<object | undefined> {
  const { survey } = world
  if (takesFile) return Buffer.from('day,rating\n2026-01-05,4\n2026-01-06,3\n')
  if (id === 'copySamples') return { ...bodies[id], sampleIds: survey.responseIds.slice(0, 1) }
  if (Object.hasOwn(alertBodies, id)) return { ...alertBodies[id], ...(await alertBody(db, id, world)) }
  if (id !== 'decideDoubt' && id !== 'decideDoubts') return bodies[id]
  const [doubt] = await readDoubts(db, survey.surveyId)
  const version = doubt?.version ?? 0
  return id === 'decideDoubt'
    ? { ...bodies[id], version }
    : { ...bodies[id], doubts: [{ id: 'below:rating', version }] }
}

/** What a call on alerts needs besides: alerts that it changes, whatever other calls have done to them. */
async function alertBody(db: Deps['db'], id: string, { ids, userIds }: World): Promise<object> {
  const alertId = Number(ids.own['alertId'])
  const closedId = Number(ids.own['closedAlert'])
  if (id === 'updateAlert') return {}
  if (id === 'reopenAlert') {
    const { version } = await db
      .updateTable('alert')
      .set({ state: 3 })
      .where('id', '=', closedId)
      .returning('version')
      .executeTakeFirstOrThrow()
    return { version }
  }
  if (id === 'closeAlerts') await db.updateTable('alert').set({ state: 2 }).where('id', '=', alertId).execute()
  if (id === 'assignAlerts')
    await db.updateTable('alert').set({ owner_user_id: null }).where('id', '=', alertId).execute()
  return { alertIds: [alertId], ...(id === 'assignAlerts' && { userId: Number(userIds.administrator) }) }
}

function emptyOfEach<T>(make: () => T): Record<Walker, T> {
  return Object.fromEntries(walkers.map((walker) => [walker, make()])) as Record<Walker, T>
}

/** Expected status; `allowed` is the route's own answer. */
export type Expected = 'allowed' | 401 | 403 | 404

/** Calls whose sample names a row that only some walkers have. */
const mayBeMissing: ReadonlySet<string> = new Set([
  'removeSavedFilter',
  'getAnnouncementLink',
  'revokeShare',
  'getTask',
  'processTask',
  'removeTask',
  'assignTaskState',
  // Uploads and imports are their owner's alone.
  'getImportFile',
  'removeImportFile',
  'checkImport',
  'handleMapping',
  'getImportStatus',
  'cancelImport',
  'removeImportSet',
  'removeSurveyFile',
  'checkNewSurvey',
  'createNewSurvey',
  'getNewSurveyStatus',
  'cancelNewSurvey',
  // Whoever may delete it does.
  'deleteTableRow',
  'deleteAction',
  // Some see only a part of the answers of its place.
  'getActionData',
])

/** Calls that only send something, and say 503 as long as sending is not set up. */
export const sendingRoutes: ReadonlySet<string> = new Set(['resendInvitation', 'startMailAction', 'startPushCampaigns'])

/** Whether an allowed call may answer 404 because its sample row is not there for everybody. */
export function mayMiss(route: Route): boolean {
  return mayBeMissing.has(route.id) || route.path.includes('{taskUUID}')
}

/** Status of an empty call without a token on the open routes; a new open route must be added here. */
export const openRoutes: Readonly<Record<string, number>> = {
  getHealth: 200,
  getClientConfig: 200,
  login: 400,
  validateKeycloak: 400,
  validateCookie: 401,
  forgotPassword: 400,
  resetPassword: 400,
  logout: 200,
}

const members: readonly Walker[] = ['root', 'administrator', 'regional', 'store', 'channel', 'acting']

/** Who holds a permission, besides access to the survey where the path names one. */
const holders: Record<Exclude<Permission, 'none' | 'sign-in'>, readonly Walker[]> = {
  'signed-in': [...members, 'restricted', 'stranger'],
  'universe-admin': ['root', 'administrator', 'acting', 'stranger'],
  'survey-admin': ['root', 'administrator', 'acting', 'stranger'],
  // Root has allowed it in the walkers' own universe alone.
  'create-surveys': ['root', 'administrator', 'acting'],
  'user-admin': ['root', 'administrator', 'regional', 'acting', 'stranger'],
  root: ['root'],
  survey: [...members, 'restricted', 'stranger'],
  'view-samples': [...members, 'restricted', 'stranger'],
  'view-interviews': [...members, 'restricted', 'stranger'],
}

/** Roles of these walkers do not open samples. */
const withoutSamples: readonly Walker[] = ['store', 'channel']

/** Routes whose own rules leave fewer walkers than their permission, and which. */
const fewer: Readonly<Record<string, readonly Walker[]>> = {
  // The others have no right to handle alerts.
  ...Object.fromEntries(
    ['updateAlert', 'reopenAlert', 'listAlertOwners', 'assignAlerts', 'closeAlerts'].map((id) => [
      id,
      ['root', 'administrator', 'regional', 'acting'] as const,
    ]),
  ),
  // The others have no right to edit actions.
  updateAction: ['root', 'administrator', 'regional', 'acting'],
  deleteAction: ['root', 'administrator', 'regional', 'acting'],
  listResponsibles: ['root', 'administrator', 'regional', 'acting'],
  // The table names no editors besides administrators.
  updateTableRow: ['root', 'administrator', 'acting'],
  deleteTableRow: ['root', 'administrator', 'acting'],
}

/** Whether who may call a route is also said by the survey's own configuration, which is read after its permission. */
export function isLimitedBySurvey({ id, permission }: Route): boolean {
  return permission === 'view-samples' || Object.hasOwn(fewer, id)
}

/** The expected status for a walker on a route that is not open, with the walkers' own survey in the path. */
export function expectedOf(route: Route, walker: Walker): Expected {
  const { permission } = route
  if (permission === 'none' || permission === 'sign-in') throw new Error(`${route.id} is open`)
  if (walker === 'nobody') return 401
  if (walker === 'acting' && refusedWhileActing.has(route.id)) return 403
  if (!holders[permission].includes(walker)) return 403
  if (route.path.includes('{survey}')) {
    if (walker === 'stranger') return 404
    if (walker === 'restricted') return 403
    if (permission === 'view-samples' && withoutSamples.includes(walker)) return 403
  }
  if (fewer[route.id]?.includes(walker) === false) return 403
  return 'allowed'
}

/**
 * The answer for a drill path outside a user's rights: `compared` has only figures, `left out` has nothing of the place.
 * A new route must be added here.
 */
export const placeRules: Readonly<Record<string, 'refused' | 'compared' | 'left out'>> = {
  getSegmentedDrillPath: 'refused',
  getSurveyStatus: 'left out',
  listSegmentChildren: 'refused',
  countAnswers: 'refused',
  getSuggestions: 'refused',
  getRanking: 'refused',
  listCountedCases: 'refused',
  getWidgetData: 'refused',
  createRankingReport: 'refused',
  createBenchmarkReport: 'refused',
  createInterviewsReport: 'refused',
  createSamplesReport: 'refused',
  createAlertsReport: 'refused',
  createActionsReport: 'refused',
  listAlerts: 'refused',
  suggestAlerts: 'refused',
  getActionData: 'refused',
  updateAction: 'refused',
  getActionValue: 'refused',
  getActionChart: 'refused',
  listResponsibles: 'refused',
  listSamples: 'refused',
  suggestSamples: 'refused',
  createSample: 'refused',
  getCopyAction: 'refused',
  copySamples: 'refused',
  deleteAllSamples: 'refused',
  createNamedReport: 'refused',
  downloadIndicators: 'refused',
  downloadRecords: 'refused',
  streamGlobalValues: 'refused',
}

/** Headers of a call besides those of its caller. */
export function headersOf({ takesFile }: Route): Record<string, string> {
  return takesFile ? { 'content-type': 'application/octet-stream' } : {}
}

/** Names of a route's path parameters. */
export function paramsOf(route: Route): string[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** The path parameters of a route that name a row, with the kind of row. */
export function rowParamsOf(route: Route): [string, string][] {
  return paramsOf(route).flatMap((name): [string, string][] => {
    if (plainParams[`${route.id}.${name}`]) return []
    const kind = rowParams[`${route.id}.${name}`] ?? rowParams[name]
    return kind === undefined ? [] : [[name, kind]]
  })
}

/** URL of a route with samples for its parameters, some of them given. Throws for a parameter without a sample. */
export function urlOf(route: Route, world: World, given: Readonly<Record<string, string>> = {}): string {
  const rows = new Map(rowParamsOf(route))
  const path = route.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const row = rows.get(name)
    const sample =
      given[name] ??
      (name === 'survey' ? world.survey.extName : undefined) ??
      (row === undefined ? undefined : world.ids.own[row]) ??
      plainParams[`${route.id}.${name}`] ??
      plainParams[name]
    if (sample === undefined)
      throw new Error(`the route walk has no sample for {${name}} of ${route.id}: add one in testing/route-walk.ts`)
    return encodeURIComponent(sample)
  })
  const query = queries[route.id]?.replace(/\{(\w+)\}/g, (_match, kind: string) => world.ids.own[kind] ?? '')
  return query ? `${path}?${query}` : path
}
