import { atomWidth, leastAnswers } from './atoms.ts'
import type { Atom, ScaleColumn } from './atoms.ts'
import type { GroupKey } from './grouping.ts'
import type { HeldColumns } from './held-columns.ts'
import { meetingRows } from './meeting-rows.ts'
import type { SumTable, SumsRequest } from './sums.ts'

/** Takes the numbers over columns in memory: the same as `querySums`, several times as fast. */
export function sumColumns(held: HeldColumns, { grouping, where, atoms }: SumsRequest): SumTable {
  const result: SumTable = new Map()
  const meeting = meetingRows(held, where, held.rows)
  for (const part of grouping.parts) {
    const rows = part.where ? meetingRows(held, part.where, meeting) : meeting
    const groups = groupRows(held, part.key, rows)
    if (grouping.isWhole && groups.ids.length === 0) groups.ids.push(0)
    const tables = atoms.map((atom) => ({ width: atomWidth(atom), numbers: numbersOf(held, atom, rows, groups) }))
    groups.ids.forEach((id, group) => {
      result.set(
        id,
        tables.flatMap(({ width, numbers }) => [...numbers.subarray(group * width, (group + 1) * width)]),
      )
    })
  }
  return result
}

/** The groups of some rows: their ids, and by row the place of its group among them. */
interface Groups {
  ids: (number | null)[]
  of: Int32Array
}

function groupRows(held: HeldColumns, key: GroupKey, rows: Int32Array): Groups {
  const of = new Int32Array(held.rowCount)
  if (key.kind === 'same') return { ids: rows.length > 0 ? [key.id] : [], of }
  const values = held.values(key.column)
  const idOf = (value: number): number => (key.kind === 'steps' ? stepOf(value, key.bounds) : value)
  const ids: (number | null)[] = []
  const places = new Map<number, number>()
  // Rows of a unit, or of a day, lie together: most have the value of the row before.
  let last = Number.POSITIVE_INFINITY
  let place = 0
  for (const row of rows) {
    const value = values[row] ?? Number.NaN
    if (value !== last) {
      last = value
      const id = idOf(value)
      const known = places.get(id)
      place = known ?? ids.push(Number.isNaN(id) ? null : id) - 1
      if (known === undefined) places.set(id, place)
    }
    of[row] = place
  }
  return { ids, of }
}

/** How many of the rising bounds a value reaches; NaN when it reaches all or is not there, as in SQL. */
function stepOf(value: number, bounds: readonly number[]): number {
  const at = bounds.findIndex((bound) => value < bound)
  return at < 0 ? Number.NaN : at
}

/** The atom's numbers of each group, one group after the other. */
function numbersOf(held: HeldColumns, atom: Atom, rows: Int32Array, { ids, of }: Groups): Float64Array {
  switch (atom.kind) {
    case 'rows': {
      const counts = new Float64Array(ids.length)
      for (const row of meetingRows(held, atom.where, rows)) {
        const group = of[row] ?? 0
        counts[group] = (counts[group] ?? 0) + 1
      }
      return counts
    }
    case 'sum':
      return sums(held.values(atom.column), rows, of, ids.length)
    case 'median':
      return medians(held.values(atom.column), rows, of, ids.length)
    case 'moments':
      return moments(held.values(atom.column), rows, of, ids.length)
    case 'index':
      return moments(respondentIndices(held, atom.of, rows), rows, of, ids.length)
  }
}

function sums(values: Float64Array, rows: Int32Array, of: Int32Array, groups: number): Float64Array {
  const totals = new Float64Array(groups)
  for (const row of rows) {
    const value = values[row] ?? Number.NaN
    const group = of[row] ?? 0
    if (!Number.isNaN(value)) totals[group] = (totals[group] ?? 0) + value
  }
  return totals
}

function moments(values: Float64Array, rows: Int32Array, of: Int32Array, groups: number): Float64Array {
  const totals = new Float64Array(3 * groups)
  for (const row of rows) {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const at = 3 * (of[row] ?? 0)
    totals[at] = (totals[at] ?? 0) + 1
    totals[at + 1] = (totals[at + 1] ?? 0) + value
    totals[at + 2] = (totals[at + 2] ?? 0) + value * value
  }
  return totals
}

/** Each respondent's index by row; NaN for those without, and for rows not asked about. */
function respondentIndices(held: HeldColumns, questions: readonly ScaleColumn[], rows: Int32Array): Float64Array {
  const totals = new Float64Array(held.rowCount)
  const answers = new Uint8Array(held.rowCount)
  for (const { column, min, max } of questions) {
    const values = held.values(column)
    const width = max - min
    for (const row of rows) {
      const value = values[row] ?? Number.NaN
      if (Number.isNaN(value)) continue
      totals[row] = (totals[row] ?? 0) + ((value - min) * 100) / width
      answers[row] = (answers[row] ?? 0) + 1
    }
  }
  const least = leastAnswers(questions.length)
  for (const row of rows) {
    const answered = answers[row] ?? 0
    totals[row] = answered >= least ? (totals[row] ?? 0) / answered : Number.NaN
  }
  return totals
}

function medians(values: Float64Array, rows: Int32Array, of: Int32Array, groups: number): Float64Array {
  const answers = Array.from({ length: groups }, (): number[] => [])
  for (const row of rows) {
    const value = values[row] ?? Number.NaN
    if (!Number.isNaN(value)) answers[of[row] ?? 0]?.push(value)
  }
  return Float64Array.from(answers, (list) => medianOf(Float64Array.from(list).sort()))
}

function medianOf(sorted: Float64Array): number {
  const middle = (sorted.length - 1) / 2
  const low = sorted[Math.floor(middle)] ?? 0
  const high = sorted[Math.ceil(middle)] ?? 0
  return low + (high - low) / 2
}
