import { blockRows } from './workspace.ts'
import { noNumber } from '../store/stored-numbers.ts'
import type { Numbers } from '../store/stored-numbers.ts'

/** Most different codes of a column that tables by code are made for: a byte for each is a megabyte. */
export const maxTableCodes = 1 << 20

/** Codes of a column's values: 0 for a missing one, else the value less `low`, plus 1. */
export type Codes = Uint8Array | Uint16Array | Uint32Array

const codeArrays = [Uint8Array, Uint16Array, Uint32Array] as const
/** Room for new rows when arrays grow, as a share of the rows. */
const spareShare = 1 / 16

/** Codes from the least to the greatest, both included. */
export interface CodeRange {
  least: number
  greatest: number
}

/** What values have in common: least, greatest, and whether all are whole numbers. Missing ones (NaN) do not count. */
interface Extent {
  low: number
  high: number
  isWhole: boolean
}

/**
 * The values of one column by row. Whole numbers are codes of one, two or four bytes, whichever is enough for the distance
 * from the least to the greatest, so no number has to be given up to say that a value is missing. All else are doubles,
 * NaN where missing.
 */
export class Column {
  private extent: Extent
  private coded: Codes | null = null
  private plain: Float64Array | null = null
  /** By block the least and the greatest code of its rows, or of more; undefined where they are not known yet. */
  private zones: (CodeRange | undefined)[] = []

  /** Takes values over; the caller must not use the array afterwards. */
  constructor(values: Numbers) {
    this.extent = values instanceof Int32Array ? extentOfWhole(values) : extentOf(values)
    this.encode(values, values.length)
  }

  /** The codes, in an array that may be longer than the rows; null where values are doubles. */
  get codes(): Codes | null {
    return this.coded
  }

  /** The values where they are no codes. */
  get doubles(): Float64Array | null {
    return this.plain
  }

  /** Least value: that of code 1. */
  get low(): number {
    return this.extent.low
  }

  /** Number of different codes that may occur, with the one of missing values. */
  get codeCount(): number {
    return codeCountOf(this.extent)
  }

  /** Number of codes where they are few enough for tables by code; null otherwise. */
  get tableSize(): number | null {
    return this.coded && this.codeCount <= maxTableCodes ? this.codeCount : null
  }

  get bytes(): number {
    return (this.coded ?? this.plain)?.byteLength ?? 0
  }

  get capacity(): number {
    return (this.coded ?? this.plain)?.length ?? 0
  }

  /**
   * Codes that the rows of a block are between: `rows` is how many it has. Rows of a unit are stored together, so most blocks
   * have none that a filter on units asks for.
   */
  codesOf(block: number, rows: number): CodeRange | null {
    const { coded } = this
    if (!coded) return null
    return (this.zones[block] ??= rangeOf(coded, block * blockRows, block * blockRows + rows))
  }

  /** A row's value; NaN for a missing one. */
  get(row: number): number {
    if (!this.coded) return this.plain?.[row] ?? Number.NaN
    const code = this.coded[row] ?? 0
    return code === 0 ? Number.NaN : this.extent.low + code - 1
  }

  /** The value of a code; NaN for 0. */
  valueOf(code: number): number {
    return code === 0 ? Number.NaN : this.extent.low + code - 1
  }

  /** The code of a value, which may be one that no row has; 0 for NaN. */
  codeOf(value: number): number {
    return Number.isNaN(value) ? 0 : value - this.extent.low + 1
  }

  /** Changes the values of some rows. */
  set(rows: readonly number[], values: Float64Array): void {
    this.makeRoom(values)
    const { coded, plain } = this
    rows.forEach((row, at) => {
      const value = values[at] ?? Number.NaN
      if (coded) this.setCode(coded, row, this.codeOf(value))
      else if (plain) plain[row] = value
    })
  }

  /** Gives a row the value of another. */
  copy(from: number, to: number): void {
    const { coded, plain } = this
    if (coded) this.setCode(coded, to, coded[from] ?? 0)
    else if (plain) plain[to] = plain[from] ?? Number.NaN
  }

  /** Makes room for so many rows, and some more. */
  grow(rows: number): void {
    if (rows <= this.capacity) return
    const length = rows + 64 + Math.ceil(rows * spareShare)
    if (this.coded) this.coded = longer(this.coded, length)
    if (this.plain) {
      const values = new Float64Array(length)
      values.set(this.plain)
      this.plain = values
    }
  }

