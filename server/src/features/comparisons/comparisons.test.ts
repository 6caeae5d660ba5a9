import type { getComparison } from '@gensvar/contract/comparisons'
import type { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const extra = `
lowBase: 5
pages:
  - extname: overview
    selectionInterval: last_1m
    components:
      - type: variable-block
        config: { id: head, variables: [satisfaction, slow, place], blocks: [{ title: More, variables: [n] }] }
      - { type: results-block, config: { id: results } }
`

/** Answers of one store in a month, a day after the other. */
function month(at: string, country: string, store: string, ratings: readonly number[]): TestRow[] {
  return ratings.map((rating, day) => ({
    date: `${at}-${String(day + 1).padStart(2, '0')}`,
    answers: { country, store, rating, channel: day % 2 === 0 ? 'web' : 'till' },
  }))
}

const rows = [
  ...month('2026-01', 'Sweden', 'Stockholm', [5, 5, 4, 5, 5, 4, 5, 4, 5, 5]),
  ...month('2026-01', 'Sweden', 'Gothenburg', [3, 3, 2, 3, 3, 4, 3, 3, 2, 3]),
  ...month('2026-01', 'Norway', 'Oslo', [1, 2, 1, 2, 1, 2, 1, 2]),
  ...month('2025-12', 'Norway', 'Oslo', [4, 4, 5, 5, 4, 4, 5, 4, 5]),
  ...month('2025-11', 'Norway', 'Oslo', [4, 4]),
  ...month('2026-02', 'Norway', 'Oslo', [4, 4, 5, 5, 4, 4]),
]

type Compared = z.output<typeof getComparison.response>

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows })
  everyone = await board.as()
})

afterAll(() => board.close())

const address = (a: string, b: string, page = 'overview') =>
  `/rest/paths/comparison/${board.survey}/${a}?page=${page}&vs=${encodeURIComponent(b)}`

