import type { Ctx } from '#server/domain/context.ts'

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

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
