import { missing } from './made-rows.ts'
import type { MadeRows } from './made-rows.ts'
import { answerOf, groupNames } from './questions.ts'
import type { Answer, Days, Measure, Question, Sums } from './questions.ts'

/**
 * The floor: loops over typed arrays of bytes on one core. No scope, no metadata, no text of an answer, nothing shared with
 * anybody else.
 */
export class Floor {
  private readonly made: MadeRows
  private readonly selected: Int32Array
  private readonly one: Uint16Array

  constructor(made: MadeRows) {
    this.made = made
    this.selected = new Int32Array(made.count)
    this.one = new Uint16Array(made.count)
  }

  /** Answers a question. */
  answer(question: Question): Answer {
    return answerOf(question, this.sums(question, groupNames(question).length))
  }

  private sums(question: Question, groups: number): Sums {
    const { measures, by, days, before } = question
    const width = measures.length
    const all: Sums = { n: new Float64Array(groups * width), sum: new Float64Array(groups * width) }
    const of = by === null ? this.one : this.made.columns[by]
    const spans = by === null && before ? [days, before] : [days]
    for (const [span, within] of spans.entries()) {
      const rows = this.select(question, within)
      for (const [at, measure] of measures.entries()) {
        const column = this.made.answers[measure.question] ?? new Uint8Array()
        const counted = by === null ? countAll(column, rows, measure) : countBy(column, rows, measure, of, groups)
        const first = by === null ? span : 0
        for (let group = 0; group < counted.n.length; group++) {
          all.n[(first + group) * width + at] = counted.n[group] ?? 0
          all.sum[(first + group) * width + at] = counted.sum[group] ?? 0
        }
      }
    }
    return all
  }

  /** Indexes of the matching rows. */
  private select({ place, filters }: Question, days: Days): Int32Array {
    const { columns, count } = this.made
    const { selected } = this
    let [first, end] = [0, count]
    if (place) {
      // Rows of a place are adjacent.
      const column = columns[place.column]
      first = column.indexOf(place.is)
      end = first < 0 ? (first = 0) : column.lastIndexOf(place.is) + 1
    }
    const { day } = columns
    const channels = wanted(filters.find(({ column }) => column === 'channel')?.in)
    const segments = wanted(filters.find(({ column }) => column === 'segment')?.in)
    let kept = 0
    if (filters.length === 0)
      for (let row = first; row < end; row++) {
        const at = day[row] ?? 0
        selected[kept] = row
        kept += Number(at >= days.from) & Number(at <= days.to)
      }
    else
      for (let row = first; row < end; row++) {
        const at = day[row] ?? 0
        const isWanted = (channels[columns.channel[row] ?? 0] ?? 0) & (segments[columns.segment[row] ?? 0] ?? 0)
        selected[kept] = row
        kept += Number(at >= days.from) & Number(at <= days.to) & isWanted
      }
    return selected.subarray(0, kept)
  }
}

function wanted(values: readonly number[] | undefined): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => Number(values === undefined || values.includes(value)))
}

/** Bits of an answer in a table of groups and answers; a missing one has all of them. */
const answerBits = 4

/** Counts and sums by group, from a table of how often each group has each answer. */
function countBy(column: Uint8Array, rows: Int32Array, measure: Measure, of: Uint16Array, groups: number): Sums {
  const table = new Uint32Array(groups << answerBits)
  const none = (1 << answerBits) - 1
  if (rows.length === column.length)
    for (let row = 0; row < column.length; row++) {
      const at = ((of[row] ?? 0) << answerBits) | ((column[row] ?? missing) & none)
      table[at] = (table[at] ?? 0) + 1
    }
  else
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] ?? 0
      const at = ((of[row] ?? 0) << answerBits) | ((column[row] ?? missing) & none)
      table[at] = (table[at] ?? 0) + 1
    }
  const n = new Float64Array(groups)
  const sum = new Float64Array(groups)
  for (let group = 0; group < groups; group++)
    for (let answer = 0; answer < none; answer++) {
      const times = table[(group << answerBits) | answer] ?? 0
      n[group] = (n[group] ?? 0) + times
      sum[group] = (sum[group] ?? 0) + times * scoreOf(measure, answer)
    }
  return { n, sum }
}

/** The same of all rows: two histograms, so that equal neighbours do not wait for each other. */
function countAll(column: Uint8Array, rows: Int32Array, measure: Measure): Sums {
  const even = new Uint32Array(256)
  const odd = new Uint32Array(256)
  let at = 0
  for (; at + 1 < rows.length; at += 2) {
    const one = column[rows[at] ?? 0] ?? missing
    const other = column[rows[at + 1] ?? 0] ?? missing
    even[one] = (even[one] ?? 0) + 1
    odd[other] = (odd[other] ?? 0) + 1
  }
  if (at < rows.length) {
    const last = column[rows[at] ?? 0] ?? missing
    even[last] = (even[last] ?? 0) + 1
  }
  let [n, sum] = [0, 0]
  for (let answer = 0; answer < missing; answer++) {
    const times = (even[answer] ?? 0) + (odd[answer] ?? 0)
    n += times
    sum += times * scoreOf(measure, answer)
  }
  return { n: Float64Array.of(n), sum: Float64Array.of(sum) }
}

/** What an answer adds to the sum of a measure. */
function scoreOf({ isScore }: Measure, answer: number): number {
  if (!isScore) return answer
  return answer >= 9 ? 1 : answer <= 6 ? -1 : 0
}
