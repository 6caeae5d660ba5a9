import { effectRow } from '@gensvar/contract/widgets/drivers'
import { widgets } from '@gensvar/contract/widgets/index'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { appendSurveyChange } from '#server/domain/figures/feed/change-log.ts'
import { driversAt } from '#server/domain/drivers/drivers.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { driversOf } from '#server/domain/statistics/drivers.ts'
import { toDollarStatement } from '#server/platform/sql.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import type { ReportSection } from '#server/domain/reports/report.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import { runWidgetReport } from './run-report.ts'
import { shownAtFirst } from './widget-report.ts'

const extra = `
lowBase: 30
indicators:
  satisfaction: { title: Satisfaction, expression: "csi(rating, again)", decimals: 1, minValue: 0, maxValue: 100 }
  recommended: { title: NPS, expression: "nps(again)", decimals: 0 }
  wait: { title: Waiting time, expression: "mean(minutes)", unit: min, inverse: true, decimals: 1, minValue: 0, maxValue: 20 }
  cleanness: { title: Clean, expression: "index(clean)", goal: 55 }
  place: { title: Rank, rank: satisfaction }
groups:
  - { extname: staff, title: Staff, driver: true, questions: [helpful, friendly, tidy, chance, always, rating] }
  - { extname: loyalty, title: Loyalty, loyalty: true, questions: [again] }
effects:
  - { drillPath: "country=Norway;store=Bergen", rows: [{ questionVariable: helpful, effectSize: 0.5 }, { questionVariable: tidy, effectSize: 2 }] }
pages:
  - extname: overview
    components:
      - { type: results-block, config: { id: results } }
      - { type: effect, config: { id: effects, score: satisfaction } }
      - { type: effect, config: { id: mixed, score: recommended, questions: [cleanness, wait, friendly, open] } }
      - { type: effect, config: { id: counted, score: place } }
      - { type: effect, config: { id: single, score: always, questions: [helpful] } }
      - { type: priority, config: { id: priorities, score: satisfaction } }
      - { type: priority, config: { id: median, score: satisfaction, cut: median } }
      - { type: priority, config: { id: goals, score: recommended, cut: goal, questions: [cleanness, wait] } }
`
const scale = { type: 'scale' as const, min: 1, max: 10 }
const questions = {
  ...{ again: scale, helpful: scale, friendly: scale, tidy: scale, chance: scale, always: scale },
  clean: { type: 'scale' as const, min: 1, max: 5 },
  ...{ minutes: { type: 'numeric' as const }, open: { type: 'numeric' as const } },
}

/** Answers that go together more or less, with gaps: 400 of Stockholm, 40 of Gothenburg, 10 of Oslo, 30 of Bergen. */
const rows: TestRow[] = Array.from({ length: 480 }, (_, index) => {
  const mood = (index * 7919) % 10
  const noise = (step: number, size: number): number => (index * step) % size
  const within = (value: number): number => Math.max(1, Math.min(10, Math.round(value)))
  const store = index < 400 ? 'Stockholm' : index < 440 ? 'Gothenburg' : index < 450 ? 'Oslo' : 'Bergen'
  const answers: TestRow['answers'] = { country: index < 440 ? 'Sweden' : 'Norway', store, always: 7 }
  answers['channel'] = index % 3 === 0 ? 'web' : 'till'
  if (index % 13 !== 0) answers['rating'] = 1 + Math.floor(mood / 2.5)
  answers['again'] = within(mood + noise(3, 4))
  if (index % 5 !== 0) answers['helpful'] = within(mood * 0.9 + noise(7, 5))
  if (index % 4 !== 0) answers['friendly'] = within(mood * 0.5 + noise(11, 7))
  if (index % 6 !== 0) answers['minutes'] = 14 - mood + noise(13, 9) / 2
  answers['tidy'] = within(mood * 0.3 + noise(17, 6))
  answers['clean'] = within((mood + noise(19, 8)) / 3.4)
  answers['chance'] = 9 - (((index * 37) % 101) % 9)
  answers['open'] = index
  const date = new Date(Date.UTC(2025, 10, 15 + ((index * 31) % 80))).toISOString().slice(0, 10)
  return { date, answers, state: index % 19 === 0 ? 2 : 0 }
})

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows, questions })
  await caughtUp(board.deps.analytics, board.deps.pool)
  everyone = await board.as()
})

