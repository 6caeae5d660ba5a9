import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
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
    const columns = headers.map(({ text }) => ({ title: pickText(text, locale), kind: 'text' as const }))
    const cells = rows.map((row) => columns.map((_, at) => ({ text: row.cells[at] ?? '' })))
    return { sections: [{ kind: 'table', title, columns, rows: cells }], rows: cells.length }
  },
}
