import { pickText } from '@gensvar/contract/local-text'
import { say, titled } from '@gensvar/contract/say'
import type { ReportChart } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { grouped } from './query.ts'

/** The most groups drawn in one chart; a spreadsheet's table has them all the same. */
const mostDrawn = 40

/** The columns of all groups, a chart for each scale. */
export const groupedReport: WidgetReportOf<'grouped'> = {
  async sections(request) {
    const { locale } = request.ctx
    const data = await grouped.data(request, {})
    const title = pickText(request.config.title, locale) || pickText(data.by, locale)
    const { summary } = data
    const said = summary && {
      subtitle: summary.lowest
        ? translate(
            say`${titled(summary.name)}: highest ${titled(summary.highest.group)} (${summary.highest.value}), lowest ${titled(summary.lowest.group)} (${summary.lowest.value})`,
            locale,
          )
        : translate(
            say`${titled(summary.name)}: highest ${titled(summary.highest.group)} (${summary.highest.value})`,
            locale,
          ),
    }
    const isCut = data.total > mostDrawn
    const notes = [
      ...(data.withheld ? [pickText(data.withheld, locale)] : []),
      ...(isCut ? [translate(say`The first ${mostDrawn} of ${data.total} are shown.`, locale)] : []),
    ]
    const charts = data.charts.map((chart, at): ReportChart => {
      const [first] = chart.series
      return {
        kind: 'chart',
        title: data.charts.length > 1 && first ? pickText(first.name, locale) : title,
        ...(at === 0 && said),
        shape: 'bar',
        categories: data.groups.slice(0, mostDrawn).map((group) => pickText(group.title, locale)),
        series: chart.series.map(({ name, data: values, n = [], lowBase = null }) => ({
          title: pickText(name, locale),
          values: values.slice(0, mostDrawn),
          counts: n.slice(0, mostDrawn),
          lowBase,
        })),
        decimals: chart.decimals,
        ...(chart.unit !== null && { suffix: chart.unit }),
        min: chart.range?.from ?? null,
        max: chart.range?.to ?? null,
        notes,
      }
    })
    return {
      sections:
        charts.length > 0 ? charts : [{ kind: 'facts', title, facts: notes.map((text) => ({ name: title, text })) }],
      rows: null,
    }
  },
}
