import type { Population } from './population.ts'

/**
 * Precision of what is learned about an answer, as the variance of an unbiased observation of its code. Infinity:
 * nothing.
 */
export type LookVariance = number

/** Half the width of a guess within one step, in scale steps: whole answers are right up to one step away. */
const reach = 1.5

/**
 * The gain for normally distributed answers: the probability that the answer is within a step and a half of its
 * expectation, minus that probability before anything was learned. `posterior` and `prior` are variances of the answer,
 * in scale steps. The promise of the rules is stated in this measure: it says how much is learned, whatever the answer.
 * It does not say how often a guess is right; `GainTable` does.
 */
export function smoothGain(posterior: number, prior: number): number {
  if (posterior >= prior) return 0
  return within(reach / Math.sqrt(Math.max(posterior, 1e-12))) - within(reach / Math.sqrt(prior))
}

/** Probability of a standard normal between -x and x (Abramowitz and Stegun 7.1.26, to 1.5e-7). */
function within(x: number): number {
  const z = x / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - series * Math.exp(-z * z)
}

/**
 * The gain for guessing an answer: the probability that the best guess is at most one step away, minus that of the best
 * blind guess. Both use the survey's own distribution of answers. This is the strictest measure: where two answers are
 * equally likely, the least information improves the guess.
 */
export class GainTable {
  /** Probability of the best blind guess. */
  readonly blind: number
  /** The best blind guess. */
  readonly blindGuess: number
  private readonly population: Population
  /** Gains at observation variances of `population.variance * 2 ** (at / 2 - sharpest)`, computed on demand. */
  private readonly gains = new Map<number, number>()

  constructor(population: Population) {
    this.population = population
    const best = bestWindow(population.shares)
    this.blind = best.probability
    this.blindGuess = population.answers[best.at] ?? 0
  }

  /** Observation variance that results in a posterior variance. */
  lookVariance(posterior: number): LookVariance {
    const { variance } = this.population
    if (posterior >= variance * (1 - 1e-12)) return Number.POSITIVE_INFINITY
    return (Math.max(posterior, 0) * variance) / (variance - Math.max(posterior, 0))
  }

  /** Expected gain (probability, 0 to 1) from a posterior variance, over all answers a person may have. */
  gainAt(posterior: number): number {
    const look = this.lookVariance(posterior)
    if (look === Number.POSITIVE_INFINITY) return 0
    const place = 2 * (Math.log2(Math.max(look, 1e-300) / this.population.variance) + sharpest)
    if (place <= 0) return this.gainOfLook(0)
    const at = Math.floor(place)
    if (at >= dullest) return 0
    const before = this.gainOfLook(at)
    return before + (place - at) * (this.gainOfLook(at + 1) - before)
  }

  /** The best guess from a posterior mean and variance of an answer's code. */
  guess(mean: number, posterior: number): number {
    const { population } = this
    const look = this.lookVariance(posterior)
    if (look === Number.POSITIVE_INFINITY) return this.blindGuess
    // What an unbiased observation of that variance would have shown.
    const seen = population.mean + ((mean - population.mean) * population.variance) / (population.variance - posterior)
    const least = Math.max(look, 1e-9 * population.variance)
    return (
      population.answers[bestWindow(this.posterior(seen, least, new Float64Array(population.codes.length))).at] ?? 0
    )
  }

  private gainOfLook(at: number): number {
    let gain = this.gains.get(at)
    if (gain === undefined) {
      gain = this.expectedGain(this.population.variance * 2 ** (at / 2 - sharpest))
      this.gains.set(at, gain)
    }
    return gain
  }

  /** Probabilities of the answers after an observation, not normalised. */
  private posterior(seen: number, look: number, into: Float64Array): Float64Array {
    const { codes, shares } = this.population
    let most = Number.NEGATIVE_INFINITY
    for (let at = 0; at < into.length; at++) {
      const off = seen - (codes[at] as number)
      into[at] = (-off * off) / (2 * look)
      if ((shares[at] as number) > 0) most = Math.max(most, into[at] as number)
    }
    for (let at = 0; at < into.length; at++) into[at] = (shares[at] as number) * Math.exp((into[at] as number) - most)
    return into
  }

  /** Probability of a right guess over all answers and observations, minus that of the blind guess. */
  private expectedGain(look: number): number {
    const { codes, shares, answers } = this.population
    const sd = Math.sqrt(look)
    const into = new Float64Array(codes.length)
    let right = 0
    for (const [index, code] of codes.entries()) {
      for (let at = -points; at <= points; at++) {
        const guess = bestWindow(this.posterior(code + (at / spacing) * sd, look, into)).at
        if (Math.abs((answers[guess] as number) - (answers[index] as number)) <= 1)
          right += (weights[at + points] as number) * (shares[index] as number)
      }
    }
    return Math.max(0, right - this.blind)
  }
}

/** The most precise observation in the table has the answers' variance halved this many times. */
const sharpest = 10
/** Index in the table from which the gain is zero. */
const dullest = 47

/** The normal distribution in steps, to four standard deviations. */
const spacing = 8
const points = 4 * spacing
const weights = scaledToOne(
  Float64Array.from({ length: 2 * points + 1 }, (_, at) => Math.exp(-(((at - points) / spacing) ** 2) / 2)),
)

function scaledToOne(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => value / sum)
}

/** The answer with the most probability within one step. Answers are consecutive whole numbers. */
function bestWindow(probabilities: ArrayLike<number>): { at: number; probability: number } {
  let best = 0
  let most = -1
  for (let at = 0; at < probabilities.length; at++) {
    const probability =
      (at > 0 ? (probabilities[at - 1] as number) : 0) +
      (probabilities[at] as number) +
      (at + 1 < probabilities.length ? (probabilities[at + 1] as number) : 0)
    if (probability > most) {
      best = at
      most = probability
    }
  }
  return { at: best, probability: most }
}
