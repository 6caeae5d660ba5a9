import type { InterviewConfig } from '@gensvar/contract/configuration/interview'
import type { Locale } from '@gensvar/contract/local-text'
import type { tableGroup } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { recordText } from './record-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { CaseRow } from './case-query.ts'

/** Tables of rows that belong to a response; those without rows are left out. */
export async function recordTables(
  ctx: Pick<Ctx, 'db'>,
  { model, row, locale }: { model: SurveyModel; row: Pick<CaseRow, 'id'>; locale: Locale },
  tables: InterviewConfig['tables'],
): Promise<z.infer<typeof tableGroup>[]> {
  const filled = await Promise.all(
    tables.map(async (table) => ({
      title: table.title ?? table.rowsFrom,
      columns: table.columns.map((name) => {
        const question = model.questions.get(name)
        return question ? titleOf(question) : name
      }),
      rows: (await listRecords(ctx, row.id, table.rowsFrom)).map((cells) =>
        table.columns.map((name) => recordText(model.questions.get(name), cells[name], locale)),
      ),
    })),
  )
  return filled.filter((table) => table.rows.length > 0)
}

/** Rows of a record set of a response, in their order. */
export async function listRecords(
  ctx: Pick<Ctx, 'db'>,
  responseId: number,
  recordset: string,
): Promise<Record<string, unknown>[]> {
  const rows = await ctx.db
    .selectFrom('response_record')
    .select('cells')
    .where('response_id', '=', responseId)
    .where('recordset', '=', recordset)
    .orderBy('sorder')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.cells)
}
