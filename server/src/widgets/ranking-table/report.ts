import type { RankingCell, RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { ReportCell, ReportColumn, ReportTable } from '#server/domain/reports/report.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { translate } from '#server/platform/translate.ts'
import { caseSection, caseSections, checkShown, chosenHeaders, reportCell } from '#server/widgets/shared/case-report.ts'
import { formatOf, noteOf } from '#server/widgets/shared/report-cells.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'
import type { ReportedSections, ShownTable, WidgetReportOf } from '#server/widgets/widget-report.ts'
import { footerOf, leafTableOf } from './leaf-ranking.ts'
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
  const extra = isRanked ? fairColumns(data, locale) : []
  const cellsOf = (cells: readonly RankingCell[]): ReportCell[] =>
    headers.map((header) => reportCell(cells[header.cellIndex] ?? { text: '' }, header, locale))
  return {
    kind: 'table',
    title: pickText(data.headers[0]?.text ?? '', locale),
    columns: [
      ...(isRanked ? [{ title: translate(say`Rank`, locale), kind: 'number' as const, decimals: 0, width: 8 }] : []),
      ...headers.map((header) => columnOf(model, header, locale)),
      ...extra.map(({ column }) => column),
    ],
    rows: data.rows.map((row) => [
      ...(isRanked ? [rankCell(row.rankTarget)] : []),
      ...cellsOf(row.cells),
      ...extra.map(({ cell }) => cell(row)),
    ]),
    ...(data.footer && {
      footer: [...(isRanked ? [{ text: '' }] : []), ...cellsOf(data.footer.cells), ...extra.map(() => ({ text: '' }))],
    }),
    notes: [...noteOf(data.leftOut, locale), ...rankNotes(model, data, locale)],
  }
}

/** The table of single responses: none of an anonymous survey, with the reason. */
export async function responseSections(asked: RankingRequest, shown: ShownTable): Promise<ReportedSections> {
  const { ctx, access, countedBy } = asked
  const { model } = access
  const { locale } = ctx
  const table = leafTableOf(asked)
  if (!access.canViewInterviews) {
    const why = translate(say`This survey is anonymous, so single interviews are not shown.`, locale)
    const section = caseSection({ ctx, table, shown })
    return { sections: [{ ...section, rows: [], notes: [why] }], rows: 0 }
  }
  const { sampleId: id, isSamples = false } = asked
  const selection = { ...table.selection, ...(id !== undefined && { id }) }
  // The means of a place are not those of the listed rows alone.
  const footer = countedBy === null && !isSamples ? await footerOf(asked, table.columns, locale) : null
  const reported = await caseSections({ ctx, access, table: { ...table, selection }, shown })
  if (!footer) return reported
  const cells = chosenHeaders(table.headers, shown.columns).map((header) => ({
    ...reportCell(footer.cells[header.cellIndex] ?? { text: '' }, header, locale),
    ...formatAt(model, header.value),
  }))
  return { ...reported, sections: reported.sections.map((section) => ({ ...section, footer: cells })) }
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

/** Columns of what is known of the ranks beside their numbers; none where nothing is of any unit. */
function fairColumns(
  { rows, headers, rankingVar }: RankingData,
  locale: Locale,
): { column: ReportColumn; cell: (row: RankingRow) => ReportCell }[] {
  const at = headers.find(({ value }) => value === rankingVar)?.cellIndex ?? -1
  const restOf = ({ cells }: RankingRow): RankingCell['besideRest'] => cells[at]?.besideRest
  const column = (title: Words, kind: ReportColumn['kind'] = 'text'): ReportColumn => ({
    title: translate(title, locale),
    kind,
    width: 10,
    ...(kind === 'number' && { decimals: 0 }),
  })
  return [
    ...(rows.some(({ rankRange }) => rankRange)
      ? [
          {
            column: column(say`Possible ranks`),
            cell: ({ rankRange }: RankingRow) => ({ text: rangeText(rankRange) }),
          },
        ]
      : []),
    ...(rows.some(({ before }) => before)
      ? [
          {
            column: column(say`Rank before`, 'number'),
            cell: ({ before }: RankingRow) => rankCell(before?.rank ?? null),
          },
        ]
      : []),
    ...(rows.some(restOf)
      ? [
          {
            column: column(say`Beside the others`),
            cell: (row: RankingRow) => ({ text: besideText(restOf(row), locale) }),
          },
        ]
      : []),
  ]
}

function rangeText(range: RankingRow['rankRange']): string {
  if (!range) return ''
  return range.from === range.to ? String(range.from) : `${range.from}\u2013${range.to}`
}

function besideText(beside: RankingCell['besideRest'], locale: Locale): string {
  if (beside === undefined) return ''
  return translate(beside === 'greater' ? say`Higher` : say`Lower`, locale)
}

/** What is to be known of the ranks: from which days those before are, and whether values are drawn towards the mean. */
function rankNotes(
  model: SurveyModel,
  { rows, rankingVar, trendTime, isShrunk }: RankingData,
  locale: Locale,
): string[] {
  const before = trendTime && rows.some((row) => row.before) ? [pickText(trendTime, locale)] : []
  return [
    ...before.map((days) => translate(say`Rank before: ${days}`, locale)),
    ...(isShrunk && rankingVar !== null ? [translate(shrunkWords(indicatorOf(model, rankingVar).title), locale)] : []),
  ]
}

function shrunkWords(title: LocalText): Words {
  return say`"${titled(title)}" is drawn towards the mean of all units, the more the fewer answers it is of.`
}

function rankCell(rank: number | null): ReportCell {
  return rank === null ? { text: '' } : { text: String(rank), value: rank }
}
