import { atomWidth, leastAnswers } from '../rows/atoms.ts'
import type { Atom, ScaleColumn } from '../rows/atoms.ts'
import type { GroupKey } from '../rows/grouping.ts'
import { groupRows } from './held-columns.ts'
import type { HeldColumns, RowGroups } from './held-columns.ts'
import { matchingRows, matchingRowsIn } from './matching-rows.ts'
import { medians } from './medians.ts'
import { addDemandColumns } from '../rows/row-demand.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { inSteps } from './steps.ts'
import type { Steps } from './steps.ts'
import { SumTable } from '../rows/sum-table.ts'
import type { SumsRequest } from '../rows/sums.ts'
import { weightSums, weightedMoments } from './weighted-sums.ts'

/** The groups' ids (NaN for null), and the numbers of all atoms of each group, one group after the other. */
export interface CountedSums {
  ids: Float64Array
  numbers: Float64Array
}

type MovedKey = Extract<GroupKey, { kind: 'moved' }>

/** Computes sums over columns in memory: the same result as `querySums`, several times as fast. */
export function sumColumns(held: HeldColumns, request: SumsRequest): Steps<CountedSums> {
  return held.withBuffer((buffer) => sumIn(buffer, held, request))
}

/** Counted sums in the form that `querySums` returns. */
export function sumTable({ ids, numbers }: CountedSums): SumTable {
  return new SumTable(
    Array.from(ids, (id) => (Number.isNaN(id) ? null : id)),
    numbers,
  )
}

function* sumIn(buffer: Int32Array, held: HeldColumns, { grouping, where, atoms }: SumsRequest): Steps<CountedSums> {
  const ids: number[] = []
  const all: number[] = []
  const matching = yield* selectRows(buffer, held, where)
  for (const part of grouping.parts) {
    const rows = part.where ? yield* matchingRows(held, part.where, matching) : matching
    const groups = yield* groupsOf(held, part.key)
    const tables: { width: number; numbers: Float64Array }[] = []
    for (const atom of atoms)
      tables.push({ width: atomWidth(atom), numbers: yield* numbersOf(buffer, held, atom, rows, groups) })
    const sizes = yield* countRows(rows, groups)
    for (const [group, id] of groups.ids.entries()) {
      if (sizes[group] === 0 && !grouping.isWhole) continue
      ids.push(id ?? Number.NaN)
      for (const { width, numbers } of tables)
        for (let at = group * width; at < (group + 1) * width; at++) all.push(numbers[at] ?? 0)
    }
  }
  return { ids: Float64Array.from(ids), numbers: Float64Array.from(all) }
}

/** The matching rows. Of several demands combined with AND, the first is cached: a request's figures share it. */
function* selectRows(buffer: Int32Array, held: HeldColumns, where: RowDemand): Steps<Int32Array> {
  const [shared, ...own] = where.kind === 'all' ? where.of : [where]
  if (!shared) return held.rows
  const from = new Set<string>()
  addDemandColumns(shared, from)
  const rows = yield* held.selected(JSON.stringify(shared), from, function* () {
    return (yield* matchingRowsIn(buffer, held, shared, held.rows)).slice()
  })
  return own.length === 0 ? rows : yield* matchingRows(held, { kind: 'all', of: own }, rows)
}

function* groupsOf(held: HeldColumns, key: GroupKey): Steps<RowGroups> {
  switch (key.kind) {
    case 'same':
      return { ids: [key.id], of: held.oneGroup }
    case 'column':
      return yield* held.groupsBy(key.column)
    case 'steps':
      return yield* groupRows(yield* stepsOf(held.values(key.column), key.bounds))
    case 'moved': {
      const from = new Set([key.column, key.leaf])
      return yield* groupRows(yield* held.derivedValues(JSON.stringify(key), from, () => movedValues(held, key)))
    }
  }
}

/** The column's values, and the group's id where a row's leaf has moved to one. */
function* movedValues(held: HeldColumns, { column, leaf, groups }: MovedKey): Steps<Float64Array> {
  const groupOf = new Map(groups.flatMap(({ id, leaves }) => leaves.map((one) => [one, id] as const)))
  const values = Float64Array.from(held.values(column))
  const leaves = held.values(leaf)
  yield* inSteps(values.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const group = groupOf.get(leaves[row] ?? Number.NaN)
      if (group !== undefined) values[row] = group
    }
  })
  return values
}

function* stepsOf(values: Float64Array, bounds: readonly number[]): Steps<Float64Array> {
  const steps = new Float64Array(values.length)
  yield* inSteps(values.length, (from, to) => {
    for (let row = from; row < to; row++) steps[row] = stepOf(values[row] ?? Number.NaN, bounds)
  })
  return steps
}

/** How many of the ascending bounds a value reaches; NaN when it reaches all or is missing, as in SQL. */
function stepOf(value: number, bounds: readonly number[]): number {
  const at = bounds.findIndex((bound) => value < bound)
  return at < 0 ? Number.NaN : at
}

