import { createHmac } from 'node:crypto'
import { pickText } from '@gensvar/contract/local-text'
import { widgets } from '@gensvar/contract/widgets/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driversAt } from '#server/domain/drivers/drivers.ts'
import { appendChange } from '#server/domain/figures/feed/change-log.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { driversOf } from '#server/domain/statistics/drivers.ts'
import { normalQuantile } from '#server/domain/statistics/distributions.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { addResponses } from '#server/testing/survey-data.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const extra = `
anonymity: { period: quarter, filters: [channel] }
indicators:
  satisfaction: { title: Satisfaction, expression: "csi(rating, again)", decimals: 1, minValue: 0, maxValue: 100 }
  recommended: { title: NPS, expression: "nps(again)", decimals: 0 }
  webbed: { title: Of the web, expression: "mean(helpful) where channel = web", decimals: 1, minValue: 1, maxValue: 10 }
  topped: { title: Top, expression: "topbox(helpful, 2)", decimals: 0 }
groups:
  - { extname: staff, title: Staff, driver: true, questions: [helpful, friendly, tidy, rare, webbed] }
pages:
  - extname: overview
    selectionInterval: last_1q
    components:
      - { type: effect, config: { id: effects, score: satisfaction, questions: [helpful, friendly, tidy, rare, webbed] } }
      - { type: effect, config: { id: shared, score: topped, questions: [tidy] } }
      - { type: effect, config: { id: rest, score: recommended, questions: [tidy] } }
      - { type: priority, config: { id: priorities, score: recommended, questions: [helpful, friendly, tidy] } }
      - { type: results-block, config: { id: results } }
