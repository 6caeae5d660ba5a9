import type { Column } from './column.ts'
import { blockRows } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** A part of the rows that is counted at a time: from `from` to `to` (not included). */
export interface Block {
  number: number
  from: number
  to: number
}

/** The blocks of so many rows. */
export function* blocksOf(rows: number): Generator<Block> {
  for (let from = 0; from < rows; from += blockRows) yield blockAt(from, rows)
}

/** The block that begins with a row. */
export function blockAt(from: number, rows: number): Block {
  return { number: from / blockRows, from, to: Math.min(rows, from + blockRows) }
}

/** The codes of a coded column by row of the block, always in the same kind of array. */
export function wordsOf(workspace: Workspace, column: Column, { from, to }: Block): Uint32Array {
  const { codes } = column
  if (!codes) throw new Error('The column has no codes')
  if (codes instanceof Uint32Array) return codes.subarray(from, to)
  workspace.words.set(codes.subarray(from, to))
  return workspace.words
}

/** The values of a column by row of the block, NaN for missing ones. Codes are turned into `into`. */
export function doublesOf(into: Float64Array, column: Column, { from, to }: Block): Float64Array {
  const { codes, doubles, low } = column
  if (doubles) return doubles.subarray(from, to)
  if (codes) {
    into.set(codes.subarray(from, to))
    for (let row = 0; row < to - from; row++) {
      const code = into[row] ?? 0
      into[row] = code === 0 ? Number.NaN : low + code - 1
    }
  }
  return into
}
