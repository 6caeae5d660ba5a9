import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { ActionFigure } from '#server/platform/db-action-types.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { createSurvey, createUniverse } from '#server/testing/factories.ts'
import type { MadeSurvey, TestRow, TestSurvey } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { spanEndingOn } from './effective-period.ts'
import { closeActions } from './evaluate-store.ts'
import { evaluateActions } from './evaluate.ts'
import { effectByHand, meanOf } from './testing/effect-by-hand.ts'
import type { Answers } from './testing/effect-by-hand.ts'

let program: TestDeps
let ctx: Ctx
const clock = { now: () => new Date('2026-04-10T12:00:00Z') }

beforeAll(async () => {
  program = await testDeps({ clock })
  ctx = programContext(program.deps, 'test')
})
afterAll(() => program.close())

const stores = ['moved', 'also', 'calm', 'busy', 'earlier', 'small', 'quick', 'closing', 'elsewhere'] as const
type Store = (typeof stores)[number]

/** Answers of a store on a day, which depend on both; the ratings of one rose in the spring, the waits of one fell. */
function answersOf(store: Store, day: number): TestRow[] {
  const isSpring = day >= 100
  const date = new Date(Date.UTC(2025, 8, 20 + day)).toISOString().slice(0, 10)
  const count = store === 'small' ? (day % 60 === 0 ? 1 : 0) : 1
  return Array.from({ length: count }, (_, index) => {
    const draw = (day * 37 + stores.indexOf(store) * 11 + index * 5) % 7
    const rating = Math.min(10, draw + 1 + (isSpring ? (store === 'moved' ? 4 : draw % 2) : 0))
    const wait = 20 + draw * 2 - (isSpring && store === 'quick' ? 12 : 0) + (isSpring ? draw % 3 : 0)
    const country = store === 'elsewhere' ? 'Norway' : 'Sweden'
    return { date, answers: { country, store, rating, wait, channel: day % 3 === 0 ? 'web' : 'till' } }
  })
}

const spring: TestSurvey = {
  questions: {
    country: { type: 'single', choices: ['Sweden', 'Norway'] },
    store: { type: 'single', choices: stores },
    channel: { type: 'single', choices: ['web', 'till'] },
    rating: { type: 'scale', min: 1, max: 10 },
    wait: { type: 'numeric' },
  },
  views: { organisation: ['country', 'store'] },
  rows: stores.flatMap((store) => Array.from({ length: 200 }, (_, day) => answersOf(store, day)).flat()),
  config: `
lowBase: 30
indicators:
  rated: { expression: "mean(rating)", decimals: 1 }
  waited: { expression: "mean(wait)", inverse: true, decimals: 1 }
  middle: { expression: "median(rating)", decimals: 1 }
actions: { items: [rated, waited, middle] }`,
}

interface NewAction {
  unit?: Store | 'Sweden'
  extname: string
  goal: number
  expression?: string
  filters?: string
  start?: string
  deadline?: string
  state?: number
  baseline?: ActionFigure
}

const expressions: Record<string, string> = { rated: 'mean(rating)', waited: 'mean(wait)', middle: 'median(rating)' }

/** A survey with its actions, in their order. */
async function survey(
  actions: readonly NewAction[],
  more: Partial<TestSurvey> = {},
  period = 'rel_-3m_0d',
): Promise<MadeSurvey & { actionIds: number[]; unitIds: Map<string, number> }> {
  const { db, analytics, pool } = program.deps
  const { id } = await createUniverse(db)
  const made = await createSurvey(db, id, { ...spring, ...more })
  const units = await db.selectFrom('unit').select(['id', 'ext_name as name']).where('universe_id', '=', id).execute()
  const unitIds = new Map(units.map((unit) => [unit.name, unit.id]))
  const rows = await db
    .insertInto('action')
    .values(
      actions.map((one) => ({
        survey_id: made.surveyId,
        view: 'organisation',
        unit_id: one.unit === undefined ? null : (unitIds.get(one.unit) ?? 0),
        extname: one.extname,
        expression: one.expression ?? expressions[one.extname] ?? '',
        filters: one.filters ?? '',
        goal: one.goal,
        period,
        period_start: one.start ?? '2026-01-01',
        deadline: one.deadline ?? '2026-03-31',
        state: one.state ?? 0,
        baseline: one.baseline ? JSON.stringify(one.baseline) : null,
      })),
    )
    .returning('id')
    .execute()
  await caughtUp(analytics, pool)
  return { ...made, actionIds: rows.map((row) => row.id), unitIds }
}

