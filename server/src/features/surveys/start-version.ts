import { createHash } from 'node:crypto'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Version of the start data of a survey for a caller. It changes whenever the survey, the caller's rights in it, or the
 * survey's day changes (with the day, periods close and date filters move). It reads no database, because it is part of
 * the status, which is polled every minute. Branding and preferences are not part of it.
 */
export function startVersionOf(
  ctx: Pick<Ctx, 'clock' | 'identity'>,
  { model, rights, caseScope, compareScope }: SurveyAccess,
): string {
  const madeOf = [
    model.id,
    model.version,
    todayIn(ctx.clock, model.timeZone),
    caseScope.key,
    caseScope.isOpen,
    compareScope.key,
    rights.flags,
    mayAdministrate(ctx.identity),
    rights.views && [...rights.views],
    [...rights.defaultDrills],
    rights.viewOrder,
    rights.startPage,
  ]
  return createHash('sha256').update(JSON.stringify(madeOf)).digest('base64url')
}

/**
 * The ext name of a survey by its id, with the version of its start data for a caller; null where it is not in their
 * organisation, or not for them.
 */
export async function startVersionById(
  ctx: Caller,
  surveyId: number,
): Promise<{ survey: string; version: string } | null> {
  const [open] = await openSurveys(ctx, [surveyId])
  return open ? { survey: open.model.extName, version: startVersionOf(ctx, open) } : null
}

/** The ext names of those of the surveys that a caller may open. */
export async function openSurveyNames(ctx: Caller, surveyIds: readonly number[]): Promise<string[]> {
  return (await openSurveys(ctx, surveyIds)).map(({ model }) => model.extName)
}

type Caller = Pick<Ctx, 'db' | 'clock' | 'identity'>

/** A caller's access to those of the surveys that are in their organisation, and for them. */
async function openSurveys(ctx: Caller, surveyIds: readonly number[]): Promise<SurveyAccess[]> {
  const found = await ctx.db
    .selectFrom('survey')
    .select('ext_name')
    .where('id', 'in', surveyIds)
    .where('universe_id', '=', ctx.identity.universe?.id ?? 0)
    .execute()
  const open: SurveyAccess[] = []
  for (const { ext_name: extName } of found)
    try {
      open.push(await surveyAccess(ctx, extName))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return open
}