/** An atom's numbers, one group after the other. */
function* numbersOf(
  buffer: Int32Array,
  held: HeldColumns,
  atom: Atom,
  rows: Int32Array,
  groups: RowGroups,
): Steps<Float64Array> {
  switch (atom.kind) {
    case 'rows': {
      if (atom.where.kind === 'there') return yield* countThere(held.values(atom.where.column), rows, groups)
      return yield* countRows(
        isAlways(atom.where) ? rows : yield* matchingRowsIn(buffer, held, atom.where, rows),
        groups,
      )
    }
    case 'sum':
      return yield* sums(held.values(atom.column), rows, groups)
    case 'sumWhere':
      return yield* sums(held.values(atom.column), yield* matchingRowsIn(buffer, held, atom.where, rows), groups)
    case 'median':
      return yield* medians(held.values(atom.column), rows, groups)
    case 'moments':
      return yield* moments(held.values(atom.column), rows, groups)
    case 'index':
      return yield* moments(yield* respondentIndices(held, atom.of), rows, groups)
    case 'indexed':
      return yield* countThere(yield* respondentIndices(held, atom.of), rows, groups)
    case 'weights':
      return yield* weightSums(held, yield* matchingRowsIn(buffer, held, atom.where, rows), groups)
    case 'weightedMoments':
      return yield* weightedMoments(held, held.values(atom.column), rows, groups)
    case 'weightedIndex':
      return yield* weightedMoments(held, yield* respondentIndices(held, atom.of), rows, groups)
  }
}

function isAlways(demand: RowDemand): boolean {
  return demand.kind === 'all' && demand.of.length === 0
}

function* countRows(rows: Int32Array, { ids, of }: RowGroups): Steps<Float64Array> {
  const counts = new Float64Array(ids.length)
  yield* inSteps(rows.length, (from, to) => addRows(counts, of, rows, from, to))
  return counts
}

function addRows(counts: Float64Array, of: Int32Array, rows: Int32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const group = of[rows[at] ?? 0] ?? 0
    counts[group] = (counts[group] ?? 0) + 1
  }
}

function* countThere(values: Float64Array, rows: Int32Array, { ids, of }: RowGroups): Steps<Float64Array> {
  const counts = new Float64Array(ids.length)
  yield* inSteps(rows.length, (from, to) => addThere(counts, values, of, rows, from, to))
  return counts
}

function addThere(
  counts: Float64Array,
  values: Float64Array,
  of: Int32Array,
  rows: Int32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const row = rows[at] ?? 0
    const group = of[row] ?? 0
    if (!Number.isNaN(values[row] ?? Number.NaN)) counts[group] = (counts[group] ?? 0) + 1
  }
}

function* sums(values: Float64Array, rows: Int32Array, { ids, of }: RowGroups): Steps<Float64Array> {
  const totals = new Float64Array(ids.length)
  yield* inSteps(rows.length, (from, to) => addValues(totals, values, of, rows, from, to))
  return totals
}

function addValues(
  totals: Float64Array,
  values: Float64Array,
  of: Int32Array,
  rows: Int32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    const group = of[row] ?? 0
    if (!Number.isNaN(value)) totals[group] = (totals[group] ?? 0) + value
  }
}

function* moments(values: Float64Array, rows: Int32Array, { ids, of }: RowGroups): Steps<Float64Array> {
  const totals = new Float64Array(3 * ids.length)
  yield* inSteps(rows.length, (from, to) => addMoments(totals, values, of, rows, from, to))
  return totals
}

function addMoments(
  totals: Float64Array,
  values: Float64Array,
  of: Int32Array,
  rows: Int32Array,
  from: number,
  to: number,
): void {
  // Rows of a unit are adjacent, so a group's totals stay in local variables until a row of another group comes.
  let group = 0
  let count = totals[0] ?? 0
  let sum = totals[1] ?? 0
  let squares = totals[2] ?? 0
  for (let at = from; at < to; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    if (value !== value) continue
    const next = of[row] ?? 0
    if (next !== group) {
      totals[3 * group] = count
      totals[3 * group + 1] = sum
      totals[3 * group + 2] = squares
      group = next
      count = totals[3 * group] ?? 0
      sum = totals[3 * group + 1] ?? 0
      squares = totals[3 * group + 2] ?? 0
    }
    count++
    sum += value
    squares += value * value
  }
  totals[3 * group] = count
  totals[3 * group + 1] = sum
  totals[3 * group + 2] = squares
}

/** Each respondent's index by row; NaN for those with too few answers. */
function respondentIndices(held: HeldColumns, questions: readonly ScaleColumn[]): Steps<Float64Array> {
  const from = new Set(questions.map(({ column }) => column))
  return held.derivedValues(JSON.stringify(questions), from, () => makeIndices(held, questions))
}

function* makeIndices(held: HeldColumns, questions: readonly ScaleColumn[]): Steps<Float64Array> {
  const totals = new Float64Array(held.rowCount)
  const answers = new Uint8Array(held.rowCount)
  for (const { column, min, max } of questions) {
    const values = held.values(column)
    yield* inSteps(values.length, (from, to) => {
      for (let row = from; row < to; row++) {
        const value = values[row] ?? Number.NaN
        if (Number.isNaN(value)) continue
        totals[row] = (totals[row] ?? 0) + ((value - min) * 100) / (max - min)
        answers[row] = (answers[row] ?? 0) + 1
      }
    })
  }
  const least = leastAnswers(questions.length)
  yield* inSteps(totals.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const answered = answers[row] ?? 0
      totals[row] = answered >= least ? (totals[row] ?? 0) / answered : Number.NaN
    }
  })
  return totals
}
