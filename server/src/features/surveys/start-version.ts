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
  { db, clock, identity }: Pick<Ctx, 'db' | 'clock' | 'identity'>,
  surveyId: number,
): Promise<{ survey: string; version: string } | null> {
  const found = await db
    .selectFrom('survey')
    .select('ext_name as survey')
    .where('id', '=', surveyId)
    .where('universe_id', '=', identity.universe?.id ?? 0)
    .executeTakeFirst()
  if (!found) return null
  try {
    const access = await surveyAccess({ db, clock, identity }, found.survey)
    return { ...found, version: startVersionOf({ clock, identity }, access) }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
