import { locales } from '@gensvar/contract/local-text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { driversOf } from '#server/domain/statistics/drivers.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import { suggestActions } from './suggest.ts'

const config = `
lowBase: 20
indicators:
  satisfaction: { title: { en: Satisfaction, sv: Nöjdhet }, expression: "csi(rating, again)", decimals: 1, minValue: 0, maxValue: 100 }
  wait: { title: { en: Waiting time, sv: Väntetid }, expression: "mean(minutes)", unit: min, inverse: true, goal: 4, decimals: 1, minValue: 0, maxValue: 20 }
  staff: { title: Staff, expression: "csi(helpful, friendly)", goal: 90, decimals: 0, minValue: 0, maxValue: 100 }
  till: { title: Staff at the till, expression: "mean(helpful) where channel = till", goal: 1, decimals: 1 }
  tidy: { title: Tidy, expression: "mean(tidy)", decimals: 1 }
  chance: { title: Chance, expression: "mean(chance)", goal: 10, decimals: 1 }
  answers: { title: Answers, expression: "count()", goal: 100000, decimals: 0 }
goals: []
actions: { items: [wait, staff, till, tidy, chance, satisfaction, answers] }
`
const scale = { type: 'scale' as const, min: 1, max: 10 }
const questions = {
  again: scale,
  helpful: scale,
  friendly: scale,
  tidy: scale,
  chance: scale,
  minutes: { type: 'numeric' as const },
}
const stores = [
  { country: 'Sweden', store: 'Stockholm' },
  { country: 'Sweden', store: 'Gothenburg' },
  { country: 'Norway', store: 'Oslo' },
]

/** Answers that go together more or less, with gaps: 260 of Stockholm, 40 of Gothenburg, 20 of Oslo. */
const rows: TestRow[] = Array.from({ length: 320 }, (_, index) => {
  const date = new Date(Date.UTC(2025, 10, 15 + ((index * 31) % 80))).toISOString().slice(0, 10)
  const mood = (index * 7919) % 10
  const noise = (step: number, size: number): number => (index * step) % size
  const within = (value: number): number => Math.max(1, Math.min(10, Math.round(value)))
  const place = stores[index < 260 ? 0 : index < 300 ? 1 : 2]
  const answers: TestRow['answers'] = { ...place, channel: index % 3 === 0 ? 'web' : 'till' }
  if (index % 13 !== 0) answers['rating'] = 1 + Math.floor(mood / 2.5)
  answers['again'] = within(mood + noise(3, 4))
  if (index % 5 !== 0) answers['helpful'] = within(mood * 0.6 + noise(7, 5))
  if (index % 4 !== 0) answers['friendly'] = within(mood * 0.5 + noise(11, 5))
  if (index % 6 !== 0) answers['minutes'] = 14 - mood + noise(13, 9) / 2
  answers['tidy'] = within(mood * 0.35 + (place?.store === 'Gothenburg' ? 1 : 4) + noise(17, 4))
  answers['chance'] = 9 - (((index * 37) % 101) % 9)
  return { date, answers, state: index % 19 === 0 ? 2 : 0 }
})

let board: Dashboard

beforeAll(async () => {
  board = await openDashboard({ extra: config, rows, questions })
  await caughtUp(board.deps.analytics, board.deps.pool)
})

afterAll(() => board.close())

async function suggestAt(path: string, of: { at?: Dashboard; filters?: Record<string, string[]> } = {}) {
  const { at = board, filters } = of
  const ctx = await at.contextAs(filters && { filters })
  const access = await surveyAccess(ctx, at.survey)
  return suggestActions({ ctx, access }, await requestedPath(ctx, access, path))
}

type Answers = Record<string, never>

/** The completed interviews as PostgreSQL has them. */
async function interviews(): Promise<Record<string, number | string>[]> {
  const { rows: found } = await board.deps.pool.query<{ answers: Answers }>(
    'select answers from response where survey_id = $1 and state = 0',
    [board.surveyId],
  )
  return found.map(({ answers }) => answers)
}

