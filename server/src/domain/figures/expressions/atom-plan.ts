import type { Population } from './figure.ts'
import { atomWidth } from '../rows/atoms.ts'
import type { Atom } from '../rows/atoms.ts'
import { demandLogic } from '../rows/row-demand.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import type { SumTable } from '../rows/sum-table.ts'
import type { CountedRows } from '../rows/sums.ts'

/** Atoms over the same rows. */
export interface AtomGroup {
  of: CountedRows
  where: RowDemand
  atoms: Atom[]
}

/** The sums of one row of the result: in each group of atoms the table, and the row's index in it. */
export class Sums {
  private readonly tables: readonly SumTable[]
  private readonly id: number | null

  /** `id` is the row's id in every table. */
  constructor(tables: readonly SumTable[], id: number | null) {
    this.tables = tables
    this.id = id
  }

  /** Copies the numbers at a place to an array from an index on; 0 where the row has none. */
  copy({ group, from, to }: Place, numbers: number[], start: number): void {
    const table = this.tables[group]
    const row = table?.placeOf(this.id) ?? -1
    for (let at = from; at < to; at++) numbers[start + at - from] = table?.at(row, at) ?? 0
  }
}

/**
 * Reads a row's numbers at some places. What it returns is written again by the next reading: an array for each of thousands of
 * rows takes longer than what is done with it.
 */
export function numbersAt(places: readonly Place[]): (sums: Sums) => readonly number[] {
  const starts: number[] = []
  let count = 0
  for (const { from, to } of places) {
    starts.push(count)
    count += to - from
  }
  const numbers = Array.from({ length: count }, () => 0)
  return (sums) => {
    for (let at = 0; at < places.length; at++) {
      const place = places[at]
      if (place) sums.copy(place, numbers, starts[at] ?? 0)
    }
    return numbers
  }
}

/** Collects the atoms of all indicators: one group per population and rule, each atom once. */
export class AtomPlan {
  readonly groups: AtomGroup[] = []
  private readonly groupKeys = new Map<string, number>()
  private readonly places = new Map<string, Place>()
  private readonly widths: number[] = []

  /** Adds an atom unless it is there; returns where its numbers will be. */
  place(population: Population, where: readonly RowDemand[], atom: Atom): Place {
    const of = population === 'alerts' || population === 'messages' ? population : 'responses'
    const isAll = population === 'all' || population === 'messages'
    const rows = demandLogic.all(isAll ? where : [isCompleted, ...where])
    const groupKey = JSON.stringify([of, rows])
    const group = this.groupKeys.get(groupKey) ?? this.groups.push({ of, where: rows, atoms: [] }) - 1
    this.groupKeys.set(groupKey, group)
    const key = `${group} ${JSON.stringify(atom)}`
    const known = this.places.get(key)
    if (known) return known
    this.groups[group]?.atoms.push(atom)
    const from = this.widths[group] ?? 0
    const to = from + atomWidth(atom)
    this.widths[group] = to
    const place = { group, from, to }
    this.places.set(key, place)
    return place
  }
}

/** Where the numbers of an atom are in `Sums`: in a group, from one index to another (not included). */
export interface Place {
  group: number
  from: number
  to: number
}

const isCompleted: RowDemand = { kind: 'in', column: 'state', values: [0] }
