import type { HeldColumns } from './held-columns.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { inSteps } from './steps.ts'
import type { Steps } from './steps.ts'

/** Those of some rows that meet a demand, in their order. */
export function* meetingRows(held: HeldColumns, demand: RowDemand, rows: Int32Array): Steps<Int32Array> {
  return yield* meetingRowsIn(new Int32Array(rows.length), held, demand, rows)
}

/** The same in a room of the caller's, which is at least as long as the rows. */
export function* meetingRowsIn(
  room: Int32Array,
  held: HeldColumns,
  demand: RowDemand,
  rows: Int32Array,
): Steps<Int32Array> {
  const kept = room.subarray(0, rows.length)
  kept.set(rows)
  return kept.subarray(0, yield* narrow(held, demand, kept, kept.length))
}

/** Moves those of the first `count` rows that meet a demand to the front; returns how many they are. */
function* narrow(held: HeldColumns, demand: RowDemand, rows: Int32Array, count: number): Steps<number> {
  switch (demand.kind) {
    case 'all': {
      let left = count
      for (const one of demand.of) left = yield* narrow(held, one, rows, left)
      return left
    }
    case 'any':
      return keepMarked(rows, count, yield* marks(held, demand.of, rows.subarray(0, count)), 1)
    case 'not':
      if (isOnColumn(demand.of)) return yield* keepByColumn(held, demand.of, rows, count, false)
      return keepMarked(rows, count, yield* marks(held, [demand.of], rows.subarray(0, count)), 0)
    case 'listed':
      throw new Error('Only a statement can find rows by ids of another table')
    case 'there':
    case 'in':
    case 'compare':
      return yield* keepByColumn(held, demand, rows, count, true)
  }
}

type ColumnDemand = Extract<RowDemand, { kind: 'there' | 'in' | 'compare' }>

function isOnColumn(demand: RowDemand): demand is ColumnDemand {
  return demand.kind === 'there' || demand.kind === 'in' || demand.kind === 'compare'
}

/** Keeps the rows that meet a demand on one column, or those that do not. */
function* keepByColumn(
  held: HeldColumns,
  demand: ColumnDemand,
  rows: Int32Array,
  count: number,
  meeting: boolean,
): Steps<number> {
  const values = held.values(demand.column)
  let kept = 0
  if (demand.kind === 'in' && demand.values.length !== 1) {
    const isWanted = lookUp(demand.values)
    yield* inSteps(count, (from, to) => (kept = keepListed(values, rows, kept, from, to, isWanted, meeting)))
  } else {
    const range = rangeOf(demand)
    yield* inSteps(count, (from, to) => (kept = keepWithin(values, rows, kept, from, to, range, meeting)))
  }
  return kept
}

/** By row, 1 for those of the rows that meet at least one of the demands. */
function* marks(held: HeldColumns, demands: readonly RowDemand[], rows: Int32Array): Steps<Uint8Array> {
  const mark = new Uint8Array(held.rowCount)
  const room = new Int32Array(rows.length)
  for (const demand of demands) {
    const meeting = yield* meetingRowsIn(room, held, demand, rows)
    for (let at = 0; at < meeting.length; at++) mark[meeting[at] ?? 0] = 1
  }
  return mark
}

function keepMarked(rows: Int32Array, count: number, mark: Uint8Array, wanted: 0 | 1): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    if (mark[row] === wanted) rows[kept++] = row
  }
  return kept
}

/** Values between two ends, both included, but not a certain one. No value (NaN) lies in none. */
interface Range {
  low: number
  high: number
  except: number
}

function rangeOf(demand: ColumnDemand): Range {
  const range = (low: number, high: number, except = Number.NaN): Range => ({ low, high, except })
  if (demand.kind === 'there') return range(-Infinity, Infinity)
  if (demand.kind === 'in') return range(demand.values[0] ?? Number.NaN, demand.values[0] ?? Number.NaN)
  const { value } = demand
  switch (demand.comparison) {
    case '=':
      return range(value, value)
    case '<>':
      return range(-Infinity, Infinity, value)
    case '<':
      return range(-Infinity, value, value)
    case '<=':
      return range(-Infinity, value)
    case '>':
      return range(value, Infinity, value)
    case '>=':
      return range(value, Infinity)
  }
}

/**
 * Moves those rows of a part whose value lies in the range, or does not, behind the `kept` that are there already.
 * Returns how many there are then.
 */
function keepWithin(
  values: Float64Array,
  rows: Int32Array,
  kept: number,
  from: number,
  to: number,
  { low, high, except }: Range,
  inside: boolean,
): number {
  // Without a branch: which rows meet a demand cannot be foretold, and a wrong guess costs more than all of this.
  const unwanted = inside ? 0 : 1
  let next = kept
  for (let at = from; at < to; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    rows[next] = row
    next += (Number(value >= low) & Number(value <= high) & Number(value !== except)) ^ unwanted
  }
  return next
}

/** The same of rows whose value is listed, or is not. */
function keepListed(
  values: Float64Array,
  rows: Int32Array,
  kept: number,
  from: number,
  to: number,
  isWanted: (value: number) => boolean,
  listed: boolean,
): number {
  let next = kept
  for (let at = from; at < to; at++) {
    const row = rows[at] ?? 0
    if (isWanted(values[row] ?? Number.NaN) === listed) rows[next++] = row
  }
  return next
}

/** Largest value that is looked up in a table: codes of choices are small. */
const tableSize = 65_536

function lookUp(wanted: readonly number[]): (value: number) => boolean {
  const set = new Set(wanted)
  if (!wanted.every((value) => Number.isInteger(value) && value >= 0 && value < tableSize))
    return (value) => set.has(value)
  const table = new Uint8Array(Math.max(0, ...wanted) + 1)
  for (const value of wanted) table[value] = 1
  return (value) => table[value] === 1
}
