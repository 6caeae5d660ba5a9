import type { InterviewConfig } from '@gensvar/contract/configuration/interview'
import type { tableGroup } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { recordText } from '#server/domain/cases/record-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { Reading } from './answers.ts'
import { listRecords } from './store.ts'

/** Tables of rows that belong to an interview; those without rows are left out. */
export async function recordTables(
  ctx: Ctx,
  { model, row, locale }: Reading,
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
