import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const extra = `
lowBase: 5
anonymity: { period: quarter, filters: [channel] }
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", decimals: 1, minValue: 1, maxValue: 5 }
filters: { standard: [], time: [] }
pages:
  - extname: overview
    selectionInterval: last_1q
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
`

/** Answers of a store in a quarter, so many of them; every seventh is on the web. */
function quarter(month: string, country: string, store: string, count: number, ratings: readonly number[]): TestRow[] {
  return Array.from({ length: count }, (_, at) => ({
    date: `${month}-${String((at % 28) + 1).padStart(2, '0')}`,
    answers: { country, store, rating: ratings[at % ratings.length] ?? 3, channel: at % 7 === 0 ? 'web' : 'till' },
  }))
}

const rows = [
  ...quarter('2025-08', 'Sweden', 'Stockholm', 63, [5, 4, 5, 3]),
  ...quarter('2025-08', 'Norway', 'Oslo', 58, [2, 3, 4, 3]),
  ...quarter('2025-05', 'Norway', 'Oslo', 47, [4, 4, 5, 2]),
  ...quarter('2025-08', 'Sweden', 'Gothenburg', 6, [1, 2]),
]

let board: Dashboard
let reader: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows })
  reader = await board.as()
})

afterAll(() => board.close())

interface Told {
  a: { n: number | null }
  b: { n: number | null }
  share: string
  differences: { difference: number | null; chance: object | null }[]
}

async function compared(a: string, b: string): Promise<Told> {
  const url = `/rest/paths/comparison/${board.survey}/${a}?page=overview&vs=${encodeURIComponent(b)}`
  const { status, body } = await reader('GET', url)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function shown(path: string): Promise<{ value: number | null; nInterviews: number | null }> {
  const { body } = await reader('GET', `/rest/widgets/data/${board.survey}/head/${path}`)
  return body.variables[0]
}

test('a comparison of an anonymous survey tells the difference of what is shown, and rounded numbers of answers', async () => {
  const pairs = [
    ['country=Sweden;date=2025-Q3', 'country=Norway;date=2025-Q3'],
    ['country=Norway;date=2025-Q3', 'country=Norway;date=2025-Q2'],
    ['date=2025-Q3', 'country=Norway;date=2025-Q3'],
    ['country=Sweden;date=2025-Q3', 'country=Sweden;store=Stockholm;date=2025-Q3'],
  ] as const
  for (const [a, b] of pairs) {
    const told = await compared(a, b)
    const [ofA, ofB] = [await shown(a), await shown(b)]
    if (ofA.value === null || ofB.value === null) throw new Error(`nothing is shown at ${a} or ${b}`)
    const rounded = (value: number): number => Math.round(value * 10) / 10
    expect(told.differences[0]?.difference, `${a} ${b}`).toBeCloseTo(rounded(ofB.value) - rounded(ofA.value), 9)
    expect([told.a.n, told.b.n].every((n) => n !== null && n % 5 === 0)).toBe(true)
    // Asking again, and the other way round, tells the same.
    expect(await compared(a, b)).toEqual(told)
    expect((await compared(b, a)).differences[0]?.difference).toBeCloseTo(-(told.differences[0]?.difference ?? 0), 9)
  }
})

test('nothing is told of a side that is withheld, nor of chance where periods overlap', async () => {
  const whole = 'country=Sweden;date=2025-Q3'
  for (const hidden of ['country=Sweden;store=Gothenburg;date=2025-Q3', `${whole};channel=web`]) {
    for (const [a, b] of [
      [whole, hidden],
      [hidden, whole],
    ] as const) {
      const told = await compared(a, b)
      expect([hidden, told.differences[0]]).toMatchObject([hidden, { difference: null, chance: null }])
      expect([hidden, a === hidden ? told.a.n : told.b.n]).toEqual([hidden, null])
    }
  }
  const refused = await reader('GET', `/rest/paths/comparison/${board.survey}/${whole}?vs=date%3D2025-08`)
  expect(refused).toMatchObject({ status: 400, body: { fields: { date: expect.any(String) } } })
  const told = await compared('country=Norway;date=2025', 'country=Norway;date=2025-Q3')
  expect(told).toMatchObject({ share: 'some', differences: [{ chance: null }] })
})
