import { describe, expect, test } from 'vitest'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { withheldValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { confidenceQuantile } from '#server/domain/statistics/distributions.ts'
import { say } from '@gensvar/contract/say'
import { compare } from './comparison.ts'
import { mayRank, weightOf } from './evidence.ts'

const model = { config: { lowBase: 30, rankFrom: 10 } }
const csi = { decimals: 1, expression: 'csi(a, b)', counts: false }
const answered = { decimals: 1, expression: 'responserate()', counts: false }
const interviews = { decimals: 0, expression: 'count()', counts: true }
const total = { decimals: 0, expression: 'sum(amount)', counts: false }

const of = (value: number | null, n = 100, ends: Partial<IndicatorValue> = {}): IndicatorValue => ({
  value,
  n,
  low: null,
  high: null,
  suppressed: false,
  ...ends,
})

const told = (
  ...[indicator, now, base, isUnfinished]: [typeof csi, IndicatorValue, IndicatorValue | null, boolean?]
) => {
  const { difference, why } = compare(indicator, now, base, { model, isUnfinished })
  return [difference, why && String(why)]
}

describe('a change', () => {
  test('is told between enough answers, as the values are shown', () => {
    expect(told(csi, of(71.74), of(72.46))).toEqual([-0.8, null])
  })

  test('is more than chance where the interval of its difference does not hold 0', () => {
    const ends = (value: number, half: number, n = 100) => of(value, n, { low: value - half, high: value + half })
    const chance = (...[now, base, more]: [IndicatorValue, IndicatorValue, Partial<Parameters<typeof compare>[3]>?]) =>
      compare(csi, now, base, { model, ...more }).chance
    // Welch: standard errors of 1 and 198 degrees of freedom, 1.972 * sqrt(2).
    const half = confidenceQuantile(99)
    expect(chance(ends(70, half), ends(67.3, half))).toEqual({
      low: expect.closeTo(2.7 - 2.789, 3),
      high: expect.closeTo(2.7 + 2.789, 3),
      isMore: false,
    })
    expect(chance(ends(70, half), ends(67.2, half))).toMatchObject({ isMore: true })
    // Of a part, only the rest of the whole counts beside it.
    const whole = ends(67.3, half / 2, 400)
    expect(chance(ends(70, half), whole, { shared: 'part' })?.isMore).toBe(true)
    expect(chance(ends(70, half), whole, { shared: 'some' })).toBeNull()
    // Nothing to tell of one that is none as shown, or whose exactness is not known.
    expect(chance(ends(70, half), ends(70.04, half))).toBeNull()
    expect(chance(of(70), ends(67, half))).toBeNull()
    expect(chance(ends(60, half, 29), ends(72, half))).toBeNull()
  })

  test('is not told from few answers or of few, but a count is exact whatever its size', () => {
    const few = 'No change is told between fewer than 30 answers.'
    expect(told(csi, of(60, 29), of(72))).toEqual([null, few])
    expect(told(csi, of(60), of(72, 29))).toEqual([null, few])
    expect(told(csi, of(60, 30), of(72, 30))).toEqual([-12, null])
    expect(told(interviews, of(3, 3), of(5, 5))).toEqual([-2, null])
  })

  test('is not told from a base that is missing, empty or withheld', () => {
    expect(told(csi, of(60), null)).toEqual([null, null])
    expect(told(csi, of(60), of(null, 0))).toEqual([null, null])
    expect(told(interviews, of(3, 3), of(0, 0))).toEqual([null, null])
    expect(told(csi, of(60), withheldValue(say`Fewer than ${10} answers.`))).toEqual([null, 'Fewer than 10 answers.'])
    expect(told(csi, withheldValue(say`Fewer than ${10} answers.`), of(72))).toEqual([null, null])
  })

  test('of a response rate is not told where nobody is recorded as not having answered', () => {
    const unknown = 'No comparison: who did not answer is not known for both periods.'
    expect(told(answered, of(79), of(100))).toEqual([null, unknown])
    expect(told(answered, of(100), of(79))).toEqual([null, unknown])
    expect(told(answered, of(79), of(81.5))).toEqual([-2.5, null])
    expect(told({ ...answered, expression: ' responserate ( ) ' }, of(79), of(100))).toEqual([null, unknown])
    expect(told({ ...csi, expression: 'mean(a) - responserate()' }, of(79), of(100))).toEqual([-21, null])
    expect(told(csi, of(79), of(100))).toEqual([-21, null])
  })

  test('of what grows with time is not told before the period is over', () => {
    const running = 'No comparison: the period is not over.'
    expect(told(interviews, of(120, 120), of(400, 400), true)).toEqual([null, running])
    expect(told(total, of(120), of(400), true)).toEqual([null, running])
    expect(told({ ...total, expression: '2 * sum (amount)' }, of(120), of(400), true)).toEqual([null, running])
    expect(told({ ...csi, expression: 'mean(checksum)' }, of(70), of(72), true)).toEqual([-2, null])
    expect(told(csi, of(70), of(72), true)).toEqual([-2, null])
  })
})

describe('a value', () => {
  const goal = { value: 72, from: null }

  test('is shown in full colour if its answers are enough and its interval is clear of the goal', () => {
    const weight = (value: IndicatorValue) => weightOf(model, csi, value, goal)
    expect(weight(of(60, 29, { low: 40, high: 65 }))).toBe('few')
    expect(weight(of(71, 30, { low: 68, high: 74 }))).toBe('near')
    expect(weight(of(72, 30, { low: 68, high: 72 }))).toBe('near')
    expect(weight(of(74, 30, { low: 72, high: 76 }))).toBe('near')
    expect(weight(of(76, 30, { low: 73, high: 79 }))).toBe('full')
    expect(weight(of(60, 30, { low: 58, high: 62 }))).toBe('full')
    expect(weight(of(60, 30, { low: null, high: 80 }))).toBe('full')
    expect(weight(of(60, 30, { low: 50, high: null }))).toBe('full')
    expect(weight(of(null, 0))).toBe('full')
    expect(weightOf(model, csi, of(71, 30, { low: 68, high: 74 }), null)).toBe('full')
    expect(weightOf(model, interviews, of(3, 3), goal)).toBe('full')
  })

  test('has a rank from ten answers on; a count has one always', () => {
    expect([9, 10].map((n) => mayRank(model, csi, { n }))).toEqual([false, true])
    expect(mayRank(model, interviews, { n: 1 })).toBe(true)
  })
})
