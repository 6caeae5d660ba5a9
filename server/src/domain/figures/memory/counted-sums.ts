import { IdPlaces } from '../rows/id-places.ts'
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
  const places = new IdPlaces(shares.map(({ ids }) => ids))
  const count = places.ids.length
  const width = shares.reduce((most, { ids, numbers }) => Math.max(most, ids.length && numbers.length / ids.length), 0)
  const totals = new Float64Array(count * width)
  for (const { ids, numbers } of shares)
    for (let group = 0; group < ids.length; group++) {
      const from = group * width
      const to = places.placeOf(ids[group] ?? NaN) * width
      for (let at = 0; at < width; at++) totals[to + at] = (totals[to + at] ?? 0) + (numbers[from + at] ?? 0)
    }
  for (const [index, { at }] of (shares[0]?.medians ?? []).entries()) {
    const spreads = Array.from({ length: count }, (): Spread[] => [])
    for (const { ids, medians } of shares)
      medians[index]?.spreads.forEach((spread, group) => spreads[places.placeOf(ids[group] ?? NaN)]?.push(spread))
    spreads.forEach((ofPlace, place) => {
      totals[place * width + at] = medianOf(ofPlace)
    })
  }
  return new SumTable(places, totals)
}
