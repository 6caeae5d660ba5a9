import type { RowDemand } from '../rows/row-demand.ts'
import { doublesOf, wordsOf } from './block.ts'
import type { Block } from './block.ts'
import { codeSet, onlyColumn } from './code-sets.ts'
import type { ColumnDemand } from './code-sets.ts'
import type { CodeRange, Column } from './column.ts'
import type { ColumnsByName } from './columns-by-name.ts'
import type { Steps } from './steps.ts'
import type { Workspace } from './workspace.ts'

/** A demand made ready for the columns it reads. */
export type Sieve =
  | { kind: 'all' | 'any'; of: readonly Sieve[] }
  | { kind: 'not'; of: Sieve }
  | { kind: 'codes'; column: Column; set: Uint8Array }
  | { kind: 'range'; column: Column; range: Range }
  | { kind: 'listed'; column: Column; values: ReadonlySet<number> }

/** Makes a demand ready: all that is demanded of one column becomes one set of its codes. Throws `MissingColumn`. */
export function* makeSieve(held: ColumnsByName, demand: RowDemand): Steps<Sieve> {
  const only = onlyColumn(demand)
  if (typeof only === 'string') {
    const column = held.column(only)
    const size = column.tableSize
    if (size !== null) return { kind: 'codes', column, set: yield* codeSet(demand, column, size) }
  }
  switch (demand.kind) {
    case 'all':
    case 'any': {
      const of: Sieve[] = []
      for (const one of byColumn(demand.kind, demand.of)) of.push(yield* makeSieve(held, one))
      return { kind: demand.kind, of }
    }
    case 'not':
      return { kind: 'not', of: yield* makeSieve(held, demand.of) }
    case 'is':
    case 'listed':
      throw new Error('Texts and ids from another table can only be matched in SQL')
    case 'there':
    case 'in':
    case 'compare': {
      const column = held.column(demand.column)
      return demand.kind === 'in' && demand.values.length !== 1
        ? { kind: 'listed', column, values: new Set(demand.values) }
        : { kind: 'range', column, range: rangeOf(demand) }
    }
  }
}

/** The same demands with those on the same column put together. */
function byColumn(kind: 'all' | 'any', demands: readonly RowDemand[]): RowDemand[] {
  const groups = Map.groupBy(demands, (demand) => onlyColumn(demand) ?? demand)
  if (groups.size === 1) return [...demands]
  return [...groups.values()].flatMap((of): RowDemand[] =>
    of.length === 1 || of.some((one) => typeof onlyColumn(one) !== 'string') ? of : [{ kind, of }],
  )
}

/** Moves those of the first `count` rows of a block that pass to the front; returns their number. */
export function* sift(
  workspace: Workspace,
  block: Block,
  sieve: Sieve,
  rows: Uint16Array,
  count: number,
): Steps<number> {
  if (count === 0) return 0
  switch (sieve.kind) {
    case 'all': {
      let left = count
      for (const one of sieve.of) left = yield* sift(workspace, block, one, rows, left)
      return left
    }
    case 'any':
      return yield* siftMarked(workspace, block, sieve.of, rows, count, 1)
    case 'not':
      return yield* siftMarked(workspace, block, [sieve.of], rows, count, 0)
    case 'codes': {
      const passing = passingOf(sieve.set, sieve.column.codesOf(block.number, block.to - block.from))
      if (passing === 'none') return 0
      return passing === 'all' ? count : keepCodes(wordsOf(workspace, sieve.column, block), sieve.set, rows, count)
    }
    case 'range': {
      const kept = keepWithin(doublesOf(workspace.doubles, sieve.column, block), sieve.range, rows, count)
      yield
      return kept
    }
    case 'listed': {
      const kept = keepListed(doublesOf(workspace.doubles, sieve.column, block), sieve.values, rows, count)
      yield
      return kept
    }
  }
}

function* siftMarked(
  workspace: Workspace,
  block: Block,
  sieves: readonly Sieve[],
  rows: Uint16Array,
  count: number,
  wanted: 0 | 1,
): Steps<number> {
  const marks = new Uint8Array(block.to - block.from)
  const list = workspace.list()
  for (const sieve of sieves) {
    list.set(rows.subarray(0, count))
    const passed = yield* sift(workspace, block, sieve, list, count)
    for (let at = 0; at < passed; at++) marks[list[at] ?? 0] = 1
  }
  workspace.giveBack(list)
  let kept = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    if (marks[row] === wanted) rows[kept++] = row
  }
  return kept
}

/** Values from `low` to `high`, both included, except one. A missing value (NaN) is in no range. */
interface Range {
  low: number
  high: number
  except: number
}

function rangeOf(demand: ColumnDemand): Range {
  const range = (low: number, high: number, except = Number.NaN): Range => ({ low, high, except })
  if (demand.kind === 'there') return range(-Infinity, Infinity)
  if (demand.kind === 'in') return range(demand.values[0] ?? Number.NaN, demand.values[0] ?? Number.NaN)
  const { value } = demand
  switch (demand.comparison) {
    case '=':
      return range(value, value)
    case '<>':
      return range(-Infinity, Infinity, value)
    case '<':
      return range(-Infinity, value, value)
    case '<=':
      return range(-Infinity, value)
    case '>':
      return range(value, Infinity, value)
    case '>=':
      return range(value, Infinity)
  }
}

/** Which of the codes in a range are in a set. */
function passingOf(set: Uint8Array, range: CodeRange | null): 'all' | 'some' | 'none' {
  if (!range) return 'some'
  const first = set[range.least] ?? 0
  for (let code = range.least + 1; code <= range.greatest; code++) if ((set[code] ?? 0) !== first) return 'some'
  return first === 1 ? 'all' : 'none'
}

// Without a branch: matches are unpredictable, and a mispredicted branch costs more than this arithmetic.
function keepCodes(words: Uint32Array, set: Uint8Array, rows: Uint16Array, count: number): number {
  let next = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    rows[next] = row
    next += set[words[row] ?? 0] ?? 0
  }
  return next
}

function keepWithin(values: Float64Array, { low, high, except }: Range, rows: Uint16Array, count: number): number {
  let next = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    const value = values[row] ?? Number.NaN
    rows[next] = row
    next += Number(value >= low) & Number(value <= high) & Number(value !== except)
  }
  return next
}

function keepListed(values: Float64Array, wanted: ReadonlySet<number>, rows: Uint16Array, count: number): number {
  let next = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    if (wanted.has(values[row] ?? Number.NaN)) rows[next++] = row
  }
  return next
}
