import { ident, integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment, SqlParam } from '#server/platform/sql.ts'
import { integers, sqlComparisons } from '#server/domain/conditions/answer-source.ts'
import type { Logic, NumberComparison } from '#server/domain/conditions/answer-source.ts'

/**
 * A filter on the rows of the analytics store as data, for SQL and for columns in memory alike. A missing value matches
 * no demand on its column.
 */
export type RowDemand =
  | { kind: 'all' | 'any'; of: readonly RowDemand[] }
  | { kind: 'not'; of: RowDemand }
  | { kind: 'there'; column: string }
  | { kind: 'in'; column: string; values: readonly number[] }
  | { kind: 'compare'; column: string; comparison: NumberComparison; value: number }
  /** Rows whose column has this text; texts are not in memory. */
  | { kind: 'is'; column: string; text: string }
  /** Rows whose ids a SQL statement selects from another table, which is not in memory. */
  | { kind: 'listed'; ids: Fragment }

/** How row demands are combined. */
export const demandLogic: Logic<RowDemand> = {
  always: { kind: 'all', of: [] },
  never: { kind: 'any', of: [] },
  all: (of) => (of.length === 1 && of[0] ? of[0] : { kind: 'all', of }),
  any: (of) => (of.length === 1 && of[0] ? of[0] : { kind: 'any', of }),
  not: (of) => ({ kind: 'not', of }),
}

/**
 * A demand in SQL; never null. Written in one pass: joining fragments level by level is slow for thousands of parts.
 */
export function demandToSql(demand: RowDemand): Fragment {
  const writing: Writing = { parts: [''], params: [] }
  writeDemand(demand, writing)
  return writing
}

/** A fragment under construction. */
interface Writing {
  parts: string[]
  params: SqlParam[]
}

function writeDemand(demand: RowDemand, into: Writing): void {
  switch (demand.kind) {
    case 'all':
    case 'any':
      writeList(demand.of, demand.kind, into)
      return
    case 'not':
      write('(not ', into)
      writeDemand(demand.of, into)
      write(')', into)
      return
    case 'there':
      write(`${nameOf(demand.column)} is not null`, into)
      return
    case 'in': {
      const column = nameOf(demand.column)
      write(`(${column} is not null and ${column} in (`, into)
      splice(integers(demand.values), into)
      write('))', into)
      return
    }
    case 'compare': {
      const column = nameOf(demand.column)
      write(`(${column} is not null and ${column} `, into)
      splice(sqlComparisons[demand.comparison], into)
      write(' ', into)
      splice(number(demand.value), into)
      write(')', into)
      return
    }
    case 'is': {
      const column = nameOf(demand.column)
      write(`(${column} is not null and ${column} = `, into)
      splice(portableSql`${demand.text}`, into)
      write(')', into)
      return
    }
    case 'listed':
      write('id in (', into)
      splice(demand.ids, into)
      write(')', into)
  }
}

function writeList(of: readonly RowDemand[], kind: 'all' | 'any', into: Writing): void {
  if (of.length === 0) {
    write(kind === 'all' ? 'true' : 'false', into)
    return
  }
  of.forEach((one, index) => {
    write(index === 0 ? '(' : kind === 'all' ? ' and ' : ' or ', into)
    writeDemand(one, into)
  })
  write(')', into)
}

function nameOf(column: string): string {
  return ident(column).parts[0] ?? ''
}

function write(text: string, into: Writing): void {
  into.parts[into.parts.length - 1] += text
}

function splice({ parts, params }: Fragment, into: Writing): void {
  write(parts[0] ?? '', into)
  params.forEach((value, index) => {
    into.params.push(value)
    into.parts.push(parts[index + 1] ?? '')
  })
}

/** A number in SQL: an integer as a literal, so that the query planner knows it, any other as a parameter. */
export function number(value: number): Fragment {
  return Number.isSafeInteger(value) ? integer(value) : portableSql`${value}`
}

/** Adds the columns a demand reads; false when it needs another table. */
export function addDemandColumns(demand: RowDemand, into: Set<string>): boolean {
  switch (demand.kind) {
    case 'all':
    case 'any':
      return demand.of.every((one) => addDemandColumns(one, into))
    case 'not':
      return addDemandColumns(demand.of, into)
    case 'is':
    case 'listed':
      return false
    case 'there':
    case 'in':
    case 'compare':
      into.add(demand.column)
      return true
  }
}
