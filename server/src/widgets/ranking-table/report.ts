import type { RankingCell, RankingData, RankingHeader } from '@gensvar/contract/entities/ranking'
import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { caseStateText, alertStateText } from '#server/domain/cases/state-text.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { countCases } from '#server/domain/cases/list-cases.ts'
import { streamCases } from '#server/domain/cases/stream-cases.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { ReportCell, ReportColumn, ReportTable } from '#server/domain/reports/report.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { formatOf, noteOf, withheldCell } from '#server/widgets/shared/report-cells.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'
import type { ReportedSections, ShownTable, WidgetReportOf } from '#server/widgets/widget-report.ts'
import { cellOf, footerOf, leafTableOf } from './leaf-ranking.ts'
import { rankingAsked, rowsOf } from './query.ts'
import type { RankingConfig } from './query.ts'
import type { RankingRequest } from './ranking-request.ts'
import { placeRanking, unitRanking, unitTableOf } from './unit-ranking.ts'

/** A ranking in a report: every row of it, as the screen would show them page by page. */
export const rankingReport: WidgetReportOf<'ranking-table'> = {
  check: (request, shown) => checkRanking(rankingToReport(request, request.config, shown), shown),
  hasCases: (request) => rowsOf(rankingToReport(request, request.config, shownAtFirst)) === 'responses',
  sections(request, shown) {
    const { config } = request
    return rankingSections(rankingToReport(request, config, shown), shown, config.sortBy ?? null)
  },
}

/** A ranking as a report asks for it. */
export function rankingToReport(
  request: Omit<RankingRequest, keyof RankingConfig | 'sortVar' | 'rowFrom' | 'rowTo' | 'filter' | 'countedBy'>,
  config: RankingConfig,
  { sortVar, sortDesc, filter }: ShownTable,
  countedBy: RankingRequest['countedBy'] = null,
): RankingRequest {
  const query = {
    rowFrom: 0,
    rowTo: 0,
    filter,
    ...(sortVar !== null && { sortVar }),
    ...(sortDesc !== null && { sortDesc }),
  }
  return { ...rankingAsked(request, config, query, countedBy), isWhole: true }
}

/** Throws `validation`, naming the field, for columns that the table does not have, or does not sort by. */
export function checkRanking(asked: RankingRequest, shown: ShownTable): void {
  checkShown(rowsOf(asked) === 'responses' ? leafTableOf(asked).headers : unitTableOf(asked).headers, shown)
}

/** The same for a table of single responses, at any level. */
export function checkResponses(asked: RankingRequest, shown: ShownTable): void {
  checkShown(leafTableOf(asked).headers, shown)
}

/** Throws `validation`, naming the field, for columns that are not among the headers. */
function checkShown(headers: readonly RankingHeader[], { columns, sortVar }: ShownTable): void {
  chosenHeaders(headers, columns)
  if (sortVar !== null && !headers.some(({ value, sortable }) => sortable && value === sortVar))
    throw new AppError('validation', say`The table cannot be sorted by "${sortVar}".`, {
      sortVar: say`unknown column`,
    })
}

/** The table of a ranking, read once. `sortBy` is the column that units are ranked by at first. */
export async function rankingSections(
  asked: RankingRequest,
  shown: ShownTable,
  sortBy: string | null,
): Promise<ReportedSections> {
  const rows = rowsOf(asked)
  if (rows === 'responses') return responseSections(asked, shown)
  const data = await (rows === 'units' ? unitRanking(asked, sortBy) : placeRanking(asked))
  return { sections: [unitsTable(asked, data, chosenHeaders(data.headers, shown.columns))], rows: data.rows.length }
}

/** Every unit of a ranking as a table of some of its columns, with the place itself as the Total row. */
export function unitsTable(
  { ctx: { locale }, access: { model } }: Pick<RankingRequest, 'ctx' | 'access'>,
  data: RankingData,
  headers: readonly RankingHeader[],
): ReportTable {
  const isRanked = data.rankingVar !== null
  const cellsOf = (cells: readonly RankingCell[]): ReportCell[] =>
    headers.map((header) => reportCell(cells[header.cellIndex] ?? { text: '' }, header, locale))
  return {
    kind: 'table',
    title: pickText(data.headers[0]?.text ?? '', locale),
    columns: [
      ...(isRanked ? [{ title: translate(say`Rank`, locale), kind: 'number' as const, decimals: 0, width: 8 }] : []),
      ...headers.map((header) => columnOf(model, header, locale)),
    ],
    rows: data.rows.map(({ cells, rankTarget }) => [...(isRanked ? [rankCell(rankTarget)] : []), ...cellsOf(cells)]),
    ...(data.footer && { footer: [...(isRanked ? [{ text: '' }] : []), ...cellsOf(data.footer.cells)] }),
    notes: noteOf(data.leftOut, locale),
  }
}

