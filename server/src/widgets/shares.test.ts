import { plainValue, printPath } from '@gensvar/contract/drill-path'
import type { Distribution, DistributionBar } from '@gensvar/contract/entities/distribution'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const places = { Stockholm: 'Sweden', Gothenburg: 'Sweden', Malmo: 'Sweden', Oslo: 'Norway' } as const

/** Answers of one store and month: a row for each rating, every third of them by web and the others at the till. */
function rowsOf(store: keyof typeof places, month: string, ratings: readonly number[]): TestRow[] {
  return ratings.map((rating, at) => ({
    date: `2026-${month}-${String(at + 1).padStart(2, '0')}`,
    answers: {
      country: places[store],
      store,
      channel: at % 3 === 0 ? 'web' : 'till',
      wants: at % 2 === 0 ? ['bags', 'shoes'] : ['bags'],
      rating,
      likely: rating * 2,
      comment: 'Good',
    },
  }))
}

const rows: TestRow[] = [
  ...rowsOf('Stockholm', '01', [5, 5, 4, 4, 3, 1]),
  ...rowsOf('Stockholm', '02', [5, 5, 5]),
  ...rowsOf('Gothenburg', '01', [3, 3, 3, 3, 3, 2, 2]),
  ...rowsOf('Malmo', '01', [1, 5]),
  ...rowsOf('Oslo', '01', [4, 4, 4, 4, 4, 4]),
  // Neither completed nor answered.
  { date: '2026-01-20', answers: { country: 'Norway', store: 'Oslo', rating: 1, channel: 'web' }, state: 1 },
  // More interviews than any share has percent.
  ...Array.from({ length: 120 }, () => ({ date: '2026-01-21', answers: { country: 'Norway', store: 'Oslo' } })),
]

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({
    rows,
    questions: {
      store: { type: 'single', choices: Object.keys(places) },
      wants: { type: 'multiple', choices: ['bags', 'shoes', 'hats'] },
      many: { type: 'single', choices: Array.from({ length: 12 }, (_, at) => `choice${at}`) },
      likely: { type: 'scale', min: 0, max: 10 },
    },
    extra: `
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", decimals: 1, minValue: 1, maxValue: 5 }
  nps: { title: NPS, expression: "nps(likely)", decimals: 0, minValue: -100, maxValue: 100 }
  online: { title: Online, expression: "share(channel, web)", unit: "%", minValue: 0, maxValue: 100 }
  both: { title: Both, expression: "csi(rating, likely)" }
  kind: { title: Kind, expression: "mean(rating) where rating >= 3", where: "channel = till" }
  place: { title: Rank, rank: satisfaction }
pages:
  - extname: overview
    components:
      - { type: choice-line, config: { id: channels, question: channel, periods: [months, years] } }
      - { type: choice-line, config: { id: wishes, question: wants } }
      - { type: choice-line, config: { id: marks, question: rating } }
      - { type: choice-line, config: { id: several, question: many } }
      - { type: choice-line, config: { id: tone, question: "sentiment:comment" } }
      - { type: grouped, config: { id: stores, variables: [satisfaction, nps, rating], by: store } }
      - { type: grouped, config: { id: ways, variables: [satisfaction], by: channel } }
      - { type: grouped, config: { id: wanted, variables: [satisfaction], by: wants } }
      - { type: grouped, config: { id: ranked, variables: [place], by: channel } }
`,
  })
  everyone = await board.as()
})

afterAll(() => board.close())

const ask = async (component: string, path = 'root', caller = everyone, query = '') =>
  (await caller('GET', `/rest/widgets/data/${board.survey}/${component}/${path}${query}`)).body

const inStockholm = () => board.as({ filters: { store: ['Stockholm'] } })
const rounded = (values: (number | null)[]) => values.map((value) => (value === null ? null : Math.round(value)))

