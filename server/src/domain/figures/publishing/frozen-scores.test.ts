import { expect, test } from 'vitest'
import { freezeScores, isScoredAt } from './frozen-scores.ts'
import type { FrozenScores, ScoreHistory } from './frozen-scores.ts'

const scores: FrozenScores = new Map<string, ScoreHistory>([
  ['mean', { '': false }],
  ['score', { '': true }],
  ['later', { '': false, '2026-04-01': true, '2026-07-01': false }],
  ['unsorted', { '2026-07-01': true, '': true, '2026-04-01': false }],
])

test('a question has in each period the figure of the last change before it, and one that is not frozen the mean', () => {
  const at = (variable: string, day: string) => isScoredAt(scores, variable, day)
  expect([at('mean', '2026-01-01'), at('score', '2026-01-01'), at('unknown', '2026-01-01')]).toEqual([
    false,
    true,
    false,
  ])
  expect(['2026-03-31', '2026-04-01', '2026-06-30', '2026-07-01'].map((day) => at('later', day))).toEqual([
    ...[false, true, true, false],
  ])
  // In whatever order the days are stored.
  expect(['2026-03-31', '2026-04-01', '2026-06-30', '2026-07-01'].map((day) => at('unsorted', day))).toEqual([
    ...[true, false, false, true],
  ])
})

test('a new question is frozen from the first period, a changed one from the next', () => {
  const configured = new Map([
    ['mean', true],
    ['score', true],
    ['new mean', false],
    ['new score', true],
  ])
  const frozen = freezeScores(scores, configured, '2026-10-01')
  expect(Object.fromEntries(frozen)).toEqual({
    ...Object.fromEntries(scores),
    mean: { '': false, '2026-10-01': true },
    'new mean': { '': false },
    'new score': { '': true },
  })
  expect(scores.get('mean')).toEqual({ '': false })
})

test('where nothing is new, the scores themselves are returned', () => {
  const same = new Map([
    ['mean', false],
    ['later', false],
  ])
  expect(freezeScores(scores, same, '2026-10-01')).toBe(scores)
  expect(freezeScores(scores, new Map(), '2026-10-01')).toBe(scores)
})
