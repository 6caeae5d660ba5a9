import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const extra = `
lowBase: 5
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", goal: 3, decimals: 1, minValue: 1, maxValue: 5 }
  low: { title: Low marks, expression: "share(rating, 1, 2)", inverse: true, unit: "%", minValue: 0, maxValue: 100 }
  place: { title: Rank, rank: satisfaction }
pages:
  - extname: overview
    selectionInterval: last_1m
    components:
      - type: indicator-block
        config:
          id: places
          title: Where
          indicator: satisfaction
          groups:
            - { title: Countries, paths: [root, country=Sweden, country=Norway] }
            - { title: Stores, paths: ["country=Sweden;store=Stockholm", "country=Sweden;store=Closed", "country=Sweden;channel=web", "country=Norway;date=2025-12"] }
      - { type: delta, config: { id: changes, variables: [satisfaction, low, place] } }
      - { type: delta, config: { id: yearly, variables: [satisfaction], trend: year } }
      - { type: benchmark, config: { id: universe, variables: [satisfaction, low, place] } }
      - { type: benchmark, config: { id: parent, variables: [satisfaction], against: parent } }
      - { type: benchmark, config: { id: siblings, variables: [satisfaction, place], against: siblings } }
      - { type: development-chart, config: { id: months, variables: [satisfaction], periods: [months], selectionInterval: last_3m } }
`

/** Answers of one store in a month, a day after the other. */
function month(at: string, country: string, store: string, ratings: readonly number[]): TestRow[] {
  return ratings.map((rating, day) => ({
    date: `${at}-${String(day + 1).padStart(2, '0')}`,
    answers: { country, store, rating, channel: day % 2 === 0 ? 'web' : 'till' },
  }))
}

const rows = [
  ...month('2026-01', 'Sweden', 'Stockholm', [5, 5, 4, 5, 5, 4]),
  ...month('2026-01', 'Sweden', 'Gothenburg', [3, 3, 2, 3, 3, 4]),
  ...month('2026-01', 'Sweden', 'Oslo', [1, 1]),
  ...month('2026-01', 'Norway', 'Oslo', [1, 2, 1, 2, 1, 2, 1, 2]),
  ...month('2025-12', 'Norway', 'Oslo', [4, 4, 5, 5, 4]),
]

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows })
  everyone = await board.as()
})

afterAll(() => board.close())

