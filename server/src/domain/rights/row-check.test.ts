import type { Condition } from '@gensvar/contract/conditions'
import { expect, test } from 'vitest'
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
