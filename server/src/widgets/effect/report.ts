import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { driverNotes, effectCells, effectChart, effectColumns } from '#server/widgets/shared/drivers.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { effect } from './query.ts'

/** An effect chart as bars, and as a table with the intervals. */
export const effectReport: WidgetReportOf<'effect'> = {
  async sections(request) {
    const { locale } = request.ctx
    const answer = await effect.data(request, {})
    const { rows, ...basis } = answer
    const title = translate(say`Effects`, locale)
    const table: ReportTable = {
      kind: 'table',
      title,
      columns: [{ title: translate(say`Question`, locale), kind: 'text', width: 36 }, ...effectColumns(basis, locale)],
      rows: rows.map((row) => [{ text: pickText(row.title, locale) }, ...effectCells(row, locale)]),
      notes: driverNotes(basis, rows[0] ?? null, locale),
    }
    return { sections: rows.length > 0 ? [effectChart(answer, title, locale), table] : [table], rows: null }
  },
}
