import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { addDemandColumns, demandToSql, number } from './row-demand.ts'
import type { RowDemand } from './row-demand.ts'
import { weightColumn } from '../store/weight-column.ts'

/** A scale's column with its lowest and highest value. */
export interface ScaleColumn {
  column: string
  min: number
  max: number
}

/**
 * The numbers over rows that aggregates are computed from, in SQL and over columns in memory alike. Except for the
 * median, the number of a whole is the sum of those of its parts. Over no rows each is 0.
 */
export type Atom =
  /** Number of rows that match. */
  | { kind: 'rows'; where: RowDemand }
  | { kind: 'sum'; column: string }
  /** Sum of a column over the rows that match. */
  | { kind: 'sumWhere'; column: string; where: RowDemand }
  | { kind: 'median'; column: string }
  /** Number, sum and sum of squares of the answers. */
  | { kind: 'moments'; column: string }
  /**
   * The same for the respondents' indices: the mean of the answered questions, each rescaled to 0-100. A respondent who
   * answered fewer than two thirds of the questions (two of three) has none.
   */
  | { kind: 'index'; of: readonly ScaleColumn[] }
  /** Number of respondents with an index. */
  | { kind: 'indexed'; of: readonly ScaleColumn[] }
  /** Sums of the weights of rows that match, and of their squares. */
  | { kind: 'weights'; where: RowDemand }
  /** Sums of the weights of answers and of their squares, and of the answers and their squares times their weights. */
  | { kind: 'weightedMoments'; column: string }
  /** The same for the respondents' indices. */
  | { kind: 'weightedIndex'; of: readonly ScaleColumn[] }

/** How many numbers an atom has. */
export function atomWidth({ kind }: Atom): 1 | 2 | 3 | 4 {
  if (kind === 'weightedMoments' || kind === 'weightedIndex') return 4
  if (kind === 'weights') return 2
  return kind === 'moments' || kind === 'index' ? 3 : 1
}

/** Least number of answers that gives a respondent an index, of so many questions. */
export function leastAnswers(questions: number): number {
  return Math.ceil((questions * 2) / 3)
}

/** Whether the numbers of a whole are the sums of those of its parts. */
export function isAdditive(atom: Atom): boolean {
  return atom.kind !== 'median'
}

/** The numbers of an atom in SQL, as doubles. */
export function atomToSql(atom: Atom): Fragment {
  return join(plainSums(atom).map((sum) => portableSql`cast(${sum} as double)`))
}

function plainSums(atom: Atom): Fragment[] {
  switch (atom.kind) {
    case 'rows':
      return [countRows(atom.where)]
    case 'sum':
      return [portableSql`sum(${ident(atom.column)})`]
    case 'sumWhere':
      return [portableSql`sum(case when ${demandToSql(atom.where)} then ${ident(atom.column)} end)`]
    case 'median':
      return [portableSql`quantile_cont(${ident(atom.column)}, 0.5)`]
    case 'moments':
      return [...counted(ident(atom.column)), squares(double(atom.column))]
    case 'index':
      return [...counted(respondentIndex(atom.of)), squares(respondentIndex(atom.of))]
    case 'indexed':
      return [portableSql`count(${respondentIndex(atom.of)})`]
    case 'weights':
      return sumsOfWeights(demandToSql(atom.where))
    case 'weightedMoments':
      return weightedMoments(double(atom.column))
    case 'weightedIndex':
      return weightedMoments(respondentIndex(atom.of))
  }
}

function sumsOfWeights(where: Fragment): Fragment[] {
  const weight = ident(weightColumn)
  return [
    portableSql`sum(case when ${where} then ${weight} end)`,
    portableSql`sum(case when ${where} then ${weight} * ${weight} end)`,
  ]
}

function weightedMoments(values: Fragment): Fragment[] {
  const weight = ident(weightColumn)
  return [
    ...sumsOfWeights(portableSql`${values} is not null`),
    portableSql`sum(${weight} * ${values})`,
    portableSql`sum(${weight} * ${values} * ${values})`,
  ]
}

function countRows(where: RowDemand): Fragment {
  if (where.kind === 'all' && where.of.length === 0) return portableSql`count(*)`
  if (where.kind === 'there') return portableSql`count(${ident(where.column)})`
  return portableSql`count(case when ${demandToSql(where)} then 1 end)`
}

/** Their number and their sum, of whole numbers as they are stored: adding doubles takes half as long again. */
function counted(values: Fragment): Fragment[] {
  return [portableSql`count(${values})`, portableSql`sum(${values})`]
}

function squares(values: Fragment): Fragment {
  return portableSql`sum(${values} * ${values})`
}

/** A column's values as doubles: products of small whole numbers are not. */
function double(column: string): Fragment {
  return portableSql`cast(${ident(column)} as double)`
}

/** The index of each respondent in SQL; null for those without one. */
export function respondentIndex(questions: readonly ScaleColumn[]): Fragment {
  const indices = questions.map(
    ({ column, min, max }) => portableSql`(${double(column)} - ${number(min)}) * 100.0 / ${number(max - min)}`,
  )
  const [only] = indices
  if (only && indices.length === 1) return portableSql`(${only})`
  const sum = join(
    indices.map((index) => portableSql`coalesce(${index}, 0)`),
    ' + ',
  )
  const answers = join(
    questions.map(({ column }) => portableSql`(case when ${ident(column)} is null then 0 else 1 end)`),
    ' + ',
  )
  // The fast path, for respondents who answered every question: most of them.
  const whole = portableSql`(${join(indices, ' + ')}) / ${integer(questions.length)}`
  const least = integer(leastAnswers(questions.length))
  return portableSql`coalesce(${whole}, case when ${answers} >= ${least} then (${sum}) / (${answers}) end)`
}

/** Adds the columns an atom reads; false when it needs another table. */
export function addAtomColumns(atom: Atom, into: Set<string>): boolean {
  switch (atom.kind) {
    case 'rows':
      return addDemandColumns(atom.where, into)
    case 'sum':
    case 'median':
    case 'moments':
      into.add(atom.column)
      return true
    case 'sumWhere':
      into.add(atom.column)
      return addDemandColumns(atom.where, into)
    case 'index':
    case 'indexed':
      for (const { column } of atom.of) into.add(column)
      return true
    case 'weights':
      into.add(weightColumn)
      return addDemandColumns(atom.where, into)
    case 'weightedMoments':
      into.add(weightColumn).add(atom.column)
      return true
    case 'weightedIndex':
      into.add(weightColumn)
      for (const { column } of atom.of) into.add(column)
      return true
  }
}