async function ask(caller: Caller, component: string, path = 'root', query = '') {
  const { status, body } = await caller('GET', `/rest/widgets/data/${board.survey}/${component}/${path}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('a chart with a period of its own', () => {
  const categories = async (path: string) => (await ask(everyone, 'months', path)).categories

  test('is the same whether its page’s period is chosen or not', async () => {
    const own = await categories('country=Norway')
    expect(own).toEqual(['2025-12-01', '2026-01-01'])
    expect(await categories('country=Norway;date=last_1m')).toEqual(own)
    expect(await categories('country=Norway;date=2026-01')).toEqual(own)
  })

  test('covers as many months up to the end of another period', async () => {
    expect(await categories('country=Norway;date=2025-12')).toEqual(['2025-12-01'])
    expect(await categories('country=Norway;date=2026-02')).toEqual(['2025-12-01', '2026-01-01'])
    expect(await categories('country=Norway;date=2026-03')).toEqual(['2026-01-01'])
  })
})

describe('an indicator block', () => {
  test('has a title, groups, and the indicator of each of their places', async () => {
    const { title, groups } = await ask(everyone, 'places')
    expect(title).toBe('Where')
    expect(groups.map((group: { title: string }) => group.title)).toEqual(['Countries', 'Stores'])
    expect(groups[0].variables).toMatchObject([
      { title: { en: 'All', fi: 'Kaikki' }, formattedValue: '2.7', nInterviews: 22, path: 'root' },
      { title: { en: 'Sweden' }, formattedValue: '3.4', nInterviews: 14, goalStatus: true, path: 'country=Sweden' },
      { title: { en: 'Norway' }, formattedValue: '1.5', nInterviews: 8, goalStatus: false, path: 'country=Norway' },
    ])
    for (const { definition, period } of groups[0].variables) {
      expect(definition).toBe('Satisfaction')
      expect(period.en).toBe('1 – 31 Jan 2026')
    }
  })

  test('says of a place that is gone that it is, and leads to no other', async () => {
    const { groups } = await ask(everyone, 'places')
    expect(groups[1].variables[1]).toMatchObject({
      title: 'Closed',
      ...{ value: null, suppressed: true, path: null, cases: null, formattedGoal: null },
      withheld: { en: 'There is no "Sweden / Closed" in this survey.' },
    })
  })

  test('takes the filters and the period of its reader, and those of a place', async () => {
    const { groups } = await ask(everyone, 'places', 'country=Norway;channel=till;date=2026-01')
    const [stockholm, , online, december] = groups[1].variables
    expect(stockholm).toMatchObject({
      formattedValue: '4.7',
      nInterviews: 3,
      path: 'country=Sweden;store=Stockholm;channel=till;date=2026-01',
    })
    // Both filters hold, which no answer fits.
    expect(online).toMatchObject({ title: { en: 'Sweden · channel: WEB' }, value: null, nInterviews: 0 })
    // Neither do both periods; without a chosen one the place has its own.
    expect(december).toMatchObject({ value: null, nInterviews: 0 })
    const { groups: plain } = await ask(everyone, 'places')
    expect(plain[1].variables[3]).toMatchObject({ value: 4.4, nInterviews: 5, path: 'country=Norway;date=2025-12' })
  })

  test('shows places outside of the reader’s rights as comparisons that cannot be opened', async () => {
    const stockholm = await board.as({ filters: { store: ['Stockholm'] } })
    const { groups } = await ask(stockholm, 'places')
    // The places above their own are open for going there, but what is counted is not theirs.
    expect(groups[0].variables).toMatchObject([
      { formattedValue: '2.7', path: 'root', cases: 'closed' },
      { formattedValue: '3.4', path: 'country=Sweden', cases: 'closed' },
      { formattedValue: '1.5', path: null, cases: 'closed' },
    ])
    expect(groups[1].variables[0]).toMatchObject({ formattedValue: '4.7', cases: 'interviews' })
    const { groups: filtered } = await ask(stockholm, 'places', 'comment=a~')
    expect(filtered[0].variables[2]).toMatchObject({
      value: null,
      suppressed: true,
      withheld: { en: expect.stringContaining('cannot be filtered by "comment"') },
    })
    // What nobody answered looks as what too few did.
    const { groups: few } = await ask(stockholm, 'places', 'date=2026-02')
    expect(few[0].variables[2]).toMatchObject({ value: null, nInterviews: null, suppressed: true })
  })
})

describe('a change chart', () => {
  test('takes component id and drill path, and tells each change with its chance (COMP-06)', async () => {
    const { selectionTime, trendTime, rows: changed } = await ask(everyone, 'changes', 'country=Norway')
    expect(selectionTime.en).toBe('1 – 31 Jan 2026')
    expect(trendTime.en).toBe('1 – 31 Dec 2025')
    expect(changed).toMatchObject([
      {
        name: 'satisfaction',
        ...{ formattedValue: '1.5', formattedBase: '4.4', diff: -2.9, formattedDiff: '\u22122.9', diffArrow: 2 },
        ...{ inverse: false, cases: 'interviews', nInterviews: 8 },
        chance: { isMore: true },
      },
      { name: 'low', diff: 100, formattedDiff: '+100.0', diffArrow: 1, inverse: true, chance: { isMore: true } },
      // A rank has no value before.
      { name: 'place', diff: null, formattedDiff: null },
    ])
    const [{ chance }] = changed
    expect(chance.low).toBeLessThan(-2.9)
    expect(chance.high).toBeGreaterThan(-2.9)
    expect((await everyone('GET', `/rest/widgets/data/${board.survey}/none/root`)).status).toBe(404)
  })

  test('tells no change of few answers, of none, nor without a period before', async () => {
    const { rows: few } = await ask(everyone, 'changes', 'country=Norway;channel=till')
    expect(few[0]).toMatchObject({
      diff: null,
      baseWithheld: { en: 'No change is told between fewer than 5 answers.' },
    })
    const { rows: none } = await ask(everyone, 'changes', 'country=Sweden')
    expect(none[0]).toMatchObject({ formattedValue: '3.4', valueTrend: null, diff: null, baseWithheld: null })
    const always = await ask(everyone, 'changes', 'date=all_time')
    expect(always).toMatchObject({ trendTime: null, rows: [{ diff: null }, { diff: null }, { diff: null }] })
  })

  test('compares with a year earlier where it is told to', async () => {
    const { trendTime, rows: changed } = await ask(everyone, 'yearly', 'country=Norway;date=2026')
    expect(trendTime.en).toBe('1 Jan – 31 Dec 2025')
    expect(changed).toMatchObject([{ formattedValue: '1.5', formattedBase: '4.4', diff: -2.9 }])
  })

  test('tells of places that are not the reader’s own what is published', async () => {
    const stockholm = await board.as({ filters: { store: ['Stockholm'] } })
    const { rows: whole } = await ask(stockholm, 'changes', 'root')
    expect(whole[0]).toMatchObject({ formattedValue: '2.7', formattedBase: '4.4', cases: 'closed' })
    const { rows: filtered } = await ask(stockholm, 'changes', 'comment=a~')
    expect(filtered[0]).toMatchObject({ value: null, valueTrend: null, diff: null, suppressed: true })
  })
})

describe('a benchmark', () => {
  test('has each figure beside that of the whole organisation', async () => {
    const { baseTitle, withheld, rows: pairs } = await ask(everyone, 'universe', 'country=Norway')
    expect(baseTitle).toMatchObject({ en: 'The whole organisation', fi: 'Koko organisaatio' })
    expect(withheld).toBeNull()
    expect(pairs).toMatchObject([
      {
        formattedValue: '1.5',
        formattedBase: '2.7',
        formattedDiff: '\u22121.2',
        diffArrow: 2,
        chance: { isMore: true },
      },
      { formattedValue: '100.0\u00a0%', inverse: true, diffArrow: 1, chance: { isMore: true } },
      // A rank is not counted: there is nothing beside it.
      { name: 'place', value: null, base: null, formattedDiff: null },
    ])
    expect(await ask(everyone, 'universe')).toMatchObject({
      withheld: { en: 'This is the whole organisation. Choose a place in it to compare.' },
      rows: [{ formattedValue: '2.7', base: null, formattedDiff: null }, {}, {}],
    })
  })

  test('has the place above, or the mean of the places beside it, as its base', async () => {
    const parent = await ask(everyone, 'parent', 'country=Sweden;store=Stockholm')
    expect(parent).toMatchObject({
      baseTitle: 'Sweden',
      rows: [{ formattedValue: '4.7', formattedBase: '3.4' }],
    })
    expect((await ask(everyone, 'parent', 'country=Sweden')).baseTitle.en).toBe('The whole organisation')
    // Each place counts once: 3.0 of six answers and 1.0 of two.
    const beside = await ask(everyone, 'siblings', 'country=Sweden;store=Stockholm')
    expect(beside.baseTitle.en).toBe('Mean of the places beside it (2)')
    expect(beside.rows[0]).toMatchObject({
      ...{ base: 2, formattedBase: '2.0', formattedDiff: '+2.7', chance: { isMore: true } },
      against: { kind: 'place', name: beside.baseTitle },
    })
    expect(beside.rows[1]).toMatchObject({ name: 'place', base: null })
    expect(await ask(everyone, 'siblings', 'country=Norway;store=Oslo')).toMatchObject({
      withheld: { en: 'There is no place beside this one with enough answers to compare with.' },
      rows: [{ formattedValue: '1.5', base: null }, {}],
    })
  })

  test('is made of figures that its reader may see', async () => {
    const stockholm = await board.as({ filters: { store: ['Stockholm'] } })
    // Of the places beside theirs one has too few answers to be told of.
    const beside = await ask(stockholm, 'siblings', 'country=Sweden;store=Stockholm')
    expect(beside.baseTitle.en).toBe('Mean of the places beside it (1)')
    expect(beside.rows[0]).toMatchObject({ formattedValue: '4.7', formattedBase: '3.0' })
    for (const component of ['universe', 'parent', 'siblings']) {
      const { rows: pairs } = await ask(stockholm, component, 'country=Sweden;store=Stockholm;comment=a~')
      expect(pairs[0], component).toMatchObject({
        ...{ base: null, formattedBase: null, formattedDiff: null, chance: null },
        baseWithheld: { en: expect.stringContaining('cannot be filtered by "comment"') },
      })
    }
  })

  test('its plain chart data call takes component id, drill path and the period type years (COMP-07)', async () => {
    const url = (period: string, component = 'universe') =>
      `/rest/widgets/chart/${board.survey}/${component}/country=Norway?period=${period}`
    const { status, body } = await everyone('GET', url('years'))
    expect(status).toBe(200)
    expect(body.charts).toHaveLength(3)
    expect(body.charts[0]).toMatchObject({
      title: 'Satisfaction',
      chart: {
        categories: ['2025-01-01', '2026-01-01'],
        series: [
          { name: { en: 'Norway' }, data: [4.4, 1.5], n: [5, 8] },
          { name: { en: 'The whole organisation' }, data: [4.4, expect.closeTo(60 / 22)], n: [5, 22] },
        ],
        states: ['whole', 'running'],
        // A value opens what it is; only what the reader may open of it can be listed.
        descriptors: [{ about: { name: 'satisfaction', cases: 'interviews' } }, { about: { cases: null } }],
        dates: ['custom_01012025_01012026', 'custom_01012026_01012027'],
      },
    })
    for (const period of ['months', 'quarters', ''])
      expect(await everyone('GET', url(period)), period).toMatchObject({
        status: 400,
        body: { fields: { period: {} } },
      })
    expect((await everyone('GET', url('years', 'none'))).status).toBe(404)
    // A chosen period is kept.
    const chosen = await everyone('GET', url('years').replace('Norway?', 'Norway;date=2025?'))
    expect(chosen.body.charts[0].chart.categories).toEqual(['2025-01-01'])
  })
})
