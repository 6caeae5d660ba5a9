import { ident, integer, sql } from '../sql.ts'
import type { Fragment } from '../sql.ts'
import { integers, sqlComparisons, sqlLogic } from './answer-source.ts'
import type { Logic, NumberComparison } from './answer-source.ts'

/**
 * A demand on a row of the analytics store, for SQL and for the columns in memory alike. A value that is not there
 * meets no demand on it.
 */
export type RowDemand =
  | { kind: 'all' | 'any'; of: readonly RowDemand[] }
  | { kind: 'not'; of: RowDemand }
  | { kind: 'there'; column: string }
  | { kind: 'in'; column: string; values: readonly number[] }
  | { kind: 'compare'; column: string; comparison: NumberComparison; value: number }
  /** The rows a statement names by their ids: those of another table, which memory does not hold. */
  | { kind: 'listed'; ids: Fragment }

/** Demands on rows as data. */
export const demandLogic: Logic<RowDemand> = {
  always: { kind: 'all', of: [] },
  never: { kind: 'any', of: [] },
  all: (of) => (of.length === 1 && of[0] ? of[0] : { kind: 'all', of }),
  any: (of) => (of.length === 1 && of[0] ? of[0] : { kind: 'any', of }),
  not: (of) => ({ kind: 'not', of }),
}

/** A demand in SQL; never null. */
export function demandToSql(demand: RowDemand): Fragment {
  switch (demand.kind) {
    case 'all':
    case 'any':
      return sqlLogic[demand.kind](demand.of.map(demandToSql))
    case 'not':
      return sqlLogic.not(demandToSql(demand.of))
    case 'there':
      return sql`${ident(demand.column)} is not null`
    case 'in': {
      const column = ident(demand.column)
      return sql`(${column} is not null and ${column} in (${integers(demand.values)}))`
    }
    case 'compare': {
      const column = ident(demand.column)
      return sql`(${column} is not null and ${column} ${sqlComparisons[demand.comparison]} ${number(demand.value)})`
    }
    case 'listed':
      return sql`id in (${demand.ids})`
  }
}

/** A number of ours in SQL: in the text where it is whole, so that the engine plans with it. */
export function number(value: number): Fragment {
  return Number.isSafeInteger(value) ? integer(value) : sql`${value}`
}

/** Adds the columns a demand looks at; false when it looks at more than columns. */
export function addDemandColumns(demand: RowDemand, into: Set<string>): boolean {
  switch (demand.kind) {
    case 'all':
    case 'any':
      return demand.of.every((one) => addDemandColumns(one, into))
    case 'not':
      return addDemandColumns(demand.of, into)
    case 'listed':
      return false
    case 'there':
    case 'in':
    case 'compare':
      into.add(demand.column)
      return true
  }
}
