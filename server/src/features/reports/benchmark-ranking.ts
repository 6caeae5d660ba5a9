import type { RankingData } from '@gensvar/contract/entities/ranking'
import { pickText } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import { lowBaseOf } from '#server/domain/indicators/evidence.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { goalAt } from '#server/domain/indicators/goal.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { ReportChart, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { defaultColumns } from '#server/widgets/ranking-table/columns.ts'
import type { RankingConfig } from '#server/widgets/ranking-table/query.ts'
import { rankingToReport, unitsTable } from '#server/widgets/ranking-table/report.ts'
import { unitRanking } from '#server/widgets/ranking-table/unit-ranking.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'
import { placeName } from './benchmark-figures.ts'
import { rankingTablesOf } from './kinds/place-tables.ts'

/** Bars of each end that a chart of many units has. */
const endBars = 15

/**
 * The ranking of the units below the place, with the columns of the rankings page and, hidden, those of `also`. Null where
 * there are none: at the last level, and in a survey without levels.
 */
export async function unitsBelow(request: FigureRequest, also: readonly Indicator[]): Promise<RankingData | null> {
  const { view, unit } = request.requested
  if (!view || unit?.depth === view.levels.length) return null
  const { access } = request
  const usual: RankingConfig = { columns: defaultColumns(access.model), leafColumns: [], sortDesc: true }
  const config: RankingConfig = rankingTablesOf(access)[0] ?? usual
  const names = new Set(config.columns.map(({ value }) => value))
  const hidden = also.filter(({ name }) => !names.has(name)).map(({ name }) => ({ value: name, extra: true }))
  const columns = [...config.columns, ...hidden]
  return unitRanking(rankingToReport(request, { ...config, columns }, shownAtFirst), config.sortBy ?? null)
}

/** The ranking as a table, with the place itself as its Total row. */
export function rankingTable(request: FigureRequest, data: RankingData): ReportTable {
  // Balls are pictures of figures that are columns of their own.
  const headers = data.headers.filter(({ extra, renderType }) => !extra && renderType !== 'lits')
  return { ...unitsTable(request, data, headers), title: translate(say`Ranking`, request.ctx.locale) }
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
export function chartFormat(indicator: Indicator): Pick<ReportChart, 'decimals' | 'suffix' | 'min' | 'max'> {
  const { decimals, unit, minValue, maxValue } = indicator
  return { decimals, ...(unit !== null && { suffix: unit }), min: minValue, max: maxValue }
}
