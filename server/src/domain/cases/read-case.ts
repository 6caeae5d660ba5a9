import { namesOnly } from '@gensvar/contract/names-only'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireCase } from '#server/domain/rights/require-case.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { CaseRow } from './case-query.ts'
import { shownCase } from './shown-case.ts'

/** A single response as the caller may read it. Throws `not_found` for one that does not exist or is outside the scope. */
export async function readCase(
  ctx: { db: Kysely<Database> },
  access: SurveyAccess,
  responseId: number,
): Promise<CaseRow> {
  return shownCase(access.model, access.caseScope, await readStoredCase(ctx, access, responseId))
}

/** The same as it is stored, for what judges or changes it: it is not to be shown. */
export async function readStoredCase(
  ctx: { db: Kysely<Database> },
  access: SurveyAccess,
  responseId: number,
): Promise<CaseRow> {
  await requireCase(ctx, access, responseId)
  const row = await ctx.db
    .selectFrom('response')
    .select((select) => [
      'id',
      'state',
      'event_date as eventDate',
      'completed_at as completedAt',
      'answers',
      'contact',
      'unit_ids as unitIds',
      'version',
      select
        .selectFrom('alert')
        .select('alert.state')
        .whereRef('alert.response_id', '=', 'response.id')
        // Open before processing before closed.
        .orderBy((order) =>
          order.case().when('alert.state', '=', 2).then(1).when('alert.state', '=', 6).then(2).else(3).end(),
        )
        .limit(1)
        .as('alertState'),
    ])
    .where('id', '=', responseId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', say`There is no such response, or you may not open it.`)
  return { ...row, answers: namesOnly(row.answers), contact: namesOnly(row.contact) } as CaseRow
}
