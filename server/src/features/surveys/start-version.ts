import { createHash } from 'node:crypto'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import { todayIn } from '#server/platform/clock.ts'

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
