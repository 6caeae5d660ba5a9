import type { InterviewConfig } from '@gensvar/contract/configuration/interview'
import { languageTags } from '@gensvar/contract/local-text'
import type { tableGroup } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { dateText } from '#server/domain/cases/case-text.ts'
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
        table.columns.map((name) => cellText(cells[name], locale)),
      ),
    })),
  )
  return filled.filter((table) => table.rows.length > 0)
}

function cellText(value: unknown, locale: Reading['locale']): string {
  if (typeof value === 'number') return new Intl.NumberFormat(languageTags[locale]).format(value)
  if (typeof value !== 'string') return ''
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dateText(value, locale) : value
}
