import { weightColumn } from '../store/weight-column.ts'
import type { HeldColumns, RowGroups } from './held-columns.ts'
import { inSteps } from './steps.ts'
import type { Steps } from './steps.ts'

/** By group the sums of the weights of rows and of their squares. */
export function* weightSums(held: HeldColumns, rows: Int32Array, { ids, of }: RowGroups): Steps<Float64Array> {
  const weights = held.values(weightColumn)
  const totals = new Float64Array(2 * ids.length)
  yield* inSteps(rows.length, (from, to) => addWeights(totals, weights, of, rows, from, to))
  return totals
}

function addWeights(
  totals: Float64Array,
  weights: Float64Array,
  of: Int32Array,
  rows: Int32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const row = rows[at] ?? 0
    const weight = weights[row] ?? 0
    const place = 2 * (of[row] ?? 0)
    totals[place] = (totals[place] ?? 0) + weight
    totals[place + 1] = (totals[place + 1] ?? 0) + weight * weight
  }
}

/**
 * By group the sums of the weights of rows with a value and of their squares, and of the values and their squares times the
 * weights.
 */
export function* weightedMoments(
  held: HeldColumns,
  values: Float64Array,
  rows: Int32Array,
  { ids, of }: RowGroups,
): Steps<Float64Array> {
  const weights = held.values(weightColumn)
  const totals = new Float64Array(4 * ids.length)
  yield* inSteps(rows.length, (from, to) => addWeighted(totals, { values, weights, of }, rows, from, to))
  return totals
}

function addWeighted(
  totals: Float64Array,
  { values, weights, of }: { values: Float64Array; weights: Float64Array; of: Int32Array },
  rows: Int32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    if (value !== value) continue
    const weight = weights[row] ?? 0
    const place = 4 * (of[row] ?? 0)
    totals[place] = (totals[place] ?? 0) + weight
    totals[place + 1] = (totals[place + 1] ?? 0) + weight * weight
    totals[place + 2] = (totals[place + 2] ?? 0) + weight * value
    totals[place + 3] = (totals[place + 3] ?? 0) + weight * value * value
  }
}
