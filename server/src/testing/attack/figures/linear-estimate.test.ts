import { describe, expect, test } from 'vitest'
import { Random } from '#server/demo/random.ts'
import { afterTheEnd, atOnce, countArrivals } from './arrivals.ts'
import { fourByTwo } from './attack.ts'
import { closedFigures } from './closed-figures.ts'
import { GainTable, smoothGain } from './gain.ts'
import { estimateAnswers } from './linear-estimate.ts'
import type { Estimate, Estimation, Figure } from './linear-estimate.ts'
import { gainsFrom } from './look.ts'
import { MemberSets } from './member-sets.ts'
import { exactFigure, unguardedOracle } from './oracle.ts'
import { populationOf } from './population.ts'
import { makeRandomSurvey } from './random-survey.ts'
import { publishedCounting, publishedRules, referenceOracle } from './reference-oracle.ts'
import { measureGains, noGuard } from './run.ts'
import { closedVocabulary } from './vocabulary.ts'

describe('the best linear estimate', () => {
  test.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'is that of the whole covariance matrix, seed %i',
    (seed) => {
      const estimation = randomEstimation(new Random(`estimate ${seed}`))
      const estimates = estimateAnswers(estimation)
      const plain = estimateByWholeMatrix(estimation)
      for (const person of estimation.people) {
        expect(estimates.get(person)?.mean).toBeCloseTo(plain.get(person)?.mean ?? Number.NaN, 5)
        expect(estimates.get(person)?.variance).toBeCloseTo(plain.get(person)?.variance ?? Number.NaN, 5)
      }
    },
  )

  test('of nothing is the population', () => {
    const prior = { mean: 7, ownVariance: 3, effects: [0.5], effectsOf: () => [0] }
    const estimates = estimateAnswers({ people: [1, 2], blockOf: () => 0, figures: [], prior })
    expect([...estimates.values()]).toEqual([
      { mean: 7, variance: 3.5 },
      { mean: 7, variance: 3.5 },
    ])
  })
})

describe('the gain', () => {
  const survey = makeRandomSurvey('gain')
  const population = populationOf(survey, 0, 'mean')
  const table = new GainTable(population)

  test('grows with what is known, from nothing to certainty', () => {
    const left = [1, 0.99, 0.95, 0.9, 0.7, 0.5, 0.2, 0.05, 0.001]
    const gains = left.map((share) => table.gainAt(share * population.variance))
    expect(gains).toEqual(gains.toSorted((a, b) => a - b))
    expect(gains[0]).toBe(0)
    expect(gains.at(-1)).toBeCloseTo(1 - table.blind, 3)
  })

  test('is what guessing hits more often, for a look with normal error', () => {
    const random = new Random('looks')
    for (const share of [0.9, 0.6, 0.2]) {
      const look = (share * population.variance) / (1 - share)
      let hits = 0
      const tries = 40_000
      for (let at = 0; at < tries; at++) {
        const answer = random.pick(survey.respondents).answers[0] ?? 0
        const seen = answer + Math.sqrt(look) * random.normal()
        const mean = population.mean + (seen - population.mean) * (1 - share)
        if (Math.abs(table.guess(mean, share * population.variance) - answer) <= 1) hits++
      }
      const error = Math.sqrt(0.25 / tries)
      expect(Math.abs(hits / tries - table.blind - table.gainAt(share * population.variance))).toBeLessThan(4 * error)
    }
  })

  test('measured smoothly is what a normal answer lies nearer', () => {
    const random = new Random('normal answers')
    for (const [left, sd] of [
      [0.9, 2],
      [0.5, 1.6],
      [0.05, 3],
    ] as const) {
      const tries = 40_000
      let nearer = 0
      for (let at = 0; at < tries; at++) {
        const mean = sd * Math.sqrt(1 - left) * random.normal()
        const answer = mean + sd * Math.sqrt(left) * random.normal()
        nearer += Number(Math.abs(answer - mean) <= 1.5) - Number(Math.abs(answer) <= 1.5)
      }
      const gain = smoothGain(left * sd ** 2, sd ** 2)
      expect(Math.abs(nearer / tries - gain)).toBeLessThan(4 / Math.sqrt(tries))
      expect(gain).toBeGreaterThan(0.01)
    }
    expect([smoothGain(4, 4), smoothGain(5, 4)]).toEqual([0, 0])
    expect(smoothGain(0, 4)).toBeCloseTo(1 - 0.5467, 3)
  })

  test('from exact figures of single persons is total', () => {
    const target = noGuard(survey, fourByTwo)
    const people = survey.respondents.filter(({ quarter }) => quarter === 0).slice(0, 20)
    const oracle = { ...target.oracle, ask: target.oracle.ask }
    const figures = people.map(({ id, answers }): Figure => ({
      members: [id],
      size: 1,
      value: answers[0] ?? 0,
      noiseVariance: oracle.noiseVariance({ kind: 'mean', question: 0 }, 1).keyed + 1e-7,
    }))
    const gains = gainsFrom(
      target,
      { kind: 'mean', question: 0 },
      figures,
      people.map(({ id }) => id),
    )
    expect(gains.every(({ hit }) => hit)).toBe(true)
    for (const { strict } of gains) expect(strict).toBeCloseTo(1 - table.blind, 3)
  })

  test('expected of the published rules is what guessing really hits more often', () => {
    const attack = closedFigures('closed figures', fourByTwo)
    const differences = Array.from({ length: 60 }, (_, seed) => {
      const [result] = measureGains({
        surveys: 1,
        seed: `real hits ${seed}`,
        unguardedSurveys: 0,
        only: [attack],
        survey: { medianSize: 12, units: 6 },
      })
      return (result?.guarded.hits ?? 0) - (result?.guarded.strict.mean ?? 0)
    })
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length
    const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (differences.length - 1)
    expect(Math.abs(mean)).toBeLessThan(3 * Math.sqrt(variance / differences.length))
    // Enough surveys to tell a gain from none.
    expect(Math.sqrt(variance / differences.length)).toBeLessThan(1)
  })
})