/** Mean of the shares of the scale, of those who answered two thirds of the questions. */
function index(row: Record<string, number | string>, scales: Record<string, [number, number]>): number | null {
  const parts = Object.entries(scales).flatMap(([name, [min, max]]) =>
    typeof row[name] === 'number' ? [(100 * (row[name] - min)) / (max - min)] : [],
  )
  return parts.length >= Math.ceil((Object.keys(scales).length * 2) / 3) ? mean(parts) : null
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const main = { rating: [1, 5], again: [1, 10] } satisfies Record<string, [number, number]>

const number = (value: number | string | undefined): number | null => (typeof value === 'number' ? value : null)

describe('suggestions', () => {
  test('are what misses its goal and goes with satisfaction, most worth first', async () => {
    const { actions, why } = await suggestAt('country=Sweden;store=Stockholm')
    expect(why).toBeNull()
    // Not those that reach the goal (till), that satisfaction is made of, that nobody answers by themself, or that go with it by chance.
    expect(actions.map(({ item }) => item.extname)).toEqual(expect.arrayContaining(['wait', 'staff']))
    for (const name of ['till', 'chance', 'satisfaction', 'answers'])
      expect(actions.map(({ item }) => item.extname)).not.toContain(name)
    const worth = actions.map(({ item: { indicator }, effect, figure, goal }) => {
      const gap = Math.abs(Number((figure.value ?? 0).toFixed(indicator.decimals)) - (goal ?? 0))
      return (effect.size * gap) / (((indicator.maxValue ?? 10) - (indicator.minValue ?? 1)) / 10)
    })
    expect(worth).toEqual(worth.toSorted((a, b) => b - a))
    const wait = actions.find(({ item }) => item.extname === 'wait')
    const seen = (await interviews()).filter((row) => row['store'] === 'Stockholm')
    const scored = seen.filter((row) => index(row, main) !== null)
    const column = (of: (row: Record<string, number | string>) => number | null): Float64Array =>
      Float64Array.from(scored, (row) => of(row) ?? Number.NaN)
    // In tenths of each scale; less waiting is better.
    const { drivers } = driversOf([
      column((row) => index(row, main)),
      column((row) => (typeof row['minutes'] === 'number' ? -row['minutes'] / 2 : null)),
      column((row) => (index(row, { helpful: [1, 10], friendly: [1, 10] }) ?? Number.NaN) / 10),
      column((row) => (row['channel'] === 'till' && typeof row['helpful'] === 'number' ? row['helpful'] / 0.9 : null)),
      column((row) => (number(row['tidy']) ?? Number.NaN) / 0.9),
      column((row) => (number(row['chance']) ?? Number.NaN) / 0.9),
    ])
    const expected = drivers.find(({ questions: [at] }) => at === 0)?.effect ?? Number.NaN
    expect(wait?.effect).toMatchObject({ kind: 'tenth', per: 2, n: scored.length })
    expect(wait?.effect.size).toBeCloseTo(expected, 6)
    const waits = seen.flatMap((row) => number(row['minutes']) ?? [])
    const value = mean(waits)
    expect(wait?.figure).toMatchObject({ from: '2025-11-11', to: '2026-02-11' })
    const gap = (Math.round(value * 10) - 40) / 10
    expect(wait?.reason).toMatchObject({
      en: `Waiting time is ${gap.toFixed(1)}\u00a0min from its goal. It is ${value.toFixed(1)}\u00a0min, by ${waits.length} answers: 11 Nov 2025 – 10 Feb 2026. It moves Satisfaction by ${expected.toFixed(2)} points for each tenth of its scale better, by ${scored.length} answers.`,
      sv: expect.stringContaining(`Väntetid är ${gap.toFixed(1).replace('.', ',')}\u00a0min från sitt mål.`),
    })
    for (const locale of locales)
      expect(Object.values(wait?.reason ?? {}).filter((text) => text === (wait?.reason as never)[locale])).toHaveLength(
        1,
      )
  })

  test('compare with the place above where there is no goal, and use its answers where there are few', async () => {
    const { actions } = await suggestAt('country=Sweden;store=Gothenburg')
    const tidy = actions.find(({ item }) => item.extname === 'tidy')
    expect(tidy?.goal).toBeNull()
    expect((tidy?.reason as Record<string, string>)['en']).toMatch(
      /^Tidy is [\d.]+ worse than for Sweden\. It is [\d.]+, by 38 answers: 11 Nov 2025 – 10 Feb 2026\. It moves/,
    )
    const sweden = (await interviews()).filter((row) => row['country'] === 'Sweden')
    expect(tidy?.effect.n).toBe(sweden.filter((row) => index(row, main) !== null).length)
    const best = await suggestAt('country=Sweden;store=Stockholm')
    expect(best.actions.map(({ item }) => item.extname)).not.toContain('tidy')
  })

  test('say that the difference can be chance, where it can be', async () => {
    const near = config.replace('inverse: true, goal: 4', 'inverse: true, goal: 11.2')
    const other = await openDashboard({ extra: near, rows, questions })
    try {
      await caughtUp(other.deps.analytics, other.deps.pool)
      const { actions } = await suggestAt('country=Sweden;store=Stockholm', { at: other })
      const wait = actions.find(({ item }) => item.extname === 'wait')
      const { low, high } = wait?.figure ?? {}
      expect([low ?? NaN, high ?? NaN].map((end) => end < 11.2)).toEqual([true, false])
      expect(wait?.reason).toMatchObject({
        en: expect.stringContaining(' 2026. The difference can be chance. It moves'),
      })
    } finally {
      await other.close()
    }
  })

  test('are none where the caller sees too few answers, and says so', async () => {
    const { actions, why } = await suggestAt('country=Norway;store=Oslo', { filters: { store: ['Oslo'] } })
    expect(actions).toEqual([])
    expect(String(why)).toBe('There are too few answers here to suggest anything.')
  })

  test('leave out what is acted on here', async () => {
    const { db } = board.deps
    const unit = await db
      .selectFrom('unit')
      .innerJoin('view', 'view.id', 'unit.view_id')
      .select('unit.id')
      .where('view.survey_id', '=', board.surveyId)
      .where('unit.ext_name', '=', 'Gothenburg')
      .executeTakeFirstOrThrow()
    const action = { extname: 'wait', expression: 'mean(minutes)', goal: 4, period: 'rel_-3m_0d' }
    const days = { period_start: '2026-01-01', deadline: '2026-03-01' }
    const at = { survey_id: board.surveyId, view: 'stores', unit_id: unit.id }
    await db
      .insertInto('action')
      .values({ ...at, ...action, ...days })
      .execute()
    const names = async (path: string) => (await suggestAt(path)).actions.map(({ item }) => item.extname)
    expect(await names('country=Sweden;store=Gothenburg')).not.toContain('wait')
    expect(await names('country=Sweden')).toContain('wait')
    await db.updateTable('action').set({ state: 2 }).where('survey_id', '=', board.surveyId).execute()
    expect(await names('country=Sweden;store=Gothenburg')).toContain('wait')
  })

  test('are of own places alone', async () => {
    const { actions, why } = await suggestAt('root', { filters: { country: ['Sweden'] } })
    expect(actions).toEqual([])
    expect(String(why)).toBe('Actions are suggested for your own places alone.')
  })

  test('have the effects that the configuration sets: of the deepest place, then the latest, within its interval', async () => {
    const blocks = `
effects:
  - { drillPath: root, fromDate: 2024-01-01, rows: [{ questionVariable: minutes, effectSize: 0.1 }] }
  - { drillPath: root, fromDate: 2025-01-01, rows: [{ questionVariable: minutes, effectSize: 0.2 }] }
  - { drillPath: root, fromDate: 2026-03-01, rows: [{ questionVariable: minutes, effectSize: 0.3 }] }
  - { drillPath: 'country=Sweden', toDate: 2025-12-31, rows: [{ questionVariable: minutes, effectSize: 0.4 }] }
  - { drillPath: 'country=Sweden', fromCSI: 99, rows: [{ questionVariable: minutes, effectSize: 0.5 }] }
  - { drillPath: 'country=Sweden', toCSI: 99, rows: [{ questionVariable: helpful, effectSize: 0.25 }, { questionVariable: friendly, effectSize: 0.5 }] }
`
    const other = await openDashboard({ extra: config + blocks, rows, questions })
    try {
      await caughtUp(other.deps.analytics, other.deps.pool)
      const sizes = async (path: string) =>
        (await suggestAt(path, { at: other })).actions.map(({ item, effect }) => [item.extname, effect])
      expect(await sizes('root')).toEqual([['wait', { size: 0.2, kind: 'block', per: null, n: null }]])
      expect(await sizes('country=Sweden;store=Stockholm')).toEqual([
        ['staff', { size: 0.75, kind: 'block', per: null, n: null }],
      ])
      const { actions } = await suggestAt('root', { at: other })
      expect(actions[0]?.reason).toMatchObject({
        en: expect.stringMatching(
          / from its goal\. It is [\d.]+\u00a0min, by \d+ answers: 11 Nov 2025 – 10 Feb 2026\. Its effect on Satisfaction is set to 0\.20 here\.$/,
        ),
      })
    } finally {
      await other.close()
    }
  })

  test('are none in an anonymous survey, whoever asks, and says so', async () => {
    const other = await openDashboard({ extra: `${config}\nanonymity: {}\n`, rows, questions })
    try {
      const { actions, why } = await suggestAt('root', { at: other })
      expect(actions).toEqual([])
      expect(String(why)).toBe('This survey is anonymous: nothing is suggested.')
    } finally {
      await other.close()
    }
  })
})
