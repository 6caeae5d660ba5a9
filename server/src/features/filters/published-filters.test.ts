import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const stores = [
  { country: 'Sweden', store: 'Stockholm' },
  { country: 'Sweden', store: 'Gothenburg' },
  { country: 'Norway', store: 'Oslo' },
] as const

/** Thirty answers per store in a quarter; Oslo has four. */
const rows: TestRow[] = ['2025-02-03', '2025-08-03', '2025-11-03'].flatMap((date) =>
  stores.flatMap((place) =>
    Array.from({ length: place.store === 'Oslo' ? 4 : 30 }, (_, index) => ({
      date,
      answers: { ...place, channel: index % 2 === 0 ? 'web' : 'till', rating: 1 + (index % 5) },
    })),
  ),
)

const configuration = `
anonymity: { period: quarter, filters: [channel] }
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", base: trend }
goals: []
filters:
  standard:
    - { key: visit, filters: [{ extName: channel, multipleSelections: true, exclude: true, submatch: true, serverSide: true }, { extName: rating, range: true }] }
    - { key: place, filters: [store] }
    - { key: mixed, title: Mixed, quickSelect: [rel_-30d_0d], userSelectableRange: true, filters: [{ extName: date, tableDate: true }, channel] }
  time:
    - { key: period, quickSelect: [last_1m, last_1q, last_4q, this_q, rel_-30d_0d, all_time], filters: [{ extName: date, tableDate: true, dateRef: true }] }
    - { key: window, filters: [{ extName: window, dateInterval: true }] }
pages:
  - extname: overview
    selectionInterval: last_1q
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
      - { type: development-chart, config: { id: trend, variables: [satisfaction] } }
      - { type: results-block, config: { id: results } }
  - extname: ranking
    kind: rankings
    components:
      - { type: ranking-table, config: { id: units, columns: [satisfaction, { value: wait, extra: true }, n] } }
`

let board: Dashboard
let reader: Caller
let trusted: Caller

beforeAll(async () => {
  board = await openDashboard({ rows, extra: configuration, questions: { wait: { type: 'numeric' } } })
  reader = await board.as()
  const roleId = await createRole(board.deps.db, board.universeId, {
    name: 'trusted',
    surveys: { [board.surveyId]: { canViewAnon: true } },
  })
  const user = await createUser(board.deps.db, { universes: [{ universeId: board.universeId, roleId }] })
  const token = await signIn(board.deps, user, board.universeId)
  trusted = async (method, url) => {
    const response = await board.app.inject({ method, url, headers: bearer(token) })
    return { status: response.statusCode, body: response.json() }
  }
})

afterAll(() => board.close())

