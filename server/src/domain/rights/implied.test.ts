import type { Condition, ConditionOf } from '@gensvar/contract/conditions'
import { expect, test } from 'vitest'
import { isImplied } from './implied.ts'

const choice = (include: string[], more: Partial<ConditionOf<'choice'>> = {}): Condition => ({
  ...{ kind: 'choice', variable: 'channel', include, exclude: [], contains: [], excludeContains: [] },
  ...more,
})
const rating: Condition = { kind: 'range', variable: 'rating', from: 4, to: 5 }
const wider: Condition = { kind: 'range', variable: 'rating', from: 1, to: 5 }

test.each<[string, Condition, Condition[], boolean]>([
  ['the same condition', rating, [wider, rating], true],
  ['another of the same kind', wider, [rating], false],
  ['nothing', rating, [], false],
  ['nothing, for a list of answers', choice(['web']), [], false],
  ['the same answers', choice(['web']), [choice(['web'])], true],
  ['some of the answers', choice(['web', 'till']), [rating, choice(['till'])], true],
  ['the same answers in another order', choice(['web', 'till']), [choice(['till', 'web'])], true],
  ['more answers', choice(['web']), [choice(['web', 'till'])], false],
  ['another answer', choice(['web']), [choice(['till'])], false],
  ['that answer to another question', choice(['web']), [choice(['web'], { variable: 'other' })], false],
  ['no answers', choice(['web']), [choice([])], false],
  ['an excluded answer', choice(['web']), [choice([], { exclude: ['till'] })], false],
  ['answers or parts of texts', choice(['web']), [choice(['web'], { contains: ['w'] })], false],
  ['answers, where others are excluded too', choice(['web', 'till'], { exclude: ['app'] }), [choice(['web'])], false],
  [
    'answers, where parts are excluded too',
    choice(['web', 'till'], { excludeContains: ['a'] }),
    [choice(['web'])],
    false,
  ],
  ['answers, where only others are excluded', choice([], { exclude: ['app'] }), [choice(['web'])], false],
  ['a condition of another kind', choice(['web']), [rating], false],
  ['a list of answers', rating, [choice(['web'])], false],
])('a condition follows from %s or not', (_case, wanted, conditions, expected) => {
  expect(isImplied(wanted, conditions)).toBe(expected)
})
