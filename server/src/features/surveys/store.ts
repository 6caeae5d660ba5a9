import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** Logo and palette of a universe; null for those it does not set. */
export async function readBranding(
  ctx: Ctx,
  universeId: number,
): Promise<{ logo: string | null; palette: string | null }> {
  const row = await ctx.db.selectFrom('universe').select('branding').where('id', '=', universeId).executeTakeFirst()
  return { logo: textOf(row?.branding['logo']), palette: textOf(row?.branding['palette']) }
}

/** Number of a survey's doubts that nobody decided yet. */
export async function countOpenDoubts(ctx: Ctx, surveyId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('survey_doubt')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('survey_id', '=', surveyId)
    .where('decided_by', 'is', null)
    .executeTakeFirst()
  return row?.open ?? 0
}

/** Deletes a survey and everything of it; null if there is no such survey. The audit log keeps its entries. */
export async function removeSurveyRows(
  { db }: WriteTx,
  surveyId: number,
): Promise<{ extName: string; universeId: number; responses: number } | null> {
  const counted = await sql<{ responses: number }>`
    select count(*)::int as responses from response where survey_id = ${surveyId}`.execute(db)
  // Tables that name a survey without a reference to it; all others follow the survey.
  await db.deleteFrom('user_preference').where('survey_id', '=', surveyId).execute()
  await db.deleteFrom('bug').where('survey_id', '=', surveyId).execute()
  const removed = await db
    .deleteFrom('survey')
    .where('id', '=', surveyId)
    .returning(['ext_name as extName', 'universe_id as universeId'])
    .executeTakeFirst()
  return removed ? { ...removed, responses: counted.rows[0]?.responses ?? 0 } : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
