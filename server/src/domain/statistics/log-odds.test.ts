import { expect, test } from 'vitest'
import { logOddsRatios } from './log-odds.ts'

test('tells how much words stand out, as worked out by hand', () => {
  // Groups of 20 and 80 uses, a prior of 10: "queue" has 10 of 100 uses, so 1 of the prior; "staff" 30, so 3; the rest 60, so 6.
  const [queue, staff, rest] = logOddsRatios(
    [
      { inGroup: 8, elsewhere: 2 },
      { inGroup: 6, elsewhere: 24 },
      { inGroup: 6, elsewhere: 54 },
    ],
    10,
  )
  // ln(9 / 21) - ln(3 / 87), over the root of 1/9 + 1/3.
  expect(queue?.ratio).toBeCloseTo(2.5199979695, 9)
  expect(queue?.z).toBeCloseTo(3.7799969543, 9)
  // ln(9 / 21) - ln(27 / 63): as many as elsewhere.
  expect(staff?.ratio).toBeCloseTo(0, 12)
  expect(staff?.z).toBeCloseTo(0, 12)
  // ln(12 / 18) - ln(60 / 30).
  expect(rest?.ratio).toBeCloseTo(-1.0986122887, 9)
})

test('a prior draws rare words to no difference, and what nobody used has none', () => {
  const words = [
    { inGroup: 2, elsewhere: 0 },
    { inGroup: 40, elsewhere: 10 },
    { inGroup: 958, elsewhere: 990 },
    { inGroup: 0, elsewhere: 0 },
  ]
  const [rare, frequent, , unused] = logOddsRatios(words, 500)
  expect(frequent?.z).toBeGreaterThan(2)
  expect(rare?.z).toBeLessThan(frequent?.z ?? 0)
  expect(logOddsRatios(words, 50)[0]?.ratio).toBeGreaterThan(rare?.ratio ?? 0)
  expect(unused).toEqual({ ratio: 0, z: 0 })
  expect(logOddsRatios([{ inGroup: 3, elsewhere: 4 }], 10)).toEqual([{ ratio: 0, z: 0 }])
  expect(logOddsRatios([], 10)).toEqual([])
})