const evaluate = ({ surveyId }: MadeSurvey) => evaluateActions(ctx, { surveyId })

async function actionsOf({ surveyId }: MadeSurvey) {
  const rows = await program.deps.db
    .selectFrom('action')
    .where('survey_id', '=', surveyId)
    .selectAll()
    .orderBy('id')
    .execute()
  return rows
}

/** Comments of an action, which are the program's alone. */
function notesOf(actionId: number | undefined) {
  return program.deps.db
    .selectFrom('action_comment')
    .select(['message', 'score', 'goal', 'username'])
    .where('action_id', '=', actionId ?? 0)
    .execute()
}

/** The answers that a store gave in a span, from the table itself. */
async function given(made: MadeSurvey, store: Store, question: string, span: ActionFigure | null, channel?: string) {
  const { rows } = await program.deps.pool.query<{ value: number }>(
    `select (answers->>$2)::float8 as value from response
      where survey_id = $1 and state = 0 and answers->>'store' = $3 and event_date >= $4 and event_date < $5
        and ($6::text is null or answers->>'channel' = $6)`,
    [made.surveyId, question, store, span?.from, span?.to, channel ?? null],
  )
  return rows.map(({ value }) => value)
}

const usual: NewAction[] = [
  { unit: 'moved', extname: 'rated', goal: 7 },
  // Overlaps the first by a day.
  { unit: 'also', extname: 'rated', goal: 9.9, deadline: '2026-01-01', start: '2025-12-01' },
  { unit: 'earlier', extname: 'rated', goal: 1, start: '2025-09-01', deadline: '2025-12-31', state: 1 },
  { unit: 'quick', extname: 'waited', goal: 20 },
  { unit: 'small', extname: 'waited', goal: 20 },
  { unit: 'calm', extname: 'gone', goal: 5, expression: 'mean(gone)' },
  { extname: 'rated', goal: 3 },
  { unit: 'calm', extname: 'middle', goal: 3 },
  { unit: 'busy', extname: 'waited', goal: 1, filters: 'channel=web' },
  { unit: 'busy', extname: 'middle', goal: 5, expression: 'median(lost)' },
]

