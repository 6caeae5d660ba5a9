import { pauses } from '#server/platform/pauses.ts'
import { noNumber } from '../store/stored-numbers.ts'
import type { Numbers } from '../store/stored-numbers.ts'

/** Rows dealt between two looks at the clock. */
const stepRows = 16_384

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

/** Deals rows out to so many shares, in their order, with pauses for other work of this thread. */
export async function dealRows({ ids, columns }: LoadedRows, shares: number): Promise<LoadedRows[]> {
  if (shares === 1) return [{ ids, columns }]
  const pause = pauses()
  const rows = await rowsOfShares(ids, shares, pause)
  const dealt = rows.map(() => new Map<string, Numbers>())
  for (const [name, values] of columns)
    for (const [share, own] of rows.entries()) dealt[share]?.set(name, await pick(values, own, pause))
  const parts: LoadedRows[] = []
  for (const [share, own] of rows.entries())
    parts.push({ ids: await pickDoubles(ids, own, pause), columns: dealt[share] ?? new Map() })
  return parts
}

type Pause = () => Promise<void>

/** Which rows each share has. */
async function rowsOfShares(ids: Float64Array, shares: number, pause: Pause): Promise<Int32Array[]> {
  const owners = new Uint8Array(ids.length)
  const sizes = new Int32Array(shares)
  for (let from = 0; from < ids.length; from += stepRows) {
    findOwners(ids, owners, sizes, from, Math.min(ids.length, from + stepRows))
    await pause()
  }
  const rows = Array.from(sizes, (size) => new Int32Array(size))
  sizes.fill(0)
  for (let from = 0; from < ids.length; from += stepRows) {
    noteRows(owners, rows, sizes, from, Math.min(ids.length, from + stepRows))
    await pause()
  }
  return rows
}

function pick(values: Numbers, rows: Int32Array, pause: Pause): Promise<Numbers> {
  return values instanceof Int32Array ? pickWhole(values, rows, pause) : pickDoubles(values, rows, pause)
}

async function pickDoubles(values: Float64Array, rows: Int32Array, pause: Pause): Promise<Float64Array> {
  const picked = new Float64Array(rows.length)
  for (let from = 0; from < rows.length; from += stepRows) {
    copyDoubles(values, rows, picked, from, Math.min(rows.length, from + stepRows))
    await pause()
  }
  return picked
}

async function pickWhole(values: Int32Array, rows: Int32Array, pause: Pause): Promise<Int32Array> {
  const picked = new Int32Array(rows.length)
  for (let from = 0; from < rows.length; from += stepRows) {
    copyWhole(values, rows, picked, from, Math.min(rows.length, from + stepRows))
    await pause()
  }
  return picked
}

// The loops are functions of their own, which V8 makes quick after a few steps, and one for each kind of array.

function findOwners(ids: Float64Array, owners: Uint8Array, sizes: Int32Array, from: number, to: number): void {
  for (let row = from; row < to; row++) {
    const owner = shareOf(ids[row] ?? 0, sizes.length)
    owners[row] = owner
    sizes[owner] = (sizes[owner] ?? 0) + 1
  }
}

function noteRows(owners: Uint8Array, rows: readonly Int32Array[], next: Int32Array, from: number, to: number): void {
  for (let row = from; row < to; row++) {
    const owner = owners[row] ?? 0
    const at = next[owner] ?? 0
    const own = rows[owner]
    if (own) own[at] = row
    next[owner] = at + 1
  }
}

function copyDoubles(values: Float64Array, rows: Int32Array, into: Float64Array, from: number, to: number): void {
  for (let at = from; at < to; at++) into[at] = values[rows[at] ?? 0] ?? Number.NaN
}

function copyWhole(values: Int32Array, rows: Int32Array, into: Int32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) into[at] = values[rows[at] ?? 0] ?? noNumber
}
