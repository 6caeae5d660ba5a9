import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import { periodTitle } from '#server/domain/indicators/period-title.ts'
import type { ReportChart, ReportSection, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { firstPeriod } from '#server/widgets/shared/chart.ts'
import { answersCell } from '#server/widgets/shared/report-cells.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { developmentChart } from './query.ts'

/** A development chart over the period it opens with; series of other decimals or units are charts of their own. */
export const developmentChartReport: WidgetReportOf<'development-chart'> = {
  async sections(request) {
    const { ctx, access, config } = request
    const { locale } = ctx
    const { variables, customPeriods, periods } = config
    const indicators = variables.map((name) => indicatorOf(access.model, name))
    const period = (await firstPeriod(request, periods)) ?? customPeriods[0]?.extname ?? 'months'
    const data = await developmentChart.data(request, { period })
    const notes = data.withheld ? [pickText(data.withheld, locale)] : []
    const categories = data.categories.map((day) => periodTitle(day, period, locale))
    const title = translate(say`Development`, locale)
    const scales = [...new Set(indicators.map(scaleOf))]
    const charts = scales.map((scale): ReportChart => {
      const shown = indicators.flatMap((indicator, at) => (scaleOf(indicator) === scale ? [{ indicator, at }] : []))
      const indicator = shown[0]?.indicator
      return {
        kind: 'chart',
        title: scales.length > 1 && indicator ? pickText(indicator.title, locale) : title,
        shape: 'line',
        categories,
        series: shown.flatMap(({ at }) => {
          const series = data.series[at]
          return series
            ? [
                {
                  title: pickText(series.name, locale),
                  values: series.data,
                  ...(series.n && { counts: series.n }),
                  lowBase: series.lowBase ?? null,
                },
              ]
            : []
        }),
        decimals: indicator?.decimals ?? 0,
        ...(indicator?.unit && { suffix: indicator.unit }),
        min: indicator?.minValue ?? null,
        max: indicator?.maxValue ?? null,
        goal: shown.some(({ at }) => at === 0) ? (data.goal ?? null) : null,
        notes,
      }
    })
    const interviews: ReportTable[] = data.interviews
      ? [
          {
            kind: 'table',
            title: translate(say`Interviews`, locale),
            columns: [
              { title: '', kind: 'text' },
              { title: translate(say`Interviews`, locale), kind: 'number', decimals: 0 },
            ],
            rows: data.interviews.map((count, at) => [
              { text: categories[at] ?? '' },
              answersCell(count, false, locale),
            ]),
          },
        ]
      : []
    const sections: ReportSection[] = [...charts, ...interviews]
    return { sections, rows: null }
  },
}

function scaleOf({ decimals, unit, minValue, maxValue }: ReturnType<typeof indicatorOf>): string {
  return JSON.stringify([decimals, unit, minValue, maxValue])
}