async function compared(a: string, b: string, caller = everyone): Promise<Compared> {
  const { status, body } = await caller('GET', address(a, b))
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const of = ({ differences }: Compared, name: string) => differences.find((one) => one.name === name)

const [stockholm, gothenburg] = ['country=Sweden;store=Stockholm', 'country=Sweden;store=Gothenburg']

test('tells how B differs from A: of the tiles and results of the page, with each side’s number of answers', async () => {
  const answer = await compared(gothenburg, stockholm)
  expect(answer).toMatchObject({ a: { n: 10 }, b: { n: 10 }, share: 'none' })
  expect(answer.differences.map(({ name }) => name)).toEqual(['satisfaction', 'slow', 'n', 'rating'])
  // Means of 4.7 and 2.9.
  const told = of(answer, 'satisfaction')
  expect(told).toMatchObject({ difference: expect.closeTo(1.8, 5), formattedDiff: '+1.8', diffArrow: 1, why: null })
  expect(told?.chance?.isMore).toBe(true)
  expect(told?.chance?.low).toBeGreaterThan(1)
  expect(of(answer, 'n')).toMatchObject({ difference: 0, chance: null })
})

test('swapped, the difference has the other sign and the same interval', async () => {
  for (const [a, b] of [
    [gothenburg, stockholm],
    ['country=Sweden', stockholm],
    ['date=2025-12;country=Norway', 'date=2026-01;country=Norway'],
  ] as const) {
    const [there, back] = [of(await compared(a, b), 'satisfaction'), of(await compared(b, a), 'satisfaction')]
    if (!there?.chance || !back?.chance) throw new Error(`no difference between ${a} and ${b}`)
    expect(back.difference).toBeCloseTo(-(there.difference ?? 0), 9)
    expect(back.chance.low).toBeCloseTo(-there.chance.high, 9)
    expect(back.chance.high).toBeCloseTo(-there.chance.low, 9)
    expect(back.chance.isMore).toBe(there.chance.isMore)
  }
})

test('a place beside the one it lies in is judged against the rest of it', async () => {
  const answer = await compared('country=Sweden', stockholm)
  expect(answer.share).toBe('part')
  const told = of(answer, 'satisfaction')
  // From the whole it is half of what it is from Gothenburg, the rest of ten of twenty answers, and as sure.
  const rest = of(await compared(gothenburg, stockholm), 'satisfaction')
  expect(told?.difference).toBeCloseTo(0.9, 5)
  expect(told?.chance?.low).toBeCloseTo((rest?.chance?.low ?? 0) / 2, 5)
  expect(told?.chance?.high).toBeCloseTo((rest?.chance?.high ?? 0) / 2, 5)
  expect((await compared(stockholm, 'country=Sweden')).share).toBe('whole')
})

test('where some answers are in both, a difference is told and nothing of chance', async () => {
  const answer = await compared('date=custom_01122025_16012026', 'date=custom_03122025_20012026')
  expect(answer.share).toBe('some')
  expect(of(answer, 'satisfaction')).toMatchObject({ formattedDiff: expect.any(String), chance: null })
  expect((await compared(stockholm, stockholm)).share).toBe('same')
})

test('the page’s period counts where a side has none, and none is told from few or of a running count', async () => {
  const months = await compared('country=Norway', 'country=Norway;date=2025-12')
  expect(months).toMatchObject({ a: { n: 8 }, b: { n: 9 }, share: 'none' })
  const few = of(await compared('country=Norway', 'country=Norway;date=2025-11'), 'satisfaction')
  expect(few).toMatchObject({
    difference: null,
    formattedDiff: null,
    why: { en: expect.stringContaining('fewer than 5') },
  })
  const running = of(await compared('country=Norway', 'country=Norway;date=this_m'), 'n')
  expect(running).toMatchObject({ difference: null, why: { en: 'No comparison: the period is not over.' } })
})

test('filters make sides too', async () => {
  const answer = await compared(`${stockholm};channel=web`, `${stockholm};channel=till`)
  expect(answer).toMatchObject({ a: { n: 5 }, b: { n: 5 }, share: 'none' })
})

test('a page without tiles, an unknown page and none tell the numbers of answers alone', async () => {
  const { body } = await everyone('GET', address('root', stockholm, 'gone'))
  expect(body).toMatchObject({ differences: [] })
})

test('refuses a side outside the caller’s rights or unknown, whichever it is, and names the field', async () => {
  const swede = await board.as({ filters: { country: ['Sweden'] } })
  for (const [a, b] of [
    ['country=Sweden', 'country=Norway'],
    ['country=Norway', 'country=Sweden'],
    ['country=Sweden', 'country=Norway;store=Oslo'],
  ] as const) {
    const { status, body } = await swede('GET', address(a, b))
    expect([status, JSON.stringify(body).includes('formattedDiff')], `${a} ${b}`).toEqual([403, false])
  }
  const plain = await swede('GET', `/rest/paths/segments/${board.survey}/country=Norway`)
  expect((await swede('GET', address('root', 'country=Norway'))).body.message).toBe(plain.body.message)
  expect((await everyone('GET', address('root', 'country=Mars'))).status).toBe(404)
  const unreadable = await everyone('GET', address('root', 'country'))
  expect(unreadable).toMatchObject({ status: 400, body: { fields: { vs: expect.any(String) } } })
  const filter = await everyone('GET', address('root', 'channel=mail'))
  expect(filter).toMatchObject({ status: 400, body: { fields: { channel: expect.any(String) } } })
})

test('what lies outside the caller’s rows tells no more than its published figures', async () => {
  // At the top, half of the answers are not the caller's: a single one of Norway may not be told by subtracting.
  const swede = await board.as({ filters: { country: ['Sweden'] } })
  const answer = await compared('root', 'country=Sweden', swede)
  const { body: top } = await swede('GET', `/rest/widgets/data/${board.survey}/head/root`)
  const { body: own } = await swede('GET', `/rest/widgets/data/${board.survey}/head/country=Sweden`)
  const shown = (tiles: { variables: { name: string; value: number | null; nInterviews: number | null }[] }) =>
    tiles.variables.find(({ name }) => name === 'satisfaction')
  expect(answer.b.n).toBe(shown(own)?.nInterviews)
  const [whole, part] = [shown(top)?.value ?? null, shown(own)?.value ?? null]
  const expected = whole === null || part === null ? null : Math.round(part * 10) / 10 - Math.round(whole * 10) / 10
  expect(of(answer, 'satisfaction')?.difference ?? null).toEqual(expected === null ? null : expect.closeTo(expected, 5))
})
