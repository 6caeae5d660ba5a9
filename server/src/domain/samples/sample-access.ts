import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { askPeriod } from '#server/domain/scripts/ask-period.ts'
import { todayIn } from '#server/platform/clock.ts'
import { openPeriodOf } from './open-period.ts'
import type { OpenPeriod } from './open-period.ts'

/** A survey with what one user may see and do in it, and the days whose samples are open today. */
export interface SampleAccess extends SurveyAccess {
  open: OpenPeriod
}

/** As `surveyAccess`, with the days whose samples are open. Throws as it does. */
export async function sampleAccess(ctx: Ctx, survey: string): Promise<SampleAccess> {
  return withOpenPeriod(ctx, await surveyAccess(ctx, survey))
}

/** The same for access that is there already: the days that the survey's script says, else the configured ones. */
export async function withOpenPeriod(ctx: Ctx, access: SurveyAccess): Promise<SampleAccess> {
  const { model } = access
  const said = await askPeriod(ctx, model, 'GET_SAMPLES_OPEN_TIMESPAN', {})
  const today = todayIn(ctx.clock, model.timeZone)
  return { ...access, open: openPeriodOf(model, today, said ?? model.config.sample.openPeriod) }
}
