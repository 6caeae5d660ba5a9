import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex } from '@gensvar/contract/periods'
import type { WholePeriodKind, WholePeriods } from '@gensvar/contract/periods'
import { describe, expect, test } from 'vitest'
import type { Question, QuestionType, SurveyShape } from '#server/domain/survey/survey-model.ts'
import { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { heldStore } from '#server/testing/held-store.ts'
import { Sums } from '../expressions/atom-plan.ts'
import type { IndicatorValue } from '../expressions/figure-arithmetic.ts'
import { ColumnSource } from '../rows/column-source.ts'
import { SurveyTables } from '../store/tables.ts'
import type { ResponseRow } from '../store/response-row.ts'
import { shownCount } from './figure-law.ts'
import { KeyedNoise, noiseLevel } from './keyed-noise.ts'
import { publishFigures, unitsBelow } from './published-figures.ts'
import { compilePublished } from './published-indicators.ts'
import type { PublishingRules } from './publishing-rules.ts'
import { rowTerms } from './row-terms.ts'
import type { Background, PublishedRequest } from './vocabulary.ts'

const unit = (id: number, viewId: number, extName: string, parentId: number | null = null): Unit =>
  ({ id, viewId, extName, parentId, depth: parentId === null ? 1 : 2, aliases: [] }) as unknown as Unit

const bank = { id: 1, extName: 'bank', title: {}, levels: ['region', 'branch'] }
const channels = { id: 2, extName: 'channels', title: {}, levels: ['channel'] }
const tree = new UnitTree([
  unit(1, 1, 'north'),
  unit(2, 1, 'south'),
  unit(3, 1, 'Kiruna', 1),
  unit(4, 1, 'Lund', 2),
  unit(5, 1, 'Ystad', 2),
  unit(6, 2, 'web'),
])

function question(id: number, variable: string, type: QuestionType, ends: [number, number] | null = null): Question {
  const [scaleMin, scaleMax] = ends ?? [null, null]
  const none = { choices: [], choiceByName: new Map(), choiceByCode: new Map() }
  return { id, variable, type, scaleMin, scaleMax, ...none } as unknown as Question
}

function single(id: number, variable: string, names: readonly string[]): Question {
  const choices = names.map((extName, code) => ({ extName, code, title: {} }))
  const choiceByName = new Map(choices.map((choice) => [choice.extName, choice]))
  const choiceByCode = new Map(choices.map((choice) => [choice.code, choice]))
  return { ...question(id, variable, 'single'), choices, choiceByName, choiceByCode }
}

const score = question(1, 'score', 'scale', [1, 10])
const loyal = question(2, 'loyal', 'scale', [0, 10])
const wait = question(3, 'wait', 'numeric')
const gender = single(4, 'gender', ['f', 'm', 'x'])
const age = single(5, 'age', ['young', 'old'])
const again = question(6, 'again', 'scale', [0, 1])
const survey = {
  id: 1,
  version: 1,
  views: [bank, channels],
  questions: new Map([score, loyal, wait, gender, age, again].map((one) => [one.variable, one])),
} as SurveyShape
const source = new ColumnSource(survey, tree, new Date(0))

let keys = 0

/** Interviews of one branch on a day, released unless told otherwise. */
function people(count: number, more: Partial<ResponseRow> = {}): ResponseRow[] {
  return Array.from({ length: count }, (_, at) => ({
    id: ++keys,
    state: 0,
    eventDate: '2026-02-03',
    answers: { score: 4, loyal: 10, gender: 'f' },
    unitIds: [4, 6],
    language: null,
    alerts: { open: 0, processing: 0, closed: 0 },
    recipients: [],
    recordKey: (keys * 2_654_435_761 + at) % 2 ** 32,
    released: true,
    ...more,
  }))
}

const named: PublishingRules = {
  isAnonymous: false,
  minimum: [5, 25],
  backgrounds: new Map([
    ['gender', ''],
    ['age', ''],
  ]),
  scores: new Map(),
  bands: {},
  base: null,
  runningFrom: '',
}
const anonymous: PublishingRules = {
  ...named,
  isAnonymous: true,
  minimum: [10, 25, 50],
  base: 'quarter',
  runningFrom: '2026-04-01',
}

const noise = new KeyedNoise(Buffer.alloc(32, 7))
/** Answers without any spread have no noise. */
const silent = { score: 0, loyal: 0, wait: 0, again: 0 }
const all: PublishedRequest = { place: null, period: null, backgrounds: [], by: { kind: 'none' } }

interface Wish extends Partial<PublishedRequest> {
  rows: readonly ResponseRow[]
  rules?: PublishingRules
  spreads?: Readonly<Record<string, number>>
  total?: boolean
}

function publish({ rows, rules = anonymous, spreads = silent, total = false, ...asked }: Wish, expressions: string[]) {
  return publishFigures({
    store: heldStore(new SurveyTables(survey, tree), rows),
    source,
    publication: { rules, noise, spreads, key: '' },
    fixed: [],
    asked: { ...all, ...asked },
    indicators: expressions.map((expression) => ({ key: expression, expression })),
    total,
    signal: new AbortController().signal,
  })
}

/** Values of the only row. */
async function whole(wish: Wish, ...expressions: string[]): Promise<IndicatorValue[]> {
  const { rows } = await publish(wish, expressions)
  expect(rows).toHaveLength(1)
  return rows[0]?.values ?? []
}

const shown = (value: IndicatorValue | undefined) => (value?.suppressed ? String(value.why) : value?.value)
const few = (least: number): string => `Fewer than ${least} answers.`

async function shownOf(wish: Wish, ...expressions: string[]): Promise<unknown[]> {
  return (await whole(wish, ...expressions)).map(shown)
}

async function byName(wish: Wish, expression = 'count()'): Promise<unknown> {
  const { rows } = await publish(wish, [expression])
  return Object.fromEntries(rows.map(({ key, values }) => [key.name, shown(values[0])]))
}

const choose = (of: Question, ...names: string[]): Background => ({
  question: of,
  choices: of.choices.filter((choice) => names.includes(choice.extName)),
})
const periods = (kind: WholePeriodKind, day: string, count = 1): WholePeriods => ({
  kind,
  first: periodIndex(kind, toDayNumber(day)),
  count,
})
const closed = periods('quarter', '2026-02-03')

describe('comparisons in a named survey', () => {
  test('without a background are exact, from as many answers as the rules say', async () => {
    const rows = [...people(4), ...people(1, { answers: { loyal: 0, wait: 6.125 } })]
    expect(await shownOf({ rows, rules: named }, 'mean(score)', 'mean(loyal)', 'nps(loyal)', 'count()')).toEqual([
      few(5),
      8,
      60,
      5,
    ])
    expect(await shownOf({ rows: rows.slice(1), rules: named }, 'mean(loyal)', 'count()')).toEqual([few(5), few(5)])
    const [mean] = await whole({ rows: [...rows, ...people(2)], rules: named }, 'mean(score)')
    expect(mean).toMatchObject({ value: 4, n: 6 })
    const numbers = people(5, { answers: { wait: 6.125 } })
    expect(await shownOf({ rows: numbers, rules: named }, 'mean(wait)', 'sum(wait)', 'median(wait)')).toEqual([
      6.125, 30.625, 6.125,
    ])
  })

  test('with a background are rounded, of fewer kinds, and need more answers', async () => {
    const rows = [
      ...people(26, { answers: { score: 4, wait: 1, gender: 'f' } }),
      ...people(24, { answers: { score: 9, gender: 'm' } }),
    ]
    const wish: Wish = { rows, rules: named, backgrounds: [choose(gender, 'f')] }
    expect(await shownOf(wish, 'mean(score)', 'mean(wait)', 'count()', 'mean(loyal)')).toEqual([4, 1, 25, few(25)])
    expect(await shownOf({ ...wish, backgrounds: [choose(gender, 'm')] }, 'mean(score)', 'count()')).toEqual([
      few(25),
      few(25),
    ])
    expect(await shownOf({ ...wish, backgrounds: [choose(gender, 'f', 'm')] }, 'mean(score)')).toEqual([6.4])
    // It is a background as well where an indicator's own rule or the grouping has it.
    const rule = ' where gender = f'
    expect(await shownOf({ rows, rules: named }, `mean(score)${rule}`, `count()${rule}`, `sum(score)${rule}`)).toEqual([
      4,
      25,
      'This kind of figure is not shown here.',
    ])
    expect(await byName({ rows, rules: named, by: { kind: 'background', question: gender } })).toEqual({
      f: 25,
      m: few(25),
      x: few(25),
    })
    const both = 'More background questions than can be combined.'
    expect(await shownOf({ ...wish, backgrounds: [choose(gender, 'f'), choose(age, 'old')] }, 'count()')).toEqual([
      both,
    ])
    expect(await shownOf(wish, 'count() where age = old', 'mean(score)')).toEqual([both, 4])
    const grouped = await publish({ ...wish, by: { kind: 'background', question: age } }, ['count()'])
    expect(grouped.rows.map(({ values }) => shown(values[0]))).toEqual([both, both])
  })

  test('include what has not been released, and no sample', async () => {
    const unreleased = people(30, { released: false })
    expect(await shownOf({ rows: unreleased, rules: named, backgrounds: [choose(gender, 'f')] }, 'count()')).toEqual([
      30,
    ])
    const rows = [...people(5, { released: false }), ...people(5, { state: 2 })]
    expect(await shownOf({ rows, rules: named }, 'count()', 'samples()', 'samples(2)')).toEqual([5, 10, 5])
  })
})

describe('figures of an anonymous survey', () => {
  test('count what is released alone, and samples whatever they are', async () => {
    const rows = [
      ...people(20),
      ...people(30, { released: false, answers: { score: 10 } }),
      ...people(40, { state: 2, released: false }),
    ]
    const figures = ['mean(score)', 'count()', 'samples()', 'samples(2)', 'responserate()']
    const values = await whole({ rows, period: closed }, ...figures)
    expect(values.slice(0, 4).map(shown)).toEqual([4, 20, 60, 40])
    // 20 of 60 who were asked.
    expect(Math.abs((values[4]?.value ?? 0) - 100 / 3)).toBeLessThan(45 * noiseLevel(60) * 3.6 + 1)
    expect(values[4]).toMatchObject({ n: 60, suppressed: false })
  })

  test('have a minimum by the number of backgrounds, of answers to the question', async () => {
    const rows = [...people(49), ...people(1, { answers: { loyal: 3, gender: 'f', age: 'old' } })]
    const answer = (count: number, more: Partial<Wish> = {}) =>
      shownOf({ rows: rows.slice(0, count), period: closed, ...more }, 'mean(score)', 'count()')
    expect(await answer(10)).toEqual([4, 10])
    expect(await answer(9)).toEqual([few(10), few(10)])
    const female = { backgrounds: [choose(gender, 'f')] }
    expect(await answer(25, female)).toEqual([4, 25])
    expect(await answer(24, female)).toEqual([few(25), few(25)])
    const two = { backgrounds: [choose(gender, 'f'), choose(age, 'old')] }
    const old = (count: number) => people(count, { answers: { score: 4, gender: 'f', age: 'old' } })
    expect(await answer(0, { ...two, rows: old(50) })).toEqual([4, 50])
    expect(await answer(0, { ...two, rows: old(49) })).toEqual([few(50), few(50)])
    expect(await answer(50, two)).toEqual([few(50), few(50)])
    expect(await shownOf({ rows: rows.slice(-9), period: closed }, 'mean(score)')).toEqual([few(10)])
    // A question of which no spread is known has too few answers.
    expect(await shownOf({ rows, period: closed, spreads: {} }, 'mean(score)', 'mean(loyal)')).toEqual([
      few(10),
      few(10),
    ])
  })

  test('have the noise of their records: of the set, and of those who answered', async () => {
    const rows = [...people(30), ...people(10, { answers: {} })]
    const spreads = { ...silent, score: 2 }
    const [mean] = await whole({ rows, period: closed, spreads }, 'mean(score)')
    const keysOf = (part: readonly ResponseRow[]) => ({
      count: part.length,
      keys: part.reduce((sum, { recordKey }) => sum + recordKey, 0),
    })
    const z = noise.of('mean(score)', keysOf(rows), keysOf(rows.slice(0, 30)))
    expect(mean?.value).toBe(Math.round((4 + 2 * noiseLevel(30) * z) * 10) / 10)
    expect(mean?.n).toBe(shownCount(30))
    // Shares add up to 100: the part of the noise that figures have in common would be theirs.
    const [share, points] = await whole({ rows, period: closed }, 'topbox(loyal, 1)', 'nps(loyal)')
    const ofShare = noise.of('topbox(loyal,1)', keysOf(rows), keysOf(rows.slice(0, 30)), 'set of topbox(loyal,1)')
    const ofPoints = noise.of('nps(loyal)', keysOf(rows), keysOf(rows.slice(0, 30)))
    const within = (low: number, value: number) => Math.min(100, Math.max(low, Math.round(value)))
    expect(share?.value).toBe(within(0, 100 + 45 * noiseLevel(30) * ofShare))
    expect(points?.value).toBe(within(-100, 100 + 75 * noiseLevel(30) * ofPoints))
    const [low] = await whole({ rows, period: closed }, 'bottombox(loyal, 1)')
    const ofLow = noise.of('bottombox(loyal,1)', keysOf(rows), keysOf(rows.slice(0, 30)), 'set of bottombox(loyal,1)')
    expect(low?.value).toBe(within(0, 45 * noiseLevel(30) * ofLow))
  })

  test('as an index are the shown mean moved to 0-100, with its interval', async () => {
    const rows = people(50, { answers: { score: 4, loyal: 7, wait: 3 } })
    const spreads = { ...silent, score: 2, loyal: 1 }
    const [mean, index, other, both, hidden] = await whole(
      { rows, period: closed, spreads },
      ...['mean(score)', 'index(score)', 'index(loyal)', 'csi(score, loyal)', 'csi(score, again, loyal)'],
    )
    const moved = (value: number | null | undefined) => (((value ?? 0) - 1) * 100) / 9
    expect(mean?.low).toBeLessThan(mean?.value ?? 0)
    expect(index?.value).toBeCloseTo(moved(mean?.value), 9)
    expect(index?.low).toBeCloseTo(moved(mean?.low), 9)
    expect(index?.high).toBeCloseTo(moved(mean?.high), 9)
    expect(index?.n).toBe(50)
    const half = (end: 'value' | 'low' | 'high') => ((index?.[end] ?? 0) + (other?.[end] ?? 0)) / 2
    for (const end of ['value', 'low', 'high'] as const) expect(both?.[end]).toBeCloseTo(half(end), 9)
    expect(shown(hidden)).toBe(few(10))
    const fewer = [...rows, ...people(20, { answers: { score: 4 } })]
    const [smaller] = await whole({ rows: fewer, period: closed, spreads }, 'csi(score, loyal)')
    expect(smaller?.n).toBe(50)
    // Its median and its sum would show single answers, and a number has no scale.
    const never = 'This kind of figure is not shown here.'
    const ofAlerts = ['alerts(any)', 'alerttime(first)', 'alertshare(reopened)', 'alertreason(cause, 1)']
    const kinds = ['median(score)', 'sum(score)', ...ofAlerts, 'mean(wait)', 'index(wait)', 'csi(score, gender)']
    expect(await shownOf({ rows, period: closed }, ...kinds)).toEqual(kinds.map(() => never))
  })

  test('have an interval where they are moved by a plain number, and none where two are combined', async () => {
    const rows = people(50, { answers: { score: 4, loyal: 7 } })
    const sums = [
      'mean(score) + 2',
      'index(score) + mean(score)',
      'csi(score, loyal) + mean(score)',
      'count() * mean(score)',
    ]
    const values = await whole({ rows, period: closed, spreads: { ...silent, score: 2 } }, ...sums)
    expect(values.map(({ low }) => low !== null)).toEqual([true, false, false, false])
  })

  test('with a background that was added later are of periods since then', async () => {
    const rows = people(30)
    const backgrounds = [choose(gender, 'f')]
    const since = (day: string) => ({ ...anonymous, backgrounds: new Map([['gender', day]]) })
    const later = 'In this period there was no such filter yet.'
    const figures = ['mean(score)', 'count()']
    expect(await shownOf({ rows, period: closed, backgrounds, rules: since('2026-04-01') }, ...figures)).toEqual([
      later,
      later,
    ])
    expect(await shownOf({ rows, period: closed, backgrounds, rules: since('2026-01-01') }, ...figures)).toEqual([
      4, 30,
    ])
  })

  test('count a rule on backgrounds as one more, and are withheld under any other rule', async () => {
    const rows = [...people(30), ...people(30, { answers: { score: 4, gender: 'm', loyal: 1 } })]
    const values = await shownOf(
      { rows, period: closed },
      ...['count() where gender = f', 'mean(score) where gender = f', 'count() where loyal > 5', 'count()'],
    )
    expect(values).toEqual([30, 4, 'It counts by more than background questions.', 60])
    await expect(publish({ rows }, ['mean(score) where'])).rejects.toMatchObject({ code: 'validation' })
    await expect(publish({ rows }, ['mean(nothing)'])).rejects.toMatchObject({
      code: 'validation',
      fields: { 'mean(nothing)': expect.anything() },
    })
  })

  test('of shares and of the running period follow the terms of their row', async () => {
    const rows = [...people(30), ...people(40, { eventDate: '2026-04-03' })]
    const running = periods('quarter', '2026-04-03')
    const backgrounds = [choose(gender, 'f')]
    const refused = 'With filters, figures are of one quarter that is closed.'
    expect(await shownOf({ rows, period: running }, 'topbox(score, 2)', 'count()')).toEqual([
      'Shares are of one period that is closed.',
      40,
    ])
    expect(await shownOf({ rows, period: running, backgrounds }, 'mean(score)', 'count()')).toEqual([refused, refused])
    expect(await byName({ rows, by: { kind: 'period', period: 'quarter' }, backgrounds }, 'mean(score)')).toEqual({
      '2026-Q1': 4,
      '2026-Q2': refused,
    })
  })

  test('of other periods than the running one leave its answers out', async () => {
    const rows = [...people(20), ...people(40, { eventDate: '2026-04-03' })]
    const count = async (period: WholePeriods | null, rules = anonymous) => shownOf({ rows, period, rules }, 'count()')
    expect(await count(periods('quarter', '2026-04-03'))).toEqual([40])
    expect(await count(closed)).toEqual([20])
    expect(await count(null)).toEqual([20])
    expect(await count(periods('year', '2026-01-01'))).toEqual([20])
    // Two quarters are not one: nobody can request them, and the running one would be shown with other noise.
    expect(await count(periods('quarter', '2026-02-03', 2))).toEqual([20])
    expect(await count(null, named)).toEqual([60])
    expect(await byName({ rows, by: { kind: 'period', period: 'quarter' } })).toEqual({ '2026-Q1': 20, '2026-Q2': 40 })
    expect(await byName({ rows, by: { kind: 'period', period: 'year' } })).toEqual({ '2026': 20 })
  })
})

describe('rows of published figures', () => {
  const rows = [
    ...people(10, { unitIds: [3, 6] }),
    ...people(20, { unitIds: [4, 6] }),
    ...people(9, { unitIds: [5, 6], eventDate: '2025-11-20' }),
  ]
  const level = (depth: number, view = 'bank'): Partial<PublishedRequest> => ({ by: { kind: 'level', view, depth } })
  const south = { view: 'bank', path: ['south'] }

  test('are of every unit below the place, those with few answers looking like those without any', async () => {
    expect(await byName({ rows, ...level(1) })).toEqual({ north: 10, south: 30 })
    expect(await byName({ rows, ...level(2) })).toEqual({ Kiruna: 10, Lund: 20, Ystad: few(10) })
    expect(await byName({ rows, ...level(2), place: south })).toEqual({ Lund: 20, Ystad: few(10) })
    expect(await byName({ rows: rows.slice(0, 10), ...level(2), place: south })).toEqual({
      Lund: few(10),
      Ystad: few(10),
    })
    expect(await byName({ rows, ...level(1), place: south })).toEqual({ south: 30 })
    expect(await byName({ rows, ...level(1, 'channels'), place: south })).toEqual({ web: 30 })
  })

  test('have keys with the names and ids of what they are of', async () => {
    const { rows: units } = await publish({ rows, ...level(1) }, ['count()'])
    expect(units.map(({ key }) => key)).toEqual([
      { id: 1, name: 'north' },
      { id: 2, name: 'south' },
    ])
    const { rows: answers } = await publish({ rows, by: { kind: 'background', question: gender } }, ['count()'])
    expect(answers.map(({ key }) => key)).toEqual([
      { id: 0, name: 'f' },
      { id: 1, name: 'm' },
      { id: 2, name: 'x' },
    ])
    const { rows: quarters } = await publish({ rows, by: { kind: 'period', period: 'quarter' } }, ['count()'])
    expect(quarters[0]?.key).toEqual({
      id: periodIndex('quarter', toDayNumber('2025-11-20')),
      name: '2025-Q4',
      from: '2025-10-01',
      to: '2026-01-01',
    })
    expect((await publish({ rows }, ['count()'])).rows.map(({ key }) => key.name)).toEqual(['all'])
  })

  test('come with the whole place where it is requested, which periods have not', async () => {
    const wish = { rows, ...level(2), place: south }
    const { total } = await publish({ ...wish, total: true }, ['count()', 'mean(score)'])
    expect(total?.values.map(shown)).toEqual([30, 4])
    expect(total?.key.name).toBe('all')
    expect((await publish(wish, ['count()'])).total).toBeNull()
    await expect(publish({ rows, by: { kind: 'period', period: 'month' }, total: true }, ['count()'])).rejects.toThrow(
      'Periods have no total',
    )
  })

  test('of periods are each from the first answer to the last, within the requested ones', async () => {
    const spread = ['2025-11-20', '2025-12-31', '2026-01-01', '2026-03-31'].flatMap((eventDate) =>
      people(10, { eventDate }),
    )
    const by = (period: WholePeriodKind): Wish => ({ rows: spread, rules: named, by: { kind: 'period', period } })
    expect(await byName(by('month'))).toEqual({
      '2025-11': 10,
      '2025-12': 10,
      '2026-01': 10,
      '2026-02': few(5),
      '2026-03': 10,
    })
    expect(await byName({ ...by('month'), period: periods('year', '2026-01-01') })).toEqual({
      '2026-01': 10,
      '2026-02': few(5),
      '2026-03': 10,
    })
    expect(await byName({ ...by('month'), period: periods('month', '2025-12-01', 2) })).toEqual({
      '2025-12': 10,
      '2026-01': 10,
    })
    expect(await byName({ ...by('month'), period: periods('quarter', '2025-11-01') })).toEqual({
      '2025-11': 10,
      '2025-12': 10,
    })
    expect(await byName({ ...by('month'), period: periods('month', '2025-12-01') })).toEqual({ '2025-12': 10 })
    // The part of the year that was requested; of a period that reaches over the end of several, no part.
    expect(await byName({ ...by('year'), period: periods('month', '2026-03-01') })).toEqual({ '2026': 10 })
    expect(await byName({ ...by('year'), period: periods('month', '2025-12-01', 2) })).toEqual({})
    expect(await byName({ ...by('year'), period: periods('month', '2025-12-01', 13) })).toEqual({ '2026': 20 })
    expect(Object.keys((await byName(by('week'))) as object)).toHaveLength(20)
    expect(await byName({ ...by('month'), rows: [] })).toEqual({})
  })

  test('in an anonymous survey have the terms of the requested part of their period', async () => {
    const wish: Wish = { rows, by: { kind: 'period', period: 'year' }, backgrounds: [choose(gender, 'f')] }
    expect(await byName({ ...wish, period: closed })).toEqual({ '2026': 30 })
    expect(await byName(wish)).toEqual({
      '2025': 'With filters, figures are of one quarter that is closed.',
      '2026': 'With filters, figures are of one quarter that is closed.',
    })
  })
})

test('there is no value of an indicator that was not requested', () => {
  const publication = { rules: named, noise, spreads: silent, key: '' }
  const compiled = compilePublished([{ key: 'n', expression: 'count()' }], source, publication, all)
  expect(compiled.count).toBe(1)
  expect(() => compiled.finish(1, new Sums([], 0), rowTerms(named, null))).toThrow('There is no indicator 1')
})

describe('the units of a level', () => {
  const below = (place: PublishedRequest['place'], view: string, depth: number): string[] =>
    unitsBelow({ survey, tree }, place, { view, depth }).map(({ extName }) => extName)

  test('are those below a place of the same view, else all', () => {
    expect(below(null, 'bank', 2)).toEqual(['Kiruna', 'Lund', 'Ystad'])
    expect(below({ view: 'bank', path: ['south'] }, 'bank', 2)).toEqual(['Lund', 'Ystad'])
    expect(below({ view: 'bank', path: ['south', 'Lund'] }, 'bank', 2)).toEqual(['Lund'])
    expect(below({ view: 'channels', path: ['web'] }, 'bank', 1)).toEqual(['north', 'south'])
  })

  test('are none below a place that does not exist, or of a view there is not', () => {
    expect(below({ view: 'bank', path: ['east'] }, 'bank', 2)).toEqual([])
    expect(below(null, 'nothing', 1)).toEqual([])
  })
})
