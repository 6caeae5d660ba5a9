import { scaleAnswer } from './distribution.ts'
import type { ScaleShape } from './distribution.ts'
import type { Random } from './random.ts'

/** An aspect of an experience that is rated. */
export interface Side {
  variable: string
  /** Effect of one standard deviation of it on the overall opinion. */
  weight: number
  shape: ScaleShape
}

/** A question about the experience as a whole. */
export interface Outcome {
  variable: string
  shape: ScaleShape
  /** How closely it follows the overall opinion; the rest is random. */
  follows: number
  /** Share of people who skip it. */
  missing: number
}

/** A person's attitude and experience, in standard deviations. */
export interface Feeling {
  /** The person's general attitude, which makes their answers similar. */
  halo: number
  /** The effect of the place and time, the same for everybody there. */
  mood: number
  /** How far from average an aspect was; null if it is not asked about. */
  effect: (variable: string) => number | null
}

const skippedShare = 0.04

/** Answers about the aspects and about the whole, which is the weighted sum of the aspects. */
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
    if (!random.chance(skippedShare) && own !== null) answers[variable] = scaleAnswer(z, shape)
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
