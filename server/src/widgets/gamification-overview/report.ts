import type { Award } from '@gensvar/contract/entities/gamification'
import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { periodTitle } from '#server/domain/indicators/period-title.ts'
import type { ReportCell, ReportChart, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { gamificationOverview } from './query.ts'

/** The awards as a table, and the points over time with the record. */
export const gamificationReport: WidgetReportOf<'gamification-overview'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { period } = request.config
    const { awards, chartData, withheld } = await gamificationOverview.data(request, {})
    const title = translate(say`Awards`, locale)
    const table: ReportTable = {
      kind: 'table',
      title,
      columns: [
        { title: translate(say`Award`, locale), kind: 'text' },
        { title: translate(say`Obtained`, locale), kind: 'number' },
        { title: translate(say`All-time best`, locale), kind: 'number' },
        { title: translate(say`Total score`, locale), kind: 'number' },
      ],
      rows: awards.map((award): ReportCell[] => [
        { text: nameOf(award, locale) },
        numberCell(award.obtained),
        award.type === 'TopMarksAward' ? numberCell(award.score) : { text: '' },
        award.type === 'StreakAward' ? numberCell(award.score) : { text: '' },
      ]),
      notes: withheld ? [pickText(withheld, locale)] : [],
    }
    const { categories, points, record } = chartData
    if (record === null) return { sections: [table], rows: null }
    const chart: ReportChart = {
      kind: 'chart',
      title: translate(say`Points`, locale),
      shape: 'line',
      categories: categories.map((day) => periodTitle(day, period, locale)),
      series: [{ title: translate(say`Points`, locale), values: points }],
      decimals: 0,
      min: 0,
      max: record + 2,
      reference: { title: translate(say`Personal record`, locale), value: record },
    }
    return { sections: [table, chart], rows: null }
  },
}

function nameOf({ type, title, streakType }: Award, locale: Locale): string {
  if (title !== null) return pickText(title, locale)
  return type === 'TopMarksAward' ? translate(say`Top marks`, locale) : (streakType ?? '')
}

function numberCell(value: number): ReportCell {
  return { text: String(value), value }
}
