import type { Population } from './population.ts'

/** Strength of what is learned about an answer, as the variance of an unbiased look at its code. Infinity: nothing. */
export type LookVariance = number

/**
 * What learning about an answer is worth: the probability of guessing it within one step, against blind guessing, which
 * knows the population's shares alone.
 */
export class GainTable {
  /** Probability of the best blind guess. */
  readonly blind: number
  /** The best blind guess. */
  readonly blindGuess: number
  private readonly population: Population
  /** Gains at look variances of `population.variance * 2 ** (at / 2 - 24)`. */
  private readonly gains: Float64Array

  constructor(population: Population) {
    this.population = population
    const best = bestWindow(population.shares)
    this.blind = best.probability
    this.blindGuess = population.answers[best.at] ?? 0
    this.gains = Float64Array.from({ length: 80 }, (_, at) => this.expectedGain(this.varianceAt(at)))
  }

  /** Look variance that leaves a posterior variance. */
  lookVariance(posterior: number): LookVariance {
    const { variance } = this.population
    if (posterior >= variance * (1 - 1e-12)) return Number.POSITIVE_INFINITY
    return (Math.max(posterior, 0) * variance) / (variance - Math.max(posterior, 0))
  }

  /** Expected gain (points of probability, 0 to 1) from a posterior variance, over all answers a person may have. */
  gainAt(posterior: number): number {
    const look = this.lookVariance(posterior)
    if (look === Number.POSITIVE_INFINITY) return 0
    const place = 2 * (Math.log2(Math.max(look, 1e-300) / this.population.variance) + 24)
    if (place <= 0) return this.gains[0] ?? 0
    const at = Math.floor(place)
    const before = this.gains[at]
    const after = this.gains[at + 1]
    return before === undefined || after === undefined ? 0 : before + (place - at) * (after - before)
  }

  /** The best guess from a posterior mean and variance of an answer's code. */
  guess(mean: number, posterior: number): number {
    const { population } = this
    const look = this.lookVariance(posterior)
    if (look === Number.POSITIVE_INFINITY) return this.blindGuess
    // What an unbiased look of that variance would have shown.
    const seen = population.mean + ((mean - population.mean) * population.variance) / (population.variance - posterior)
    const least = Math.max(look, 1e-9 * population.variance)
    return population.answers[bestWindow(this.posterior(seen, least)).at] ?? 0
  }

  private varianceAt(at: number): number {
    return this.population.variance * 2 ** (at / 2 - 24)
  }

  /** Probabilities of the answers after a look, not scaled to a sum of 1 where `scaled` is false. */
  private posterior(seen: number, look: number): number[] {
    const logs = this.population.codes.map((code) => -((seen - code) ** 2) / (2 * look))
    const most = Math.max(...logs.filter((_, at) => (this.population.shares[at] ?? 0) > 0))
    return logs.map((log, at) => (this.population.shares[at] ?? 0) * Math.exp(log - most))
  }

  /** The integral over what may be seen of the best guess's probability, less the blind guess's. */
  private expectedGain(look: number): number {
    const { codes, shares } = this.population
    const sd = Math.sqrt(look)
    let right = 0
    // Seen values that are likely under one answer at least: a grid around each code, each point weighed once.
    const points = 160
    const low = Math.min(...codes) - 5 * sd
    const high = Math.max(...codes) + 5 * sd
    const wide = (high - low) / points > sd / 8
    if (wide) return this.gainByCode(look)
    const step = (high - low) / points
    for (let at = 0; at <= points; at++) {
      const seen = low + at * step
      const joint = codes.map(
        (code, index) => ((shares[index] ?? 0) * Math.exp(-((seen - code) ** 2) / (2 * look))) / (sd * Math.sqrt(2 * Math.PI)),
      )
      right += step * bestWindow(joint).probability
    }
    return Math.max(0, Math.min(1, right) - this.blind)
  }

  /** The same for looks so sharp that each answer's seen values are integrated by themselves. */
  private gainByCode(look: number): number {
    const { codes, shares, answers } = this.population
    const sd = Math.sqrt(look)
    let right = 0
    for (const [index, code] of codes.entries()) {
      for (let at = -40; at <= 40; at++) {
        const z = at / 8
        const weight = Math.exp((-z * z) / 2) / 8 / Math.sqrt(2 * Math.PI)
        const guess = bestWindow(this.posterior(code + z * sd, look)).at
        if (Math.abs((answers[guess] ?? 0) - (answers[index] ?? 0)) <= 1) right += weight * (shares[index] ?? 0)
      }
    }
    return Math.max(0, Math.min(1, right) - this.blind)
  }
}

/** The answer with the most probability within one step. Answers are consecutive whole numbers. */
function bestWindow(probabilities: readonly number[]): { at: number; probability: number } {
  let best = { at: 0, probability: -1 }
  for (let at = 0; at < probabilities.length; at++) {
    const probability = (probabilities[at - 1] ?? 0) + (probabilities[at] ?? 0) + (probabilities[at + 1] ?? 0)
    if (probability > best.probability) best = { at, probability }
  }
  return best
}
