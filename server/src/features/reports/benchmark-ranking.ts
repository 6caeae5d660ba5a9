import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { lowBaseOf } from '#server/domain/indicators/evidence.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { goalAt } from '#server/domain/indicators/goal.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { ReportCell, ReportChart, ReportColumn, ReportTable } from '#server/domain/reports/report.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { translate } from '#server/platform/translate.ts'
import { defaultColumns } from '#server/widgets/ranking-table/columns.ts'
import { answerRanking } from '#server/widgets/ranking-table/query.ts'
import type { RankingConfig } from '#server/widgets/ranking-table/query.ts'
import { formatOf, noteOf, rankingCell } from './benchmark-cells.ts'
import { placeName } from './benchmark-figures.ts'

/** Bars of each end that a chart of many units has. */
const endBars = 15

/**
 * The ranking of the units below the place, with the columns of the rankings page and, hidden, those of `also`. Null where
 * there are none: at the last level, and in a survey without levels.
 */
export async function unitsBelow(request: FigureRequest, also: readonly Indicator[]): Promise<RankingData | null> {
  const { view, unit } = request.requested
  if (!view || unit?.depth === view.levels.length) return null
  const config = rankingConfig(request.access.model)
  const names = new Set(config.columns.map(({ value }) => value))
  const hidden = also.filter(({ name }) => !names.has(name)).map(({ name }) => ({ value: name, extra: true }))
  const columns = [...config.columns, ...hidden]
  const page = async (rowFrom: number): Promise<RankingData> => {
    const query = { rowFrom, rowTo: rowFrom, filter: '' }
    return (await answerRanking(request, { ...config, columns }, query)).rankingData
  }
  const first = await page(0)
  const rows = [...first.rows]
  while (rows.length < first.totalNumberRows) {
    const next = await page(rows.length)
    if (next.rows.length === 0) break
    rows.push(...next.rows)
  }
  return { ...first, rows }
}

/** The table of the rankings page; the survey's own indicators where it has none. */
function rankingConfig(model: SurveyModel): RankingConfig {
  const page = model.config.pages.find((one) => one.kind === 'rankings')
  for (const { component } of walkComponents(page ? [page] : []))
    if (isComponentOf(component, 'ranking-table')) return component.config
  return { sortDesc: true, columns: defaultColumns(model), leafColumns: [] }
}

/** The ranking as a table, with the place itself as its Total row. */
export function rankingTable(request: FigureRequest, data: RankingData): ReportTable {
  const { locale } = request.ctx
  const { model } = request.access
  // Balls are pictures of figures that are columns of their own.
  const headers = data.headers.filter(({ extra, renderType }) => !extra && renderType !== 'lits')
  const isRanked = data.rankingVar !== null
  const cellsOf = (row: Pick<RankingRow, 'cells'>): ReportCell[] =>
    headers.map(({ cellIndex }) => rankingCell(row.cells[cellIndex] ?? { text: '' }, locale))
  const rank = (value: number | null): ReportCell => (value === null ? { text: '' } : { text: String(value), value })
  return {
    kind: 'table',
    title: translate(say`Ranking`, locale),
    columns: [
      ...(isRanked ? [{ title: translate(say`Rank`, locale), kind: 'number' as const, decimals: 0 }] : []),
      ...headers.map((header) => columnOf(model, header, locale)),
    ],
    rows: data.rows.map((row) => [...(isRanked ? [rank(row.rankTarget)] : []), ...cellsOf(row)]),
    ...(data.footer && { footer: [...(isRanked ? [rank(null)] : []), ...cellsOf(data.footer)] }),
    notes: noteOf(data.leftOut, locale),
  }
}

function columnOf(model: SurveyModel, header: RankingHeader, locale: Locale): ReportColumn {
  const title = pickText(header.text, locale)
  if (header.renderType !== 'number') return { title, kind: 'text' }
  return { title, kind: 'number', ...(isIndicator(model, header.value) && formatOf(indicatorOf(model, header.value))) }
}

/** A unit's value in a chart. */
interface Bar {
  name: string
  value: number
  n: number | null
}

/**
 * The units by one indicator, best first, beside the place's own value and goal; of many, the best and the last. Null where
 * fewer than two have a value.
 */
export function unitsChart(request: FigureRequest, data: RankingData, indicator: Indicator): ReportChart | null {
  const { locale } = request.ctx
  const { model } = request.access
  const header = data.headers.find(({ value, renderType }) => value === indicator.name && renderType === 'number')
  if (!header) return null
  const bars = data.rows.flatMap((row): Bar[] => {
    const cell = row.cells[header.cellIndex]
    if (typeof cell?.value !== 'number' || cell.suppressed) return []
    return [{ name: row.cells[0]?.text ?? '', value: cell.value, n: cell.n ?? null }]
  })
  if (bars.length < 2) return null
  const sorted = bars.toSorted((one, other) => (indicator.inverse ? one.value - other.value : other.value - one.value))
  const isCut = sorted.length > 2 * endBars
  const shown = isCut ? [...sorted.slice(0, endBars), ...sorted.slice(-endBars)] : sorted
  const own = data.footer?.cells[header.cellIndex]
  const missing = data.rows.length - bars.length
  const ends = new Count(endBars)
  return {
    kind: 'chart',
    title: pickText(indicator.title, locale),
    ...(isCut && {
      subtitle: translate(say`The best ${ends} and the last ${ends} of ${new Count(sorted.length)}`, locale),
    }),
    shape: 'bar',
    categories: shown.map(({ name }) => name),
    series: [
      {
        title: pickText(indicator.title, locale),
        values: shown.map(({ value }) => value),
        counts: shown.map(({ n }) => n),
        lowBase: lowBaseOf(model, indicator),
      },
    ],
    ...chartFormat(indicator),
    goal: goalAt(model, indicator, request.requested.path, request.requested.today)?.value ?? null,
    reference:
      typeof own?.value === 'number' && !own.suppressed
        ? { title: placeName(request, locale), value: own.value }
        : null,
    notes: missing === 0 ? [] : [translate(say`Without a figure: ${new Count(missing)}`, locale)],
  }
}

/** Scale and numbers of a chart of an indicator. */
export function chartFormat({
  decimals,
  unit,
  minValue,
  maxValue,
}: Indicator): Pick<ReportChart, 'decimals' | 'suffix' | 'min' | 'max'> {
  return { decimals, ...(unit !== null && { suffix: unit }), min: minValue, max: maxValue }
}
