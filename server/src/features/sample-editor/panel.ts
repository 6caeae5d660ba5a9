import type { tablePanel } from '@gensvar/contract/entities/sample-editor'
import type { EditorPartOf } from '@gensvar/contract/widgets/sample-editor'
import type { z } from 'zod'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { listRecords } from '#server/domain/cases/record-tables.ts'
import { recordText } from '#server/domain/cases/record-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The table of a sample that a part names. */
export async function panelOf(
  { ctx, model, row }: { ctx: Ctx; model: SurveyModel; row: CaseRow },
  { tableName, title, columns }: EditorPartOf<'table'>,
): Promise<z.infer<typeof tablePanel>> {
  const { questions } = model
  const records = await listRecords(ctx, row.id, tableName)
  return {
    title: title ?? tableName,
    columns: columns.map(({ extname, title: own, rightAlign }) => {
      const question = questions.get(extname)
      return { extname, title: own ?? (question ? titleOf(question) : extname), rightAlign }
    }),
    rows: records.map((cells) => ({
      cells: columns.map(({ extname }) => recordText(questions.get(extname), cells[extname], ctx.locale)),
    })),
  }
}