describe('the choice line', () => {
  test('takes component id and drill path and answers the share of each choice by period', async () => {
    const data = await ask('channels', 'country=Sweden')
    expect(data).toMatchObject({ categories: ['2026-01-01', '2026-02-01'], leading: 'till', isMultiple: false })
    expect(data.descriptors.map((one: { variable: string }) => one.variable)).toEqual(['web', 'till'])
    // January: 2 of 6, 3 of 7 and 1 of 2; February: 1 of 3.
    expect(data.series.map((one: { data: number[] }) => rounded(one.data))).toEqual([
      [40, 33],
      [60, 67],
    ])
    expect(data.series[0].n).toEqual([15, 3])
    expect((await ask('channels', 'root', everyone, '?period=years')).categories).toEqual(['2026-01-01'])
    expect((await ask('channels', 'root', everyone, '?period=decades')).fields).toHaveProperty('period')
  })

  test('has the choices of a multiple answer, each of all who answered, and the steps of a scale', async () => {
    const wishes = await ask('wishes', 'country=Norway')
    expect(wishes).toMatchObject({ isMultiple: true, leading: 'bags', summary: { value: '100.0\u{a0}%' } })
    expect(wishes.series.map((one: { data: number[] }) => rounded(one.data))).toEqual([[100], [50], [0]])
    const marks = await ask('marks', 'country=Norway')
    expect(marks.descriptors.map((one: { variable: string }) => one.variable)).toEqual(['1', '2', '3', '4', '5'])
    expect(marks.series.map((one: { data: number[] }) => one.data[0])).toEqual([0, 0, 0, 100, 0])
    expect(marks.summary).toMatchObject({ value: '100.0\u{a0}%', at: 0 })
    expect(marks.leading).toBe('4')
  })

  test('draws no more choices than there are colours, and has the others in its table', async () => {
    const several = await ask('several')
    expect(several.series).toHaveLength(12)
    expect(several.drawn).toHaveLength(8)
  })

  test('is withheld outside the own place below five answers, and what comments say there altogether', async () => {
    const agent = await inStockholm()
    const own = await ask('channels', 'country=Sweden;store=Stockholm', agent)
    expect(own.series[0].n).toEqual([6, 3])
    const country = await ask('channels', 'country=Sweden', agent)
    expect(country.series.map((one: { data: (number | null)[] }) => rounded(one.data))).toEqual([
      [40, null],
      [60, null],
    ])
    expect((await ask('tone', 'country=Sweden', agent)).withheld.en).toBe(
      'What comments say is counted at your own places only.',
    )
    expect((await ask('tone', 'country=Sweden;store=Stockholm', agent)).withheld).toBeNull()
  })
})

describe('grouped columns', () => {
  test('take component id and drill path and answer indicators for each unit of a level, by scale', async () => {
    const data = await ask('stores', 'country=Sweden')
    expect(data.groups.map((one: { path: string }) => one.path)).toEqual([
      'country=Sweden;store=Stockholm',
      'country=Sweden;store=Malmo',
      'country=Sweden;store=Gothenburg',
    ])
    const [marks, scores] = data.charts
    expect(marks.descriptors.map((one: { variable: string }) => one.variable)).toEqual(['satisfaction', 'rating'])
    expect(marks).toMatchObject({
      decimals: 1,
      range: { from: 1, to: 5 },
      categories: ['Stockholm', 'Malmo', 'Gothenburg'],
    })
    expect(marks.series[0].n).toEqual([9, 2, 7])
    expect(scores.descriptors.map((one: { variable: string }) => one.variable)).toEqual(['nps'])
    expect(data.summary).toEqual({
      name: 'Satisfaction',
      highest: { group: 'Stockholm', value: '4.1' },
      lowest: { group: 'Gothenburg', value: '2.7' },
    })
    // All stores of the survey, from the top.
    expect((await ask('stores')).total).toBe(4)
  })

  test('answer each choice of a question in its own order, and what each leads to', async () => {
    const ways = await ask('ways', 'country=Norway')
    expect(ways.groups.map((one: { name: string }) => one.name)).toEqual(['web', 'till'])
    expect(ways.groups[1].path).toBe('country=Norway;channel=till')
    const wanted = await ask('wanted', 'country=Norway;wants=shoes')
    expect(wanted.groups[0]).toMatchObject({ name: 'bags', path: 'country=Norway;wants=shoes;wants=bags' })
    expect(wanted.charts[0].series[0].n.slice(0, 3)).toEqual([3, 3, 0])
  })

  test('say so where the level is not below the place, and refuse a rank', async () => {
    const data = await ask('stores', 'country=Norway;store=Oslo')
    expect(data).toMatchObject({ groups: [], charts: [], total: 0 })
    expect(data.withheld.en).toBe('"store" is not below Oslo. Go up to compare them.')
    expect((await ask('ranked')).fields).toHaveProperty('place')
  })

  test('withhold a unit of few answers outside the own place, and show no unit of another branch', async () => {
    const agent = await inStockholm()
    const data = await ask('stores', 'country=Sweden', agent)
    const values = Object.fromEntries(
      data.groups.map(({ name, path }: { name: string; path: string | null }, at: number) => {
        const [{ data: shown, why }] = data.charts[0].series
        return [name, [shown[at] === null ? null : Math.round(10 * shown[at]), why[at]?.en ?? null, path !== null]]
      }),
    )
    expect(values).toEqual({
      Stockholm: [41, null, true],
      Gothenburg: [27, null, false],
      Malmo: [null, 'Fewer than 5 answers.', false],
    })
    expect((await ask('stores', 'root', agent)).groups.map((one: { name: string }) => one.name)).not.toContain(
      'Norway / Oslo',
    )
  })
})

