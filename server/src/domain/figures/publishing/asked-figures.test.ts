import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { createLogger } from '#server/platform/log.ts'
import type { Analytics } from '../engine/analytics.ts'
import { AskedFigures, manyFigures, mostCounted, noteAsked } from './asked-figures.ts'
import type { AnsweredFigures, AskedDeps } from './asked-figures.ts'
import type { PublishingRules } from './publishing-rules.ts'
import type { PublishedGrouping } from './vocabulary.ts'

const day = '2026-02-10'
const numbered = (count: number, rows = 1, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ key: `figure ${from + at}`, rows }))

test('many single figures are reported, from the first above the limit until the day is marked as reported', () => {
  const counted = new AskedFigures()
  expect(counted.add('a', day, 1_000_000, numbered(manyFigures))).toBeNull()
  expect(counted.add('a', day, 1_000_000, numbered(manyFigures))).toBeNull()
  const reported = counted.add('a', day, 1_000_000, numbered(1, 1, manyFigures))
  expect(reported).toMatchObject({ figures: manyFigures + 1 })
  expect(counted.add('a', day, 1_000_000, numbered(1))).toBe(reported)
  if (reported) reported.isReported = true
  expect(counted.add('a', day, 1_000_000, numbered(manyFigures, 1, manyFigures))).toBeNull()
})

test('figures of many rows are reported above the number of figures in a period', () => {
  const counted = new AskedFigures()
  expect(counted.add('a', day, 50_000, numbered(10, 5_000))).toBeNull()
  expect(counted.add('a', day, 50_000, numbered(10, 5_000))).toBeNull()
  expect(counted.add('a', day, 50_000, numbered(1, 1, 10))).toMatchObject({ figures: 50_001 })
})

test('persons, surveys and days are counted separately', () => {
  const counted = new AskedFigures()
  for (const who of ['a', 'b']) expect(counted.add(who, day, 20, numbered(20))).toBeNull()
  expect(counted.add('a', '2026-02-11', 20, numbered(20, 1, 20))).toBeNull()
  expect(counted.add('b', day, 20, numbered(1, 1, 20))).not.toBeNull()
})

test('the least recently active are evicted, so that memory is bounded', () => {
  const counted = new AskedFigures()
  counted.add('early', day, 20, numbered(20))
  counted.add('again', day, 20, numbered(20))
  for (let at = 0; at < mostCounted - 2; at++) counted.add(`other ${at}`, day, 20, numbered(1))
  expect(counted.add('again', day, 20, numbered(0))).toBeNull()
  counted.add('one more', day, 20, numbered(1))
  expect(counted.add('early', day, 20, numbered(1, 1, 20))).toBeNull()
  expect(counted.add('again', day, 20, numbered(1, 1, 20))).not.toBeNull()
})

test('figures above the limit are not stored one by one, and as many persons are counted as said', () => {
  const counted = new AskedFigures()
  expect(counted.add('a', day, 1_000_000, numbered(manyFigures + 50))).toMatchObject({ figures: manyFigures + 1 })
  const full = new AskedFigures()
  full.add('early', day, 20, numbered(20))
  for (let at = 0; at < mostCounted - 1; at++) full.add(`other ${at}`, day, 20, numbered(1))
  expect(full.add('early', day, 20, numbered(1, 1, 20))).not.toBeNull()
})

