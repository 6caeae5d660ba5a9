import type { Condition } from '@gensvar/contract/conditions'
import { describe, expect, test } from 'vitest'
import { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { rowMeets } from './row-check.ts'

const survey = { id: 1, version: 1, questions: new Map(), views: [] }
const row = {
  state: 0,
  eventDate: '2026-01-31',
  answers: { gender: 'f', likes: ['price', 'staff'], comment: '' },
  unitIds: [],
}
const meets = (condition: Condition) => rowMeets(row, condition, survey, new UnitTree([]))

const lists = { include: [], exclude: [], contains: [], excludeContains: [] }
const women: Condition = { kind: 'choice', variable: 'gender', ...lists, include: ['f'] }
const men: Condition = { ...women, include: ['m'] }
const sent: Condition = { kind: 'campaign', campaign: 7, state: 'any', opened: 'any', clicked: 'any' }
const named: Condition = { kind: 'choice', variable: 'gender', ...lists, contains: ['f'] }

test('a row is checked by its answers, its dates and its state', () => {
  expect(meets(women)).toBe(true)
  expect(meets({ kind: 'not', of: men })).toBe(true)
  expect(meets({ kind: 'any', of: [men, women] })).toBe(true)
  expect(meets(men)).toBe(false)
  expect(meets({ kind: 'dates', variable: 'date', from: '2026-01-31', to: '2026-02-01' })).toBe(true)
  expect(meets({ kind: 'monthDay', variable: 'date', month: 1, day: 30 })).toBe(false)
  expect(meets({ kind: 'sampleState', states: [1] })).toBe(false)
})

test('every row has an event date, as in SQL, and an empty text is no answer', () => {
  const undated: Condition = { ...women, variable: 'date', include: ['none'] }
  expect(meets(undated)).toBe(false)
  expect(meets({ kind: 'not', of: undated })).toBe(true)
  expect(meets({ ...undated, include: [], exclude: ['none'] })).toBe(true)
  expect(meets({ ...undated, include: [], contains: ['2026'] })).toBe(false)
  expect(meets({ ...women, variable: 'comment', include: ['none'] })).toBe(true)
  expect(meets({ ...women, include: ['none'] })).toBe(false)
})

test.each([sent, named])(
  'what the row alone does not decide opens nothing, and neither does its opposite: $kind',
  (one) => {
    expect(meets(one)).toBe(false)
    expect(meets({ kind: 'not', of: one })).toBe(false)
    expect(meets({ kind: 'not', of: { kind: 'any', of: [men, one] } })).toBe(false)
    expect(meets({ kind: 'any', of: [one, women] })).toBe(true)
  },
)

describe('a limited range of a rating', () => {
  const rated = (rating: unknown, from: number | null, to: number | null) =>
    rowMeets({ ...row, answers: { rating } }, { kind: 'range', variable: 'rating', from, to }, survey, new UnitTree([]))

  test('opens the answers from one end to the other, both included', () => {
    expect([3, 4, 5, 6].map((rating) => rated(rating, 4, 5))).toEqual([false, true, true, false])
    expect([3, 4, 6].map((rating) => rated(rating, 4, null))).toEqual([false, true, true])
    expect([-1, 5, 6].map((rating) => rated(rating, null, 5))).toEqual([true, true, false])
    expect(rated(0, 0, 0)).toBe(true)
  })

  test('opens no row without a number as its answer, whichever end is open', () => {
    for (const rating of [undefined, null, '', '5', 'none', [], [5]])
      for (const [from, to] of [
        [4, 5],
        [null, 5],
        [4, null],
        [null, null],
      ] as const)
        expect(rated(rating, from, to), JSON.stringify([rating, from, to])).toBe(false)
  })
})

test('a missing answer is neither chosen nor excluded, unless it is asked for', () => {
  const answered = (answers: Record<string, unknown>, condition: Partial<Condition & { kind: 'choice' }>) =>
    rowMeets({ ...row, answers }, { ...women, ...condition }, survey, new UnitTree([]))
  for (const answers of [{}, { gender: null }, { gender: [] }, { gender: '' }]) {
    expect(answered(answers, { include: ['f'] })).toBe(false)
    expect(answered(answers, { include: [], exclude: ['f'] })).toBe(true)
    expect(answered(answers, { include: ['none'] })).toBe(true)
    expect(answered(answers, { include: [], exclude: ['none'] })).toBe(false)
  }
  expect(answered({ gender: 'f' }, { include: ['none'] })).toBe(false)
  expect(answered({ gender: 'f' }, { include: ['m', 'f'] })).toBe(true)
  expect(answered({ gender: ['m', 'f'] }, { include: ['f'], exclude: ['m'] })).toBe(false)
})

test('a date of the row itself is checked like that of the event', () => {
  const joined = (answer: unknown, condition: Partial<Condition & { kind: 'dates' }>) =>
    rowMeets(
      { ...row, answers: { joined: answer } },
      { kind: 'dates', variable: 'joined', from: null, to: null, ...condition },
      survey,
      new UnitTree([]),
    )
  expect(joined('2026-01-31', { from: '2026-01-31', to: '2026-02-01' })).toBe(true)
  expect(joined('2026-02-01', { from: '2026-01-31', to: '2026-02-01' })).toBe(false)
  expect(joined('2026-01-30', { from: '2026-01-31' })).toBe(false)
  expect(joined('2026-01-31', { from: '2026-01-31' })).toBe(true)
  expect(joined('2026-01-30', { to: '2026-01-31' })).toBe(true)
  for (const missing of [undefined, null, 20_260_131, []]) {
    expect(joined(missing, {})).toBe(false)
    expect(joined(missing, { from: '2026-01-01' })).toBe(false)
  }
  const day = (answers: Record<string, unknown>, month: number, of = 31) =>
    rowMeets({ ...row, answers }, { kind: 'monthDay', variable: 'joined', month, day: of }, survey, new UnitTree([]))
  expect(day({ joined: '2020-01-31' }, 1)).toBe(true)
  expect(day({ joined: '2020-01-31' }, 2)).toBe(false)
  expect(day({ joined: '2020-01-31' }, 1, 30)).toBe(false)
  expect(day({}, 1)).toBe(false)
})

test('one of several conditions is met by the first that is, and none of none', () => {
  expect(meets({ kind: 'any', of: [] })).toBe(false)
  expect(meets({ kind: 'not', of: { kind: 'any', of: [] } })).toBe(true)
  expect(meets({ kind: 'any', of: [men, men] })).toBe(false)
  expect(meets({ kind: 'not', of: { kind: 'any', of: [men, men] } })).toBe(true)
  expect(meets({ kind: 'sampleState', states: [0, 1] })).toBe(true)
  expect(meets({ ...women, include: [], excludeContains: ['f'] } as Condition)).toBe(false)
})

test('a row is in a place if its unit is, or is below it', () => {
  const view = { id: 7, extName: 'stores', title: {}, levels: ['country', 'store'] }
  const inView = { ...survey, views: [{ ...view, id: 6, extName: 'channels', levels: ['channel'] }, view] }
  const unit = (id: number, parentId: number | null, depth: number, extName: string) => ({
    ...{ id, viewId: 7, parentId, depth, extName, titles: {}, aliases: [] },
    ...{ ownerUserId: null, validFrom: null, validTo: null, succeedsId: null },
  })
  const tree = new UnitTree([unit(1, null, 1, 'Sweden'), unit(2, 1, 2, 'Stockholm'), unit(3, null, 1, 'Norway')])
  const isIn = (unitIds: number[], ...path: string[]) =>
    rowMeets({ ...row, unitIds }, { kind: 'unit', view: 'stores', depth: path.length, path }, inView, tree)
  expect(isIn([9, 2], 'Sweden')).toBe(true)
  expect(isIn([9, 2], 'Sweden', 'Stockholm')).toBe(true)
  expect(isIn([9, 1], 'Sweden', 'Stockholm')).toBe(false)
  expect(isIn([9, 2], 'Norway')).toBe(false)
  // Of another view's unit, of none, and of a place that does not exist.
  expect(isIn([2], 'Sweden')).toBe(false)
  expect(isIn([], 'Sweden')).toBe(false)
  expect(isIn([9, 2], 'Denmark')).toBe(false)
  // As they are on a day: the store of Stockholm went to Norway.
  const moved = new UnitTree([
    ...[unit(1, null, 1, 'Sweden'), unit(3, null, 1, 'Norway')],
    { ...unit(2, 1, 2, 'Stockholm'), validTo: '2026-05-31' },
    { ...unit(4, 3, 2, 'Stockholm'), validFrom: '2026-06-01', succeedsId: 2 },
  ])
  const isInNow = (condition: Condition) => rowMeets({ ...row, unitIds: [9, 2] }, condition, inView, moved)
  const country = { ...women, variable: 'country', include: ['Norway'] }
  for (const [asOf, wanted] of [
    ['2026-05-31', false],
    ['2026-06-01', true],
  ] as const) {
    expect(isInNow({ kind: 'unit', view: 'stores', depth: 1, path: ['Norway'], asOf })).toBe(wanted)
    expect(isInNow({ ...country, asOf } as Condition)).toBe(wanted)
    expect(isInNow({ kind: 'units', asOf })).toBe(true)
  }
})
