import type { HeldColumns } from './held-columns.ts'
import type { RowDemand } from './row-demand.ts'

/** Those of some rows that meet a demand, in their order. */
export function meetingRows(held: HeldColumns, demand: RowDemand, rows: Int32Array): Int32Array {
  const kept = rows.slice()
  return kept.subarray(0, narrow(held, demand, kept, kept.length))
}

/** The same in an array that the next call uses again: for those who are done with it at once. */
export function meetingRowsNow(held: HeldColumns, demand: RowDemand, rows: Int32Array): Int32Array {
  const kept = held.scratch.subarray(0, rows.length)
  kept.set(rows)
  return kept.subarray(0, narrow(held, demand, kept, kept.length))
}

/** Moves those of the first `count` rows that meet a demand to the front; returns how many they are. */
function narrow(held: HeldColumns, demand: RowDemand, rows: Int32Array, count: number): number {
  switch (demand.kind) {
    case 'all':
      return demand.of.reduce((left, one) => narrow(held, one, rows, left), count)
    case 'any':
      return keepMarked(rows, count, marks(held, demand.of, rows.subarray(0, count)), 1)
    case 'not':
      if (isOnColumn(demand.of)) return keepByColumn(held, demand.of, rows, count, false)
      return keepMarked(rows, count, marks(held, [demand.of], rows.subarray(0, count)), 0)
    case 'listed':
      throw new Error('Only a statement can find rows by ids of another table')
    case 'there':
    case 'in':
    case 'compare':
      return keepByColumn(held, demand, rows, count, true)
  }
}

type ColumnDemand = Extract<RowDemand, { kind: 'there' | 'in' | 'compare' }>

function isOnColumn(demand: RowDemand): demand is ColumnDemand {
  return demand.kind === 'there' || demand.kind === 'in' || demand.kind === 'compare'
}

/** Keeps the rows that meet a demand on one column, or those that do not. */
function keepByColumn(
  held: HeldColumns,
  demand: ColumnDemand,
  rows: Int32Array,
  count: number,
  meeting: boolean,
): number {
  const values = held.values(demand.column)
  if (demand.kind === 'in' && demand.values.length !== 1) return keepListed(values, rows, count, demand.values, meeting)
  return keepWithin(values, rows, count, rangeOf(demand), meeting)
}

/** By row, 1 for those of the rows that meet at least one of the demands. */
function marks(held: HeldColumns, demands: readonly RowDemand[], rows: Int32Array): Uint8Array {
  const mark = new Uint8Array(held.rowCount)
  for (const demand of demands) {
    const meeting = meetingRows(held, demand, rows)
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

/** Keeps the rows whose value lies in the range, or those whose value does not. */
function keepWithin(
  values: Float64Array,
  rows: Int32Array,
  count: number,
  { low, high, except }: Range,
  inside: boolean,
): number {
  // Without a branch: which rows meet a demand cannot be foretold, and a wrong guess costs more than all of this.
  const unwanted = inside ? 0 : 1
  let kept = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    rows[kept] = row
    kept += (Number(value >= low) & Number(value <= high) & Number(value !== except)) ^ unwanted
  }
  return kept
}

function keepListed(
  values: Float64Array,
  rows: Int32Array,
  count: number,
  wanted: readonly number[],
  listed: boolean,
): number {
  const isWanted = lookUp(wanted)
  let kept = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    if (isWanted(values[row] ?? Number.NaN) === listed) rows[kept++] = row
  }
  return kept
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
