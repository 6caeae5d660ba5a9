import { leastForQuartiles, leastOthers } from '@gensvar/contract/pools'

/** An organisation's part in a pool's figure. */
export interface Part {
  universeId: number
  value: number
  n: number
}

/** How many organisations have to differ between two publications. */
const leastChanged = 3

/**
 * Whose figures are published next, so that no two publications differ by fewer than three organisations: all who could take
 * part, else those of the last publication, so that new ones wait. Null where nobody's can be.
 *
 * @param candidates Organisations that have a figure.
 * @param earlier Those of earlier publications that share days with the next one, the latest first.
 */
export function nextMembers(
  candidates: readonly number[],
  earlier: readonly (readonly number[])[],
): readonly number[] | null {
  const [last = []] = earlier
  const tried = [candidates, ...(last.every((one) => candidates.includes(one)) ? [last] : [])]
  return (
    tried.find(
      (members) =>
        members.length > leastOthers &&
        earlier.every((before) => {
          const changed = changesBetween(before, members)
          return changed === 0 || changed >= leastChanged
        }),
    ) ?? null
  )
}

function changesBetween(before: readonly number[], after: readonly number[]): number {
  const left = before.filter((one) => !after.includes(one)).length
  return left + after.filter((one) => !before.includes(one)).length
}

/** Whether one organisation has more than half of all answers. */
export function isDominated(parts: readonly Pick<Part, 'n'>[]): boolean {
  const all = parts.reduce((sum, { n }) => sum + n, 0)
  return parts.some(({ n }) => 2 * n > all)
}

/** How organisations are spread. */
export interface Spread {
  lower: number
  median: number
  upper: number
}

/** The mean of organisations, each counting once, with one decimal. */
export function meanOf(parts: readonly Pick<Part, 'value'>[]): number {
  return toTenth(parts.reduce((sum, { value }) => sum + value, 0) / parts.length)
}

/**
 * Median and quartiles of organisations, with one decimal; null for fewer than eight. None is the figure of one: each is the
 * mean of the two organisations around its place in their order (Hazen's: k * q + 1/2), or of the three where it falls on
 * one. From eight on no organisation belongs to two of these, so they cannot be subtracted from each other.
 */
export function spreadOf(parts: readonly Pick<Part, 'value'>[]): Spread | null {
  if (parts.length < leastForQuartiles) return null
  const values = parts.map(({ value }) => value).toSorted((a, b) => a - b)
  const around = (share: number): number => {
    const place = values.length * share + 0.5
    const near = values.slice(Math.ceil(place - 1) - 1, Math.floor(place + 1))
    return toTenth(near.reduce((sum, value) => sum + value, 0) / near.length)
  }
  return { lower: around(0.25), median: around(0.5), upper: around(0.75) }
}

const bands = [100, 50, 20, 10, 8, 5, leastOthers]

/** The number of organisations as it is told: at least so many. */
export function atLeast(count: number): number {
  return bands.find((band) => count >= band) ?? 0
}

function toTenth(value: number): number {
  return Math.round(value * 10) / 10
}
