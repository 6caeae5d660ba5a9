import type { Atom, ScaleColumn } from '../rows/atoms.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { codeSet, onlyColumn } from './code-sets.ts'
import type { Column } from './column.ts'
import type { Steps } from './steps.ts'
import type { ValueTable } from './value-table.ts'

/** What a number is the sum of over a column's codes: their counts or weights, each times a factor. */
export interface TableRead {
  of: 'counts' | 'weights' | 'squares'
  factors: Float64Array
}

/** The only column that an atom is computed from, besides weights; null where there is none or several. */
export function tableColumn(atom: Atom): string | null {
  switch (atom.kind) {
    case 'rows':
    case 'weights':
      return onlyColumn(atom.where) ?? null
    case 'sum':
    case 'median':
    case 'moments':
    case 'weightedMoments':
      return atom.column
    case 'sumWhere': {
      const only = onlyColumn(atom.where)
      return only === atom.column || only === null ? atom.column : null
    }
    case 'index':
    case 'indexed':
    case 'weightedIndex':
      return onlyScale(atom.of)?.column ?? null
  }
}

function onlyScale(of: readonly ScaleColumn[]): ScaleColumn | null {
  const [first] = of
  return first && of.length === 1 && first.max > first.min ? first : null
}

/** Whether an atom takes weights. */
export function isWeighted({ kind }: Atom): boolean {
  return kind === 'weights' || kind === 'weightedMoments' || kind === 'weightedIndex'
}

/** Whether an atom is the number of all rows. */
export function isEveryRow(atom: Atom): boolean {
  return atom.kind === 'rows' && atom.where.kind === 'all' && atom.where.of.length === 0
}

/** The number of all rows, which any table has. */
export function everyCode(column: Column): TableRead {
  return { of: 'counts', factors: new Float64Array(column.codeCount).fill(1) }
}

/** How each number of an atom is read from the table of its only column; empty for a median. */
export function* tableReads(atom: Atom, column: Column): Steps<TableRead[]> {
  const values = (): Float64Array => byCode(column, (value) => value)
  switch (atom.kind) {
    case 'rows':
      return [{ of: 'counts', factors: yield* met(atom.where, column) }]
    case 'weights': {
      const factors = yield* met(atom.where, column)
      return [
        { of: 'weights', factors },
        { of: 'squares', factors },
      ]
    }
    case 'sum':
      return [{ of: 'counts', factors: values() }]
    case 'sumWhere': {
      const wanted = yield* met(atom.where, column)
      return [{ of: 'counts', factors: values().map((value, code) => value * (wanted[code] ?? 0)) }]
    }
    case 'median':
      return []
    case 'moments':
      return momentsOf(values(), column)
    case 'weightedMoments':
      return weightedOf(values(), column)
    case 'index':
      return momentsOf(indexOf(atom.of, column), column)
    case 'indexed':
      return [{ of: 'counts', factors: there(column) }]
    case 'weightedIndex':
      return weightedOf(indexOf(atom.of, column), column)
  }
}

/**
 * Writes numbers of each of the first groups to an array, from a place on: those of a group beside each other, and those of the
 * next so far behind. Each is a sum over the codes.
 */
export function readNumbers(
  table: ValueTable,
  reads: readonly TableRead[],
  groups: number,
  into: Float64Array,
  from: number,
  distance: number,
): void {
  const [first, second, third] = reads
  if (first && second && third && reads.length === 3 && reads.every(({ of }) => of === 'counts')) {
    readThree(table.counts, [first, second, third], groups, into, from, distance)
    return
  }
  for (const [at, { of, factors }] of reads.entries())
    readOne(of === 'counts' ? table.counts : table[of], factors, groups, into, from + at, distance)
}

function readOne(
  cells: Int32Array | Float64Array,
  factors: Float64Array,
  groups: number,
  into: Float64Array,
  from: number,
  distance: number,
): void {
  const size = factors.length
  for (let group = 0; group < groups; group++) {
    let sum = 0
    for (let code = 0; code < size; code++) sum += (cells[group * size + code] ?? 0) * (factors[code] ?? 0)
    into[from + group * distance] = sum
  }
}

/** Number, sum and sum of squares in one pass over the counts. */
function readThree(
  counts: Int32Array,
  [one, two, three]: readonly [TableRead, TableRead, TableRead],
  groups: number,
  into: Float64Array,
  from: number,
  distance: number,
): void {
  const [a, b, c] = [one.factors, two.factors, three.factors]
  const size = a.length
  for (let group = 0; group < groups; group++) {
    let sumA = 0
    let sumB = 0
    let sumC = 0
    for (let code = 0; code < size; code++) {
      const count = counts[group * size + code] ?? 0
      sumA += count * (a[code] ?? 0)
      sumB += count * (b[code] ?? 0)
      sumC += count * (c[code] ?? 0)
    }
    const at = from + group * distance
    into[at] = sumA
    into[at + 1] = sumB
    into[at + 2] = sumC
  }
}

function* met(demand: RowDemand, column: Column): Steps<Float64Array> {
  return Float64Array.from(yield* codeSet(demand, column, column.codeCount))
}

function there(column: Column): Float64Array {
  return byCode(column, () => 1)
}

function momentsOf(values: Float64Array, column: Column): TableRead[] {
  return [there(column), values, squared(values)].map((factors) => ({ of: 'counts', factors }))
}

function weightedOf(values: Float64Array, column: Column): TableRead[] {
  const present = there(column)
  return [
    { of: 'weights', factors: present },
    { of: 'squares', factors: present },
    { of: 'weights', factors: values },
    { of: 'weights', factors: squared(values) },
  ]
}

function indexOf(of: readonly ScaleColumn[], column: Column): Float64Array {
  const scale = onlyScale(of)
  if (!scale) throw new Error('An index is of one question at least')
  return byCode(column, (value) => ((value - scale.min) * 100) / (scale.max - scale.min))
}

function squared(values: Float64Array): Float64Array {
  return values.map((value) => value * value)
}

/** A factor for each code that stands for a value; 0 for missing ones. */
function byCode(column: Column, of: (value: number) => number): Float64Array {
  const factors = new Float64Array(column.codeCount)
  for (let code = 1; code < factors.length; code++) factors[code] = of(column.valueOf(code))
  return factors
}
