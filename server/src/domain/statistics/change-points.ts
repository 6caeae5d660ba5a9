import { randomNumbers, shuffle } from './seeded-random.ts'

/** A value of a series with its weight: the number of answers behind it, or 1 for each. */
export interface SeriesPoint {
  value: number
  weight: number
}

/** Where the level of a series changes. */
export interface ChangePoint {
  /** Index of the first point of the new level. */
  at: number
  /** Weighted means of the points before, back to the change before it, and from it to the next change. */
  before: number
  after: number
  /** Probability of a change as clear by chance alone. */
  p: number
}

const permutations = 999
/** Points on each side of a change: a single odd month is no new level. */
const leastPoints = 3
const level = 0.05

/**
 * Where the level of a short series changes, earliest first: binary segmentation (Vostrikova LJ: Detecting disorder in
 * multidimensional random processes, Soviet Mathematics Doklady 24 (1981) 55-59). Of all places that leave three points on each
 * side, the one where the sum of squares between both sides is largest (Hawkins DM: Testing a sequence of observations for a
 * shift in location, Journal of the American Statistical Association 72 (1977) 180-186) is a change if at most 5 % of the
 * orders of the same points have one as large (permutation test: no distribution is assumed, and months that differ by more
 * than their answers' chance do not count as changes). Both sides are searched in the same way, so that the 5 % holds for
 * each of them.
 *
 * The 999 orders tried follow from the number of points alone, so the same series always has the same changes. The values are
 * in any unit, the weights positive. Fewer than six points have no changes.
 */
export function changePoints(series: readonly SeriesPoint[]): ChangePoint[] {
  const found = search(series, 0)
  return found.map(({ at, p }, index) => {
    const before = series.slice(found[index - 1]?.at ?? 0, at)
    const after = series.slice(at, found[index + 1]?.at)
    return { at, before: meanOf(before), after: meanOf(after), p }
  })
}

function search(part: readonly SeriesPoint[], from: number): { at: number; p: number }[] {
  const best = clearest(part)
  if (!best) return []
  const order = [...part]
  const random = randomNumbers(part.length)
  let p = 1 / (permutations + 1)
  let larger = 1
  for (let times = 0; times < permutations; times++) {
    shuffle(order, random)
    if ((clearest(order)?.between ?? 0) < best.between * (1 - 1e-12)) continue
    larger++
    p = larger / (permutations + 1)
    // It can only grow.
    if (p > level) return []
  }
  return [
    ...search(part.slice(0, best.at), from),
    { at: from + best.at, p },
    ...search(part.slice(best.at), from + best.at),
  ]
}

/** The place with the largest sum of squares between both sides; null if there is none, or no difference at all. */
function clearest(part: readonly SeriesPoint[]): { at: number; between: number } | null {
  const weights = weightOf(part)
  const mean = meanOf(part)
  let at = 0
  let most = 0
  let left = 0
  let sum = 0
  // Loops without objects, because this runs for each of the orders.
  for (let index = 0; index < part.length; index++) {
    const point = part[index]
    if (!point) continue
    const { value, weight } = point
    if (index >= leastPoints && part.length - index >= leastPoints) {
      const between = (sum * sum * weights) / (left * (weights - left))
      if (between > most) {
        at = index
        most = between
      }
    }
    left += weight
    sum += weight * (value - mean)
  }
  return most > 0 ? { at, between: most } : null
}

function weightOf(part: readonly SeriesPoint[]): number {
  let weights = 0
  for (let index = 0; index < part.length; index++) weights += part[index]?.weight ?? NaN
  return weights
}

function meanOf(part: readonly SeriesPoint[]): number {
  let sum = 0
  for (let index = 0; index < part.length; index++) sum += (part[index]?.value ?? NaN) * (part[index]?.weight ?? NaN)
  return sum / weightOf(part)
}
