import type { downloadUsers as route } from '@gensvar/contract/user-sheets'
import { userColumns } from '@gensvar/contract/user-sheets'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { loadSurveysOf, readStoredFilters } from '#server/domain/people/question-filters.ts'
import type { ReportCell } from '#server/domain/reports/report.ts'
import { write } from '#server/domain/write.ts'
import { reportAnswer } from '#server/features/reports/service.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import { translate } from '#server/platform/translate.ts'
import { statusOf } from './details.ts'
import { selectionOf, universeOf } from './list.ts'
import { countUserRows, listUserRows } from './list-store.ts'
import type { UserRow, UserSelection, UserWindow } from './list-store.ts'
import { filtersText } from './sheet-filters.ts'

/** Users that are read at a time. */
const batch = 1000

const statusNames = ['active', 'disabled', 'invited'] as const

/** The users of the session's universe as a file, which `importUsers` takes again. */
export async function downloadUsers(
  ctx: Ctx,
  { format, sortVar = 'email', sortDesc = false, ...query }: z.output<typeof route.query>,
): Promise<FileAnswer> {
  const of = selectionOf(universeOf(ctx), query)
  const total = await countUserRows(ctx.db, of)
  await write(ctx, (tx) => tx.audit({ action: 'users.export', details: { users: total } }))
  const words = (text: Parameters<typeof translate>[0]): string => translate(text, ctx.locale)
  const title = words(say`Users`)
  const content = {
    title,
    subtitle: ctx.identity.universe?.name ?? '',
    asked: [{ name: words(say`Organisation name`), text: ctx.identity.universe?.name ?? '' }],
    sections: [
      {
        kind: 'table' as const,
        title,
        columns: userColumns.map((name) => ({ title: name, kind: 'text' as const })),
        rows: rowsOf(ctx, of, { by: sortVar, desc: sortDesc }),
      },
    ],
    locale: ctx.locale,
    totalRows: total,
  }
  return reportAnswer(ctx, content, format, `${title}.${format}`)
}

async function* rowsOf(
  ctx: Ctx,
  of: UserSelection,
  order: Pick<UserWindow, 'by' | 'desc'>,
): AsyncGenerator<readonly ReportCell[]> {
  const models = await loadSurveysOf(ctx.db, of.universeId)
  for (let from = 0; ; from += batch) {
    ctx.work?.signal.throwIfAborted()
    const { rows } = await listUserRows(ctx.db, of, { from, to: from + batch, ...order })
    const ids = rows.map(({ id }) => id)
    const filters = await readStoredFilters(ctx.db, of.universeId, ids)
    for (const row of rows) yield cellsOf(row, filtersText(filters.get(row.id) ?? [], models))
    if (rows.length < batch) return
  }
}

function cellsOf(row: UserRow, filters: string): ReportCell[] {
  const cells: Record<(typeof userColumns)[number], string> = {
    email: row.email || row.username,
    name: `${row.firstName} ${row.lastName}`.trim(),
    role: row.roleName,
    locale: row.locale ?? '',
    filters,
    disabled: row.disabled ? 'yes' : 'no',
    status: statusNames[statusOf(row)],
    lastLogin: row.lastLogin?.toISOString() ?? '',
  }
  return userColumns.map((name) => ({ text: cells[name] }))
}
