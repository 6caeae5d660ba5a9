import { describe, expect, test } from 'vitest'
import { CrossSums } from './cross-sums.ts'
import { driversOf } from './drivers.ts'
import { seededRandom } from './seeded-random.ts'

/** A random generator of nearly normal numbers: the sum of four even ones, with a variance of 1. */
function normal(seed: number): () => number {
  const random = seededRandom(seed)
  const even = (): number => random(1_000_000) / 1_000_000
  return () => Math.sqrt(3) * (even() + even() + even() + even() - 2)
}

/** Answers of so many respondents: a score, then questions, from a mood that they share. */
function survey(
  count: number,
  make: (mood: number, noise: () => number, at: number) => number[],
  seed = 5,
): Float64Array[] {
  const noise = normal(seed)
  const rows = Array.from({ length: count }, (_, at) => make(noise(), noise, at))
  return (rows[0] ?? []).map((_, column) => Float64Array.from(rows, (row) => row[column] ?? Number.NaN))
}

/** Three questions of different weight in a score of 0 to 100. */
const three = (mood: number, noise: () => number): number[] => {
  const asked = [noise(), noise(), noise()].map((own) => 7 + 0.8 * mood + own)
  const [a = 0, b = 0, c = 0] = asked
  return [50 + 6 * (a - 7) + 3 * (b - 7) + (c - 7) + 4 * noise(), ...asked]
}

test('sums over pairs of answers are those over all who gave both', () => {
  const [first, second, third] = [
    [1, 2, 3, Number.NaN, 5, 6],
    [2, Number.NaN, 3, 3, 9, 7],
    [4, 4, 4, 4, 4, 4],
  ] as const
  const sums = new CrossSums(3)
  for (const at of first.keys()) sums.add(Float64Array.of(first[at] ?? 0, second[at] ?? 0, third[at] ?? 0))
  expect([sums.count(0, 0), sums.count(0, 1), sums.count(2, 1)]).toEqual([5, 4, 5])
  // Over (1, 2), (3, 3), (5, 9) and (6, 7): means 3.75 and 5.25.
  expect(sums.correlation(0, 1)).toBeCloseTo(19.25 / Math.sqrt(14.75 * 32.75), 12)
  expect(sums.correlation(1, 0)).toBe(sums.correlation(0, 1))
  expect(sums.variance(0)).toBeCloseTo(3.44, 12)
  expect(sums.correlation(0, 2)).toBeNaN()
  const twice = new CrossSums(3)
  twice.addTimes(sums, 2)
  expect(twice.count(0, 1)).toBe(8)
  expect(twice.correlation(0, 1)).toBeCloseTo(sums.correlation(0, 1), 12)
})

