import type { RankingCell, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import type { Locale } from '@gensvar/contract/local-text'
import type { Column } from '@gensvar/contract/widgets/column'
import type { CaseRow, CaseSelection } from '#server/domain/cases/case-query.ts'
import { fieldReader, fillAddress } from '#server/domain/cases/case-text.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { caseHeader } from './case-header.ts'
import { litsCode } from './lits-code.ts'

/** What a table of single responses shows: its columns, and which responses. */
export interface CaseTable {
  columns: readonly Column[]
  headers: RankingHeader[]
  selection: CaseSelection
}

/** The columns of a table of single responses, with their headers. */
export function caseTable(model: SurveyModel, columns: readonly Column[]): Pick<CaseTable, 'columns' | 'headers'> {
  return { columns, headers: columns.map((column, at) => caseHeader(model, column, at)) }
}

/** Whether a click on a completed response opens its sample page; otherwise the interview page. */
export function viewsCompletedSamples({ isRoot, role }: Identity): boolean {
  return isRoot || (role?.canViewCompletedSamples ?? false)
}

/** A response as a row of a table. */
export function caseRow(model: SurveyModel, columns: readonly Column[], row: CaseRow, locale: Locale): RankingRow {
  return {
    cells: columns.map((column) => caseCell(model, column, row, locale)),
    rankTarget: null,
    accessAllowed: true,
    interviewId: row.id,
    isComplete: row.state === 0,
    alertId: null,
    drillPath: null,
  }
}

/** Cell of a response in a column. */
export function caseCell(model: SurveyModel, column: Column, row: CaseRow, locale: Locale): RankingCell {
  return caseCellReader(model, column, locale)(row)
}

/** The same for many responses: what the column shows is looked up once. */
export function caseCellReader(model: SurveyModel, column: Column, locale: Locale): (row: CaseRow) => RankingCell {
  const { value: name, renderType } = column
  const textOf = fieldReader(model, name, locale)
  if (renderType === 'link')
    return (row) => {
      const text = textOf(row)
      return { text, link: text === '' ? null : fillAddress(model, row, column.target ?? '') }
    }
  if (renderType === 'lits' || column.of)
    return (row) => {
      const lits = (column.of ?? [name]).flatMap((one) => ballOf(model, one, row) ?? [])
      return { text: lits.join(' '), lits: lits.slice(0, 5) }
    }
  if (name === 'state' && !model.questions.has('state'))
    return ({ state }) => ({ text: String(state), value: String(state) })
  if (name === 'alert' && !model.questions.has('alert'))
    return ({ alertState }) => ({ text: alertState === null ? '' : String(alertState), value: alertState })
  return (row) => {
    const answer = row.answers[name]
    return { text: textOf(row), value: typeof answer === 'number' ? answer : null }
  }
}

function ballOf(model: SurveyModel, name: string, row: CaseRow): number[] | null {
  const answer = row.answers[name]
  const question = model.questions.get(name)
  if (typeof answer !== 'number' || !question) return null
  const code = litsCode({ minValue: question.scaleMin, maxValue: question.scaleMax, inverse: false }, answer)
  return code === null ? null : [code]
}
