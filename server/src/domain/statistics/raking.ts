import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { designEffect, effectiveN } from './weights.ts'

/** A property whose shares in the population are known. */
export interface Margin {
  name: string
  /** Of each answer, the value of the property as an index into `shares`; null where it is not known. */
  of: readonly (number | null)[]
  /** Known share of each value in the population; they add up to 1. */
  shares: readonly number[]
}

/** Smallest and largest weight, where the mean is 1. */
export interface WeightLimits {
  least: number
  most: number
}

/** Weights of answers. */
export interface Raked {
  /** One of each answer, with a mean of 1. */
  weights: number[]
  effectiveN: number
  designEffect: number
  /** Number of weights at a limit. */
  limited: number
  rounds: number
}

/** Limits used in practice: beyond them few answers would decide everything. */
export const usualLimits: WeightLimits = { least: 0.2, most: 5 }

const mostRounds = 500
/** Shares are met when none is off by more. */
const tolerance = 1e-6

/**
 * Weights that give answers the known shares of each margin (raking, iterative proportional fitting; Deming WE, Stephan FF: On
 * a least squares adjustment of a sampled frequency table when the expected marginal totals are known, Annals of Mathematical
 * Statistics 11 (1940) 427-444): round by round the weights of each value are multiplied by its known share over its present
 * one, and kept within the limits, until all shares are met. Answers of unknown value keep their part of the whole.
 *
 * Words instead of weights where the shares cannot be met: shares that do not add up, a value of the population that nobody
 * has, one that nobody should have, or limits that leave no way.
 */
export function raked(margins: readonly Margin[], n: number, limits: WeightLimits = usualLimits): Raked | Words {
  const wrong = margins.map((margin) => impossibleMargin(margin, n)).find((words) => words !== null)
  if (wrong) return wrong
  const weights = Array.from({ length: n }, () => 1)
  for (let round = 1; round <= mostRounds; round++) {
    for (const margin of margins) adjust(weights, margin)
    keepWithin(weights, limits)
    const off = margins.map((margin) => ({ margin, by: farthest(weights, margin) }))
    if (off.every(({ by }) => by <= tolerance)) return described(weights, limits, round)
  }
  const worst = margins
    .map((margin) => ({ name: margin.name, by: farthest(weights, margin) }))
    .reduce((a, b) => (b.by > a.by ? b : a))
  return say`The shares of "${worst.name}" cannot be met: some answers would count too much or too little.`
}

function impossibleMargin({ name, of, shares }: Margin, n: number): Words | null {
  if (of.length !== n) throw new RangeError('A margin has one value of each answer')
  if (shares.some((share) => !(share >= 0)) || Math.abs(sumOf(shares) - 1) > tolerance)
    return say`The shares of "${name}" do not add up to 100 percent.`
  const counts = countsOf(of, shares.length)
  if (shares.some((share, at) => share > 0 && counts[at] === 0))
    return say`The shares of "${name}" cannot be met: one of its values has no answers.`
  if (shares.some((share, at) => share === 0 && (counts[at] ?? 0) > 0))
    return say`The shares of "${name}" cannot be met: a value with answers has the share 0.`
  return null
}

/** Multiplies the weights of each value so that it has its share of those whose value is known. */
function adjust(weights: number[], { of, shares }: Margin): void {
  const totals = totalsOf(weights, of, shares.length)
  const known = sumOf(totals)
  const factors = shares.map((share, at) => (share * known) / (totals[at] || 1))
  of.forEach((value, at) => {
    if (value !== null) weights[at] = (weights[at] ?? 0) * (factors[value] ?? 1)
  })
}

function keepWithin(weights: number[], { least, most }: WeightLimits): void {
  const mean = sumOf(weights) / weights.length
  weights.forEach((weight, at) => {
    weights[at] = Math.min(most, Math.max(least, weight / mean))
  })
}

/** The largest distance between a share of the weights and the known one. */
function farthest(weights: readonly number[], { of, shares }: Margin): number {
  const totals = totalsOf(weights, of, shares.length)
  const known = sumOf(totals)
  return Math.max(0, ...shares.map((share, at) => Math.abs((totals[at] ?? 0) / (known || 1) - share)))
}

function described(weights: number[], { least, most }: WeightLimits, rounds: number): Raked {
  const limited = weights.filter((weight) => weight <= least || weight >= most).length
  return { weights, effectiveN: effectiveN(weights), designEffect: designEffect(weights), limited, rounds }
}

function countsOf(of: Margin['of'], values: number): number[] {
  return totalsOf(
    of.map(() => 1),
    of,
    values,
  )
}

function totalsOf(weights: readonly number[], of: Margin['of'], values: number): number[] {
  const totals = Array.from({ length: values }, () => 0)
  of.forEach((value, at) => {
    if (value !== null) totals[value] = (totals[value] ?? 0) + (weights[at] ?? 0)
  })
  return totals
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
