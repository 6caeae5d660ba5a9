import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { isRecordDate, recordText } from '#server/domain/cases/record-text.ts'
import type { ReportCell } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { columnsOf, recordsWithheld, selectionOf } from './query.ts'
import type { RecordColumn, RecordRequest } from './query.ts'
import { countRecordRows, streamRecordRows } from './store.ts'
import type { RecordCells } from './store.ts'

/** All records as the table shows them, however many there are. */
export const recordTableReport: WidgetReportOf<'record-table'> = {
  check() {
    // Columns and sorting are checked by what the records have, which is read when the table is.
  },
  hasCases: () => true,
  async sections(request, { sortVar, sortDesc, filter }) {
    const { ctx, access, config } = request
    const title = pickText(config.title, ctx.locale) || translate(say`Records`, ctx.locale)
    if (!access.canViewInterviews) {
      const notes = [translate(recordsWithheld, ctx.locale)]
      return { sections: [{ kind: 'table', title, columns: [], rows: [], notes }], rows: 0 }
    }
    const columns = await columnsOf(request)
    const selection = selectionOf(request, columns, { by: sortVar, desc: sortDesc, filter })
    const { model, caseScope } = access
    return {
      sections: [
        {
          kind: 'table',
          title,
          columns: columns.map(({ text, kind }) => ({ title: pickText(text, ctx.locale), kind })),
          rows: cellsOf(request, columns, streamRecordRows(ctx, model, caseScope, selection)),
        },
      ],
      rows: await countRecordRows(ctx, model, caseScope, selection),
    }
  },
}

async function* cellsOf(
  { ctx, access: { model } }: RecordRequest,
  columns: readonly RecordColumn[],
  records: AsyncIterable<RecordCells>,
): AsyncGenerator<ReportCell[]> {
  for await (const cells of records)
    yield columns.map(({ name, kind }) => {
      const value = cells[name]
      const cell: ReportCell = { text: recordText(model.questions.get(name), value, ctx.locale) }
      if (kind === 'number' && typeof value === 'number') cell.value = value
      if (kind === 'date' && isRecordDate(value)) cell.value = value
      return cell
    })
}
