import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { ReportCell, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { answersCell } from '#server/widgets/shared/report-cells.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { actionOverview } from './query.ts'

/** Numbers of actions of each unit as a table. */
export const actionOverviewReport: WidgetReportOf<'action-overview'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { rows } = await actionOverview.data(request, {})
    const table: ReportTable = {
      kind: 'table',
      title: translate(say`Actions`, locale),
      columns: [
        { title: translate(say`Place`, locale), kind: 'text' },
        { title: translate(say`Open`, locale), kind: 'number' },
        { title: translate(say`Past the deadline`, locale), kind: 'number' },
        { title: translate(say`Completed`, locale), kind: 'number' },
        { title: translate(say`Failed`, locale), kind: 'number' },
      ],
      rows: rows.map((row): ReportCell[] => [
        { text: pickText(row.title, locale) },
        ...[row.nOpen, row.nDue, row.nCompleted, row.nFailed].map((value) => answersCell(value, false, locale)),
      ]),
    }
    return { sections: [table], rows: rows.length }
  },
}