describe('the reference rules', () => {
  const survey = makeRandomSurvey('rules', { medianSize: 60, units: 8 })
  const sets = new MemberSets(survey, publishedCounting)
  const oracle = referenceOracle(survey, sets)
  const indicator = { kind: 'mean', question: 0 } as const
  const asks = [...closedVocabulary(survey, indicator, { ...fourByTwo, detailed: [0, 1, 2, 3] })]

  test('show noise of the strength they say, the same whenever asked', () => {
    const errors: number[] = []
    const seen = new Set<string>()
    for (const asked of asks) {
      const { value, n } = oracle.ask(asked)
      if (value === null) continue
      expect(oracle.ask({ ...asked })).toEqual({ value, n })
      const { answered } = sets.of(asked)
      const key = answered.join()
      if (seen.has(key)) continue
      seen.add(key)
      const { keyed, rounding } = oracle.noiseVariance(indicator, answered.length)
      errors.push((value - exactFigure(survey, indicator, answered)) / Math.sqrt(keyed + rounding))
    }
    expect(errors.length).toBeGreaterThan(150)
    const variance = errors.reduce((sum, error) => sum + error * error, 0) / errors.length
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / errors.length))
  })

  test('withhold what has too few answers, and all that is outside the vocabulary', () => {
    for (const asked of asks) {
      const least = publishedRules.minimum[asked.backgrounds.length] ?? 0
      const isLongAndFiltered = asked.backgrounds.length > 0 && asked.period.kind !== 'quarter'
      expect(oracle.ask(asked).value === null).toBe(sets.of(asked).answered.length < least || isLongAndFiltered)
    }
    const whole = { place: null, period: { kind: 'quarter', index: 0 }, backgrounds: [], indicator } as const
    expect(oracle.ask(whole).value).not.toBeNull()
    for (const more of [
      { period: { kind: 'month', index: 0 } as const },
      { period: { kind: 'quarter', index: 0, to: 1 } as const },
      { outside: [{ kind: 'values', question: 0, values: [0, 1] }] as const },
      { outside: [{ kind: 'answer', question: 1, atMost: 5 }] as const },
      { backgrounds: [0, 1, 2].map((question) => ({ question, value: 0 })) },
      { backgrounds: [{ question: 4, value: 0 }] },
      { backgrounds: [{ question: 0, value: 0 }], period: { kind: 'year', index: 0 } as const },
      { backgrounds: [{ question: 0, value: 0 }], period: { kind: 'quarter', index: 4 } as const, at: 1000 },
    ])
      expect(oracle.ask({ ...whole, ...more })).toEqual({ value: null, n: null })
  })

  test('let ten responses of a unit in at a time, with ten answers to each question that has any', () => {
    const sparse = makeRandomSurvey('rules, sparse', { variant: 'non-response', medianSize: 60, units: 8 })
    for (const one of [survey, sparse]) {
      const batches = Map.groupBy(
        countArrivals(one, publishedCounting.batch).filter(({ from }) => from !== afterTheEnd),
        ({ unit, from }) => `${unit} ${from}`,
      )
      expect(batches.size).toBeGreaterThan(5)
      for (const batch of batches.values()) {
        if (one === survey) expect(batch).toHaveLength(10)
        expect(batch.length).toBeGreaterThanOrEqual(10)
        for (let of = 0; of < 3; of++) {
          const n = batch.filter(({ id }) => one.respondents[id]?.answers[of] !== null).length
          expect(n === 0 || n >= 10).toBe(true)
        }
      }
    }
  })

  test('count a response once: it is moved while it waits and never after', () => {
    const moving = makeRandomSurvey('rules, moves', { variant: 'moves', medianSize: 60, units: 8 })
    const counted = new Map(countArrivals(moving, publishedCounting.batch).map((one) => [one.id, one]))
    const [early, late] = [true, false].map((isWaiting) =>
      moving.moves.filter(({ respondent, at }) => {
        const { from = 0 } = counted.get(respondent) ?? {}
        return isWaiting ? at < from : at > from
      }),
    )
    expect([early?.length, late?.length].every((count) => (count ?? 0) > 2)).toBe(true)
    for (const { respondent, to } of early ?? []) expect(counted.get(respondent)?.unit).toBe(to)
    for (const { respondent } of late ?? [])
      expect(counted.get(respondent)?.unit).toBe(moving.respondents[respondent]?.unit)
  })

  test('hold years and all time to quarters that have ended', () => {
    const all = { place: null, period: { kind: 'all', index: 0 }, backgrounds: [], indicator } as const
    const before = sets.of({ ...all, at: 0 })
    expect(sets.of({ ...all, at: survey.arrivals.length })).toEqual(before)
    expect(sets.of({ ...all, at: afterTheEnd }).records).toHaveLength(survey.respondents.length)
    expect(before.records).toHaveLength(survey.respondents.length - survey.arrivals.length)
  })

  test('are passed by with no guard', () => {
    const open = new MemberSets(survey, { batch: atOnce, longPeriodsAreClosed: false })
    const exact = unguardedOracle(survey, open)
    const asked = { place: 0, period: { kind: 'month', index: 0 }, backgrounds: [], indicator } as const
    expect(exact.ask(asked).value).toBe(exactFigure(survey, indicator, open.of(asked).answered))
  })
})

