import type { Random } from './random.ts'

/** How a scale is answered: its ends, and mean and standard deviation before rounding. */
export interface ScaleShape {
  min: number
  max: number
  mean: number
  deviation: number
}

/**
 * The answer on a scale of somebody whose opinion is `z` (standard normal). Slightly skewed, because people use the
 * lower end of a scale in larger steps than the upper one.
 */
export function scaleAnswer(z: number, shape: ScaleShape): number {
  const bent = z - 0.12 * (z * z - 1)
  return Math.min(shape.max, Math.max(shape.min, Math.round(shape.mean + shape.deviation * bent)))
}

/** Log-normal with the given median; `spread` is the standard deviation of the logarithm. */
export function logNormal(random: Random, median: number, spread: number): number {
  return median * Math.exp(spread * random.normal())
}

/** Progress of a change on a day: 0 up to `from`, 1 from `to` on, linear between. */
export function ramp(day: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (day - from) / (to - from)))
}

/** A whole number for a standard normal, clamped between two ends: ages, counts. */
export function boundedNormal(random: Random, mean: number, deviation: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(mean + deviation * random.normal())))
}

/** Rounds to a number of decimals, as people would write the number. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}
