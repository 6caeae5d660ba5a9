import type { Permission, Route } from '@gensvar/contract/define-route'
import { refusedWhileActing } from '#server/domain/rights/authorise.ts'
import { plainParams, queries, rowParams } from './route-walk-params.ts'
import type { Walker, World } from './route-walk-world.ts'

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
  'suggestQuestionFilterValues',
  'listUniverseUsers',
  'getKeycloakData',
  'changeUsername',
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
  'deleteRole',
  'removeTemplate',
  'removeSmsTemplate',
  'removeLetterTemplate',
  'removeImage',
  'removeCampaign',
  'removeWebhook',
  'removeSuppressed',
  // There is no pool.
  'joinPool',
  'leavePool',
  'savePool',
  'removePool',
  // Not every interview has a comment.
  'correctComment',
  'listSimilarComments',
  // No language model is on.
  'translateComment',
  // Its sample is in a place that some do not see.
  'renderNewMail',
  'renderNewLetter',
  'removeChoice',
  // It would move to a place that whoever acts may not see.
  'moveUnit',
  // Moves under way are their owner's alone.
  'cancelUnitTask',
  // Some see only a part of the answers of its place.
  'getActionData',
])

/** Whether an allowed call may answer 404 because its sample row is not there for everybody. */
export function mayMiss(route: Route): boolean {
  return mayBeMissing.has(route.id) || route.path.includes('{taskUUID}')
}

/** Calls that print a letter: they answer 503 where LibreOffice is not installed. */
export const printingRoutes: ReadonlySet<string> = new Set([
  'renderLetterTemplate',
  'renderLetter',
  'renderNewLetter',
  'openLetterOfTemplate',
])

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
  getBigScreen: 401,
}

const members: readonly Walker[] = ['root', 'administrator', 'regional', 'store', 'channel', 'acting']

/** Who holds a permission, besides access to the survey where the path names one. */
const holders: Record<Exclude<Permission, 'none' | 'sign-in'>, readonly Walker[]> = {
  'signed-in': [...members, 'restricted', 'stranger'],
  'universe-admin': ['root', 'administrator', 'acting', 'stranger'],
  'survey-admin': ['root', 'administrator', 'acting', 'stranger'],
  // Root has allowed it in the walkers' own universe alone.
  'create-surveys': ['root', 'administrator', 'acting'],
  dashboard: ['root', 'administrator', 'acting'],
  'user-admin': ['root', 'administrator', 'regional', 'acting', 'stranger'],
  // No walker's role may create roles; features/roles/role-attacks.test.ts has one that may.
  'role-admin': ['root'],
  root: ['root'],
  survey: [...members, 'restricted', 'stranger'],
  'view-samples': [...members, 'restricted', 'stranger'],
  'view-interviews': [...members, 'restricted', 'stranger'],
  'view-campaigns': [...members, 'restricted', 'stranger'],
  // features/api/reading.test.ts calls these with keys.
  'api-key': [],
}

/** Permissions of who may see samples. */
const ofSamples: ReadonlySet<Permission> = new Set(['view-samples', 'view-campaigns'])

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
  correctComment: ['root', 'administrator', 'regional', 'acting'],
  deleteAction: ['root', 'administrator', 'regional', 'acting'],
  listResponsibles: ['root', 'administrator', 'regional', 'acting'],
  // The role says who may open the status page.
  getSurveyWork: ['root', 'administrator', 'regional', 'acting'],
  // What is done for respondents is done for a whole survey; whoever acts here is limited to Sweden.
  ...Object.fromEntries(
    [
      ...['findRespondents', 'getHeldData', 'eraseRespondent', 'downloadHeldData'],
      ...['previewAnonymisation', 'anonymiseResponses', 'stopProtectionTask', 'saveRetention'],
    ].map((id) => [id, ['root', 'administrator'] as const]),
  ),
  // The table names no editors besides administrators.
  updateTableRow: ['root', 'administrator', 'acting'],
  deleteTableRow: ['root', 'administrator', 'acting'],
}

/** Whether a walker with the permission of a route may still be refused by the survey, which is read after it. */
export function isLimitedBySurvey({ id, permission }: Route, walker: Walker): boolean {
  const isHolder = permission !== 'none' && permission !== 'sign-in' && holders[permission].includes(walker)
  if (walker === 'acting' && refusedWhileActing.has(id)) return false
  return isHolder && (ofSamples.has(permission) || Object.hasOwn(fewer, id))
}

/** The expected status for a walker on a route that is not open, with the walkers' own survey in the path. */
export function expectedOf(route: Route, walker: Walker): Expected {
  const { permission } = route
  if (permission === 'none' || permission === 'sign-in') throw new Error(`${route.id} is open`)
  // No session is a key.
  if (walker === 'nobody' || permission === 'api-key') return 401
  if (walker === 'acting' && refusedWhileActing.has(route.id)) return 403
  if (!holders[permission].includes(walker)) return 403
  if (route.path.includes('{survey}') || surveyInHeader.has(route.id)) {
    if (walker === 'stranger') return 404
    if (walker === 'restricted') return 403
    if (ofSamples.has(permission) && withoutSamples.includes(walker)) return 403
  }
  if (fewer[route.id]?.includes(walker) === false) return 403
  return 'allowed'
}

/** Routes whose survey is named by the header `x-survey`, because the specification has none in their path. */
const surveyInHeader: ReadonlySet<string> = new Set(['createSmsTemplate', 'updateSmsTemplate'])

/**
 * The answer for a drill path outside a user's rights: `compared` has only figures, `left out` has nothing of the place.
 * A new route must be added here.
 */
export const placeRules: Readonly<Record<string, 'refused' | 'compared' | 'left out'>> = {
  getSegmentedDrillPath: 'refused',
  getSurveyStatus: 'left out',
  getSurveyWork: 'refused',
  listSegmentChildren: 'refused',
  countAnswers: 'refused',
  getComparison: 'refused',
  getSuggestions: 'refused',
  getRanking: 'refused',
  listCountedCases: 'refused',
  getDistribution: 'refused',
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
  createPageReport: 'refused',
  downloadIndicators: 'refused',
  downloadRecords: 'refused',
  downloadComments: 'refused',
  streamGlobalValues: 'refused',
  getCampaignInfo: 'refused',
  listNewRecipients: 'refused',
  listExcluded: 'refused',
  renderNewMail: 'refused',
  renderNewLetter: 'refused',
  getLetterHelp: 'refused',
  createCampaign: 'refused',
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