  /** All values of the first `count` rows as doubles. */
  toDoubles(count: number): Float64Array {
    const values = new Float64Array(count)
    for (let row = 0; row < count; row++) values[row] = this.get(row)
    return values
  }

  private setCode(coded: Codes, row: number, code: number): void {
    coded[row] = code
    const zone = this.zones[Math.floor(row / blockRows)]
    if (!zone) return
    zone.least = Math.min(zone.least, code)
    zone.greatest = Math.max(zone.greatest, code)
  }

  /** Chooses wider codes, other ones or doubles where values come that the present codes cannot say. */
  private makeRoom(values: Float64Array): void {
    if (!this.coded) return
    const now = join(this.extent, extentOf(values))
    const { low } = this.extent
    if (now.low === low && now.isWhole && codeCountOf(now) <= 2 ** (8 * this.coded.BYTES_PER_ELEMENT)) {
      this.extent = now
      return
    }
    const all = this.toDoubles(this.capacity)
    this.extent = now
    this.encode(all, all.length)
  }

  private encode(values: Numbers, length: number): void {
    const { isWhole, low } = this.extent
    const count = codeCountOf(this.extent)
    const kind = codeArrays.find(({ BYTES_PER_ELEMENT: bytes }) => count <= 2 ** (8 * bytes))
    this.coded = null
    this.plain = null
    this.zones = []
    if (values instanceof Int32Array) {
      // As whole numbers of 16 bits are, they have codes whatever they are.
      const coded = new (kind ?? Uint32Array)(length)
      if (coded instanceof Uint8Array) wholeToBytes(values, low, coded)
      else wholeToCodes(values, low, coded)
      this.coded = coded
      return
    }
    if (!isWhole || !kind) {
      this.plain = values
      return
    }
    const coded = new kind(length)
    if (coded instanceof Uint8Array) toBytes(values, low, coded)
    else toCodes(values, low, coded)
    this.coded = coded
  }
}

function codeCountOf({ low, high }: Extent): number {
  return low > high ? 1 : high - low + 2
}

function extentOf(values: Float64Array): Extent {
  let low = Infinity
  let high = -Infinity
  let isWhole = true
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? Number.NaN
    if (value !== value) continue
    if (value < low) low = value
    if (value > high) high = value
    if (value !== Math.floor(value)) isWhole = false
  }
  return { low, high, isWhole: isWhole && (low > high || (Number.isSafeInteger(low) && Number.isSafeInteger(high))) }
}

function extentOfWhole(values: Int32Array): Extent {
  // Whole numbers from the start: Infinity would make each comparison one of doubles.
  let low = 2 ** 31 - 1
  let high = noNumber
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? noNumber
    if (value > high) high = value
    if (value < low && value !== noNumber) low = value
  }
  return high === noNumber ? { low: Infinity, high: -Infinity, isWhole: true } : { low, high, isWhole: true }
}

function rangeOf(codes: Codes, from: number, to: number): CodeRange {
  let least = Infinity
  let greatest = 0
  for (let row = from; row < to; row++) {
    const code = codes[row] ?? 0
    if (code < least) least = code
    if (code > greatest) greatest = code
  }
  return { least, greatest }
}

function join(a: Extent, b: Extent): Extent {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high), isWhole: a.isWhole && b.isWhole }
}

// One loop per kind of array: V8 is slow where one loop meets several. A missing value (NaN) becomes 0.
function toBytes(values: Float64Array, low: number, codes: Uint8Array): void {
  for (let at = 0; at < values.length; at++) codes[at] = (values[at] ?? 0) - low + 1
}

function toCodes(values: Float64Array, low: number, codes: Uint16Array | Uint32Array): void {
  for (let at = 0; at < values.length; at++) codes[at] = (values[at] ?? 0) - low + 1
}

function wholeToBytes(values: Int32Array, low: number, codes: Uint8Array): void {
  const shift = (1 - low) | 0
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? noNumber
    codes[at] = value === noNumber ? 0 : value + shift
  }
}

function wholeToCodes(values: Int32Array, low: number, codes: Uint16Array | Uint32Array): void {
  const shift = (1 - low) | 0
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? noNumber
    codes[at] = value === noNumber ? 0 : value + shift
  }
}

function longer(codes: Codes, length: number): Codes {
  const more =
    codes instanceof Uint8Array
      ? new Uint8Array(length)
      : codes instanceof Uint16Array
        ? new Uint16Array(length)
        : new Uint32Array(length)
  more.set(codes)
  return more
}