describe('an evaluation', () => {
  let made: Awaited<ReturnType<typeof survey>>
  let rows: Awaited<ReturnType<typeof actionsOf>>
  const answers = async (store: Store, at: number, question: string, channel?: string): Promise<Answers> => [
    await given(made, store, question, rows[at]?.result?.before ?? null, channel),
    await given(made, store, question, rows[at]?.result?.end ?? null, channel),
  ]

  beforeAll(async () => {
    made = await survey(usual)
    await program.deps.db
      .updateTable('unit')
      .set({ valid_to: '2026-02-01' })
      .where('id', '=', made.unitIds.get('closing') ?? 0)
      .execute()
    await write(ctx, (tx) => tx.surveyChanged(made.surveyId))
    await caughtUp(program.deps.analytics, program.deps.pool)
    expect(await evaluate(made)).toEqual({ completed: 4, failed: 5, frozen: 0 })
    rows = await actionsOf(made)
  })

  test('closes as completed what met its goal, and as failed what missed it or has no figure', () => {
    expect(rows.map(({ state }) => state)).toEqual([1, 2, 1, 1, 2, 2, 1, 1, 2, 2])
    expect(rows.filter(({ closed_at: at }) => at !== null)).toHaveLength(9)
    expect(rows.map(({ version }) => version)).toEqual([2, 2, 1, 2, 2, 2, 2, 2, 2, 2])
  })

  test('compares with units beside it that were open all the time and had no such action meanwhile', async () => {
    const beside: Answers[] = []
    for (const store of ['calm', 'busy', 'earlier', 'quick'] as const) beside.push(await answers(store, 0, 'rating'))
    const own = await answers('moved', 0, 'rating')
    const result = rows[0]?.result
    const by = effectByHand(own, beside)
    expect(result?.end).toMatchObject({ ...spanEndingOn('rel_-3m_0d', '2026-03-31'), n: own[1].length })
    expect(result?.before).toMatchObject({ ...spanEndingOn('rel_-3m_0d', '2025-12-31'), n: own[0].length })
    expect(result?.end.value).toBeCloseTo(meanOf(own[1]), 10)
    expect(result?.difference).toBeCloseTo(by.difference, 9)
    expect(result?.standardError).toBeCloseTo(by.error, 9)
    expect(result?.low).toBeCloseTo(by.low, 5)
    expect(result?.comparable).toBe(4)
    expect(result?.comparableBefore).toBe(beside.reduce((sum, [before]) => sum + before.length, 0))
    expect(result?.comparableAfter).toBe(beside.reduce((sum, [, after]) => sum + after.length, 0))
    expect(by.low).toBeGreaterThan(0)
    const [note] = await notesOf(rows[0]?.id)
    expect(note).toMatchObject({ goal: 7, username: '', score: result?.end.value })
    expect(note?.message).toMatch(/^The goal 7\.0 was met: 7\.\d\. The change is better than in comparable units: \+/)
  })

  test('of an inverse indicator is better where the figure falls', async () => {
    const beside: Answers[] = []
    for (const store of ['moved', 'also', 'calm', 'earlier'] as const) beside.push(await answers(store, 3, 'wait'))
    const by = effectByHand(await answers('quick', 3, 'wait'), beside)
    expect(rows[3]?.result?.difference).toBeCloseTo(by.difference, 9)
    expect(rows[3]?.result?.comparable).toBe(4)
    expect(by.high).toBeLessThan(0)
    const [note] = await notesOf(rows[3]?.id)
    expect(note?.message).toContain('The change is better than in comparable units: −')
  })

  test('counts the rows of its filters alone', async () => {
    const own = await answers('busy', 8, 'wait', 'web')
    expect(rows[8]?.result?.end.value).toBeCloseTo(meanOf(own[1]), 10)
    expect(rows[8]?.result?.end.n).toBe(own[1].length)
  })

  test('says why nothing can be said', async () => {
    const messages: (string | undefined)[] = []
    for (const { id } of rows) messages.push((await notesOf(id))[0]?.message)
    expect(rows[4]?.result).toMatchObject({ difference: null, comparable: 4 })
    expect(messages[4]).toContain('Too few answers, here or in comparable units, to say what it changed.')
    expect(rows[5]?.result).toMatchObject({ difference: null, end: { value: null } })
    expect(messages[5]).toBe(
      'The goal counts as missed, because the figure is not shown: "gone" can no longer be acted on.',
    )
    expect(rows[6]?.result).toMatchObject({ difference: null, comparable: 0 })
    expect(messages[6]).toMatch(/^The goal 3\.0 was met: .* Too few answers/)
    expect(messages[7]).toContain('this kind of figure has no interval')
    expect(messages[9]).toMatch(/^The goal counts as missed, because the figure is not shown: .*lost/)
    expect(messages[2]).toBeUndefined()
  })

  test('is in the audit log, and done again it changes nothing', async () => {
    const before = await actionsOf(made)
    expect(await evaluate(made)).toEqual({ completed: 0, failed: 0, frozen: 0 })
    expect(await actionsOf(made)).toEqual(before)
    const audit = await program.deps.db
      .selectFrom('audit')
      .select(['action', 'universe_id as universe', 'details'])
      .where('survey_id', '=', made.surveyId)
      .where('action', '=', 'action.evaluate')
      .execute()
    const ids = (state: number) => made.actionIds.filter((_, at) => at !== 2 && rows[at]?.state === state)
    expect(audit).toEqual([
      { action: 'action.evaluate', universe: made.universeId, details: { completed: ids(1), failed: ids(2) } },
    ])
  })
})

test('the figure before the start is frozen once it has started, and later changes of the data do not move it', async () => {
  const frozen = { from: '2025-10-01', to: '2026-01-01', value: 2, n: 400, low: 1.9, high: 2.1 }
  const made = await survey([
    { unit: 'moved', extname: 'rated', goal: 9, start: '2026-02-01', deadline: '2026-04-10' },
    { unit: 'calm', extname: 'rated', goal: 9, start: '2026-04-11', deadline: '2026-08-01' },
    { unit: 'busy', extname: 'rated', goal: 3, baseline: frozen },
  ])
  expect(await evaluate(made)).toEqual({ completed: 1, failed: 0, frozen: 1 })
  const [started, later, closed] = await actionsOf(made)
  const answers = await given(made, 'moved', 'rating', started?.baseline ?? null)
  expect(started).toMatchObject({
    state: 0,
    version: 1,
    baseline: { ...spanEndingOn('rel_-3m_0d', '2026-01-31'), n: answers.length },
  })
  expect(started?.baseline?.value).toBeCloseTo(meanOf(answers), 10)
  expect(later).toMatchObject({ state: 0, baseline: null })
  expect(closed?.baseline).toEqual(frozen)
  expect(closed?.result?.before).toEqual(frozen)
  await program.deps.db.updateTable('response').set({ answers: '{}' }).where('survey_id', '=', made.surveyId).execute()
  await write(ctx, (tx) => tx.surveyChanged(made.surveyId))
  await caughtUp(program.deps.analytics, program.deps.pool)
  expect(await evaluate(made)).toEqual({ completed: 0, failed: 0, frozen: 0 })
  expect((await actionsOf(made))[0]?.baseline).toEqual(started?.baseline)
})

