import type { HeldColumns } from './held-columns.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { inSteps } from './steps.ts'
import type { Steps } from './steps.ts'

/** Those of the given rows that match a demand, in the same order. */
export function* matchingRows(held: HeldColumns, demand: RowDemand, rows: Int32Array): Steps<Int32Array> {
  return yield* matchingRowsIn(new Int32Array(rows.length), held, demand, rows)
}

/** The same, written into a buffer of the caller that is at least as long as the rows. */
export function* matchingRowsIn(
  buffer: Int32Array,
  held: HeldColumns,
  demand: RowDemand,
  rows: Int32Array,
): Steps<Int32Array> {
  const kept = buffer.subarray(0, rows.length)
  kept.set(rows)
  return kept.subarray(0, yield* narrow(held, demand, kept, kept.length))
}

/** Moves those of the first `count` rows that match a demand to the front; returns their number. */
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
    case 'is':
    case 'listed':
      throw new Error('Texts and ids from another table can only be matched in SQL')
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

/** Keeps the rows that match a demand on one column, or with `matching` false those that do not. */
function* keepByColumn(
  held: HeldColumns,
  demand: ColumnDemand,
  rows: Int32Array,
  count: number,
  matching: boolean,
): Steps<number> {
  const values = held.values(demand.column)
  let kept = 0
  if (demand.kind === 'in' && demand.values.length !== 1) {
    const isWanted = lookUp(demand.values)
    yield* inSteps(count, (from, to) => (kept = keepListed(values, rows, kept, from, to, isWanted, matching)))
  } else {
    const range = rangeOf(demand)
    yield* inSteps(count, (from, to) => (kept = keepWithin(values, rows, kept, from, to, range, matching)))
  }
  return kept
}

/** By row of the survey: 1 for those of the given rows that match at least one of the demands. */
function* marks(held: HeldColumns, demands: readonly RowDemand[], rows: Int32Array): Steps<Uint8Array> {
  const mark = new Uint8Array(held.rowCount)
  const buffer = new Int32Array(rows.length)
  for (const demand of demands) {
    const matching = yield* matchingRowsIn(buffer, held, demand, rows)
    for (let at = 0; at < matching.length; at++) mark[matching[at] ?? 0] = 1
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

/** Values from `low` to `high`, both included, except one. A missing value (NaN) is in no range. */
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
 * Of the rows from `from` to `to` (not included) moves those whose value is in the range (or is not, by `inside`)
 * behind the first `kept` rows. Returns the new number of kept rows.
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
  // Without a branch: matches are unpredictable, and a mispredicted branch costs more than this arithmetic.
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

/** The same for rows whose value is wanted, or is not. */
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

/** Whole numbers that lie within such a span are looked up in an array instead of a set: codes of choices, ids of units. */
const tableSize = 1 << 20

function lookUp(wanted: readonly number[]): (value: number) => boolean {
  const first = wanted.reduce((least, value) => Math.min(least, value), Infinity)
  const last = wanted.reduce((most, value) => Math.max(most, value), -Infinity)
  if (!wanted.every(Number.isInteger) || last - first >= tableSize) {
    const set = new Set(wanted)
    return (value) => set.has(value)
  }
  const table = new Uint8Array(Math.max(0, last - first + 1))
  for (const value of wanted) table[value - first] = 1
  return (value) => table[value - first] === 1
}
