import type { Route } from '@gensvar/contract/define-route'
import { newDocument } from '@gensvar/contract/questionnaire-document'
import { widgets } from '@gensvar/contract/widgets/index'
import type { Random } from '#server/demo/random.ts'
import { walkedDraft } from '../../draft-bodies.ts'
import { bodies, queries } from '../../route-walk-params.ts'
import { paramsOf, rowParamsOf, urlOf } from '../../route-walk.ts'
import type { World } from '../../route-walk-world.ts'
import type { MarkedWorld } from './marked-world.ts'
import { queryChoices } from './query-choices.ts'

/** One call of the matrix, without who makes it. */
export interface Call {
  route: Route
  params: Readonly<Record<string, string>>
  url: string
  body: object | undefined
  /** The call names a row or survey of another universe. */
  foreign: boolean
  /** The call is made with the header that asks for the draft. */
  isPreview: boolean
}

const calls = [...new Set(Object.values(widgets).flatMap((widget) => Object.keys(widget.calls)))]

/** The calls of the marked survey's components. */
const componentCalls = [
  { component: 'units', call: 'data' },
  { component: 'head', call: 'data' },
  { component: 'secret', call: 'data' },
  { component: 'world', call: 'data' },
  { component: 'voices', call: 'data' },
  { component: 'said', call: 'data' },
  { component: 'found', call: 'data' },
  { component: 'customers', call: 'data' },
  { component: 'baskets', call: 'data' },
  { component: 'gv', call: 'data' },
  { component: 'targets', call: 'data' },
  { component: 'alerts', call: 'data' },
  { component: 'awards', call: 'data' },
  { component: 'progress', call: 'data' },
  { component: 'portfolio', call: 'data' },
  ...Object.keys(widgets['development-chart'].calls).map((call) => ({ component: 'trend', call })),
  ...Object.keys(widgets['results-block'].calls).map((call) => ({ component: 'results', call })),
]

/** Ids no row has. */
const noRows = ['0', '-1', '2147483647', '9007199254740993', 'abc']

/** The values tried for each parameter besides the route walk's sample. */
function valuesOf(route: Route, name: string, { world, markers, alertIds, scriptIds }: MarkedWorld): string[] {
  const row = new Map(rowParamsOf(route)).get(name)
  const { survey, anonymous, foreign } = world
  if (name === 'survey')
    return [survey.extName, anonymous.extName, foreign.extName, String(foreign.surveyId), '-', 'gone']
  if (row === 'interviewId' || row === 'sampleId')
    return [survey, anonymous, foreign]
      .flatMap(({ responseIds }) => responseIds)
      .concat(world.sampleIds)
      .map(String)
      .concat(world.ids.foreign['sampleId'] ?? [], noRows)
  if (name === 'alertId')
    return [...Object.values(alertIds).flat().map(String), world.ids.own[row ?? ''] ?? '', ...noRows]
  if (row === 'script') return [...Object.values(scriptIds).flat().map(String), world.ids.own[row] ?? '', ...noRows]
  if (row !== undefined) return [world.ids.own[row] ?? '', world.ids.foreign[row] ?? '', ...noRows, 'marked']
  if (name === 'drillPath') return drillPaths(world, markers.all[0]?.text ?? '')
  if (name === 'userId') return [...Object.values(world.userIds), ...noRows]
  if (name === 'username') return [...Object.values(world.usernames), '%', '_']
  if (name === 'component')
    return [
      ...[
        'head',
        'secret',
        'trend',
        'results',
        'world',
        'units',
        'voices',
        'customers',
        'baskets',
        'gv',
        'targets',
        'said',
        'found',
        'ways',
        'beside',
      ],
      ...['alerts', 'awards', '-', 'gone', 'constructor'],
    ]
  if (name === 'indicator') return ['score', 'rating', 'channel', 'comment', 'mail', 'store', 'gone', 'constructor']
  if (name === 'tableId') return ['targets', 'gone', 'constructor']
  if (name === 'call') return [...calls, 'gone', 'constructor']
  if (name === 'filter') return ['channel', 'comment', 'mail', 'store', 'amount', 'gone']
  if (name === 'text') return ['mk', '@', 'a', '%', '_', ' ']
  if (name === 'type') return ['standard', 'time']
  if (name === 'detailsVariable') return ['visit', 'comment', 'mail', 'gone']
  if (name === 'tableName') return ['basket', 'contacts', 'gone', 'constructor']
  if (name === 'doubt') return ['below:rating', 'personal:mail', 'personal:comment', 'codes:amount', 'gone']
  if (name === 'report') return ['monthly', 'gone', 'constructor']
  if (name === 'key') return ['columns', 'marked']
  if (name === 'timeSpan') return ['rel_-30d_0d', 'rel_-9999d_0d', 'all', 'gone']
  return []
}

