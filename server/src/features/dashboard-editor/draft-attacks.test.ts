import { draftHeader } from '@gensvar/contract/draft-header'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { storeDraft, walkedDraft } from '#server/testing/draft-bodies.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import type { TestUser } from '#server/testing/factories.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const places = [
  { country: 'Sweden', store: 'Stockholm' },
  { country: 'Sweden', store: 'Gothenburg' },
  { country: 'Norway', store: 'Oslo' },
] as const

/** Two hundred answers of each place in a quarter that is over. */
const rows: TestRow[] = places.flatMap((place, which) =>
  Array.from({ length: 200 }, (_, at) => ({
    date: `2025-1${at % 3}-0${1 + (at % 9)}`,
    answers: {
      ...place,
      channel: at % 3 === 0 ? 'web' : 'till',
      rating: 1 + ((at * (which + 2)) % 5),
      comment: `said ${which} ${at}`,
    },
  })),
)

/** Sections of all that protects answers, as loose as can be: the draft is not anonymous at all. */
const loose = `
anonymity: off
comparable: [country, store, channel]
bands: { store: [[Stockholm, Oslo]] }
sharing: true
dated: true
timeZone: Pacific/Auckland
`
const pages = `
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction, slow, place], expressions: [rating] } }
      - { type: development-chart, config: { id: trend, variables: [satisfaction], periods: [months, weeks, days] } }
      - { type: results-block, config: { id: results } }
      - { type: global-overview, config: { id: world } }
      - { type: latest-comments, config: { id: voices, variables: [comment], count: 20 } }
      - { type: grouped, config: { id: later, variables: [satisfaction], by: channel } }
  - extname: ranking
    kind: rankings
    components:
      - type: ranking-table
        config: { id: units, sortBy: satisfaction, columns: [satisfaction, n], leafColumns: [eventdate, rating, comment] }
`

const quarter = 'date=custom_01102025_01012026'
const month = 'date=custom_01102025_01112025'
const paths = [
  'root',
  month,
  `${quarter};channel=web`,
  `${quarter};store=Stockholm*Oslo`,
  `${quarter};rating=1`,
  `country=Norway;store=Oslo;${quarter}`,
  `country=Sweden;${quarter};channel=till`,
]

/** Everything of a survey that figures or single answers are read from. */
function addressesOf({ survey, responseIds: [first = 0] }: Dashboard): string[] {
  const ofPath = paths
    .map(encodeURIComponent)
    .flatMap((path) => [
      ...['head', 'results', 'voices', 'units'].map((id) => `/rest/widgets/data/${survey}/${id}/${path}`),
      ...['months', 'days'].map((period) => `/rest/widgets/data/${survey}/trend/${path}?period=${period}`),
      `/rest/rankings/data/${survey}/${path}?rowTo=100`,
      `/rest/rankings/cases/${survey}/satisfaction/${path}?rowTo=100`,
      `/rest/paths/count/${survey}/${path}`,
    ])
  return [...ofPath, `/rest/interviews/data/${survey}/${first}`, `/rest/filters/query/${survey}/channel/w`]
}

interface Answer {
  status: number
  body: string
}

/** How a user calls: with the number of a draft, or without one. */
async function readerOf({ deps, app, universeId, surveyId }: Dashboard, user: Reader) {
  const roleId = await createRole(deps.db, universeId, { surveys: { [surveyId]: { canViewSamples: true } } })
  const { filters, isRoot = false } = user
  const place = { universeId, roleId, admin: true, ...(filters && { filters }) }
  const headers = bearer(await signIn(deps, await createUser(deps.db, { isRoot, universes: [place] }), universeId))
  return async (url: string, draft?: string | string[]): Promise<Answer> => {
    const asked = draft === undefined ? headers : { ...headers, [draftHeader]: draft }
    const { statusCode, body } = await app.inject({ url, headers: asked as Record<string, string> })
    return { status: statusCode, body }
  }
}

type Reader = Pick<TestUser, 'isRoot'> & { filters?: Record<string, string[]> }

const readers: [string, Reader][] = [
  ['root', { isRoot: true }],
  ['an administrator of a country', { filters: { country: ['Sweden'] } }],
  ['an administrator limited by a question', { filters: { channel: ['web'] } }],
]

/** Stores the published text as a draft, but with all that protects answers loosened. */
async function loosen({ deps, surveyId }: Dashboard): Promise<void> {
  const { text = '' } = (await readConfiguration(deps.db, surveyId)) ?? {}
  const { filters, pages: shown, ...published } = parse(text)
  const titled = { pages: [{ ...shown[0], title: 'Loosened' }, ...shown.slice(1)], filters: { ...filters, hidden: [] } }
  await storeDraft(deps.db, surveyId, stringify({ ...published, ...titled, ...parse(loose) }))
}

