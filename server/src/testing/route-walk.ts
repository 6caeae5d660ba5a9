import type { Permission, Route } from '@gensvar/contract/define-route'
import type { Deps } from '#server/domain/context.ts'
import { refusedWhileActing } from '#server/domain/rights/authorise.ts'
import { readDoubts } from '#server/features/imports/doubts/store.ts'
import { alertBodies } from './alerts-page.ts'
import { bodies, plainParams, queries, rowParams } from './route-walk-params.ts'
import type { Walker, World } from './route-walk-world.ts'

/** The body of a call, for one that names the version that it changes; `given` are parameters of its path. */
export async function bodyOf(
  { db }: Deps,
  { id, takesFile }: Route,
  world: World,
  given: Readonly<Record<string, string>> = {},
): Promise<object | undefined> {
  const { survey } = world
  if (takesFile) return Buffer.from('day,rating\n2026-01-05,4\n2026-01-06,3\n')
  if (id === 'copySamples') return { ...bodies[id], sampleIds: survey.responseIds.slice(0, 1) }
  if (Object.hasOwn(alertBodies, id)) return { ...alertBodies[id], ...(await alertBody(db, id, world, given)) }
  if (id !== 'decideDoubt' && id !== 'decideDoubts') return bodies[id]
  const [doubt] = await readDoubts(db, survey.surveyId)
  const version = doubt?.version ?? 0
  return id === 'decideDoubt'
    ? { ...bodies[id], version }
    : { ...bodies[id], doubts: [{ id: 'below:rating', version }] }
}

/** What a call on alerts needs besides: alerts that it changes, whatever other calls have done to them. */
async function alertBody(
  db: Deps['db'],
  id: string,
  { ids, userIds }: World,
  given: Readonly<Record<string, string>>,
): Promise<object> {
  const alertId = Number(ids.own['alertId'])
  const closedId = Number(given['alertId'] ?? ids.own['closedAlert'])
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

/** Expected status; `allowed` is the route's own answer. */
export type Expected = 'allowed' | 401 | 403 | 404

/** Calls whose sample names a row that only some walkers have. */
const mayBeMissing: ReadonlySet<string> = new Set([
  'removeSavedFilter',
  'saveSubscription',
  'removeSubscription',
  'sendSubscription',
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
