import type { RowDemand } from '../rows/row-demand.ts'
import type { Column } from './column.ts'
import type { Steps } from './steps.ts'

/** A demand on one column alone. */
export type ColumnDemand = Extract<RowDemand, { kind: 'there' | 'in' | 'compare' }>

/** The one column that a demand reads; null for none, undefined for several or another table. */
export function onlyColumn(demand: RowDemand): string | null | undefined {
  switch (demand.kind) {
    case 'all':
    case 'any': {
      let only: string | null = null
      for (const one of demand.of) {
        const column = onlyColumn(one)
        if (column === undefined || (column !== null && only !== null && column !== only)) return undefined
        only ??= column
      }
      return only
    }
    case 'not':
      return onlyColumn(demand.of)
    case 'is':
    case 'listed':
      return undefined
    case 'there':
    case 'in':
    case 'compare':
      return demand.column
  }
}

/** By code of a column: 1 where a demand on it alone is met. Thousands of demands thus cost a row no more than one. */
export function* codeSet(demand: RowDemand, column: Column, size: number): Steps<Uint8Array> {
  const set = new Uint8Array(size)
  switch (demand.kind) {
    case 'all':
      set.fill(1)
      for (const one of demand.of) {
        const other = yield* codeSet(one, column, size)
        for (let code = 0; code < size; code++) set[code] = (set[code] ?? 0) & (other[code] ?? 0)
      }
      break
    case 'any':
      for (const one of demand.of) {
        if (isOnColumn(one)) {
          addCodes(one, column, set)
          continue
        }
        const other = yield* codeSet(one, column, size)
        for (let code = 0; code < size; code++) set[code] = (set[code] ?? 0) | (other[code] ?? 0)
      }
      break
    case 'not': {
      const other = yield* codeSet(demand.of, column, size)
      for (let code = 0; code < size; code++) set[code] = (other[code] ?? 0) ^ 1
      break
    }
    case 'is':
    case 'listed':
      throw new Error('Texts and ids from another table can only be matched in SQL')
    case 'there':
    case 'in':
    case 'compare':
      addCodes(demand, column, set)
  }
  yield
  return set
}

function isOnColumn(demand: RowDemand): demand is ColumnDemand {
  return demand.kind === 'there' || demand.kind === 'in' || demand.kind === 'compare'
}

function addCodes(demand: ColumnDemand, column: Column, set: Uint8Array): void {
  if (demand.kind === 'there') {
    set.fill(1, 1)
    return
  }
  const first = 1 - column.low
  if (demand.kind === 'in') {
    for (const value of demand.values) addCode(set, value + first)
    return
  }
  const code = demand.value + first
  switch (demand.comparison) {
    case '=':
      addCode(set, code)
      return
    case '<>':
      set.fill(1, 1, clamped(Math.ceil(code), set))
      set.fill(1, clamped(Math.floor(code) + 1, set))
      return
    case '<':
      set.fill(1, 1, clamped(Math.ceil(code), set))
      return
    case '<=':
      set.fill(1, 1, clamped(Math.floor(code) + 1, set))
      return
    case '>':
      set.fill(1, clamped(Math.floor(code) + 1, set))
      return
    case '>=':
      set.fill(1, clamped(Math.ceil(code), set))
  }
}

function addCode(set: Uint8Array, code: number): void {
  if (code >= 1 && code < set.length && Number.isInteger(code)) set[code] = 1
}

/** A place in the set from 1, where values begin, to its end. */
function clamped(code: number, set: Uint8Array): number {
  return Math.max(1, Math.min(set.length, code))
}
