import { z } from '#server/domain/statistics/distributions.ts'

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
  // Numbers alone are sorted several times as fast as by a function that compares; each unit then finds its place.
  const sorted = costs.filter((cost, at) => isKnown(cost, variances[at] ?? Infinity)).sort()
  const order = new Int32Array(sorted.length)
  const equal = new Int32Array(sorted.length)
  for (let at = 0; at < costs.length; at++) {
    const cost = costs[at] ?? NaN
    if (!isKnown(cost, variances[at] ?? Infinity)) continue
    const place = countBelow(sorted, cost)
    const before = equal[place] ?? 0
    equal[place] = before + 1
    order[place + before] = at
  }
  return order
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

/** Units in bands of about equal variances, about as many in each; `sorted` has the best first. */
export function bandsOf(sorted: Int32Array, costs: Float64Array, variances: Float64Array): Band[] {
  const byVariance = variances.filter((variance) => variance < Infinity).sort()
  const ends = Float64Array.from({ length: bandCount }, (_, at) =>
    at === bandCount - 1 ? Infinity : (byVariance[Math.floor(((at + 1) * byVariance.length) / bandCount)] ?? Infinity),
  )
  const units = Array.from(ends, (): number[] => [])
  for (const at of sorted) units[countUpTo(ends, variances[at] ?? NaN)]?.push(at)
  return units.map((band) => bandOf(band, costs, variances))
}

function bandOf(units: readonly number[], costs: Float64Array, variances: Float64Array): Band {
  const own = new Float64Array(units.length)
  const ownVariances = new Float64Array(units.length)
  for (let place = 0; place < units.length; place++) {
    own[place] = costs[units[place] ?? 0] ?? NaN
    ownVariances[place] = variances[units[place] ?? 0] ?? NaN
  }
  const byVariance = ownVariances.toSorted()
  const starts = new Int32Array(units.length + 1)
  const band: Band = {
    costs: own,
    variances: ownVariances,
    least: byVariance[0] ?? NaN,
    most: byVariance.at(-1) ?? NaN,
    starts,
  }
  let cell = 0
  for (let place = 0; place < own.length; place++)
    for (const last = cellOf(band, own[place] ?? NaN); cell <= last; cell++) starts[cell] = place
  starts.fill(own.length, cell)
  return band
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

/** How many of some numbers, the least first, are less than one. */
function countBelow(sorted: Float64Array, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? NaN) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** How many are less than one or equal to it. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? NaN) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