/** The table of single responses: none of an anonymous survey, with the reason. */
export async function responseSections(asked: RankingRequest, shown: ShownTable): Promise<ReportedSections> {
  const { ctx, access, countedBy } = asked
  const { model, caseScope } = access
  const { locale } = ctx
  const table = leafTableOf(asked)
  const headers = chosenHeaders(table.headers, shown.columns)
  const section = {
    kind: 'table' as const,
    title: translate(say`Answers`, locale),
    columns: headers.map((header) => leafColumnOf(header, locale)),
  }
  if (!access.canViewInterviews) {
    const why = translate(say`This survey is anonymous, so single interviews are not shown.`, locale)
    return { sections: [{ ...section, rows: [], notes: [why] }], rows: 0 }
  }
  const { sampleId: id, isSamples = false } = asked
  const selection = { ...table.selection, ...(id !== undefined && { id }) }
  const columns = headers.map(({ cellIndex }) => table.columns[cellIndex])
  const cellsOf = (row: CaseRow): ReportCell[] =>
    headers.map((header, at) => {
      const column = columns[at]
      const cell: ReportCell = column ? reportCell(cellOf(model, column, row, locale), header, locale) : { text: '' }
      if (at === 0 && cell.text === '') return { text: `#${row.id}` }
      if (header.isDate) cell.value = dateOf(model, row, header.value)
      return cell
    })
  const [rows, footer] = await Promise.all([
    countCases(ctx, model, caseScope, selection),
    // The means of a place are not those of the listed rows alone.
    countedBy === null && !isSamples ? footerOf(asked, table.columns, locale) : null,
  ])
  return {
    sections: [
      {
        ...section,
        rows: mapped(streamCases(ctx, model, caseScope, selection), cellsOf),
        ...(footer && {
          footer: headers.map((header) => ({
            ...reportCell(footer.cells[header.cellIndex] ?? { text: '' }, header, locale),
            ...formatAt(model, header.value),
          })),
        }),
      },
    ],
    rows,
  }
}

async function* mapped<T, R>(items: AsyncIterable<T>, map: (item: T) => R): AsyncGenerator<R> {
  for await (const item of items) yield map(item)
}

/**
 * The headers of the chosen columns in their order; without a choice those that are shown at first. A variable with
 * several columns is named with its cell's number after the first, as on screen.
 */
function chosenHeaders(headers: readonly RankingHeader[], columns: readonly string[] | null): RankingHeader[] {
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

function columnOf(model: SurveyModel, header: RankingHeader, locale: Locale): ReportColumn {
  const title = pickText(header.text, locale)
  if (header.renderType !== 'number') return { title, kind: 'text' }
  return { title, kind: 'number', ...formatAt(model, header.value) }
}

/** Decimals and unit of a figure; none of another column. */
function formatAt(model: SurveyModel, name: string): Pick<ReportCell, 'decimals' | 'suffix'> {
  return isIndicator(model, name) ? formatOf(indicatorOf(model, name)) : {}
}

/** Answers have no decimals of their own: a number is shown as it was given. */
function leafColumnOf(header: RankingHeader, locale: Locale): ReportColumn {
  const title = pickText(header.text, locale)
  return { title, kind: header.isDate ? 'date' : header.renderType === 'number' ? 'number' : 'text' }
}

function reportCell(cell: RankingCell, { renderType }: RankingHeader, locale: Locale): ReportCell {
  const { text, value, suppressed, helpText, few, goalStatus, link } = cell
  if (suppressed) return withheldCell(helpText && pickText(helpText, locale), locale)
  if (renderType === 'state') return { text: caseStateText(value, locale) }
  if (renderType === 'alertstate') return { text: alertStateText(value, locale) }
  // Without spreads: there may be many millions of cells.
  const made: ReportCell = { text }
  if (renderType === 'number' && typeof value === 'number') made.value = value
  if (few) made.isFew = true
  if (goalStatus !== undefined) made.isGoalMet = goalStatus
  if (link) made.link = link
  return made
}

function rankCell(rank: number | null): ReportCell {
  return rank === null ? { text: '' } : { text: String(rank), value: rank }
}

/** Date of a response in a column, ISO. */
function dateOf(model: SurveyModel, row: CaseRow, name: string): string | null {
  const answer = model.questions.has(name) ? row.answers[name] : row.eventDate
  return typeof answer === 'string' ? answer.slice(0, 10) : null
}