/** Places and filters inside and outside what each walker may open. */
function drillPaths(world: World, marker: string): string[] {
  const wide = 'date=rel_-9999d_0d'
  const places = [
    'root',
    'country=Sweden',
    'country=Norway',
    'country=Sweden;store=Stockholm',
    'country=Sweden;store=Gothenburg',
    'country=Norway;store=Oslo',
    'country=Sweden;store=Oslo',
    'view=stores;country=Norway;store=Oslo',
  ]
  const filters = [
    'channel=till',
    'channel=web',
    'store=Oslo',
    'country=Norway',
    'country=_Sweden',
    'store=Oslo~',
    'samplestate=0*1*2*3*4',
    'comment=mk~',
    `comment=${marker}~`,
    'mail=example~',
    'amount=range_7310000000_7320000000',
    'rating=5*4',
    'illegal=1',
    'campaign=1.sent.any.any',
    `sel=path${world.survey.surveyId}`,
    `sel=path${world.foreign.surveyId}`,
    `sel=marked${world.foreign.surveyId}`,
  ]
  return [
    ...places.flatMap((place) => [place, `${place};${wide}`]),
    ...filters,
    ...filters.map((filter) => `${wide};${filter}`),
    ...places.slice(1).flatMap((place) => filters.map((filter) => `${filter};${place};${wide}`)),
  ]
}

const bodyChoices: Readonly<Record<string, (marked: MarkedWorld) => object[]>> = {
  shareInterview: () => [
    { network: 'LINKEDIN', quote: 'comment' },
    { network: 'FACEBOOK', quote: 'mail' },
  ],
  updateAlert: () => [
    { newComment: 'Called', isClosed: false, selections: [{ questionId: 'done', value: 'x' }], version: 1 },
    { newComment: 'Called', isClosed: true, selections: [{ questionId: 'gone', value: 'x' }], version: 1 },
  ],
  listAlertOwners: ({ alertIds }) => alertChoices(alertIds).map((ids) => ({ alertIds: ids, term: 'mk' })),
  // Nobody can have them, so that their names stay with those who may read the alert.
  assignAlerts: ({ alertIds, world }) =>
    alertChoices(alertIds).map((ids) => ({ alertIds: ids, userId: Number(world.userIds.restricted) })),
  closeAlerts: ({ alertIds }) => alertChoices(alertIds).map((ids) => ({ ...bodies['closeAlerts'], alertIds: ids })),
  getAlertQuestions: ({ alertIds }) => alertChoices(alertIds).map((ids) => ({ alertIds: ids })),
  createAlertsReport: () => [
    { component: 'alerts', sortVar: 'mail', filter: 'mk' },
    { component: 'alerts', columns: ['owner', 'comment', 'constructor'] },
  ],
  createSampleComment: () => [{ text: 'Called back' }, { text: ' ' }],
  updateSampleEditor: () => [
    { version: 1, fields: { comment: 'Changed', amount: '12' } },
    { version: 1, overwrite: true, fields: { comment: 'Changed again' } },
    { version: 1, fields: { store: 'Oslo', rating: '5' } },
  ],
  // None of these changes whose a sample is.
  validateSample: () => ['1', '2', '4'].map((state) => ({ state, fields: { mail: 'x', channel: 'till', gone: 'x' } })),
  updateSample: () => [
    { version: 0, state: '1', fields: { eventdate: '2026-02-08' } },
    { version: 1, overwrite: true, state: '0', fields: {} },
    { version: 1, overwrite: true, state: '1', fields: { comment: 'constructor' }, comment: 'x' },
    { version: 1, overwrite: true, state: '4', fields: {}, comment: 'x' },
  ],
  createSavedFilter: () => [{ name: 'Sold', path: 'country=Norway;store=Oslo', shared: true }],
  changeUniverse: ({ elsewhere }) => [{ universe: elsewhere }],
  impersonate: ({ elsewhere, world }) => [{ token: 'x', universe: elsewhere, user: world.usernames.stranger }],
  createTicket: ({ world }) => [{ path: `/rest/surveys/start/${world.foreign.extName}` }],
  decideDoubt: () => [
    { choice: 'counted', version: 2 },
    { choice: 'number', version: 1 },
    { choice: 'shown', version: 1 },
    { choice: 'blank', version: 2147483647 },
  ],
  decideDoubts: () => [
    { choice: 'counted', doubts: [{ id: 'below:rating', version: 2 }] },
    {
      choice: 'shown',
      doubts: [
        { id: 'personal:name', version: 1 },
        { id: 'below:rating', version: 1 },
      ],
    },
  ],
  storePath: () => [{ path: 'country=Norway;store=Oslo' }],
  createRankingReport: () => [{ component: 'units', columns: ['score', 'gone'] }, { component: 'secret' }],
  createInterviewsReport: () => [{ indicator: 'score', sortVar: 'mail', filter: 'mk' }, { columns: ['constructor'] }],
  createSamplesReport: ({ world }) => [
    { sampleId: world.foreign.responseIds[0] },
    { sampleId: 2147483647 },
    { component: 'customers', sortVar: 'mail', filter: 'mk', extraPaths: 'country=Norway*Sweden' },
  ],
  createSample: () => [{ action: 'new' }, { action: 'constructor' }],
  copySamples: ({ world, markers }) =>
    [world.survey, world.anonymous, world.foreign].flatMap(({ responseIds }) => [
      { sampleIds: responseIds.slice(-2), eventdate: null },
      { sampleIds: responseIds.slice(0, 1), eventdate: null, fields: { comment: markers.all[0]?.text ?? '' } },
    ]),
  deleteAllSamples: ({ world }) => [{ sampleIds: world.foreign.responseIds }],
  updateTableRow: ({ world }) => [
    { row: { id: Number(world.ids.foreign['tableRow']), cells: ['stolen'] }, version: 1 },
    { row: { id: -1, cells: ['first'] }, version: 0 },
  ],
  createNamedReport: () => [{ format: 'csv' }, { format: 'pdf' }],
  runScript: ({ world }) =>
    [world.survey, world.anonymous, world.foreign].map(({ responseIds: [interviewId] }) => ({ interviewId })),
  saveScript: ({ world, scriptIds }) => [
    ...[...scriptIds.anonymous, ...scriptIds.foreign].map((id) => ({ ...bodies['saveScript'], id, version: 7 })),
    { ...bodies['saveScript'], surveyId: world.foreign.surveyId },
  ],
  // Versions that are not there any more: those who may edit the draft meet a conflict, and it stays for the others.
  saveDraft: () => [{ text: 'title: Taken', version: walkedDraft - 1, basedOn: 1 }],
  publishDraft: () => [{ version: walkedDraft - 1, note: 'Taken' }],
  rollbackConfiguration: () => [{ number: 1, current: 7, note: 'Taken' }],
  saveQuestionnaireDraft: () => [{ document: newDocument(['en']), version: 7 }],
  publishQuestionnaire: () => [{ version: 7 }],
  restoreQuestionnaireVersion: () => [{ number: 1, version: 7 }],
  checkQuestionnaire: () => [{ document: newDocument(['en']) }],
  checkDraft: () => [{ text: 'pages: [{ extname: x, title: constructor }]\nanonymity: off\n' }],
}

