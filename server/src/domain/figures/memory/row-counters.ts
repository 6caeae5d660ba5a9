import { leastAnswers } from '../rows/atoms.ts'
import type { ScaleColumn } from '../rows/atoms.ts'
import { doublesOf, wordsOf } from './block.ts'
import type { Block } from './block.ts'
import type { Column } from './column.ts'
import type { ColumnsByName } from './columns-by-name.ts'
import type { Workspace } from './workspace.ts'

/** A question of an index: what each of its answers adds by its code, or its scale where answers are no codes. */
interface Scale {
  column: Column
  min: number
  max: number
  byCode: Float64Array | null
}

/** Where an aggregate's values by row come from: a column, or the indices of respondents. */
export type Subject = { column: Column } | { scales: readonly Scale[] }

/** The indices of respondents over some questions. Throws `MissingColumn`. */
export function indexSubject(held: ColumnsByName, of: readonly ScaleColumn[]): Subject {
  return {
    scales: of.map(({ column: name, min, max }) => {
      const column = held.column(name)
      const size = column.tableSize
      const byCode =
        size === null ? null : new Float64Array(size).map((_, code) => rescaled(column.valueOf(code), min, max))
      return { column, min, max, byCode }
    }),
  }
}

/** A value on a scale as 0 to 100. */
function rescaled(value: number, min: number, max: number): number {
  return ((value - min) * 100) / (max - min)
}

/** The values of a subject for the given rows of a block, by row of the block; NaN where there is none. */
export function subjectValues(
  workspace: Workspace,
  block: Block,
  subject: Subject,
  rows: Uint16Array,
  count: number,
): Float64Array {
  if ('column' in subject) return doublesOf(workspace.subjects, subject.column, block)
  const { subjects: totals, answers } = workspace
  totals.fill(0)
  answers.fill(0)
  for (const { column, min, max, byCode } of subject.scales)
    if (byCode) addCodes(totals, answers, wordsOf(workspace, column, block), byCode, rows, count)
    else addAnswers(totals, answers, doublesOf(workspace.doubles, column, block), min, max, rows, count)
  const least = leastAnswers(subject.scales.length)
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const answered = answers[row] ?? 0
    totals[row] = answered >= least ? (totals[row] ?? 0) / answered : Number.NaN
  }
  return totals
}

function addCodes(
  totals: Float64Array,
  answers: Uint8Array,
  words: Uint32Array,
  byCode: Float64Array,
  rows: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const code = words[row] ?? 0
    if (code === 0) continue
    totals[row] = (totals[row] ?? 0) + (byCode[code] ?? 0)
    answers[row] = (answers[row] ?? 0) + 1
  }
}

function addAnswers(
  totals: Float64Array,
  answers: Uint8Array,
  values: Float64Array,
  min: number,
  max: number,
  rows: Uint16Array,
  count: number,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    if (value !== value) continue
    totals[row] = (totals[row] ?? 0) + rescaled(value, min, max)
    answers[row] = (answers[row] ?? 0) + 1
  }
}

/** Adds 1 to each row's group. */
export function addRows(totals: Float64Array, rows: Uint16Array, count: number, places: Int32Array): void {
  for (let at = 0; at < count; at++) {
    const group = places[rows[at] ?? 0] ?? 0
    totals[group] = (totals[group] ?? 0) + 1
  }
}

/** Adds number, sum and sum of squares of the values to their groups. */
export function addMoments(
  totals: Float64Array,
  values: Float64Array,
  rows: Uint16Array,
  count: number,
  places: Int32Array,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    if (value !== value) continue
    const place = 3 * (places[row] ?? 0)
    totals[place] = (totals[place] ?? 0) + 1
    totals[place + 1] = (totals[place + 1] ?? 0) + value
    totals[place + 2] = (totals[place + 2] ?? 0) + value * value
  }
}

/** Adds the rows' weights and the squares of these to their groups. */
export function addWeights(
  totals: Float64Array,
  weights: Float64Array,
  rows: Uint16Array,
  count: number,
  places: Int32Array,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const weight = weights[row] ?? 0
    const place = 2 * (places[row] ?? 0)
    totals[place] = (totals[place] ?? 0) + weight
    totals[place + 1] = (totals[place + 1] ?? 0) + weight * weight
  }
}

/** Adds weights of rows with a value, their squares, and the values and their squares times the weights to their groups. */
export function addWeightedMoments(
  totals: Float64Array,
  values: Float64Array,
  weights: Float64Array,
  rows: Uint16Array,
  count: number,
  places: Int32Array,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    if (value !== value) continue
    const weight = weights[row] ?? 0
    const place = 4 * (places[row] ?? 0)
    totals[place] = (totals[place] ?? 0) + weight
    totals[place + 1] = (totals[place + 1] ?? 0) + weight * weight
    totals[place + 2] = (totals[place + 2] ?? 0) + weight * value
    totals[place + 3] = (totals[place + 3] ?? 0) + weight * value * value
  }
}
