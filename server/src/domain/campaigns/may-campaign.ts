import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { demandSamples, mayAdministrate } from '#server/domain/rights/authorise.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Throws `forbidden` where somebody may neither see nor make campaigns of a survey: whoever may see its samples may, within
 * their scope. In an anonymous survey only whoever administers it may, because samples tell who was asked.
 */
export function demandCampaigns({ identity }: Pick<Ctx, 'identity'>, access: SurveyAccess): void {
  if (access.model.anonymity === null) return demandSamples(access)
  if (!mayAdministrate(identity) || !access.canViewSamples)
    throw new AppError('forbidden', say`This survey is anonymous: only its administrators may write to people.`)
}
