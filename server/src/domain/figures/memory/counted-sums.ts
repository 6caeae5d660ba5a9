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
  const places = new Map<number, number>()
  for (const { ids } of shares) for (const id of ids) if (!places.has(id)) places.set(id, places.size)
  const width = shares.reduce((most, { ids, numbers }) => Math.max(most, ids.length && numbers.length / ids.length), 0)
  const totals = new Float64Array(places.size * width)
  for (const { ids, numbers } of shares)
    ids.forEach((id, group) => {
      const place = (places.get(id) ?? 0) * width
      for (let at = 0; at < width; at++)
        totals[place + at] = (totals[place + at] ?? 0) + (numbers[group * width + at] ?? 0)
    })
  for (const [index, { at }] of (shares[0]?.medians ?? []).entries()) {
    const found = Array.from(places, (): Spread[] => [])
    for (const { ids, medians } of shares)
      medians[index]?.spreads.forEach((spread, group) => found[places.get(ids[group] ?? Number.NaN) ?? 0]?.push(spread))
    found.forEach((spreads, place) => {
      totals[place * width + at] = medianOf(spreads)
    })
  }
  return new SumTable(
    Array.from(places.keys(), (id) => (Number.isNaN(id) ? null : id)),
    totals,
  )
}
