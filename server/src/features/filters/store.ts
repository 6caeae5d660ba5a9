import type { savedFilter } from '@gensvar/contract/filters'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'

type SavedFilter = z.infer<typeof savedFilter>

/** Saved filters of the caller and those others share, by name. */
export async function listSavedFilterRows(ctx: Ctx, surveyId: number): Promise<SavedFilter[]> {
  const rows = await ctx.db
    .selectFrom('saved_filter')
    .select(['id', 'name', 'path', 'shared', 'user_id'])
    .where('survey_id', '=', surveyId)
    .where((where) => where.or([where('user_id', '=', ctx.identity.userId), where('shared', '=', true)]))
    .orderBy('name')
    .execute()
  return rows.map(({ user_id, ...row }) => ({ ...row, own: user_id === ctx.identity.userId }))
}

/** Saves a filter; null when the caller already has one of that name. */
export async function createSavedFilterRow(
  tx: WriteTx,
  surveyId: number,
  values: { name: string; path: string; shared: boolean },
): Promise<SavedFilter | null> {
  const row = await tx.db
    .insertInto('saved_filter')
    .values({ survey_id: surveyId, user_id: tx.identity.userId, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name', 'path', 'shared'])
    .executeTakeFirst()
  return row ? { ...row, own: true } : null
}

/** How many filters the caller has saved in a survey. */
export async function countSavedFilterRows(ctx: Ctx, surveyId: number): Promise<number> {
  const { saved } = await ctx.db
    .selectFrom('saved_filter')
    .select((select) => select.fn.countAll<number>().as('saved'))
    .where('survey_id', '=', surveyId)
    .where('user_id', '=', ctx.identity.userId)
    .executeTakeFirstOrThrow()
  return saved
}

/** Deletes a saved filter of the caller's own; false when there is none. */
export async function removeSavedFilterRow(tx: WriteTx, surveyId: number, id: number): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('saved_filter')
    .where('id', '=', id)
    .where('survey_id', '=', surveyId)
    .where('user_id', '=', tx.identity.userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Campaigns of a survey, newest first. */
export async function listFilterCampaignRows(
  ctx: Ctx,
  surveyId: number,
): Promise<{ id: number; title: string; sendingType: string }[]> {
  return ctx.db
    .selectFrom('campaign')
    .select(['id', 'title', 'sending_type as sendingType'])
    .where('survey_id', '=', surveyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