describe('each action is closed once', () => {
  const many = Array.from({ length: 600 }, (_, at): NewAction => ({
    unit: stores[at % 6] ?? 'calm',
    extname: 'rated',
    goal: at % 10,
  }))

  test('by several servers', async () => {
    const made = await survey(many)
    const done = await Promise.all([evaluate(made), evaluate(made), evaluate(made)])
    // What one server is closing the others leave out; nothing is left for a later run but that.
    done.push(await evaluate(made))
    expect(done.reduce((sum, { completed, failed }) => sum + completed + failed, 0)).toBe(600)
    const { rows } = await program.deps.pool.query<{ notes: number; closed: number }>(
      `select count(*) as notes, count(distinct a.id) filter (where a.state <> 0 and a.version = 2) as closed
         from action a join action_comment c on c.action_id = a.id where a.survey_id = $1`,
      [made.surveyId],
    )
    expect(rows).toEqual([{ notes: 600, closed: 600 }])
  })

  test('after a run that was stopped, which tells how far it came', async () => {
    const made = await survey(many)
    const stop = new AbortController()
    const told: { done: number; total: number }[] = []
    const progress = (at: { done: number; total: number }): void => {
      told.push(at)
      if (at.done > 0) stop.abort(new Error('stopped'))
    }
    await expect(evaluateActions(ctx, { surveyId: made.surveyId, signal: stop.signal, progress })).rejects.toThrow(
      'stopped',
    )
    expect(told).toEqual([
      { done: 0, total: 600 },
      { done: 250, total: 600 },
    ])
    const { completed, failed } = await evaluate(made)
    expect(completed + failed).toBe(350)
  })

  test('and not over a change that somebody made meanwhile', async () => {
    const made = await survey([{ unit: 'calm', extname: 'rated', goal: 1 }])
    const [id = 0] = made.actionIds
    const end = { from: '2026-01-01', to: '2026-04-01', value: 1, n: 1, low: null, high: null }
    const unknown = { difference: null, standardError: null, low: null, high: null }
    const result = { before: null, end, ...unknown, comparable: 0, comparableBefore: 0, comparableAfter: 0 }
    const closing = { id, state: 1 as const, result, score: 1, message: '' }
    expect(await write(ctx, (tx) => closeActions(tx, [{ ...closing, version: 2 }]))).toEqual([])
    expect(await write(ctx, (tx) => closeActions(tx, [{ ...closing, version: 1 }]))).toMatchObject([{ id, state: 1 }])
    expect((await actionsOf(made))[0]?.baseline).toBeNull()
  })
})

test('in an anonymous survey, published figures alone are used', async () => {
  const config = `${spring.config}\nanonymity: { filters: [channel] }`
  const made = await survey(
    [
      { unit: 'moved', extname: 'rated', goal: 5 },
      { unit: 'small', extname: 'rated', goal: 1 },
      { unit: 'calm', extname: 'waited', goal: 99 },
    ],
    { config },
    'last_1q',
  )
  expect(await evaluate(made)).toEqual({ completed: 1, failed: 2, frozen: 0 })
  const [moved, small, calm] = await actionsOf(made)
  expect(moved?.state).toBe(1)
  // With noise, and counted in fives.
  const answers = await given(made, 'moved', 'rating', moved?.result?.end ?? null)
  expect(moved?.result?.end.value).not.toBeCloseTo(meanOf(answers), 8)
  expect(moved?.result?.end.value).toBeCloseTo(meanOf(answers), 0)
  expect((moved?.result?.end.n ?? 0) % 5).toBe(0)
  expect(small?.result).toMatchObject({ difference: null, end: { value: null, n: 0 } })
  expect((await notesOf(small?.id))[0]?.message).toMatch(
    /^The goal counts as missed, because the figure is not shown: /,
  )
  // Means of numbers are never published.
  expect(calm?.result?.end.value).toBeNull()
})
