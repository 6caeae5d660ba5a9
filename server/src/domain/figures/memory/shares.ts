import { pauses } from '#server/platform/pauses.ts'
import { noNumber } from '../store/stored-numbers.ts'
import type { Numbers } from '../store/stored-numbers.ts'

/** Columns by name, with the ids of their rows. */
export interface LoadedRows {
  ids: Float64Array
  columns: ReadonlyMap<string, Numbers>
}

/**
 * Which of so many shares a row belongs to. It follows from its id alone, so nobody has to know where a row is, new rows
 * included, and each share has its part of whatever rows are asked for.
 */
export function shareOf(id: number, shares: number): number {
  const mixed = Math.imul(id ^ Math.floor(id / 2 ** 32), 0x85ebca6b)
  return ((mixed ^ (mixed >>> 13)) >>> 3) % shares
}

/** Room for rows of a share beyond an equal part of all: shares are nearly of one size. */
const spareRows = { share: 1.01, more: 1_024 }

/** Deals rows out to shares as they are read, in their order, with pauses for other work of this thread. */
export class RowDealer {
  private readonly names: readonly string[]
  private readonly shares: readonly DealtRows[]
  private readonly pause = pauses()

  /** `rowCount` is about how many rows there are. */
  constructor(names: readonly string[], shares: number, rowCount: number) {
    this.names = names
    const room = shares === 1 ? rowCount : Math.ceil((rowCount / shares) * spareRows.share) + spareRows.more
    this.shares = Array.from({ length: shares }, () => new DealtRows(room))
  }

  /** Deals rows out: their ids, and each column in the order of the names. */
  async add([ids, ...columns]: readonly Numbers[]): Promise<void> {
    if (!ids) return
    const { shares } = this
    const owners = new Uint8Array(ids.length)
    const counts = new Int32Array(shares.length)
    findOwners(ids, owners, counts)
    const own = Array.from(counts, (count) => new Int32Array(count))
    noteRows(owners, own)
    await this.pause()
    for (const [share, rows] of own.entries())
      for (const [column, values] of [ids, ...columns].entries()) {
        shares[share]?.put(column, values, rows)
        await this.pause()
      }
  }

  /** What each share has. */
  get dealt(): LoadedRows[] {
    return this.shares.map((share) => ({
      ids: doublesOf(share.column(0)),
      columns: new Map(this.names.map((name, at) => [name, share.column(at + 1)])),
    }))
  }
}

/** The rows of a share, column by column. */
class DealtRows {
  private readonly columns: Numbers[] = []
  private readonly counts: number[] = []
  private readonly room: number

  constructor(room: number) {
    this.room = room
  }

  /** Puts values of some rows behind those that are there. */
  put(column: number, values: Numbers, rows: Int32Array): void {
    const count = this.counts[column] ?? 0
    const into = this.roomFor(column, values, count + rows.length)
    if (values instanceof Int32Array && into instanceof Int32Array) copyWhole(values, rows, into, count)
    else if (values instanceof Float64Array && into instanceof Float64Array) copyDoubles(values, rows, into, count)
    else throw new Error('All values of a column are read in one kind of array')
    this.counts[column] = count + rows.length
  }

  /** The values of a column, in an array of that length. */
  column(at: number): Numbers {
    return (this.columns[at] ?? new Float64Array()).subarray(0, this.counts[at] ?? 0)
  }

  private roomFor(column: number, { constructor }: Numbers, count: number): Numbers {
    const known = this.columns[column]
    if (known && known.length >= count) return known
    const length = Math.max(this.room, known ? Math.ceil(count * 1.25) : count)
    const more = constructor === Int32Array ? new Int32Array(length) : new Float64Array(length)
    if (known) more.set(known)
    this.columns[column] = more
    return more
  }
}

function doublesOf(numbers: Numbers): Float64Array {
  return numbers instanceof Float64Array ? numbers : Float64Array.from(numbers)
}

// The loops are functions of their own, which V8 makes quick after a few steps, and one for each kind of array.

function findOwners(ids: Numbers, owners: Uint8Array, counts: Int32Array): void {
  for (let row = 0; row < ids.length; row++) {
    const owner = shareOf(ids[row] ?? 0, counts.length)
    owners[row] = owner
    counts[owner] = (counts[owner] ?? 0) + 1
  }
}

/** Writes down which rows each share has. */
function noteRows(owners: Uint8Array, rows: readonly Int32Array[]): void {
  const next = new Int32Array(rows.length)
  for (let row = 0; row < owners.length; row++) {
    const owner = owners[row] ?? 0
    const at = next[owner] ?? 0
    const own = rows[owner]
    if (own) own[at] = row
    next[owner] = at + 1
  }
}

function copyDoubles(values: Float64Array, rows: Int32Array, into: Float64Array, from: number): void {
  for (let at = 0; at < rows.length; at++) into[from + at] = values[rows[at] ?? 0] ?? Number.NaN
}

function copyWhole(values: Int32Array, rows: Int32Array, into: Int32Array, from: number): void {
  for (let at = 0; at < rows.length; at++) into[from + at] = values[rows[at] ?? 0] ?? noNumber
}
