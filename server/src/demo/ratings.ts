import { scaleAnswer } from './distribution.ts'
import type { ScaleShape } from './distribution.ts'
import type { Random } from './random.ts'

/** A side of an experience that is rated. */
export interface Side {
  variable: string
  /** What a standard deviation of it does to the whole. */
  weight: number
  shape: ScaleShape
}

/** A question about the whole. */
export interface Outcome {
  variable: string
  shape: ScaleShape
  /** How closely it follows the whole; the rest is chance. */
  follows: number
  /** Share of people who pass it over. */
  missing: number
}

/** What somebody brings to a questionnaire and has lived through, in standard deviations. */
export interface Feeling {
  /** How this person sees everything: what makes the answers of one person alike. */
  halo: number
  /** What everybody feels at that place and time. */
  mood: number
  /** How far from the usual a side was; null where it is not asked about. */
  effect: (variable: string) => number | null
}

const passedOver = 0.04

/** Answers about the sides and about the whole, which hangs on the sides by their weights. */
export function answerRatings(
  random: Random,
  sides: readonly Side[],
  outcomes: readonly Outcome[],
  { halo, mood, effect }: Feeling,
): Record<string, number> {
  const answers: Record<string, number> = {}
  let whole = 0.2 * halo + 0.38 * random.normal() + 0.6 * mood
  for (const { variable, weight, shape } of sides) {
    const own = effect(variable)
    const z = 0.63 * halo + 0.77 * random.normal() + (own ?? 0) + 0.5 * mood
    whole += weight * z
    if (!random.chance(passedOver) && own !== null) answers[variable] = scaleAnswer(z, shape)
  }
  for (const { variable, shape, follows, missing } of outcomes) {
    const z = follows * whole + Math.sqrt(1 - follows ** 2) * random.normal()
    if (!random.chance(missing)) answers[variable] = scaleAnswer(z, shape)
  }
  return answers
}

/** A scale up to 10. */
export function scaleTo10(mean: number, deviation: number, min = 1): ScaleShape {
  return { min, max: 10, mean, deviation }
}
