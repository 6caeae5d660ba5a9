import { z } from '#server/domain/statistics/distributions.ts'
import { leastFirst } from './least-first.ts'

/** Whether a unit has a value and a variance: NaN and Infinity are none. */
export function isKnown(cost: number, variance: number): boolean {
  return variance < Infinity && !Number.isNaN(cost)
}

/** Whether two values are told apart, of their difference and variances; see `FairRanks`. */
export function areApart(difference: number, variance: number, otherVariance: number): boolean {
  return difference * difference > z * z * (variance + otherVariance)
}

/** Indexes of the units of known value and variance, the best first. */
export function bestFirst(costs: Float64Array, variances: Float64Array): Int32Array {
  return leastFirst(costs.map((cost, at) => (isKnown(cost, variances[at] ?? Infinity) ? cost : NaN)))
}

/** Units of about equal variances, the best first. */
export interface Band {
  costs: Float64Array
  variances: Float64Array
  least: number
  most: number
  /** The range of the costs in equal cells: by cell the index of the first unit in it or after it. */
  starts: Int32Array
}

const bandCount = 12

/** Of so many units one is asked where bands end. */
const sampleEvery = 8

/** Units in bands of about equal variances, about as many in each; `sorted` has the best first. */
export function bandsOf(sorted: Int32Array, costs: Float64Array, variances: Float64Array): Band[] {
  const ends = endsOf(sorted, variances)
  const bandByPlace = new Uint8Array(sorted.length)
  const sizes = new Int32Array(bandCount)
  for (let place = 0; place < sorted.length; place++) {
    const band = bandOf(ends, variances[sorted[place] ?? 0] ?? NaN)
    bandByPlace[place] = band
    sizes[band] = (sizes[band] ?? 0) + 1
  }
  const [allCosts, allVariances] = [new Float64Array(sorted.length), new Float64Array(sorted.length)]
  const allStarts = new Int32Array(sorted.length + bandCount)
  let first = 0
  const bands = Array.from(sizes, (size, number): Band => {
    const from = first
    first += size
    return {
      costs: allCosts.subarray(from, first),
      variances: allVariances.subarray(from, first),
      least: Infinity,
      most: 0,
      starts: allStarts.subarray(from + number, first + number + 1),
    }
  })
  const filled = new Int32Array(bandCount)
  for (let place = 0; place < sorted.length; place++) {
    const number = bandByPlace[place] ?? 0
    const band = bands[number]
    const at = filled[number] ?? 0
    const variance = variances[sorted[place] ?? 0] ?? NaN
    filled[number] = at + 1
    if (!band) continue
    band.costs[at] = costs[sorted[place] ?? 0] ?? NaN
    band.variances[at] = variance
    if (variance < band.least) band.least = variance
    if (variance > band.most) band.most = variance
  }
  for (const band of bands) fillStarts(band)
  return bands
}

/** The variances at which bands end, ascending, the last one Infinity. */
function endsOf(sorted: Int32Array, variances: Float64Array): Float64Array {
  const sample = new Float64Array(Math.ceil(sorted.length / sampleEvery))
  for (let at = 0; at < sample.length; at++) sample[at] = variances[sorted[at * sampleEvery] ?? 0] ?? NaN
  sample.sort()
  const ends = new Float64Array(bandCount).fill(Infinity)
  for (let band = 0; band < bandCount - 1; band++)
    ends[band] = sample[Math.floor(((band + 1) * sample.length) / bandCount)] ?? Infinity
  return ends
}

/** The band of a variance. Compared with every end: looking for the right one would be slower among so few. */
function bandOf(ends: Float64Array, variance: number): number {
  let band = 0
  for (let at = 0; at < ends.length; at++) if ((ends[at] ?? NaN) <= variance) band++
  return band
}

function fillStarts(band: Band): void {
  const { costs, starts } = band
  let cell = 0
  for (let place = 0; place < costs.length; place++)
    for (const last = cellOf(band, costs[place] ?? NaN); cell <= last; cell++) starts[cell] = place
  starts.fill(costs.length, cell)
}

/** The cell of a band that a cost is in, or the nearest one. */
function cellOf({ costs, starts }: Band, cost: number): number {
  const first = costs[0] ?? 0
  const range = (costs[costs.length - 1] ?? 0) - first
  const cells = starts.length - 1
  const at = range > 0 ? Math.floor(((cost - first) / range) * cells) : 0
  return at < 0 ? 0 : at > cells ? cells : at
}

/**
 * How many of a band are better than a unit and told apart from it: all that are farther away than its least exact one had to
 * be, and of those nearer than that, but not nearer than its most exact one has to be, each that is.
 */
export function countBetter(band: Band, cost: number, variance: number): number {
  const { costs, variances, starts } = band
  const sure = cost - z * Math.sqrt(variance + band.most)
  const possible = cost - z * Math.sqrt(variance + band.least)
  let at = starts[cellOf(band, sure)] ?? 0
  while (at < costs.length && (costs[at] ?? NaN) < sure) at++
  let count = at
  for (; at < costs.length && (costs[at] ?? NaN) < possible; at++)
    if (areApart(cost - (costs[at] ?? NaN), variance, variances[at] ?? NaN)) count++
  return count
}

/** How many of a band are worse than a unit and told apart from it, counted likewise from the other end. */
export function countWorse(band: Band, cost: number, variance: number): number {
  const { costs, variances, starts } = band
  const sure = cost + z * Math.sqrt(variance + band.most)
  const possible = cost + z * Math.sqrt(variance + band.least)
  let at = starts[cellOf(band, sure)] ?? 0
  while (at < costs.length && (costs[at] ?? NaN) <= sure) at++
  let count = costs.length - at
  for (at--; at >= 0 && (costs[at] ?? NaN) > possible; at--)
    if (areApart(cost - (costs[at] ?? NaN), variance, variances[at] ?? NaN)) count++
  return count
}
