import type { HeldColumns } from './held-columns.ts'
import type { RowDemand } from './row-demand.ts'

/** Those of some rows that meet a demand, in their order. */
export function meetingRows(held: HeldColumns, demand: RowDemand, rows: Int32Array): Int32Array {
  const kept = rows.slice()
  return kept.subarray(0, narrow(held, demand, kept, kept.length))
}

/** Moves those of the first `count` rows that meet a demand to the front; returns how many they are. */
function narrow(held: HeldColumns, demand: RowDemand, rows: Int32Array, count: number): number {
  switch (demand.kind) {
    case 'all':
      return demand.of.reduce((left, one) => narrow(held, one, rows, left), count)
    case 'any':
      return keepMarked(rows, count, marks(held, demand.of, rows.subarray(0, count)), 1)
    case 'not': {
      const range = rangeOf(demand.of)
      if (range) return keepWithin(held.values(range.column), rows, count, range, false)
      return keepMarked(rows, count, marks(held, [demand.of], rows.subarray(0, count)), 0)
    }
    case 'listed':
      throw new Error('Only a statement can find rows by ids of another table')
    case 'there':
    case 'in':
    case 'compare': {
      const range = rangeOf(demand)
      if (range) return keepWithin(held.values(range.column), rows, count, range, true)
      return keepListed(held.values(demand.column), rows, count, demand.kind === 'in' ? demand.values : [])
    }
  }
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
  column: string
  low: number
  high: number
  except: number
}

/** The range a demand on one column asks for; null for other demands. */
function rangeOf(demand: RowDemand): Range | null {
  const range = (column: string, low: number, high: number, except = Number.NaN): Range => ({
    column,
    low,
    high,
    except,
  })
  if (demand.kind === 'there') return range(demand.column, -Infinity, Infinity)
  if (demand.kind === 'in') {
    const [only] = demand.values
    return demand.values.length === 1 && only !== undefined ? range(demand.column, only, only) : null
  }
  if (demand.kind !== 'compare') return null
  const { column, value } = demand
  switch (demand.comparison) {
    case '=':
      return range(column, value, value)
    case '<>':
      return range(column, -Infinity, Infinity, value)
    case '<':
      return range(column, -Infinity, value, value)
    case '<=':
      return range(column, -Infinity, value)
    case '>':
      return range(column, value, Infinity, value)
    case '>=':
      return range(column, value, Infinity)
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
  let kept = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    if ((value >= low && value <= high && value !== except) === inside) rows[kept++] = row
  }
  return kept
}

function keepListed(values: Float64Array, rows: Int32Array, count: number, wanted: readonly number[]): number {
  const isWanted = lookUp(wanted)
  let kept = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    if (isWanted(values[row] ?? Number.NaN)) rows[kept++] = row
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