/** One alert, one of each survey, and all. */
function alertChoices({ survey, anonymous, foreign }: MarkedWorld['alertIds']): number[][] {
  const one = [survey, anonymous, foreign].map((ids) => ids.slice(-1))
  return [...one, one.flat(), survey.slice(0, 2), [...survey]]
}

/** Relative frequency of calls to a route: higher for those that open rows and places. */
export function weightOf(route: Route): number {
  if (paramsOf(route).includes('drillPath')) return 10
  return rowParamsOf(route).length > 0 ? 6 : 1
}

/**
 * A call of a route with random values for its parameters. Most keep the route walk's sample for all but one, because
 * only the first of two wrong ones would be tested.
 */
export function drawCall(random: Random, route: Route, marked: MarkedWorld): Call {
  const { world } = marked
  const names = paramsOf(route)
  const given: Record<string, string> = {}
  // The component is treated as part of the route.
  if (route.id === 'getWidgetData') Object.assign(given, random.pick(componentCalls))
  const single = random.chance(0.7) ? random.pick([...names.filter((name) => given[name] === undefined), '']) : null
  for (const name of names) {
    const values = valuesOf(route, name, marked)
    if (values.length > 0 && (single === null ? random.chance(0.5) : single === name)) given[name] = random.pick(values)
  }
  const address = urlOf(route, world, { username: 'nobody', userId: '0', ...given })
  const query = random.pick(queryChoices[route.id] ?? [queries[route.id] ?? ''])
  const choices = [...(bodies[route.id] ? [bodies[route.id]] : []), ...(bodyChoices[route.id]?.(marked) ?? [])]
  return {
    route,
    params: given,
    url: query === '' ? (address.split('?')[0] ?? address) : `${address.split('?')[0]}?${query}`,
    body: choices.length === 0 ? undefined : random.pick(choices),
    foreign: namesForeign(route, given, marked),
    isPreview: false,
  }
}

function namesForeign(route: Route, given: Readonly<Record<string, string>>, marked: MarkedWorld): boolean {
  const { world, alertIds, scriptIds } = marked
  if (given['survey'] === world.foreign.extName) return true
  return rowParamsOf(route).some(([name, kind]) => {
    const value = given[name]
    if (value === undefined) return false
    if (kind === 'interviewId' || kind === 'sampleId')
      return [...world.foreign.responseIds.map(String), world.ids.foreign['sampleId']].includes(value)
    if (name === 'alertId') return alertIds.foreign.map(String).includes(value)
    if (kind === 'script') return scriptIds.foreign.map(String).includes(value)
    return value === world.ids.foreign[kind]
  })
}
