import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { effectiveNOfSums } from './weights.ts'

/** A property whose shares in the population are known. */
export interface Margin {
  name: string
  /** Names of the property's values. */
  values: readonly string[]
  /** Known share of each value in the population; they add up to 1. */
  shares: readonly number[]
  /** Of each cell, the value of the property as an index; null where it is not known. */
  of: readonly (number | null)[]
}

/** Smallest and largest weight, where the mean is 1. */
export interface WeightLimits {
  least: number
  most: number
}

/** Weights of answers. */
export interface Raked {
  /** One of each cell; their mean over answers is 1. */
  weights: number[]
  effectiveN: number
  /** Number of answers whose weight is at a limit. */
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
 * Answers that are alike in all margins have one weight, so they are one cell; `counts` says how many answers a cell has.
 * `pause` is awaited after each round.
 *
 * Words instead of weights where the shares cannot be met: shares that do not add up, a value of the population that nobody
 * has, one that nobody should have, or limits that leave no way.
 */
export async function raked(
  margins: readonly Margin[],
  counts: readonly number[],
  limits: WeightLimits = usualLimits,
  pause: () => Promise<void> | undefined = () => undefined,
): Promise<Raked | Words> {
  const wrong = margins.map((margin) => impossibleMargin(margin, counts)).find((words) => words !== null)
  if (wrong) return wrong
  const weights = counts.map(() => 1)
  for (let round = 1; round <= mostRounds; round++) {
    for (const margin of margins) adjust(weights, margin, counts)
    keepWithin(weights, counts, limits)
    if (margins.every((margin) => farthest(weights, margin, counts) <= tolerance))
      return described(weights, counts, limits, round)
    await pause()
  }
  const worst = margins
    .map((margin) => ({ name: margin.name, by: farthest(weights, margin, counts) }))
    .reduce((a, b) => (b.by > a.by ? b : a))
  return say`The shares of "${worst.name}" cannot be met: some answers would count too much or too little.`
}

function impossibleMargin({ name, values, of, shares }: Margin, counts: readonly number[]): Words | null {
  if (of.length !== counts.length) throw new RangeError('A margin has one value of each cell')
  if (shares.some((share) => !(share >= 0)) || Math.abs(sumOf(shares) - 1) > tolerance)
    return say`The shares of "${name}" do not add up to 100 percent.`
  const found = totalsOf(counts, of, shares.length)
  const without = shares.findIndex((share, at) => share > 0 && !found[at])
  if (without >= 0) return say`The shares of "${name}" cannot be met: nobody answered "${values[without] ?? ''}".`
  const unwanted = shares.findIndex((share, at) => share === 0 && found[at])
  if (unwanted >= 0)
    return say`The shares of "${name}" cannot be met: "${values[unwanted] ?? ''}" has answers and the share 0.`
  return null
}

/** Multiplies the weights of each value so that it has its share of those whose value is known. */
function adjust(weights: number[], { of, shares }: Margin, counts: readonly number[]): void {
  const totals = totalsOf(weighted(weights, counts), of, shares.length)
  const known = sumOf(totals)
  const factors = shares.map((share, at) => (share * known) / (totals[at] || 1))
  of.forEach((value, at) => {
    if (value !== null) weights[at] = (weights[at] ?? 0) * (factors[value] ?? 1)
  })
}

function keepWithin(weights: number[], counts: readonly number[], { least, most }: WeightLimits): void {
  const mean = sumOf(weighted(weights, counts)) / sumOf(counts)
  weights.forEach((weight, at) => {
    weights[at] = Math.min(most, Math.max(least, weight / mean))
  })
}

/** The largest distance between a share of the weights and the known one. */
function farthest(weights: readonly number[], margin: Margin, counts: readonly number[]): number {
  const shares = sharesWith(weights, margin, counts)
  return Math.max(0, ...margin.shares.map((share, at) => Math.abs((shares[at] ?? 0) - share)))
}

/** The share of each value among the answers whose value is known, with weights; 0 without such answers. */
export function sharesWith(
  weights: readonly number[],
  { of, shares }: Pick<Margin, 'of' | 'shares'>,
  counts: readonly number[],
): number[] {
  const totals = totalsOf(weighted(weights, counts), of, shares.length)
  const known = sumOf(totals)
  return totals.map((total) => total / (known || 1))
}

function described(weights: number[], counts: readonly number[], { least, most }: WeightLimits, rounds: number): Raked {
  const squares = weights.reduce((sum, weight, at) => sum + weight * weight * (counts[at] ?? 0), 0)
  const limited = weights.reduce(
    (sum, weight, at) => sum + (weight <= least || weight >= most ? (counts[at] ?? 0) : 0),
    0,
  )
  return { weights, effectiveN: effectiveNOfSums(sumOf(weighted(weights, counts)), squares), limited, rounds }
}

function weighted(weights: readonly number[], counts: readonly number[]): number[] {
  return weights.map((weight, at) => weight * (counts[at] ?? 0))
}

function totalsOf(numbers: readonly number[], of: Margin['of'], values: number): number[] {
  const totals = Array.from({ length: values }, () => 0)
  of.forEach((value, at) => {
    if (value !== null) totals[value] = (totals[value] ?? 0) + (numbers[at] ?? 0)
  })
  return totals
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
