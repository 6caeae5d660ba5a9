import { wordsOf } from './block.ts'
import type { Block } from './block.ts'
import type { ByteKernel } from './byte-kernel.ts'
import type { Column } from './column.ts'
import type { BlockRows } from './counters.ts'

/** Most cells that a table is planned with: what would have more is counted otherwise. */
export const maxCells = 1 << 21

/** Most cells of a table at first. */
const firstCells = 1 << 17

/** Unrolled loops write to four tables in turn, because adding to one place twice in a row has to wait. */
const lanes = 4

/**
 * How many rows of each group have each code of a column, counted in one pass. Whatever is asked of this column alone is
 * computed from the table: numbers of rows, sums, moments and medians. With weights it has sums of these and of their
 * squares, too.
 */
export class ValueTable {
  readonly column: Column
  readonly size: number
  private readonly isSingle: boolean
  private capacity = 0
  private cells = new Int32Array()
  private sums: { weights: Float64Array; squares: Float64Array } | null
  private readonly single: Int32Array

  /** `most` is about how many groups there can be; 1 where all rows are in the same. */
  constructor(column: Column, most: number, isWeighted: boolean) {
    this.column = column
    this.size = column.codeCount
    this.isSingle = most === 1
    this.single = new Int32Array(this.isSingle ? lanes * this.size : 0)
    this.sums = isWeighted ? { weights: new Float64Array(), squares: new Float64Array() } : null
    this.grow(Math.max(1, Math.min(most, Math.floor(firstCells / this.size))))
  }

  /** Whether a kernel can count rows that lie together and are in one group. */
  get isForKernel(): boolean {
    return this.column.codes instanceof Uint8Array && !this.sums
  }

  /** Counts some rows of a block. */
  add({ workspace, block, rows, count, places, groups, weights }: BlockRows): void {
    this.makeRoom(groups)
    const { column, size, cells } = this
    const bytes = bytesOf(column, block)
    if (this.isSingle)
      if (bytes) countBytes(this.single, size, bytes, rows, count)
      else countWords(this.single, size, wordsOf(workspace, column, block), rows, count)
    else if (bytes) countBytesBy(cells, size, bytes, rows, 0, count, places)
    else countWordsBy(cells, size, wordsOf(workspace, column, block), rows, count, places)
    const { sums } = this
    if (weights && sums)
      addWeights(sums.weights, sums.squares, size, wordsOf(workspace, column, block), rows, count, places, weights)
  }

  /** Counts those rows of the list from place `first` to `last` (not included), all in one group, which the kernel has chosen. */
  addRun(all: BlockRows, first: number, last: number, kernel: ByteKernel): void {
    this.makeRoom(all.groups)
    const { size, cells } = this
    const bytes = bytesOf(this.column, all.block)
    if (!bytes) throw new Error('Only bytes are counted so')
    const place = all.places[all.rows[first] ?? 0] ?? 0
    if (kernel.isQuickerFor(size)) kernel.addCounts(bytes, size, this.isSingle ? this.single : cells, place * size)
    else if (this.isSingle) countBytes(this.single, size, bytes, all.rows.subarray(first, last), last - first)
    else countBytesBy(cells, size, bytes, all.rows, first, last, all.places)
  }

  /** Adds a row once more, or once less, to a group. */
  addRow(group: number, row: number, times: 1 | -1, groups: number): void {
    this.makeRoom(groups)
    const cell = group * this.size + (this.column.codes?.[row] ?? 0)
    this.cells[cell] = (this.cells[cell] ?? 0) + times
  }

  /** Adds counts of another table of the same column, from a place to another (not included), to a group. */
  addCounts(counts: Int32Array, from: number, to: number, group: number, groups: number): void {
    this.makeRoom(groups)
    addGroups(this.isSingle ? this.single : this.cells, group * this.size, this.size, counts, from, to)
  }

  get bytes(): number {
    return this.cells.byteLength
  }

  /** Numbers of rows, `size` for each group. */
  get counts(): Int32Array {
    if (!this.isSingle) return this.cells
    for (let code = 0; code < this.size; code++) {
      let count = 0
      for (let lane = 0; lane < lanes; lane++) count += this.single[lane * this.size + code] ?? 0
      this.cells[code] = count
    }
    return this.cells
  }

  /** Sums of the weights, in the same places. */
  get weights(): Float64Array {
    return this.sums?.weights ?? new Float64Array(this.cells.length)
  }

  /** Sums of the weights' squares. */
  get squares(): Float64Array {
    return this.sums?.squares ?? new Float64Array(this.cells.length)
  }

