import { pickText } from '@gensvar/contract/local-text'
import { percentDecimals } from '@gensvar/contract/configuration/indicators'
import { say, titled } from '@gensvar/contract/say'
import { periodTitle } from '#server/domain/indicators/period-title.ts'
import type { ReportChart, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { firstPeriod } from '#server/widgets/shared/chart.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { choiceLine } from './query.ts'

/** The lines over the period they open with; a table has all choices where only the most common are drawn. */
export const choiceLineReport: WidgetReportOf<'choice-line'> = {
  async sections(request) {
    const { locale } = request.ctx
    const period = (await firstPeriod(request, request.config.periods)) ?? 'months'
    const data = await choiceLine.data(request, { period })
    const title = pickText(request.config.title, locale) || pickText(data.question, locale)
    const categories = data.categories.map((day) => periodTitle(day, period, locale))
    const drawn = new Set(data.drawn)
    const choices = data.series.map((series, at) => ({ ...series, variable: data.descriptors[at]?.variable ?? '' }))
    const isCut = drawn.size < choices.length
    const { summary, leading } = data
    const most = choices.find(({ variable }) => variable === leading)
    const when = summary?.at == null ? '' : (categories[summary.at] ?? '')
    const chart: ReportChart = {
      kind: 'chart',
      title,
      ...(summary &&
        most && {
          subtitle: translate(say`Most common: ${titled(most.name)}, ${summary.value} (${when})`, locale),
        }),
      shape: 'line',
      categories,
      series: choices
        .filter(({ variable }) => drawn.has(variable))
        .map(({ name, data: values, n = [], lowBase = null }) => ({
          title: pickText(name, locale),
          values,
          counts: n,
          lowBase,
        })),
      decimals: percentDecimals,
      suffix: '%',
      min: 0,
      max: null,
      notes: [
        ...(data.withheld ? [pickText(data.withheld, locale)] : []),
        ...(isCut ? [translate(say`The ${drawn.size} most common of ${choices.length} are drawn.`, locale)] : []),
      ],
    }
    const all: ReportTable = {
      kind: 'table',
      title,
      columns: [
        { title: '', kind: 'text' },
        ...categories.map((one) => ({ title: one, kind: 'number' as const, decimals: percentDecimals, suffix: '%' })),
      ],
      rows: choices.map(({ name, data: values }) => [
        { text: pickText(name, locale) },
        ...values.map((value) => (value === null ? { text: '' } : { text: `${Math.round(value)}`, value })),
      ]),
    }
    return { sections: isCut ? [chart, all] : [chart], rows: null }
  },
}
