import type { HeldColumns } from './held-columns.ts'
import type { RowDemand } from './row-demand.ts'

/** Those of some rows that meet a demand, in their order. */
export function meetingRows(held: HeldColumns, demand: RowDemand, rows: Int32Array): Int32Array {
  switch (demand.kind) {
    case 'all':
      return demand.of.reduce((left, one) => meetingRows(held, one, left), rows)
    case 'any':
      return marked(rows, marks(held, demand.of, rows), 1)
    case 'not':
      return marked(rows, marks(held, [demand.of], rows), 0)
    case 'there':
      return within(held.values(demand.column), rows, -Infinity, Infinity, Number.NaN)
    case 'in':
      return oneOf(held.values(demand.column), rows, demand.values)
    case 'compare':
      return compared(held.values(demand.column), rows, demand)
    case 'listed':
      throw new Error('Only a statement can find rows by ids of another table')
  }
}

/** By row, 1 for those of the rows that meet at least one of the demands. */
function marks(held: HeldColumns, demands: readonly RowDemand[], rows: Int32Array): Uint8Array {
  const mark = new Uint8Array(held.rowCount)
  for (const demand of demands) for (const row of meetingRows(held, demand, rows)) mark[row] = 1
  return mark
}

function marked(rows: Int32Array, mark: Uint8Array, wanted: 0 | 1): Int32Array {
  const kept = new Int32Array(rows.length)
  let count = 0
  for (const row of rows) if (mark[row] === wanted) kept[count++] = row
  return kept.subarray(0, count)
}

function compared(
  values: Float64Array,
  rows: Int32Array,
  { comparison, value }: Extract<RowDemand, { kind: 'compare' }>,
): Int32Array {
  const any = Number.NaN
  switch (comparison) {
    case '=':
      return within(values, rows, value, value, any)
    case '<>':
      return within(values, rows, -Infinity, Infinity, value)
    case '<':
      return within(values, rows, -Infinity, value, value)
    case '<=':
      return within(values, rows, -Infinity, value, any)
    case '>':
      return within(values, rows, value, Infinity, value)
    case '>=':
      return within(values, rows, value, Infinity, any)
  }
}

/** Rows whose value lies between two ends, both included, and is not a certain one; NaN lies nowhere. */
function within(values: Float64Array, rows: Int32Array, low: number, high: number, except: number): Int32Array {
  const kept = new Int32Array(rows.length)
  let count = 0
  for (const row of rows) {
    const value = values[row] ?? Number.NaN
    if (value >= low && value <= high && value !== except) kept[count++] = row
  }
  return kept.subarray(0, count)
}

function oneOf(values: Float64Array, rows: Int32Array, wanted: readonly number[]): Int32Array {
  const [only] = wanted
  if (only !== undefined && wanted.length === 1) return within(values, rows, only, only, Number.NaN)
  const set = new Set(wanted)
  const kept = new Int32Array(rows.length)
  let count = 0
  for (const row of rows) if (set.has(values[row] ?? Number.NaN)) kept[count++] = row
  return kept.subarray(0, count)
}
