import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { ReportChart, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { driverNotes, effectCells, effectColumns, effectHeading } from '#server/widgets/shared/drivers.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { effect } from './query.ts'

/** An effect chart as bars, and as a table with the intervals. */
export const effectReport: WidgetReportOf<'effect'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { rows, ...basis } = await effect.data(request, {})
    const title = translate(say`Effects`, locale)
    const names = rows.map((row) => pickText(row.title, locale))
    const chart: ReportChart = {
      kind: 'chart',
      title,
      shape: 'bar',
      categories: names,
      series: [{ title: effectHeading(basis, locale), values: rows.map((row) => row.effect) }],
      decimals: 2,
      min: Math.min(0, ...rows.map((row) => row.effect)),
      max: null,
    }
    const table: ReportTable = {
      kind: 'table',
      title,
      columns: [{ title: translate(say`Question`, locale), kind: 'text', width: 36 }, ...effectColumns(basis, locale)],
      rows: rows.map((row, at) => [{ text: names[at] ?? '' }, ...effectCells(row, locale)]),
      notes: driverNotes(basis, rows[0] ?? null, locale),
    }
    return { sections: rows.length > 0 ? [chart, table] : [table], rows: null }
  },
}
