import { cellText, isBlank } from '../tables/cell.ts'
import type { Cell } from '../tables/cell.ts'
import { dateForms, mayBeDate } from './date-forms.ts'
import type { DateForm } from './date-forms.ts'
import { missingTest } from './not-answered.ts'
import type { MissingTest } from './not-answered.ts'
import { readNumber } from './number-text.ts'
import type { DecimalMark } from './number-text.ts'

/** Most different values of a column that are remembered one by one. */
const distinctLimit = 10_000
/** Most different values of all columns of a file, so that memory is bounded for wide files too. */
const allDistinct = 6_000_000

/** How many different values of each of `columns` columns are remembered. */
export function distinctLimitOf(columns: number): number {
  return Math.min(distinctLimit, Math.floor(allDistinct / Math.max(1, columns)))
}

/** Longer texts are compared by this many characters and their length. */
const keyLength = 120
const sampleTexts = 200

/** What the numbers of a column look like under one decimal mark. */
export interface NumberTally {
  count: number
  integers: number
  min: number
  max: number
}

/** What a column's cells look like, counted over the whole file. Cells that say "no answer" are in `missing` alone. */
export interface ColumnProfile {
  rows: number
  /** Cells with an answer. */
  filled: number
  blank: number
  /** Cells with a word for "no answer". */
  missing: number
  /** Answers with their count, first row and a number in order of appearance; at most 10,000 of them, less in wide files. */
  values: Map<string, { count: number; row: number; code: number }>
  /** Number of different answers; one above the maximum if there are too many. */
  distinct: number
  /** True if `values` does not hold all answers. */
  capped: boolean
  numbers: Record<DecimalMark, NumberTally>
  leadingZeros: number
  /** Cells stored as dates by the spreadsheet. */
  dateCells: number
  dates: { form: DateForm; count: number; min: string; max: string }[]
  characters: number
  words: number
  longest: number
  emails: number
  phones: number
  /** Some answers, spread over the file, for detecting the language. */
  sample: string[]
  /** The words for "no answer" that occur. */
  missingWords: Map<string, number>
}

/** Collects the profile of one column, cell by cell. */
export class ColumnProfiler {
  readonly profile: ColumnProfile = emptyProfile()
  /**
   * Number of the last added value, in order of first appearance; -1 for no answer, -2 for one that is not remembered.
   */
  lastCode = -1
  private readonly isMissing: MissingTest
  private readonly limit: number

  constructor(isMissing: MissingTest = missingTest([]), limit: number = distinctLimit) {
    this.isMissing = isMissing
    this.limit = limit
  }

  /** Counts one cell of row `row`. */
  add(cell: Cell, row: number): void {
    const { profile } = this
    profile.rows++
    this.lastCode = -1
    if (isBlank(cell)) {
      profile.blank++
      return
    }
    const text = cellText(cell)
    const long = text.length > keyLength
    const key = long ? `${text.slice(0, keyLength)}…${text.length}` : text
    const known = profile.values.get(key)
    if (!known && this.isMissing(cell, text)) {
      profile.missing++
      profile.missingWords.set(text, (profile.missingWords.get(text) ?? 0) + 1)
      return
    }
    profile.filled++
    if (cell instanceof Date) profile.dateCells++
    // Long texts are measured one by one; short ones once per different text, in `finish`.
    if (long) this.measure(text, 1)
    if (known) {
      known.count++
      this.lastCode = known.code
    } else {
      this.meet(text, key, row, long)
    }
  }

  /** The finished profile. */
  finish(): ColumnProfile {
    const { profile } = this
    for (const [text, { count }] of profile.values) if (text.length <= keyLength) this.measure(text, count)
    profile.distinct = profile.values.size + (profile.capped ? 1 : 0)
    return profile
  }

  private meet(text: string, key: string, row: number, measured: boolean): void {
    const { profile } = this
    this.keepSample(text)
    if (profile.values.size >= this.limit) {
      profile.capped = true
      this.lastCode = -2
      if (!measured) this.measure(text, 1)
      return
    }
    this.lastCode = profile.values.size
    profile.values.set(key, { count: 1, row, code: this.lastCode })
  }

  private keepSample(text: string): void {
    const { sample, filled } = this.profile
    if (sample.length < sampleTexts) sample.push(text.slice(0, 400))
    else if (filled % 97 === 0) sample[(filled / 97) % sampleTexts] = text.slice(0, 400)
  }

  private measure(text: string, count: number): void {
    const { profile } = this
    profile.characters += text.length * count
    profile.words += countWords(text) * count
    profile.longest = Math.max(profile.longest, text.length)
    if (text.length > 60) return
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) profile.emails += count
    if (/^\+?[\d\s()/-]{7,20}$/.test(text) && text.replace(/\D/g, '').length >= 7) profile.phones += count
    this.measureNumber(text, count)
    if (mayBeDate(text)) this.measureDate(text, count)
  }

  private measureNumber(text: string, count: number): void {
    const reading = readNumber(text)
    if (reading.leadingZero) this.profile.leadingZeros += count
    tally(this.profile.numbers['.'], reading.dot, count)
    tally(this.profile.numbers[','], reading.comma, count)
  }

  private measureDate(text: string, count: number): void {
    dateForms.forEach((form, index) => {
      const moment = form.read(text)
      const date = this.profile.dates[index]
      if (!moment || !date) return
      date.count += count
      if (date.min === '' || moment.day < date.min) date.min = moment.day
      if (moment.day > date.max) date.max = moment.day
    })
  }
}

function tally(numbers: NumberTally, value: number | null, count: number): void {
  if (value === null) return
  numbers.count += count
  if (Number.isInteger(value)) numbers.integers += count
  numbers.min = Math.min(numbers.min, value)
  numbers.max = Math.max(numbers.max, value)
}

function countWords(text: string): number {
  let words = 1
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) words++
  return words
}

function emptyProfile(): ColumnProfile {
  const numbers = (): NumberTally => ({ count: 0, integers: 0, min: Infinity, max: -Infinity })
  return {
    rows: 0,
    filled: 0,
    blank: 0,
    missing: 0,
    values: new Map(),
    distinct: 0,
    capped: false,
    numbers: { '.': numbers(), ',': numbers() },
    leadingZeros: 0,
    dateCells: 0,
    dates: dateForms.map((form) => ({ form, count: 0, min: '', max: '' })),
    characters: 0,
    words: 0,
    longest: 0,
    emails: 0,
    phones: 0,
    sample: [],
    missingWords: new Map(),
  }
}
