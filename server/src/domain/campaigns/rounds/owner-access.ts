import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { ownerContext } from '#server/domain/rights/owner-context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Campaign } from '../campaign.ts'
import { demandCampaigns } from '../may-campaign.ts'

/**
 * The context of a campaign's owner and what they may see of its survey now. Throws `forbidden` where they are gone, or may
 * no longer have such a campaign.
 */
export async function ownerAccess(
  ctx: Ctx,
  model: Pick<SurveyModel, 'extName'>,
  { ownerId, universeId, campaignType }: Pick<Campaign, 'ownerId' | 'universeId' | 'campaignType'>,
  signal: AbortSignal,
): Promise<{ owner: Ctx; access: SurveyAccess }> {
  if (ownerId === null) throw new AppError('forbidden', say`Whoever made this campaign is no longer a user.`)
  const owner = await ownerContext(
    ctx,
    { userId: ownerId, actorUserId: null, viewRoleId: null, universeId, locale: ctx.locale, lastWrite: null },
    { name: 'campaigns', signal },
  )
  // Without a number of a request: nobody looks at the survey.
  const { db, clock, identity } = owner
  const access = await surveyAccess({ db, clock, identity }, model.extName)
  demandCampaigns(owner, access)
  if (campaignType === 'PUSH' && !identity.isRoot)
    throw new AppError('forbidden', say`Only root users may make campaigns that push.`)
  return { owner, access }
}
