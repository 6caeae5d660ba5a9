import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { ReportCell, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { answersCell } from '#server/widgets/shared/report-cells.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { actionPortfolio } from './query.ts'

/** What each kind of action changed, as a table. */
export const actionPortfolioReport: WidgetReportOf<'action-portfolio'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { rows, withheld } = await actionPortfolio.data(request, {})
    const table: ReportTable = {
      kind: 'table',
      title: translate(say`Which actions helped`, locale),
      columns: [
        { title: translate(say`Item`, locale), kind: 'text' },
        { title: translate(say`Kind`, locale), kind: 'text' },
        { title: translate(say`Open`, locale), kind: 'number' },
        { title: translate(say`Completed`, locale), kind: 'number' },
        { title: translate(say`Failed`, locale), kind: 'number' },
        { title: translate(say`Measured`, locale), kind: 'number' },
        { title: translate(say`Effect`, locale), kind: 'text' },
        { title: translate(say`95 % interval`, locale), kind: 'text' },
        { title: '', kind: 'text' },
      ],
      rows: rows.map((row): ReportCell[] => [
        { text: pickText(row.title, locale) },
        { text: row.kindTitle == null ? '' : pickText(row.kindTitle, locale) },
        ...[row.nOpen, row.nCompleted, row.nFailed, row.nMeasured].map((value) => answersCell(value, false, locale)),
        { text: row.formattedDifference ?? '' },
        { text: row.formattedInterval ?? '' },
        { text: pickText(row.text, locale) },
      ]),
      notes: withheld ? [pickText(withheld, locale)] : [],
    }
    return { sections: [table], rows: rows.length }
  },
}
