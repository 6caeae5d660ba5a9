import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { PeriodState } from '@gensvar/contract/entities/chart'
import { say } from '@gensvar/contract/say'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { periodTitle } from '#server/domain/indicators/period-title.ts'
import type { ReportChart } from '#server/domain/reports/report.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import { translate } from '#server/platform/translate.ts'
import { chartOf, firstPeriod } from '#server/widgets/shared/chart.ts'
import { chartFormat } from './benchmark-ranking.ts'
import { noteOf } from '#server/widgets/shared/report-cells.ts'

/** How indicators of the place developed, a chart each: as the chart under a tile shows it. */
export async function developmentCharts(
  request: FigureRequest,
  indicators: readonly Indicator[],
): Promise<ReportChart[]> {
  if (!isDated(request.access.model)) return []
  const period = (await firstPeriod(request, ['months'])) ?? 'months'
  const charts = await Promise.all(indicators.map((indicator) => developmentOf(request, indicator, period)))
  return charts.filter((chart) => chart.categories.length > 1 || chart.notes?.length)
}

async function developmentOf(request: FigureRequest, indicator: Indicator, period: string): Promise<ReportChart> {
  const { locale } = request.ctx
  const {
    categories,
    series,
    states = [],
    goal = null,
    withheld,
  } = await chartOf(request, [indicator], period, [], false)
  return {
    kind: 'chart',
    title: translate(say`${pickText(indicator.title, locale)} over time`, locale),
    shape: 'line',
    categories: categories.map((day, at) => stateText(periodTitle(day, period, locale), states[at] ?? 'whole', locale)),
    series: series.map(({ name, data, n, lowBase }) => ({
      title: pickText(name, locale),
      values: data,
      ...(n && { counts: n }),
      lowBase: lowBase ?? null,
    })),
    ...chartFormat(indicator),
    // The values of a place lie close together: on the whole scale their line would be flat.
    min: null,
    max: null,
    goal,
    notes: noteOf(withheld, locale),
  }
}

/** A period, with what is said of one that is not whole. */
function stateText(period: string, state: PeriodState, locale: Locale): string {
  switch (state) {
    case 'whole':
      return period
    case 'running':
      return translate(say`${period} (so far)`, locale)
    case 'part':
      return translate(say`${period} (in part)`, locale)
  }
}