describe('drivers', () => {
  test('are told in points of the score, the largest first, and explain what the questions explain', () => {
    const { kind, n, r2, drivers, left } = driversOf(survey(3000, three))
    expect({ kind, n, left }).toEqual({ kind: 'points', n: 3000, left: [] })
    expect(r2).toBeGreaterThan(0.85)
    expect(drivers.map(({ questions }) => questions)).toEqual([[0], [1], [2]])
    // Points move with each question by its own weight, and what it shares with the others is shared out.
    expect(drivers[0]?.effect).toBeGreaterThan(4.5)
    expect(drivers[2]?.effect).toBeLessThan(3)
    for (const { effect, interval } of drivers) {
      expect(interval?.low).toBeLessThan(effect)
      expect(interval?.high).toBeGreaterThan(effect)
    }
  })

  test('of uncorrelated questions are the slopes of the score on each', () => {
    const random = normal(9)
    const [a, b] = [0, 1].map(() => Float64Array.from({ length: 4000 }, random))
    const score = Float64Array.from({ length: 4000 }, (_, at) => 3 * (a?.[at] ?? 0) + (b?.[at] ?? 0))
    const { drivers, r2 } = driversOf([score, a ?? score, b ?? score])
    expect(r2).toBeCloseTo(1, 6)
    expect(drivers[0]?.effect).toBeCloseTo(3, 1)
    expect(drivers[1]?.effect).toBeCloseTo(1, 1)
  })

  test('have intervals that hold the truth as often as they say, with few answers as with groups of many', () => {
    for (const count of [200, 1500]) {
      const truth = driversOf(survey(30_000, three, 77), 2).drivers.find(({ questions }) => questions[0] === 0)
      const held = Array.from({ length: 30 }, (_, run) => {
        const { drivers } = driversOf(survey(count, three, 1000 + run), 60)
        const { low, high } = drivers.find(({ questions }) => questions[0] === 0)?.interval ?? { low: 0, high: 0 }
        return low <= (truth?.effect ?? Number.NaN) && high >= (truth?.effect ?? Number.NaN)
      })
      // 95 of 100, in 30 trials: at least 25 but for one case in three hundred.
      expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(25)
    }
  })

  test('are the same of the same answers, and do not depend on where a scale begins', () => {
    const columns = survey(900, three)
    const found = driversOf(columns)
    expect(driversOf(columns)).toEqual(found)
    const moved = driversOf(columns.map((column) => column.map((value) => value + 1_000_000)))
    for (const [at, { effect, interval }] of found.drivers.entries()) {
      expect(moved.drivers[at]?.effect).toBeCloseTo(effect, 5)
      expect(moved.drivers[at]?.interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 5)
    }
  })

  test('of questions that measure one thing are taken together', () => {
    const columns = survey(600, (mood, noise) => {
      const [score = 0, a = 0, b = 0] = three(mood, noise)
      return [score, a, b, a + 0.1 * noise()]
    })
    expect(driversOf(columns).drivers.map(({ questions }) => questions)).toEqual([[0, 2], [1]])
  })

  test('leave out what says nothing, and why', () => {
    const columns = survey(600, (mood, noise, at) => [
      ...three(mood, noise),
      5,
      noise(),
      -mood + noise(),
      at % 2 === 0 ? mood + noise() : Number.NaN,
      at < 20 ? mood : Number.NaN,
    ])
    const { kind, drivers, left } = driversOf(columns)
    expect(kind).toBe('points')
    expect(drivers.flatMap(({ questions }) => questions).toSorted()).toEqual([0, 1, 2])
    expect(left).toEqual([
      { question: 3, why: 'constant' },
      { question: 4, why: 'unrelated' },
      { question: 5, why: 'coding' },
      { question: 6, why: 'missing' },
      { question: 7, why: 'few' },
    ])
  })

  test('of few answers are correlations, and of fewer nothing', () => {
    const { kind, drivers, r2 } = driversOf(survey(49, three))
    expect({ kind, r2 }).toEqual({ kind: 'correlations', r2: null })
    expect(drivers.length).toBeGreaterThan(0)
    for (const { effect, interval } of drivers) {
      expect(effect).toBeLessThanOrEqual(1)
      // Fisher's interval.
      expect(Math.tanh(Math.atanh(effect) - 1.959964 / Math.sqrt(46))).toBeCloseTo(interval?.low ?? Number.NaN, 6)
    }
    // Ten answers for each driver.
    const six = (mood: number, noise: () => number): number[] => [
      mood + noise(),
      ...Array.from({ length: 6 }, () => mood + noise()),
    ]
    expect(driversOf(survey(59, six)).kind).toBe('correlations')
    expect(driversOf(survey(60, six)).kind).toBe('points')
    expect(driversOf(survey(29, three))).toEqual({ n: 29, kind: 'few', r2: null, drivers: [], left: [] })
    expect(driversOf([new Float64Array()]).kind).toBe('few')
  })

  test('of a score that is the same for all, or that hardly goes with the questions, are none', () => {
    const columns = survey(400, three)
    expect(driversOf([new Float64Array(400).fill(3), ...columns.slice(1)]).kind).toBe('constant')
    const weak = survey(400, (mood, noise) => [0.2 * mood + noise(), mood])
    expect(driversOf(weak)).toMatchObject({ kind: 'weak', drivers: [] })
    expect(driversOf(survey(400, (_mood, noise) => [noise(), noise()])).kind).toBe('none')
  })
})
