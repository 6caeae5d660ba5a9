import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { dateText } from '#server/domain/cases/case-text.ts'
import { isRecordDate } from '#server/domain/cases/record-text.ts'
import type { ReportCell } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { serverTable } from './query.ts'

/** All rows of a table, in their own order. */
export const dataTableReport: WidgetReportOf<'data-table'> = {
  async sections({ ctx, access, config }) {
    const { locale } = ctx
    const title = pickText(config.title, locale) || translate(say`Table`, locale)
    const { headers, rows } =
      config.source === 'server'
        ? await serverTable(ctx, access, config)
        : {
            headers: config.headers,
            rows: config.rows.map((cells) => ({ cells: cells.map(({ text }) => pickText(text, locale)) })),
          }
    const columns = headers.map(({ text }, at) => ({
      title: pickText(text, locale),
      kind: isDateColumn(rows.map((row) => row.cells[at] ?? '')) ? ('date' as const) : ('text' as const),
    }))
    const cells = rows.map((row) => columns.map(({ kind }, at) => cellOf(row.cells[at] ?? '', kind, locale)))
    return { sections: [{ kind: 'table', title, columns, rows: cells }], rows: cells.length }
  },
}

/** Whether the cells of a column are dates, apart from blank ones. */
function isDateColumn(cells: readonly string[]): boolean {
  const written = cells.filter((cell) => cell !== '')
  return written.length > 0 && written.every(isRecordDate)
}

function cellOf(text: string, kind: 'date' | 'text', locale: Locale): ReportCell {
  return kind === 'date' && text !== '' ? { text: dateText(text, locale), value: text } : { text }
}