`
const scale = { type: 'scale' as const, min: 1, max: 10 }
const questions = { again: scale, helpful: scale, friendly: scale, tidy: scale, rare: scale }

/** Answers that go together more or less. */
const answersOf = (index: number): TestRow['answers'] => {
  const mood = (index * 7919) % 10
  const within = (value: number): number => Math.max(1, Math.min(10, Math.round(value)))
  const noise = (step: number, size: number): number => (index * step) % size
  return {
    ...{ country: 'Sweden', store: index % 3 === 0 ? 'Stockholm' : 'Gothenburg', channel: index % 2 ? 'web' : 'till' },
    ...{
      rating: 1 + Math.floor(mood / 2.5),
      again: within(mood + noise(3, 4)),
      tidy: within(mood * 0.3 + noise(17, 6)),
    },
    ...{ helpful: within(mood * 0.9 + noise(7, 5)), friendly: within(mood * 0.5 + noise(11, 7)) },
    ...(index % 16 === 0 && { rare: within(mood) }),
  }
}
const rowsOf = (count: number, date: string): TestRow[] =>
  Array.from({ length: count }, (_, index) => ({ date, answers: answersOf(index) }))

let board: Dashboard
let reader: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows: [...rowsOf(640, '2025-11-12'), ...rowsOf(30, '2026-01-20')], questions })
  await caughtUp(board.deps.analytics, board.deps.pool)
  reader = await board.as()
})

afterAll(() => board.close())

async function ask(component: string, path = 'root', caller = reader, at = board) {
  const { status, body } = await caller('GET', `/rest/widgets/data/${at.survey}/${component}/${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function add(rows: readonly TestRow[]): Promise<void> {
  const xid = await board.deps.db
    .transaction()
    .execute(async (trx) => appendChange(trx, board.surveyId, await addResponses(trx, board.surveyId, rows)))
  expect(await board.deps.analytics.feed.waitFor(xid)).toBe(true)
}

type Answers = Record<string, number | undefined>

async function closedAnswers() {
  const { rows } = await board.deps.pool.query<{ answers: Answers; key: number }>(
    `select answers, record_key::float8 as key from response
      where survey_id = $1 and event_date < '2026-01-01' and released order by id`,
    [board.surveyId],
  )
  return rows
}

/** Effects of a request on a day, without a route. */
async function effectsOn(day: string) {
  const ctx = { ...(await board.contextAs()), clock: { now: () => new Date(`${day}T12:00:00Z`) } }
  const access = await surveyAccess(ctx, board.survey)
  return driversAt({ ctx, access, requested: await requestedPath(ctx, access, 'root'), score: 'satisfaction' })
}

test('drivers of an anonymous survey are near those of all its closed answers, without intervals, and say as of when', async () => {
  const shown = widgets.effect.calls.data.response.parse(await ask('effects'))
  const answers = (await closedAnswers()).map((row) => row.answers)
  expect(answers).toHaveLength(640)
  const named = ['helpful', 'friendly', 'tidy']
  const index = ({ rating = 0, again = 0 }: Answers): number => (((rating - 1) / 4 + (again - 1) / 9) / 2) * 100
  const exact = driversOf([
    Float64Array.from(answers, index),
    ...named.map((name) => Float64Array.from(answers, (one) => one[name] ?? Number.NaN)),
  ])
  expect(shown).toMatchObject({ n: 640, of: null, asOf: null, through: '2025-12-31', indicative: false, why: null })
  const expected = new Map(exact.drivers.map(({ questions: [at = 0], effect }) => [named[at] ?? '', effect]))
  expect(new Set(shown.rows.map((row) => row.variable))).toEqual(new Set(expected.keys()))
  expect(shown.rows.length).toBeGreaterThan(1)
  for (const { variable, effect, low, high, cases } of shown.rows) {
    expect([low, high]).toEqual([null, null])
    expect(cases).not.toBe('interviews')
    const own = expected.get(variable) ?? Number.NaN
    expect(Math.abs(effect - own) / own).toBeLessThan(0.25)
  }
  // 40 answers are too few for a pair; conditions and shares are no published mean.
  expect(Object.fromEntries(shown.left.map(({ variable, why }) => [variable, pickText(why, 'en')]))).toEqual({
    rare: 'Fewer than 50 answered it together with the other questions.',
    webbed: 'It is no mean, satisfaction index or net promoter score, or too new.',
  })
  expect((await ask('shared')).why.en).toBe(
    'In an anonymous survey drivers are told of means, satisfaction indexes and net promoter scores alone.',
  )
  const { points } = widgets.priority.calls.data.response.parse(await ask('priorities'))
  expect(points.map(({ variable }) => variable)).toEqual(expect.arrayContaining(['helpful']))
})

test('what they are worked out from has noise by the keys of those who answered, and is stored once', async () => {
  await ask('effects')
  const { rows: kept } = await board.deps.pool.query<{ before: string; moments: Moments }>(
    'select before::text, moments from published_moments where survey_id = $1 order by before limit 1',
    [board.surveyId],
  )
  const { rows: secrets } = await board.deps.pool.query<{ secret: Buffer }>(
    'select secret from publication where survey_id = $1',
    [board.surveyId],
  )
  const [{ before, moments } = { before: '', moments: { columns: [], pairs: [] } as Moments }] = kept
  expect(before).toBe('2026-01-01')
  const names = moments.columns.map(({ kind, variable }) => `${kind}(${variable})`)
  expect(names).toEqual(expect.arrayContaining(['mean(helpful)', 'mean(tidy)', 'nps(again)']))
  expect(names).not.toContain('nps(helpful)')
  expect(moments.columns.find(({ variable }) => variable === 'rare')).toMatchObject({ n: 0, deviation: 0 })
  const rows = await closedAnswers()
  const [x, y] = ['helpful', 'tidy'].map((name) => rows.map(({ answers }) => answers[name] ?? 0)) as [
    number[],
    number[],
  ]
  const keys = rows.reduce((sum, { key }) => sum + key, 0) % 2 ** 32
  const quantileOf = (name: string): number =>
    quantile(
      createHmac('sha256', secrets[0]?.secret ?? '')
        .update(JSON.stringify([name, 640, keys]))
        .digest()[0] ?? 0,
    )
  const pair = 'mean(helpful) mean(tidy)'
  const z = (quantileOf(`moments ${pair}`) + quantileOf(`moment ${pair}`)) / Math.SQRT2
  const noise = ((2 * 0.8 * Math.sqrt(50)) / 640) * Math.sqrt(Math.max(1, names.length / 4)) * z
  const [first, second] = [names.indexOf('mean(helpful)'), names.indexOf('mean(tidy)')]
  const stored = moments.pairs.find(([a, b]) => a === Math.min(first, second) && b === Math.max(first, second))
  expect(stored?.[2]).toBe(640)
  expect(stored?.[3]).toBeCloseTo(pearson(x, y) + noise, 4)
})

interface Moments {
  columns: { kind: string; variable: string; n: number; deviation: number }[]
  pairs: [number, number, number, number][]
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function pearson(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [mean(x), mean(y)]
  const products = mean(x.map((value, at) => (value - mx) * ((y[at] ?? 0) - my)))
  return products / Math.sqrt(mean(x.map((value) => (value - mx) ** 2)) * mean(y.map((value) => (value - my) ** 2)))
}

const limited = Array.from({ length: 256 }, (_, at) => Math.max(-2.5, Math.min(2.5, normalQuantile((at + 0.5) / 256))))
const spread = Math.sqrt(mean(limited.map((value) => value * value)))
const quantile = (byte: number): number => (limited[byte] ?? 0) / spread

test('nothing of them moves with new or late answers until another period closes, whoever asks', async () => {
  const before = await ask('effects')
  await add([
    ...rowsOf(1, '2026-02-01'),
    ...Array.from({ length: 25 }, () => ({ date: '2026-02-02', answers: { ...answersOf(3), again: 1, helpful: 10 } })),
    ...Array.from({ length: 25 }, () => ({ date: '2025-12-02', answers: { ...answersOf(3), again: 1, helpful: 10 } })),
  ])
  for (const caller of [reader, await board.as(), await board.as({ filters: { country: ['Sweden'] } })])
    expect(await ask('effects', 'root', caller)).toEqual(before)
  const [same, other] = [await effectsOn('2026-03-31'), await effectsOn('2026-04-16')]
  expect(same.through).toBe('2025-12-31')
  expect(other).toMatchObject({ through: '2026-03-31', kind: 'points' })
  // The answers of the closed quarter that came late are counted nowhere.
  expect(other.n).toBe(640 + 30 + 1 + 25 - 1)
  expect(other.effects[0]?.effect).not.toBe(same.effects[0]?.effect)
  expect((await effectsOn('2026-02-11')).effects).toEqual(same.effects)
})

test('they are told of the whole survey alone, and to nobody whose rights have filters', async () => {
  const words = async (path: string, caller = reader) => (await ask('effects', path, caller)).why.en
  const whole =
    'Drivers of an anonymous survey are of the whole of it: they are told without a place and without filters.'
  for (const path of ['country=Sweden', 'channel=web', 'country=Sweden;store=Stockholm'])
    expect(await words(path)).toBe(whole)
  const limitedReader = await board.as({ filters: { channel: ['web'] } })
  expect(await words('root', limitedReader)).toBe(
    'Your rights are limited by filters, and drivers of an anonymous survey are of the whole of it.',
  )
  expect((await ask('effects', 'date=last_1q')).through).toBe('2025-12-31')
  expect((await ask('effects', 'date=last_1q')).rows).toEqual((await ask('effects')).rows)
})

test('with few answers nothing is told, no correlation either', async () => {
  const small = await openDashboard({ extra, rows: rowsOf(45, '2025-11-12'), questions })
  const higher = await openDashboard({
    extra: extra.replace('filters: [channel]', 'filters: [channel], minimum: [200, 250, 300]'),
    ...{ rows: rowsOf(120, '2025-11-12'), questions },
  })
  try {
    for (const one of [small, higher]) {
      await caughtUp(one.deps.analytics, one.deps.pool)
      const body = await ask('effects', 'root', await one.as(), one)
      expect(body.rows).toEqual([])
      expect(body.indicative).toBe(false)
      expect(body.why.en).toMatch(/^There are too few answers here to tell what drives Satisfaction/)
    }
  } finally {
    await Promise.all([small.close(), higher.close()])
  }
})