  private makeRoom(groups: number): void {
    if (groups > this.capacity) this.grow(Math.max(groups, 2 * this.capacity))
  }

  private grow(groups: number): void {
    this.capacity = groups
    const cells = new Int32Array(groups * this.size)
    cells.set(this.cells)
    this.cells = cells
    if (!this.sums) return
    const weights = new Float64Array(groups * this.size)
    const squares = new Float64Array(groups * this.size)
    weights.set(this.sums.weights)
    squares.set(this.sums.squares)
    this.sums = { weights, squares }
  }
}

function bytesOf({ codes }: Column, { from, to }: Block): Uint8Array | null {
  return codes instanceof Uint8Array ? codes.subarray(from, to) : null
}

function addGroups(cells: Int32Array, first: number, size: number, counts: Int32Array, from: number, to: number): void {
  for (let group = from; group < to; group += size)
    for (let code = 0; code < size; code++) {
      const cell = first + code
      cells[cell] = (cells[cell] ?? 0) + (counts[group + code] ?? 0)
    }
}

// One loop per kind of array: V8 is slow where one loop meets several.
function countBytes(cells: Int32Array, size: number, codes: Uint8Array, rows: Uint16Array, count: number): void {
  const whole = count - (count % lanes)
  const [second, third, fourth] = [size, 2 * size, 3 * size]
  let at = 0
  for (; at < whole; at += lanes) {
    const a = codes[rows[at] ?? 0] ?? 0
    const b = second + (codes[rows[at + 1] ?? 0] ?? 0)
    const c = third + (codes[rows[at + 2] ?? 0] ?? 0)
    const d = fourth + (codes[rows[at + 3] ?? 0] ?? 0)
    cells[a] = (cells[a] ?? 0) + 1
    cells[b] = (cells[b] ?? 0) + 1
    cells[c] = (cells[c] ?? 0) + 1
    cells[d] = (cells[d] ?? 0) + 1
  }
  for (; at < count; at++) {
    const a = codes[rows[at] ?? 0] ?? 0
    cells[a] = (cells[a] ?? 0) + 1
  }
}

function countWords(cells: Int32Array, size: number, codes: Uint32Array, rows: Uint16Array, count: number): void {
  for (let at = 0; at < count; at++) {
    const a = (at % lanes) * size + (codes[rows[at] ?? 0] ?? 0)
    cells[a] = (cells[a] ?? 0) + 1
  }
}

/** Four rows at a time, which also keeps V8 from inlining the loop where it would be compiled with less care. */
function countBytesBy(
  cells: Int32Array,
  size: number,
  codes: Uint8Array,
  rows: Uint16Array,
  first: number,
  last: number,
  places: Int32Array,
): void {
  let at = first
  for (const whole = last - ((last - first) % lanes); at < whole; at += lanes) {
    const one = rows[at] ?? 0
    const two = rows[at + 1] ?? 0
    const three = rows[at + 2] ?? 0
    const four = rows[at + 3] ?? 0
    const a = (places[one] ?? 0) * size + (codes[one] ?? 0)
    cells[a] = (cells[a] ?? 0) + 1
    const b = (places[two] ?? 0) * size + (codes[two] ?? 0)
    cells[b] = (cells[b] ?? 0) + 1
    const c = (places[three] ?? 0) * size + (codes[three] ?? 0)
    cells[c] = (cells[c] ?? 0) + 1
    const d = (places[four] ?? 0) * size + (codes[four] ?? 0)
    cells[d] = (cells[d] ?? 0) + 1
  }
  for (; at < last; at++) {
    const row = rows[at] ?? 0
    const cell = (places[row] ?? 0) * size + (codes[row] ?? 0)
    cells[cell] = (cells[cell] ?? 0) + 1
  }
}

function countWordsBy(
  cells: Int32Array,
  size: number,
  codes: Uint32Array,
  rows: Uint16Array,
  count: number,
  places: Int32Array,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const cell = (places[row] ?? 0) * size + (codes[row] ?? 0)
    cells[cell] = (cells[cell] ?? 0) + 1
  }
}

function addWeights(
  sums: Float64Array,
  squares: Float64Array,
  size: number,
  codes: Uint32Array,
  rows: Uint16Array,
  count: number,
  places: Int32Array,
  weights: Float64Array,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const cell = (places[row] ?? 0) * size + (codes[row] ?? 0)
    const weight = weights[row] ?? 0
    sums[cell] = (sums[cell] ?? 0) + weight
    squares[cell] = (squares[cell] ?? 0) + weight * weight
  }
}
