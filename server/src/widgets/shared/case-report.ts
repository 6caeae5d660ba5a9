import type { RankingCell, RankingHeader } from '@gensvar/contract/entities/ranking'
import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { countCases } from '#server/domain/cases/list-cases.ts'
import { alertStateText, caseStateText } from '#server/domain/cases/state-text.ts'
import { streamCases } from '#server/domain/cases/stream-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { ReportCell, ReportColumn, ReportTable } from '#server/domain/reports/report.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import type { ShownTable } from '#server/widgets/widget-report.ts'
import { caseCellReader } from './case-table.ts'
import type { CaseTable } from './case-table.ts'
import { withheldCell } from './report-cells.ts'

/** A table of single responses to report, as its reader sees it. */
interface CasesToReport<Table = CaseTable> {
  ctx: Ctx
  table: Table
  shown: ShownTable
  /** What its rows are; answers where it is left out. */
  title?: Words
}

/** The table of a report without its rows. */
export function caseSection({
  ctx: { locale },
  table,
  shown,
  title = say`Answers`,
}: CasesToReport<Pick<CaseTable, 'headers'>>): Omit<ReportTable, 'rows'> {
  return {
    kind: 'table',
    title: translate(title, locale),
    columns: chosenHeaders(table.headers, shown.columns).map((header) => columnOf(header, locale)),
  }
}

/** The table of a report with all its responses, which are read while it is written. */
export async function caseSections({
  access: { model, caseScope },
  ...reported
}: CasesToReport & { access: SurveyAccess }): Promise<{ sections: ReportTable[]; rows: number }> {
  const { ctx, table, shown } = reported
  const { locale } = ctx
  const headers = chosenHeaders(table.headers, shown.columns)
  const readers = headers.map(({ cellIndex }) => {
    const column = table.columns[cellIndex]
    return column ? caseCellReader(model, column, locale) : null
  })
  const cellsOf = (row: CaseRow): ReportCell[] =>
    headers.map((header, at) => {
      const read = readers[at]
      const cell: ReportCell = read ? reportCell(read(row), header, locale) : { text: '' }
      if (at === 0 && cell.text === '') return { text: `#${row.id}` }
      if (header.isDate) cell.value = caseDate(model, row, header.value)
      return cell
    })
  const rows = await countCases(ctx, model, caseScope, table.selection)
  const batches = streamCases(ctx, model, caseScope, table.selection)
  return { sections: [{ ...caseSection(reported), rows: mapped(batches, cellsOf) }], rows }
}

/** Throws `validation`, naming the field, for columns that are not among the headers. */
export function checkShown(headers: readonly RankingHeader[], { columns, sortVar }: ShownTable): void {
  chosenHeaders(headers, columns)
  if (sortVar !== null && !headers.some(({ value, sortable }) => sortable && value === sortVar))
    throw new AppError('validation', say`The table cannot be sorted by "${sortVar}".`, {
      sortVar: say`unknown column`,
    })
}

/**
 * The headers of the chosen columns in their order; without a choice those that are shown at first. A variable with
 * several columns is named with its cell's number after the first, as on screen.
 */
export function chosenHeaders(headers: readonly RankingHeader[], columns: readonly string[] | null): RankingHeader[] {
  if (columns === null) return headers.filter(({ extra }) => !extra)
  const byId = new Map<string, RankingHeader>()
  for (const header of headers)
    byId.set(byId.has(header.value) ? `${header.value} ${header.cellIndex}` : header.value, header)
  return columns.map((id) => {
    const header = byId.get(id)
    if (header) return header
    throw new AppError('validation', say`The table has no column "${id}".`, { columns: say`unknown column` })
  })
}

/** A cell of the screen as a report has it. */
export function reportCell(cell: RankingCell, { renderType }: RankingHeader, locale: Locale): ReportCell {
  const { text, value, suppressed, helpText, few, near, goalStatus, link } = cell
  if (suppressed) return withheldCell(helpText && pickText(helpText, locale), locale)
  if (renderType === 'state') return { text: caseStateText(value, locale) }
  if (renderType === 'alertstate') return { text: alertStateText(value, locale) }
  // Without spreads: there may be many millions of cells.
  const made: ReportCell = { text }
  if (renderType === 'number' && typeof value === 'number') made.value = value
  if (few) made.isFew = true
  if (goalStatus !== undefined && !few && !near) made.isGoalMet = goalStatus
  if (link) made.link = link
  return made
}

/** Answers have no decimals of their own: a number is shown as it was given. */
function columnOf(header: RankingHeader, locale: Locale): ReportColumn {
  const title = pickText(header.text, locale)
  return { title, kind: header.isDate ? 'date' : header.renderType === 'number' ? 'number' : 'text' }
}

/** What is made of each item of some batches. */
export async function* mapped<T, R>(batches: AsyncIterable<readonly T[]>, map: (item: T) => R): AsyncGenerator<R> {
  for await (const items of batches) for (const item of items) yield map(item)
}

/** Date of a response in a column, ISO. */
export function caseDate(model: SurveyModel, row: CaseRow, name: string): string | null {
  const answer = model.questions.has(name) ? row.answers[name] : row.eventDate
  return typeof answer === 'string' ? answer.slice(0, 10) : null
}
