import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meanInterval } from '#server/domain/statistics/intervals.ts'
import { keptFigure } from './action-figure.ts'
import { effectOf } from './effect.ts'
import type { BeforeAfter, Measure } from './effect.ts'
import { effectByHand, meanOf, sum, varianceOf } from './testing/effect-by-hand.ts'
import type { Answers } from './testing/effect-by-hand.ts'

const means: Measure = { expression: 'mean(rating)', isExact: true, least: 5 }

/** The figure of answers as the product computes it: their mean with its t interval. */
function figure(answers: readonly number[]) {
  const squares = sum(answers.map((value) => value ** 2))
  const interval = meanInterval(answers.length, sum(answers), squares)
  return { value: meanOf(answers), n: answers.length, low: interval?.low ?? null, high: interval?.high ?? null }
}

const unit = ([before, after]: Answers): BeforeAfter => ({ before: figure(before), after: figure(after) })

const own: Answers = [
  [3, 4, 2, 5, 3, 3, 4],
  [6, 7, 6, 5, 8, 7],
]
const others: Answers[] = [
  [
    [5, 6, 5, 4, 7],
    [5, 7, 6, 5, 6, 7],
  ],
  [
    [2, 3, 2, 4, 3, 2, 1],
    [4, 3, 5, 4, 4],
  ],
  [
    [8, 9, 8, 7, 9, 8],
    [8, 7, 9, 9, 8, 9, 8],
  ],
]

test('a figure is kept with how exact its weighted answers are, by which it is tested later', () => {
  const value = { ...figure(own[0]), weighted: { effectiveN: 4.2, sum: 7, hits: 2 }, suppressed: false }
  const span = { from: '2026-01-01', to: '2026-04-01' }
  const kept = keptFigure(span, value)
  expect(kept).toEqual({ ...span, ...figure(own[0]), weighted: { effectiveN: 4.2, sum: 7 } })
  expect(keptFigure(span, { ...figure(own[0]), suppressed: false })).toEqual({ ...span, ...figure(own[0]) })
  const after = figure(own[1])
  const weighted = effectOf({ before: kept, after }, others.map(unit), means)
  const plain = effectOf(unit(own), others.map(unit), means)
  // The same interval is of a smaller error where fewer answers are behind it.
  expect(weighted.standardError ?? 0).toBeLessThan(plain.standardError ?? 0)
})

describe('the effect', () => {
  test('equals an independent calculation from the answers', () => {
    const effect = effectOf(unit(own), others.map(unit), means)
    const by = effectByHand(own, others)
    // Otherwise the variance between units would not be tried.
    expect(by.between).toBeGreaterThan(0)
    expect(effect.difference).toBeCloseTo(by.difference, 10)
    expect(effect.standardError).toBeCloseTo(by.error, 10)
    expect(effect.low).toBeCloseTo(by.low, 5)
    expect(effect.high).toBeCloseTo(by.high, 5)
    expect(effect).toMatchObject({ comparable: 3, comparableBefore: 18, comparableAfter: 18 })
  })

  test('is the plain difference of both changes against one unit', () => {
    const [other = own] = others
    const effect = effectOf(unit(own), [unit(other)], means)
    expect(effect.difference).toBeCloseTo(meanOf(own[1]) - meanOf(own[0]) - (meanOf(other[1]) - meanOf(other[0])), 10)
    const variances = [...own, ...other].map((answers) => varianceOf(answers) / answers.length)
    expect(effect.standardError).toBeCloseTo(Math.sqrt(sum(variances)), 10)
  })

  test('is unknown with too few answers here or everywhere else, and leaves out units that have too few', () => {
    const few: Answers = [[1, 2, 3, 4], own[1]]
    const none = { difference: null, standardError: null, low: null, high: null }
    expect(effectOf(unit(few), others.map(unit), means)).toMatchObject({ ...none, comparable: 3 })
    expect(effectOf(unit(own), [unit(few)], means)).toMatchObject({ ...none, comparable: 0, comparableBefore: 0 })
    expect(effectOf(unit(own), [], means)).toMatchObject(none)
    const [first = own] = others
    expect(effectOf(unit(own), [unit(first), unit(few)], means)).toEqual(effectOf(unit(own), [unit(first)], means))
    const withheld = { value: null, n: 0, low: null, high: null }
    expect(effectOf({ ...unit(own), after: withheld }, others.map(unit), means)).toMatchObject(none)
    expect(effectOf(unit(own), [{ ...unit(first), before: withheld }], means)).toMatchObject(none)
    const plain = { value: 3, n: 50, low: null, high: null }
    expect(effectOf({ before: plain, after: plain }, others.map(unit), means)).toMatchObject(none)
  })

  const answers = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 5, maxLength: 12 })
  const units = fc.array(fc.tuple(answers, answers), { minLength: 1, maxLength: 6 })

  test('is nothing where all units move alike', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1, max: 6 }), (before, by, count) => {
        const one = unit([before, before.map((value) => value + by)])
        const effect = effectOf(
          one,
          Array.from({ length: count }, () => one),
          means,
        )
        expect(effect.difference).toBeCloseTo(0, 9)
        expect(effect.low).toBeLessThanOrEqual(1e-9)
        expect(effect.high).toBeGreaterThanOrEqual(-1e-9)
      }),
    )
  })

  test('turns its sign with the scale, and does not depend on the order of the units', () => {
    const turned = ([before, after]: Answers): Answers => [
      before.map((value) => 10 - value),
      after.map((value) => 10 - value),
    ]
    fc.assert(
      fc.property(fc.tuple(answers, answers), units, (mine, all) => {
        const effect = effectOf(unit(mine), all.map(unit), means)
        const other = effectOf(unit(turned(mine)), all.map(turned).map(unit).toReversed(), means)
        expect(other.difference).toBeCloseTo(-(effect.difference ?? NaN), 6)
        expect(other.standardError).toBeCloseTo(effect.standardError ?? NaN, 6)
        expect(other.low).toBeCloseTo(-(effect.high ?? NaN), 6)
      }),
    )
  })
})
