import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { ReportCell } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { noteOf, withheldCell } from '#server/widgets/shared/report-cells.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { globalValuesTable } from './query.ts'

/** The figures of all surveys, a row each. */
export const globalValuesReport: WidgetReportOf<'global-values-table'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { headers, rows, period } = await globalValuesTable.data(request, {})
    const title = pickText(request.config.title, locale) || translate(say`Surveys`, locale)
    return {
      sections: [
        {
          kind: 'table',
          title,
          columns: [
            { title: translate(say`Survey`, locale), kind: 'text', width: 36 },
            ...headers.map(({ text }) => ({ title: pickText(text, locale), kind: 'number' as const })),
          ],
          rows: rows.map((row): ReportCell[] => [
            { text: pickText(row.title, locale) },
            ...row.cells.map((text, at): ReportCell => {
              const why = row.withheld[at]
              return why ? withheldCell(pickText(why, locale), locale) : { text, value: row.values[at] ?? null }
            }),
          ]),
          notes: noteOf(period, locale),
        },
      ],
      rows: rows.length,
    }
  },
}