describe('a distribution', () => {
  const spread = async (indicator: string, path = 'root', query = '', caller = everyone): Promise<Distribution> =>
    (await caller('GET', `/rest/distributions/data/${board.survey}/${indicator}/${path}${query}`)).body

  /** How many interviews open from a part of a bar. */
  const opened = async (of: Distribution, bar: DistributionBar, at: number, caller = everyone): Promise<number> => {
    const values = (of.parts[at]?.filter ?? []).map(plainValue)
    const date = bar.dates === null ? [] : [`date=${bar.dates}`]
    const path = [bar.path, printPath([{ name: of.question, values }]), ...date]
      .filter((one) => one !== 'root')
      .join(';')
    const list = await caller('GET', `/rest/rankings/cases/${board.survey}/${of.cases}/${path}`)
    return list.body.rankingData.totalNumberRows
  }

  test('has promoters, passives and detractors of a net promoter score, and each step where asked', async () => {
    const groups = await spread('nps', 'country=Sweden')
    expect(groups.parts.map(({ name }) => name)).toEqual(['detractors', 'passives', 'promoters'])
    // Stockholm 6, 8 and 10; Gothenburg 4 and 6; Malmo 2 and 10.
    expect(groups.bars).toMatchObject([
      { n: 18, counts: [10, 2, 6], shares: [55.6, 11.1, 33.3], title: 'Sweden', isOpen: true },
    ])
    const steps = await spread('nps', 'country=Sweden', '?detail=answers')
    expect(steps.parts.map(({ name }) => name)).toEqual(Array.from({ length: 11 }, (_, at) => String(at)))
    expect(steps.bars[0]?.counts).toEqual([0, 0, 2, 0, 2, 0, 6, 0, 2, 0, 6])
  })

  test('adds up to 100 with one decimal, and to all answers, in every bar', async () => {
    const all = await Promise.all(
      ['nps', 'satisfaction', 'online', 'both', 'kind'].flatMap((name) =>
        ['place', 'units', 'months', 'years'].map((by) => spread(name, 'root', `?by=${by}`)),
      ),
    )
    const bars = all.flatMap((one) => one.bars).filter(({ n }) => n !== 0)
    expect(bars.length).toBeGreaterThan(25)
    for (const { n, shares, counts } of bars) {
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 9)
      expect(counts?.reduce((sum, count) => sum + count, 0)).toBe(n)
    }
  })

  test('opens exactly the interviews that each part counts', async () => {
    const agent = await inStockholm()
    const asked: [string, string, string, Caller][] = [
      ...['place', 'units', 'months'].flatMap((by) =>
        ['nps', 'satisfaction', 'online', 'kind'].map((name): [string, string, string, Caller] => [
          name,
          'root',
          `?by=${by}`,
          everyone,
        ]),
      ),
      ['both', 'country=Sweden', '?question=likely', everyone],
      ['nps', 'country=Sweden;channel=till;likely=range_6_10', '', everyone],
      ['satisfaction', 'country=Sweden;store=Stockholm', '?by=months', agent],
    ]
    let counted = 0
    for (const [name, path, query, caller] of asked) {
      const of = await spread(name, path, query, caller)
      expect(of.cases).not.toBeNull()
      for (const bar of of.bars.filter(({ isOpen }) => isOpen))
        for (const [at, count] of (bar.counts ?? []).entries()) {
          expect(await opened(of, bar, at, caller), `${name} at ${path}${query}: ${bar.name} ${at}`).toBe(count)
          counted += count
        }
    }
    expect(counted).toBeGreaterThan(100)
  })

  test('withholds places of few answers, and with them those they could be worked out from', async () => {
    const agent = await inStockholm()
    const { bars } = await spread('satisfaction', 'country=Sweden', '?by=units', agent)
    const seen = Object.fromEntries(
      bars.map(({ title, n, withheld, isOpen, path }) => [title, { n, why: withheld, isOpen, path }]),
    )
    expect(seen).toEqual({
      Sweden: { n: 18, why: null, isOpen: false, path: 'country=Sweden' },
      Stockholm: { n: 9, why: null, isOpen: true, path: 'country=Sweden;store=Stockholm' },
      Gothenburg: {
        n: null,
        why: expect.objectContaining({ en: expect.stringMatching(/could be worked out/) }),
        isOpen: false,
        path: null,
      },
      Malmo: { n: null, why: expect.objectContaining({ en: 'Fewer than 5 answers.' }), isOpen: false, path: null },
    })
    // February has three answers, so neither they nor January's, which with the whole would tell them, are shown.
    const months = await spread('satisfaction', 'country=Sweden', '?by=months', agent)
    expect(months.bars.map(({ n }) => n)).toEqual([null, null])
    expect((await agent('GET', `/rest/distributions/data/${board.survey}/nps/country=Norway`)).status).toBe(403)
  })

  test('is offered by tiles, results and rankings where there is one', async () => {
    expect((await spread('place')) as unknown).toMatchObject({ fields: { indicator: expect.any(String) } })
    expect((await spread('nps', 'root', '?question=rating')) as unknown).toMatchObject({
      fields: { question: expect.any(String) },
    })
    expect((await spread('both')).questions.map(({ variable }) => variable)).toEqual(['rating', 'likely'])
    const ranking = await everyone('GET', `/rest/rankings/data/${board.survey}/root`)
    const offered = ranking.body.rankingData.headers.filter((one: { hasDistribution?: boolean }) => one.hasDistribution)
    expect(offered.map((one: { value: string }) => one.value)).toEqual([
      'satisfaction',
      'nps',
      'online',
      'both',
      'kind',
    ])
  })
})