/** People in three blocks with figures over random sets, some of them over all blocks. */
function randomEstimation(random: Random): Estimation {
  const people = Array.from({ length: random.int(4, 14) }, (_, at) => 3 * at)
  const blockOf = (person: number): number => (person / 3) % 3
  const figures = Array.from({ length: random.int(1, 9) }, (): Figure => {
    const block = random.int(0, 4)
    const members = people.filter((person) => (block > 2 || blockOf(person) === block) && random.chance(0.6))
    return {
      members,
      size: members.length + random.int(0, 2),
      value: 7 + random.normal(),
      noiseVariance: 0.01 + random.next(),
    }
  }).filter(({ members }) => members.length > 0)
  const effects = Array.from({ length: 4 }, () => 0.05 + random.next())
  return {
    people,
    blockOf,
    figures,
    prior: {
      mean: 7,
      ownVariance: 0.5 + random.next(),
      effects,
      effectsOf: (person) => [person % 2, 2 + ((person / 3) % 2)],
    },
  }
}

/** The posterior of a Gaussian by its covariance matrix, as in a textbook. */
function estimateByWholeMatrix({ people, figures, prior }: Estimation): Map<number, Estimate> {
  const { mean, ownVariance, effects, effectsOf } = prior
  const covarianceOf = (a: number, b: number): number =>
    (a === b ? ownVariance : 0) +
    effectsOf(a).reduce((sum, effect) => sum + (effectsOf(b).includes(effect) ? (effects[effect] ?? 0) : 0), 0)
  const withFigure = (person: number, { members, size }: Figure): number =>
    members.reduce((sum, member) => sum + covarianceOf(person, member), 0) / size
  const matrix = figures.map((figure, row) =>
    figures.map((other, column) => {
      const shared = figure.members.reduce((sum, member) => sum + withFigure(member, other), 0) / figure.size
      return shared + (row === column ? figure.noiseVariance : 0)
    }),
  )
  const values = figures.map(({ value, members, size }) => value - (mean * members.length) / size)
  return new Map(
    people.map((person) => {
      const with_ = figures.map((figure) => withFigure(person, figure))
      const weights = solve(matrix, with_)
      const product = (a: readonly number[]): number =>
        weights.reduce((sum, weight, at) => sum + weight * (a[at] ?? 0), 0)
      return [person, { mean: mean + product(values), variance: covarianceOf(person, person) - product(with_) }]
    }),
  )
}

/** Solves a system of equations by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  const size = rows.length
  for (let at = 0; at < size; at++) {
    const pivot = rows.reduce(
      (best, row, index) => (index >= at && Math.abs(row[at]!) > Math.abs(rows[best]![at]!) ? index : best),
      at,
    )
    ;[rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!]
    for (const [index, row] of rows.entries()) {
      if (index === at) continue
      const factor = row[at]! / rows[at]![at]!
      for (let column = at; column <= size; column++) row[column]! -= factor * rows[at]![column]!
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!)
}
