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
  { date: '2026-01-21', answers: { country: 'Norway', store: 'Oslo' } },
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
    expect(wishes.isMultiple).toBe(true)
    expect(wishes.series.map((one: { data: number[] }) => rounded(one.data))).toEqual([[100], [50], [0]])
    const marks = await ask('marks', 'country=Norway')
    expect(marks.descriptors.map((one: { variable: string }) => one.variable)).toEqual(['1', '2', '3', '4', '5'])
    expect(marks.series.map((one: { data: number[] }) => one.data[0])).toEqual([0, 0, 0, 100, 0])
    expect(marks.summary).toMatchObject({ value: '100\u{a0}%', at: 0 })
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