afterAll(() => board.close())

async function ask(component: string, path = 'root', caller = everyone) {
  const { status, body } = await caller('GET', `/rest/widgets/data/${board.survey}/${component}/${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

type Answers = Record<string, number | string | undefined>

/** Columns as `driversOf` takes them, of completed interviews as PostgreSQL has them, in the order of their ids. */
async function columns(seen: (answers: Answers) => boolean, of: ((answers: Answers) => number)[]) {
  const { rows: found } = await board.deps.pool.query<{ answers: Answers }>(
    'select answers from response where survey_id = $1 and state = 0 order by id',
    [board.surveyId],
  )
  const answers = found.map((row) => row.answers).filter(seen)
  return of.map((one) => Float64Array.from(answers, one))
}

const number = (name: string) => (answers: Answers) => (typeof answers[name] === 'number' ? answers[name] : Number.NaN)

/** The index over both questions: a respondent needs both, as two thirds of two are. */
const satisfaction = (answers: Answers): number =>
  (((number('rating')(answers) - 1) / 4 + (number('again')(answers) - 1) / 9) / 2) * 100

describe('an effect chart', () => {
  test('is answered for a component id and a drill path: effects of the answers there, the largest first (COMP-03)', async () => {
    for (const path of ['root', 'country=Sweden', 'country=Sweden;channel=web']) {
      const body = widgets.effect.calls.data.response.parse(await ask('effects', path))
      const asked = ['helpful', 'friendly', 'tidy', 'chance', 'always']
      const expected = driversOf(
        await columns(
          (answers) =>
            (path === 'root' || answers['country'] === 'Sweden') &&
            (!path.endsWith('web') || answers['channel'] === 'web'),
          [satisfaction, ...asked.map(number)],
        ),
      )
      expect(body).toMatchObject({
        n: expected.n,
        of: null,
        source: 'computed',
        indicative: false,
        step: 'point',
        why: null,
      })
      expect(body.r2).toBeCloseTo(expected.r2 ?? Number.NaN, 9)
      expect(body.rows.length).toBeGreaterThan(1)
      expect(body.rows).toEqual(
        expected.drivers.map(({ questions: [at = 0], effect, interval }) => ({
          variable: asked[at],
          variables: [asked[at]],
          title: expect.anything(),
          effect: Number(effect.toFixed(2)),
          low: Number(interval?.low.toFixed(2)),
          high: Number(interval?.high.toFixed(2)),
          cases: 'interviews',
        })),
      )
      expect(body.rows.map(({ effect }) => effect)).toEqual(
        body.rows.map(({ effect }) => effect).toSorted((a, b) => b - a),
      )
      // Those that are no drivers are named with the reason: part of the score, always the same, by chance.
      expect(body.left.map(({ variable }) => variable)).toEqual([
        'rating',
        ...expected.left.map(({ question }) => asked[question]),
      ])
      expect(body.left.map(({ variable }) => variable)).toEqual(expect.arrayContaining(['always', 'chance']))
    }
  })

  test('compares questions of different scales by a tenth of each, and points are those of the score', async () => {
    const body = await ask('mixed')
    const again = number('again')
    const promoted = (answers: Answers): number => (again(answers) >= 9 ? 100 : again(answers) <= 6 ? -100 : 0)
    const expected = driversOf(
      await columns(
        () => true,
        [
          promoted,
          (answers) => (number('clean')(answers) - 1) * 2.5,
          (answers) => -number('minutes')(answers) / 2,
          (answers) => number('friendly')(answers) / 0.9,
        ],
      ),
    )
    expect(body).toMatchObject({ step: 'tenth', n: expected.n })
    expect(body.rows.map(({ effect }: { effect: number }) => effect)).toEqual(
      expected.drivers.map(({ effect }) => Number(effect.toFixed(2))),
    )
    expect(body.rows.map(({ variable }: { variable: string }) => variable)).toContain('wait')
    expect(body.left).toEqual([
      {
        variable: 'open',
        title: expect.anything(),
        why: expect.objectContaining({ en: 'It has no scale on which it could be compared.' }),
      },
    ])
  })

  test('tells correlations of few answers, and of fewer why there is nothing', async () => {
    const few = await ask('effects', 'country=Sweden;store=Gothenburg')
    expect(few).toMatchObject({ indicative: true, r2: null, why: null })
    expect(few.n).toBeLessThan(50)
    for (const { effect } of few.rows) expect(effect).toBeLessThanOrEqual(1)
    const fewer = await ask('effects', 'country=Norway;store=Oslo')
    expect(fewer).toMatchObject({
      rows: [],
      why: {
        en: expect.stringMatching(
          /^There are too few answers here to tell what drives Satisfaction: \d+ of at least 30\.$/,
        ),
      },
    })
  })

  test.each([
    [
      'a score that everybody gave alike',
      'single',
      'Everybody gave the same answers to always here, so nothing can be said to drive it.',
    ],
    [
      'a figure of nobody’s own',
      'counted',
      'Rank is no figure of single respondents, so nothing can be said to drive it.',
    ],
  ])('says why there is nothing: %s', async (_what, component, why) => {
    expect(await ask(component)).toMatchObject({ rows: [], why: { en: why } })
  })

  test('is refused at a question that is not there, which it names', async () => {
    const ctx = await board.contextAs()
    const access = await surveyAccess(ctx, board.survey)
    const requested = await requestedPath(ctx, access, 'root')
    const gone = (names: { score: string; questions?: string[] }) => driversAt({ ctx, access, requested, ...names })
    const error = { code: 'validation', fields: { gone: expect.anything() } }
    await expect(gone({ score: 'gone' })).rejects.toMatchObject(error)
    await expect(gone({ score: 'satisfaction', questions: ['helpful', 'gone'] })).rejects.toMatchObject(error)
    expect(await gone({ score: 'satisfaction', questions: ['again'] })).toMatchObject({ kind: 'none', effects: [] })
  })

  test('shows effects that were set for the place before those of the answers', async () => {
    const body = await ask('effects', 'country=Norway;store=Bergen')
    expect(body).toMatchObject({ source: 'block', n: null, r2: null, asOf: null, why: null })
    expect(
      body.rows.map(({ variable, effect, low }: { variable: string; effect: number; low: null }) => [
        variable,
        effect,
        low,
      ]),
    ).toEqual([
      ['tidy', 2, null],
      ['helpful', 0.5, null],
    ])
  })

  test('tells nothing of places that are not the reader’s own', async () => {
    const confined = await board.as({ filters: { store: ['Stockholm'] } })
    const above = await ask('effects', 'country=Sweden', confined)
    expect(above).toMatchObject({ rows: [], n: null, why: { en: 'Drivers are told for your own places alone.' } })
    expect((await ask('effects', 'country=Sweden;store=Stockholm', confined)).rows.length).toBeGreaterThan(1)
  })

  test('keeps what was computed until the answers change', async () => {
    const path = 'country=Sweden;store=Stockholm'
    const numbers = vi.spyOn(board.deps.analytics.store, 'numbers')
    const first = await ask('effects', path)
    const reads = () => numbers.mock.calls.filter(([of]) => toDollarStatement(of).text.endsWith('order by id')).length
    const asked = reads()
    expect(asked).toBeGreaterThan(0)
    expect(await ask('effects', path)).toEqual(first)
    expect((await ask('priorities', path)).asOf).toBe(first.asOf)
    expect(reads()).toBe(asked)
    expect(first.asOf).toBe('2026-02-10T12:00:00.000Z')
    await board.deps.db.transaction().execute((trx) => appendSurveyChange(trx, board.surveyId))
    await caughtUp(board.deps.analytics, board.deps.pool)
    expect(await ask('effects', path)).toEqual(first)
    expect(reads()).toBe(asked + 1)
    numbers.mockRestore()
  })
})

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('a priority chart', () => {
  test('is answered for a component id and a drill path: each question by its score and its effect (COMP-02)', async () => {
    const path = 'country=Sweden'
    const body = widgets.priority.calls.data.response.parse(await ask('priorities', path))
    const { rows: effects } = await ask('effects', path)
    expect(body.points.map((point) => effectRow.parse(point))).toEqual(effects)
    const isSwedish = (answers: Answers) => answers['country'] === 'Sweden'
    const answered = await columns(
      isSwedish,
      body.points.map(({ variable }) => number(variable)),
    )
    const scores = answered.map((column) => {
      const values = column.filter((value) => !Number.isNaN(value))
      return { mean: average([...values]), n: values.length }
    })
    for (const [at, { mean, n }] of scores.entries()) {
      expect(body.points[at]?.score).toBeCloseTo(mean, 9)
      expect(body.points[at]?.n).toBe(n)
    }
    const cut = {
      score: average(scores.map(({ mean }) => mean)),
      effect: average(body.points.map(({ effect }) => effect)),
    }
    expect(body.cutScore).toBeCloseTo(cut.score, 9)
    expect(body.cutEffect).toBeCloseTo(cut.effect, 1)
    for (const { score, effect, field } of body.points)
      expect(field).toBe(
        effect >= (body.cutEffect ?? 0)
          ? score >= (body.cutScore ?? 0)
            ? 'improve'
            : 'prioritise'
          : score >= (body.cutScore ?? 0)
            ? 'keep'
            : 'lower',
      )
  })

  test('is divided at the median or at goals as well', async () => {
    const { points, cutScore } = await ask('median')
    const ordered = points.map(({ score }: { score: number }) => score).toSorted((a: number, b: number) => a - b)
    expect(cutScore).toBeCloseTo(
      (ordered[Math.floor((ordered.length - 1) / 2)] + ordered[Math.ceil((ordered.length - 1) / 2)]) / 2,
      9,
    )
    const goals = await ask('goals')
    expect(goals.step).toBe('tenth')
    const clean = goals.points.find(({ variable }: { variable: string }) => variable === 'cleanness')
    expect(['improve', 'keep'].includes(clean.field)).toBe(clean.score >= 55)
    // Waiting is on the same axis: less of it is better, and it has no goal.
    const wait = goals.points.find(({ variable }: { variable: string }) => variable === 'wait')
    expect(wait.score).toBeGreaterThan(0)
    expect(goals.cutScore).toBeNull()
  })
})

test('the business drivers of the results block are the same effects, on the main indicator', async () => {
  const path = 'country=Sweden'
  const { status, body } = await everyone('GET', `/rest/widgets/drivers/${board.survey}/results/${path}`)
  expect(status).toBe(200)
  expect(body).toEqual(await ask('effects', path))
})

test('reports tell the same effects and priorities, with what they are computed from', async () => {
  const path = 'country=Sweden'
  const ctx = await board.contextAs()
  const access = await surveyAccess(ctx, board.survey)
  const components = ['effects', 'priorities', 'single']
  const report = await runWidgetReport(ctx, access, { components, drillPath: path, shown: shownAtFirst })
  const [chart, table, priorities, nothing] = (await report.sections()).sections
  const { rows: effects, n } = await ask('effects', path)
  const { points } = await ask('priorities', path)
  const values = effects.map(({ effect }: { effect: number }) => effect)
  expect(chart).toMatchObject({ kind: 'chart', shape: 'bar', series: [{ title: 'Effect', values }] })
  const cellsOf = async (section: ReportSection | undefined) => {
    const texts: string[][] = []
    if (section?.kind !== 'table') return texts
    for await (const row of section.rows) texts.push(row.map(({ text }) => text))
    return texts
  }
  expect((await cellsOf(table)).map(([question]) => question)).toEqual(points.map(() => expect.any(String)))
  expect((await cellsOf(table)).map(([, effect]) => Number(effect))).toEqual(values)
  expect((await cellsOf(priorities)).map((row) => row.at(-2))).toEqual(
    points.map(
      ({ field }: { field: 'prioritise' | 'improve' | 'keep' | 'lower' }) =>
        ({ prioritise: 'Prioritise', improve: 'Improve if possible', keep: 'Keep', lower: 'Lower priority' })[field],
    ),
  )
  const notes = table?.kind === 'table' ? (table.notes ?? []) : []
  expect(notes).toEqual(
    expect.arrayContaining([`Computed from ${n} answers.`, 'What goes together need not be cause and effect.']),
  )
  expect(notes.join(' ')).toContain('always: Everybody gave it the same answer.')
  // Where there is nothing to tell, the reason is.
  expect(nothing).toMatchObject({ kind: 'table', notes: [expect.stringMatching(/^Everybody gave the same answers/)] })
})