const get = async (caller: Caller, url: string) => {
  const { status, body } = await caller('GET', url)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const ask = (component: string, path = 'root', query = '') =>
  get(reader, `/rest/widgets/data/${board.survey}/${component}/${path}${query}`)

describe('the filters of an anonymous survey', () => {
  test('are its background questions, one choice each', async () => {
    const { filterGroups } = await get(reader, `/rest/filters/data/${board.survey}/standard`)
    expect(filterGroups.map((group: { key: string }) => group.key)).toEqual(['visit', 'mixed', 'mixed_filters'])
    expect(filterGroups[0].filters).toEqual([
      expect.objectContaining({
        extName: 'channel',
        multipleSelections: false,
        exclude: false,
        submatch: false,
        serverSide: false,
        options: [expect.objectContaining({ extName: 'web' }), expect.objectContaining({ extName: 'till' })],
      }),
    ])
  })

  test('take calendar periods of a quarter or longer, and those before the last one by name', async () => {
    const { filterGroups } = await get(reader, `/rest/filters/data/${board.survey}/time`)
    const earlier = ['2025-Q3', '2025-Q2', '2025-Q1']
    expect(filterGroups).toEqual([
      expect.objectContaining({
        key: 'period',
        quickSelect: ['last_1q', 'this_q', 'all_time', ...earlier],
        userSelectableRange: false,
        filters: [],
      }),
    ])
    // A group with no period that can be answered offers the default ones, separate from its questions.
    const { filterGroups: others } = await get(reader, `/rest/filters/data/${board.survey}/standard`)
    expect(others[1]).toMatchObject({ filters: [], userSelectableRange: false })
    expect(others[1].quickSelect).toEqual(['last_1q', 'this_q', 'last_1y', 'this_y', 'all_time', ...earlier])
    expect(others[2]).toMatchObject({ quickSelect: [], userSelectableRange: false, filters: [{ extName: 'channel' }] })
  })

  test('are answered, every one of them, alone', async () => {
    for (const type of ['standard', 'time']) {
      const { filterGroups } = await get(reader, `/rest/filters/data/${board.survey}/${type}`)
      for (const group of filterGroups) {
        for (const value of group.quickSelect) await ask('head', `date=${value}`)
        for (const filter of group.filters)
          for (const option of filter.options) await ask('head', `${filter.extName}=${option.extName}`)
      }
    }
  })

  test('are searched by text among these alone', async () => {
    const query = (name: string) => reader('GET', `/rest/filters/query/${board.survey}/${name}/o`)
    expect((await query('store')).status).toBe(404)
    expect((await query('channel')).status).toBe(200)
  })

  test('come with the survey, and all of them to a role that sees single answers', async () => {
    const start = await get(reader, `/rest/surveys/start/${board.survey}`)
    expect(start.vocabulary).toMatchObject({ anonymous: true, filters: ['channel'], most: 2, period: 'quarter' })
    expect(start.survey.timeFilterSet.filterGroups).toHaveLength(1)
    const earlier = ['2025-Q3', '2025-Q2', '2025-Q1']
    // Also periods of one's own are among the published ones alone.
    expect(start.survey.periods).toEqual(['last_1q', 'this_q', 'all_time', ...earlier])
    expect(start.survey.latestYear).toBeNull()
    for (const period of start.survey.periods) await ask('head', `date=${period}`)
    const whole = await get(trusted, `/rest/filters/data/${board.survey}/standard`)
    expect(whole.filterGroups.map((group: { key: string }) => group.key)).toEqual(['visit', 'place', 'mixed'])
  })
})

describe('the widgets of an anonymous survey', () => {
  test('begin a chart with a period that there are figures of', async () => {
    expect((await ask('trend', 'date=all_time')).categories).toContain('2025-07-01')
  })

  test('say in a chart without any figure why there is none', async () => {
    expect((await ask('trend', 'date=all_time')).withheld).toBeNull()
    const { withheld, series } = await ask('trend', 'country=Norway;store=Oslo;date=all_time')
    expect(series[0].data.every((value: number | null) => value === null)).toBe(true)
    expect(withheld.en).toMatch(/10 answers/)
  })

  test('say that numbers of answers are rounded, and why there is no comparison', async () => {
    const { variables } = await ask('head', 'date=2025-Q3')
    expect(variables[0]).toMatchObject({
      isRounded: true,
      baseWithheld: { en: expect.stringMatching(/^No comparison: /) },
    })
    expect(variables[0].interviewsTooltip.en).toMatch(/^≈ \d+ answers$/)
    const compared = await ask('head', 'date=last_1q')
    expect(compared.variables[0].baseWithheld).toBeNull()
  })

  test('have no column in a ranking of a figure that is never shown', async () => {
    const columns = (body: { rankingData: { headers: { value: string }[] } }) =>
      body.rankingData.headers.map(({ value }) => value)
    expect(columns(await ask('units'))).toEqual(['name', 'satisfaction', 'n'])
    const whole = await get(trusted, `/rest/widgets/data/${board.survey}/units/root`)
    expect(columns(whole)).toEqual(['name', 'satisfaction', 'wait', 'n'])
  })

  test('say in the results why a question is withheld', async () => {
    const { driverGroups } = await ask('results', 'country=Norway;store=Oslo')
    expect(driverGroups[0].questionAnswers[0]).toMatchObject({
      value: null,
      suppressed: true,
      withheld: { en: expect.stringMatching(/10 answers/) },
    })
    expect(driverGroups[0].withheld).toEqual(driverGroups[0].questionAnswers[0].withheld)
  })
})