const allow = ({ deps, universeId }: Dashboard) =>
  deps.db.updateTable('universe').set({ edits_dashboards: true }).where('id', '=', universeId).execute()

describe.each([
  [
    'an anonymous survey',
    'anonymity: { period: quarter, filters: [channel], minimum: [20, 50, 100] }\nsharing: false\n',
  ],
  [
    'a survey with hidden answers',
    'comparable: [channel]\nfilters: { hidden: [{ extName: spam, value: "channel=web" }], standard: [], time: [] }\n',
  ],
])('a draft that loosens all protection of %s', (_what, section) => {
  let board: Dashboard

  beforeAll(async () => {
    board = await openDashboard({ rows, extra: `${section}${pages}` })
    await allow(board)
    await loosen(board)
  })
  afterAll(() => board.close())

  test.each(readers)('tells %s nothing that is not published', async (_who, reader) => {
    const read = await readerOf(board, reader)
    const answered: string[] = []
    for (const url of addressesOf(board)) {
      const published = await read(url)
      expect(await read(url, String(walkedDraft)), url).toEqual(published)
      if (published.status === 200) answered.push(url)
    }
    // Much is answered, and the draft is in force: otherwise nothing would be proven.
    expect(answered.length).toBeGreaterThan(20)
    expect((await read(`/rest/surveys/start/${board.survey}`, String(walkedDraft))).body).toContain('Loosened')
  })
})

describe('the header of a draft', () => {
  let board: Dashboard
  let read: Awaited<ReturnType<typeof readerOf>>

  beforeAll(async () => {
    board = await openDashboard()
    await allow(board)
    read = await readerOf(board, {})
  })
  afterAll(() => board.close())

  test('is a version and nothing else', async () => {
    await storeDraft(board.deps.db, board.surveyId)
    const url = `/rest/surveys/start/${board.survey}`
    for (const value of ['', '0', '-5', '5.0', '5e0', '0x5', ' 5,5', '5;6', 'Infinity', '9999999999', "5' or 1=1"])
      expect((await read(url, value)).status, value).toBe(400)
    expect((await read(url, ['5', '5'])).status).toBe(400)
    expect((await read(url, '4')).status).toBe(409)
    expect((await read(url, '5')).status).toBe(200)
  })

  test('reaches the draft of the survey in the path alone, never that of another organisation', async () => {
    const { db } = board.deps
    const beside = await createSurvey(db, board.universeId)
    const foreign = await createSurvey(db, (await createUniverse(db)).id)
    await storeDraft(db, board.surveyId, 'title: Drafted here\n')
    await storeDraft(db, foreign.surveyId, 'title: Drafted elsewhere\n')
    expect((await read(`/rest/surveys/start/${foreign.extName}`, '5')).status).toBe(404)
    const root = await readerOf(board, { isRoot: true })
    expect((await root(`/rest/surveys/start/${foreign.extName}`, '5')).status).toBe(404)
    expect((await root(`/rest/surveys/start/${beside.extName}`, '5')).status).toBe(409)
  })

  test.each([
    ['repeats itself without end', 'title: &a [*a]\n'],
    ['grows without end', `a: &a [x, x]\n${'bcdefghij'.replaceAll(/./g, (it) => `${it}: &${it} [*a, *a, *a, *a]\n`)}`],
    ['is nested too deeply', `title: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    ['is no list of settings', '[]\n'],
    [
      'names inherited parts',
      'indicators: { constructor: { expression: "__proto__" } }\n__proto__: { anonymity: off }\n',
    ],
    ['has an expression without end', `indicators: { a: { expression: "${'('.repeat(5000)}1" } }\n`],
  ])('is answered in words where the draft %s', async (_what, text) => {
    const { surveyId, extName } = await createSurvey(board.deps.db, board.universeId, { ...smallSurvey, config: pages })
    const root = await readerOf(board, { isRoot: true })
    await storeDraft(board.deps.db, surveyId, text)
    for (const url of [`/rest/surveys/start/${extName}`, `/rest/widgets/data/${extName}/results/root`]) {
      const { status, body } = await root(url, '5')
      expect([status, JSON.parse(body).code], body.slice(0, 300)).toEqual([400, 'validation'])
      expect((await root(url)).status).toBe(200)
    }
    expect((await root(`/rest/dashboard/draft/${extName}`)).status).toBe(200)
  })
})