describe('figures answered to a person', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await testDatabase()
  })

  afterAll(() => database.drop())

  const treeOf = (size: number): UnitTree => ({ size }) as UnitTree
  const single = (id: number, variable: string, choices: number): Question =>
    ({
      id,
      variable,
      type: 'single',
      choices: Array.from({ length: choices }, (_, code) => ({ code })),
    }) as unknown as Question
  const gender = single(1, 'gender', 3)
  const age = single(2, 'age', 4)
  const others = [
    { id: 3, variable: 'score', type: 'scale' },
    { id: 4, variable: 'wait', type: 'numeric' },
    { id: 5, variable: 'comment', type: 'text' },
  ] as Question[]
  const rules = {
    minimum: [10, 25, 50],
    backgrounds: new Map([
      ['gender', ''],
      ['age', ''],
      ['gone', ''],
    ]),
    bands: { age: [['a', 'b']] },
  } as unknown as PublishingRules
  const model = {
    id: 1,
    extName: 'bank',
    timeZone: 'Europe/Stockholm',
    questions: new Map([gender, age, ...others].map((question) => [question.variable, question])),
  } as unknown as SurveyModel
  const answered: AnsweredFigures = {
    model,
    tree: treeOf(99),
    rules,
    scope: 'all',
    asked: { place: null, period: null, backgrounds: [], by: { kind: 'none' } },
    indicators: [{ key: 'a', expression: 'mean(score)' }],
    rows: 1,
    total: false,
  }

  /** Someone's calls, with counts of their own. */
  const reader = (more: Partial<AskedDeps> = {}) => {
    const log = createLogger('silent')
    const lines = vi.spyOn(log, 'warn')
    const deps: AskedDeps = {
      db: database.db,
      analytics: {} as Analytics,
      clock: { now: () => new Date('2026-02-10T23:30:00Z') },
      work: { caller: 'user 7', signal: new AbortController().signal, endsAt: 0 },
      identity: { program: null, userId: null, universe: null, actor: null } as unknown as Identity,
      log,
      ...more,
    }
    return { note: (wish: Partial<AnsweredFigures>) => noteAsked(deps, { ...answered, ...wish }), lines, log, deps }
  }
  const figuresOf = async (wishes: readonly Partial<AnsweredFigures>[]): Promise<unknown> => {
    const { note, lines } = reader()
    for (const wish of wishes) await note(wish)
    // So many rows that the next report is certain, with the number of figures counted before.
    const before = lines.mock.calls.length
    expect(before).toBe(0)
    await note({ scope: 'last', rows: 1_000_000 })
    expect(lines).toHaveBeenCalledOnce()
    const [details] = lines.mock.calls[0] ?? []
    return Number((details as unknown as { figures: number }).figures) - 1_000_000
  }
  const by = (grouping: PublishedGrouping): Partial<AnsweredFigures> => ({ asked: { ...answered.asked, by: grouping } })

  test('are counted once each, by scope, place, period, background, grouping, expression and rule', async () => {
    const { asked } = answered
    const background = (question: Question, ...codes: number[]) => ({
      question,
      choices: codes.map((code) => ({ code, extName: '', title: {} })),
    })
    const different: Partial<AnsweredFigures>[] = [
      {},
      { scope: 'other' },
      { asked: { ...asked, place: { view: 'bank', path: ['a'] } } },
      { asked: { ...asked, place: { view: 'bank', path: ['b'] } } },
      { asked: { ...asked, period: { kind: 'month', first: 1, count: 1 } } },
      { asked: { ...asked, backgrounds: [background(gender, 0)] } },
      { asked: { ...asked, backgrounds: [background(gender, 1)] } },
      { asked: { ...asked, backgrounds: [background(gender, 0, 1)] } },
      { asked: { ...asked, backgrounds: [background(age, 0)] } },
      by({ kind: 'background', question: gender }),
      by({ kind: 'background', question: age }),
      by({ kind: 'period', period: 'month' }),
      by({ kind: 'level', view: 'bank', depth: 1 }),
      { indicators: [{ key: 'a', expression: 'count()' }] },
      { indicators: [{ key: 'a', expression: 'mean(score)', where: 'gender = f' }] },
    ]
    expect(await figuresOf([...different, ...different])).toBe(different.length)
    // Whatever the key, it is the same figure.
    expect(await figuresOf([{}, { indicators: [{ key: 'b', expression: 'mean(score)', where: '' }] }])).toBe(1)
  })

  test('count each row, and the figures of the whole place as one row more', async () => {
    const two = [
      { key: 'a', expression: 'mean(score)' },
      { key: 'b', expression: 'count()' },
    ]
    const grouped = { ...by({ kind: 'level', view: 'bank', depth: 1 }), indicators: two, rows: 40 }
    expect(await figuresOf([grouped])).toBe(80)
    expect(await figuresOf([{ ...grouped, total: true }])).toBe(82)
    // The whole place is the same figure when it is requested alone.
    expect(await figuresOf([{ ...grouped, total: true }, { indicators: two }])).toBe(82)
  })

  // Two questions have numbers; gender has three answers, age four and a band, so there are 8 filters by one background
  // and 15 by both.
  test.each<[string, Partial<AnsweredFigures>, number]>([
    ['every place, filter and pair of filters', {}, 100 * (1 + 8 + 15) * 2],
    ['one background at a time', { rules: { ...rules, minimum: [5, 25] }, tree: treeOf(999) }, 1000 * (1 + 8) * 2],
    ['no backgrounds', { rules: { ...rules, backgrounds: new Map() }, tree: treeOf(1999) }, 2000 * 2],
    ['a small survey, at least so many', { tree: treeOf(0) }, manyFigures],
  ])('are reported above as many as one period has: %s', async (_case, wish, most) => {
    const { note, lines } = reader()
    await note({ ...wish, rows: most })
    expect(lines).not.toHaveBeenCalled()
    await note({ ...wish, scope: 'other', rows: 1 })
    expect(lines).toHaveBeenCalledOnce()
  })

  test('are reported once a day of the survey, in the audit log too, and not for the program', async () => {
    let now = new Date('2026-02-10T22:30:00Z')
    const { note, lines, deps } = reader({ clock: { now: () => now }, requestId: 'request 1' })
    for (const scope of ['a', 'b', 'c']) await note({ scope, rows: 5000 })
    expect(lines).toHaveBeenCalledOnce()
    // In Stockholm it is the next day.
    now = new Date('2026-02-10T23:30:00Z')
    await note({ scope: 'd', rows: 4800 })
    expect(lines).toHaveBeenCalledOnce()
    await note({ scope: 'e', rows: 1 })
    expect(lines).toHaveBeenCalledTimes(2)
    expect(lines.mock.calls[1]?.[0]).toEqual({ caller: 'user 7', survey: 'bank', figures: 4801 })
    const entries = database.db.selectFrom('audit').select(['action', 'object', 'details'])
    expect(await entries.where('request_id', '=', 'request 1').execute()).toEqual([
      { action: 'figures.many', object: 'bank', details: { figures: 5000 } },
      { action: 'figures.many', object: 'bank', details: { figures: 4801 } },
    ])
    for (const missing of [{ work: undefined }, { identity: undefined }]) {
      await noteAsked({ ...deps, analytics: {} as Analytics, ...missing }, { ...answered, rows: 5000 })
      expect(lines).toHaveBeenCalledTimes(2)
    }
  })

  test('are counted by person and survey', async () => {
    const { note, lines, deps } = reader()
    await note({ rows: 4800 })
    const work = { caller: 'user 8', signal: new AbortController().signal, endsAt: 0 }
    await noteAsked({ ...deps, work }, { ...answered, scope: 'other', rows: 1 })
    await note({ model: { ...model, id: 2 }, scope: 'other', rows: 1 })
    expect(lines).not.toHaveBeenCalled()
    await note({ scope: 'other', rows: 1 })
    expect(lines).toHaveBeenCalledOnce()
  })

  test('are reported again where the audit log could not be written, and fail no request', async () => {
    const closed = await testDatabase()
    await closed.drop()
    const { lines, log, deps } = reader()
    const errors = vi.spyOn(log, 'error')
    await noteAsked({ ...deps, db: closed.db }, { ...answered, rows: 5000 })
    expect([lines.mock.calls.length, errors.mock.calls.length]).toEqual([1, 1])
    expect(errors.mock.calls[0]?.[0]).toEqual({ err: expect.any(Error) })
    await noteAsked(deps, answered)
    await noteAsked(deps, { ...answered, scope: 'other' })
    expect([lines.mock.calls.length, errors.mock.calls.length]).toEqual([2, 1])
    // Neither log nor request id is needed.
    await noteAsked({ ...deps, analytics: {} as Analytics, log: undefined, db: closed.db }, { ...answered, rows: 5000 })
  })
})
