import { namesOnly } from '@gensvar/contract/names-only'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { rowMeets } from './row-check.ts'
import type { SurveyAccess } from './survey-access.ts'

/**
 * Checks that a single response is in the caller's scope. Throws `not_found` for one that does not exist, is of another
 * survey, or is outside the scope: the caller must not learn that it exists.
 */
export async function requireCase(
  ctx: { db: Kysely<Database> },
  { model, caseScope }: SurveyAccess,
  responseId: number,
): Promise<void> {
  const row = await ctx.db
    .selectFrom('response')
    .select(['state', 'event_date as eventDate', 'answers', 'unit_ids as unitIds'])
    .where('id', '=', responseId)
    .where('survey_id', '=', caseScope.surveyId)
    .executeTakeFirst()
  const tree = await loadUnitTree(ctx, model)
  if (row) namesOnly(row.answers)
  if (!row || !caseScope.conditions.every((condition) => rowMeets(row, condition, model, tree)))
    throw new AppError('not_found', say`There is no such response, or you may not open it.`)
}
