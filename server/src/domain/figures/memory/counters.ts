import { atomWidth } from '../rows/atoms.ts'
import type { Atom } from '../rows/atoms.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import type { Block } from './block.ts'
import type { ColumnsByName } from './columns-by-name.ts'
import { spreadOf } from './medians.ts'
import type { Spread } from './medians.ts'
import { addMoments, addRows, addWeightedMoments, addWeights, indexSubject, subjectValues } from './row-counters.ts'
import type { Subject } from './row-counters.ts'
import { makeSieve, sift } from './sieve.ts'
import type { Sieve } from './sieve.ts'
import type { Steps } from './steps.ts'
import { oneGroup } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** The rows of a block that are counted, and the groups they are in. */
export interface BlockRows {
  workspace: Workspace
  block: Block
  rows: Uint16Array
  count: number
  /** By row of the block: its group's index. */
  places: Int32Array
  /** Number of groups so far. */
  groups: number
  /** By row of the block: its weight; null where nothing is weighted. */
  weights: Float64Array | null
}

/** Adds the numbers of an atom row by row, where no table of a column's codes has them. */
export interface Counter {
  add(rows: BlockRows): Steps<void>
  /** A number of a group. */
  read(group: number, at: number): number
  /** The values of a group, of a median. */
  spread(group: number): Spread | null
}

/** A counter for an atom. Throws `MissingColumn`. */
export function* makeCounter(held: ColumnsByName, atom: Atom): Steps<Counter> {
  switch (atom.kind) {
    case 'rows':
      return new RowCounter(atom, null, yield* sieveOf(held, atom.where))
    case 'weights':
      return new RowCounter(atom, null, yield* sieveOf(held, atom.where))
    case 'sumWhere':
      return new RowCounter(atom, { column: held.column(atom.column) }, yield* sieveOf(held, atom.where))
    case 'sum':
    case 'moments':
    case 'weightedMoments':
      return new RowCounter(atom, { column: held.column(atom.column) }, null)
    case 'index':
    case 'indexed':
    case 'weightedIndex':
      return new RowCounter(atom, indexSubject(held, atom.of), null)
    case 'median':
      return new ValueKeeper({ column: held.column(atom.column) })
  }
}

function* sieveOf(held: ColumnsByName, where: RowDemand): Steps<Sieve | null> {
  return where.kind === 'all' && where.of.length === 0 ? null : yield* makeSieve(held, where)
}

class RowCounter implements Counter {
  private readonly atom: Atom
  private readonly subject: Subject | null
  private readonly sieve: Sieve | null
  /** Numbers kept of each group: of a sum its moments. */
  private readonly width: number
  private totals = new Float64Array(64)

  constructor(atom: Atom, subject: Subject | null, sieve: Sieve | null) {
    this.atom = atom
    this.subject = subject
    this.sieve = sieve
    this.width = atom.kind === 'sum' || atom.kind === 'sumWhere' || atom.kind === 'indexed' ? 3 : atomWidth(atom)
  }

  *add(all: BlockRows): Steps<void> {
    if (all.groups * this.width > this.totals.length) {
      const before = this.totals
      this.totals = new Float64Array(Math.max(all.groups * this.width, 2 * before.length))
      this.totals.set(before)
    }
    if (!this.sieve) {
      this.addRows(all, all.rows, all.count)
      return
    }
    const { workspace, block, rows, count } = all
    const list = workspace.list()
    list.set(rows.subarray(0, count))
    this.addRows(all, list, yield* sift(workspace, block, this.sieve, list, count))
    workspace.giveBack(list)
  }

  read(group: number, at: number): number {
    const { kind } = this.atom
    const place = kind === 'sum' || kind === 'sumWhere' ? 1 : at
    return this.totals[group * this.width + place] ?? 0
  }

  spread(): null {
    return null
  }

  private addRows({ workspace, block, places, weights }: BlockRows, rows: Uint16Array, count: number): void {
    const { totals, subject, width } = this
    const values = subject && subjectValues(workspace, block, subject, rows, count)
    const weighed = weights ?? workspace.weights
    if (!values && width === 2) addWeights(totals, weighed, rows, count, places)
    else if (!values && places === oneGroup) totals[0] = (totals[0] ?? 0) + count
    else if (!values) addRows(totals, rows, count, places)
    else if (width === 4) addWeightedMoments(totals, values, weighed, rows, count, places)
    else addMoments(totals, values, rows, count, places)
  }
}

/** Keeps all values of each group, which a median needs. */
class ValueKeeper implements Counter {
  private readonly subject: Subject
  private readonly kept: number[][] = []

  constructor(subject: Subject) {
    this.subject = subject
  }

  *add({ workspace, block, rows, count, places }: BlockRows): Steps<void> {
    const values = subjectValues(workspace, block, this.subject, rows, count)
    for (let at = 0; at < count; at++) {
      const row = rows[at] ?? 0
      const value = values[row] ?? Number.NaN
      if (value === value) (this.kept[places[row] ?? 0] ??= []).push(value)
    }
    yield
  }

  read(): number {
    return 0
  }

  spread(group: number): Spread {
    return spreadOf(Float64Array.from(this.kept[group] ?? []))
  }
}
