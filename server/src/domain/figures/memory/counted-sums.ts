import { SumTable } from '../rows/sum-table.ts'
import { medianOf } from './medians.ts'
import type { Spread } from './medians.ts'

/** The values that medians are computed from, by group. `at` is the median's place among the numbers of a group. */
export interface MedianSpreads {
  at: number
  /** Index of the median among the atoms. */
  atom: number
  /** In the order of the groups. */
  spreads: Spread[]
}

/** The groups' ids (NaN for null), and the numbers of all atoms of each group, one group after the other. */
export interface CountedSums {
  ids: Float64Array
  numbers: Float64Array
  medians: readonly MedianSpreads[]
}

/** Adds up sums over the shares of a survey's rows, in the form that `querySums` returns. */
export function sumTable(shares: readonly CountedSums[]): SumTable {
  const places = new Map<number | null, number>()
  const width = shares.reduce((most, { ids, numbers }) => Math.max(most, ids.length && numbers.length / ids.length), 0)
  // By share and group its place among all.
  const found = shares.map(({ ids }) => Int32Array.from(ids, (id) => placeOf(places, Number.isNaN(id) ? null : id)))
  const totals = new Float64Array(places.size * width)
  for (const [share, { numbers }] of shares.entries())
    for (const [group, place] of (found[share] ?? []).entries())
      for (let at = 0; at < width; at++) {
        const to = place * width + at
        totals[to] = (totals[to] ?? 0) + (numbers[group * width + at] ?? 0)
      }
  for (const [index, { at }] of (shares[0]?.medians ?? []).entries()) {
    const spreads = Array.from(places, (): Spread[] => [])
    for (const [share, { medians }] of shares.entries())
      medians[index]?.spreads.forEach((spread, group) => spreads[found[share]?.[group] ?? 0]?.push(spread))
    spreads.forEach((ofPlace, place) => {
      totals[place * width + at] = medianOf(ofPlace)
    })
  }
  return new SumTable(places, totals)
}

/** The place of a group among those found, which it is added to at the end. */
function placeOf(places: Map<number | null, number>, id: number | null): number {
  const known = places.get(id)
  if (known !== undefined) return known
  places.set(id, places.size)
  return places.size - 1
}
