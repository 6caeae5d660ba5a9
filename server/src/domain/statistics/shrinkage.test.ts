import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shrunk } from './shrinkage.ts'

describe('values drawn towards the mean', () => {
  test('are those of the literature', () => {
    // Batting averages of 18 players after 45 times at bat (Efron B, Morris C: Stein's paradox in statistics, Scientific
    // American 236 (1977) 119-127): a mean of .265, a shrinking factor of .212, and .400 becomes .294, .156 becomes .242.
    const hits = [18, 17, 16, 15, 14, 14, 13, 12, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7]
    const mean = hits.reduce((sum, one) => sum + one, 0) / 45 / hits.length
    const players = shrunk(hits.map((one) => ({ value: one / 45, variance: (mean * (1 - mean)) / 45 })))
    expect(mean).toBeCloseTo(0.265, 3)
    for (const { pull } of players) expect(1 - pull).toBeCloseTo(0.212, 2)
    expect(players[0]?.value).toBeCloseTo(0.294, 3)
    expect(players.at(-1)?.value).toBeCloseTo(0.242, 3)
  })

  test('lie between their own and the common one, the nearer the less exact they are', () => {
    const unit = fc.record({
      value: fc.double({ min: 0, max: 100, noNaN: true }),
      variance: fc.double({ min: 0.01, max: 100, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(unit, { minLength: 4, maxLength: 20 }), (units) => {
        const drawn = shrunk(units)
        drawn.forEach((one, at) => {
          const own = units[at] ?? { value: NaN, variance: NaN }
          expect(one.pull).toBeGreaterThanOrEqual(0)
          expect(one.pull).toBeLessThanOrEqual(1)
          drawn.forEach((other, to) => {
            if (own.variance < (units[to]?.variance ?? 0)) expect(one.pull).toBeLessThanOrEqual(other.pull + 1e-12)
          })
        })
      }),
      { numRuns: 50 },
    )
  })

  test('stay as they are of fewer than four units, and where they are exact', () => {
    const three = [1, 2, 9].map((value) => ({ value, variance: 1 }))
    expect(shrunk(three)).toEqual(three.map((unit) => ({ ...unit, pull: 0 })))
    expect(shrunk([1, 2, 9, 4].map((value) => ({ value, variance: 0 }))).map(({ value }) => value)).toEqual([
      1, 2, 9, 4,
    ])
  })
})
