import type { Distribution } from '@gensvar/contract/entities/distribution'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const stores = { Stockholm: 61, Gothenburg: 43, Malmo: 4 } as const
const channels = ['web', 'web', 'till'] as const

/** Answers of the last quarter that is closed, and some of the running one. */
const rows: TestRow[] = Object.entries(stores).flatMap(([store, count]) =>
  Array.from({ length: count }, (_, at) => ({
    date: at % 20 === 19 ? '2026-02-01' : `2025-11-${String((at % 28) + 1).padStart(2, '0')}`,
    answers: { country: 'Sweden', store, channel: channels[at % 3] ?? 'web', rating: (at % 4) + 1, likely: at % 11 },
  })),
)

const closed = 'date=last_1q'

let board: Dashboard
let reader: Caller

beforeAll(async () => {
  board = await openDashboard({
    rows,
    questions: {
      store: { type: 'single', choices: Object.keys(stores) },
      likely: { type: 'scale', min: 0, max: 10 },
      many: { type: 'single', choices: Array.from({ length: 12 }, (_, at) => `choice${at}`) },
    },
    extra: `
anonymity: { period: quarter, filters: [channel] }
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", decimals: 1, minValue: 1, maxValue: 5 }
  nps: { title: NPS, expression: "nps(likely)", decimals: 0 }
pages:
  - extname: overview
    selectionInterval: last_1q
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction, nps] } }
      - { type: choice-line, config: { id: marks, question: rating, periods: [quarters] } }
`,
  })
  reader = await board.as()
})

afterAll(() => board.close())

const spreadOf = async (name: string, path: string, query = ''): Promise<Distribution> => {
  const { status, body } = await reader('GET', `/rest/distributions/data/${board.survey}/${name}/${path}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const widget = async (id: string, path: string) =>
  (await reader('GET', `/rest/widgets/data/${board.survey}/${id}/${path}`)).body

/** Whether nothing of an answer tells of one response: no numbers of answers, no path to a list. */
function expectNothingToOpen({ bars, cases, isRounded }: Distribution): void {
  expect(cases).toBeNull()
  expect(isRounded).toBe(true)
  for (const { counts, isOpen, n, withheld } of bars) {
    expect(isOpen).toBe(false)
    expect(withheld === null ? counts : null).toBeNull()
    expect((n ?? 0) % 5).toBe(0)
  }
}

test('is the published shares of the answers, with the number and the value that tiles have', async () => {
  const spread = await spreadOf('satisfaction', closed)
  expectNothingToOpen(spread)
  const [bar] = spread.bars
  const [{ variables }, lines] = await Promise.all([widget('head', 'root'), widget('marks', closed)])
  expect(bar?.n).toBe(variables[0].nInterviews)
  expect(bar?.value).toBe(variables[0].formattedValue)
  // The noise of a share is that of its answers' keys: the same wherever it is shown, and asking again does not help.
  const shown = lines.series.map(({ data }: { data: number[] }) => data[0])
  expect(bar?.shares).toEqual(shown)
  expect(bar?.shares.every(Number.isInteger)).toBe(true)
  expect(await spreadOf('satisfaction', closed)).toEqual(spread)
  // Of 104 answers a quarter is each step; the noise moves some of them.
  const exact = [25, 25, 25, 25, 0]
  expect(bar?.shares).not.toEqual(exact)
})

test('promoters and detractors are sums of what is shown', async () => {
  const [grouped, single] = await Promise.all([spreadOf('nps', closed), spreadOf('nps', closed, '?detail=answers')])
  for (const spread of [grouped, single]) expectNothingToOpen(spread)
  const shares = single.bars[0]?.shares ?? []
  const sum = (from: number, to: number) => shares.slice(from, to).reduce((total, one) => total + one, 0)
  const byTone = Object.fromEntries(grouped.parts.map(({ tone }, at) => [tone, grouped.bars[0]?.shares[at]]))
  expect(byTone).toEqual({ detractors: sum(0, 7), passives: sum(7, 9), promoters: sum(9, 11) })
})

test('a unit of too few answers is withheld, with its reason, and looks the same as one without any', async () => {
  const spread = await spreadOf('satisfaction', `country=Sweden;${closed}`, '?by=units')
  expectNothingToOpen(spread)
  const byName = new Map(spread.bars.map((bar) => [bar.name, bar]))
  expect(byName.get('Stockholm')?.shares).toHaveLength(5)
  const few = byName.get('Malmo')
  expect(few).toMatchObject({ n: null, shares: [], counts: [], value: null })
  expect(few?.withheld).not.toBeNull()
})

test('over time it has closed quarters alone', async () => {
  const spread = await spreadOf('satisfaction', 'root', '?by=quarters')
  expectNothingToOpen(spread)
  const shown = spread.bars.filter(({ shares }) => shares.length > 0).map(({ name }) => name)
  expect(shown).toEqual(['2025-10-01'])
  const months = await reader('GET', `/rest/distributions/data/${board.survey}/satisfaction/root?by=months`)
  expect(months.body.bars ?? []).toSatisfy((bars: Distribution['bars']) =>
    bars.every(({ shares }) => shares.length === 0),
  )
})

test.each([
  ['a background, which shares do not take', `channel=web;${closed}`],
  ['the running quarter, whose shares come when it is closed', 'date=this_q'],
])('is withheld under %s', async (_, path) => {
  const spread = await spreadOf('satisfaction', path)
  expectNothingToOpen(spread)
  expect(spread.bars.length).toBeGreaterThan(0)
  for (const bar of spread.bars) {
    expect(bar).toMatchObject({ shares: [], counts: [], n: null })
    expect(bar.withheld).not.toBeNull()
  }
})

test.each([
  ['a rated answer', `rating=4;${closed}`],
  ['days of its own', 'date=custom_01112025_05112025'],
])('is refused under %s', async (_, path) => {
  const { status } = await reader('GET', `/rest/distributions/data/${board.survey}/satisfaction/${path}`)
  expect(status).toBe(400)
})

test('a question of more answers than are published has none', async () => {
  const spread = await spreadOf('many', closed)
  expect(spread).toMatchObject({ bars: [], cases: null })
  expect(spread.withheld).not.toBeNull()
})
