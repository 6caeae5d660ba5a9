import type { campaignDialog } from '@gensvar/contract/entities/shell'
import { say } from '@gensvar/contract/say'
import { isWebAddress } from '@gensvar/contract/address-text'
import type { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { SurveyModel } from '../../domain/survey/survey-model.ts'

/** The dialog campaigns of a survey, without their addresses. */
export function dialogCampaignsOf(model: SurveyModel): z.infer<typeof campaignDialog>[] {
  return model.config.announcements.map(({ extName, actionText, bodyText }) => ({ extName, actionText, bodyText }))
}

/**
 * Address of a dialog campaign for a user: `{survey}` and `{user}` are filled in, escaped. Throws `not_found` for a
 * campaign the survey does not have, `validation` for a configured address that is not one of the web.
 */
export function campaignLinkOf(model: SurveyModel, campaign: string, username: string): string {
  const found = model.config.announcements.find((one) => one.extName === campaign)
  if (!found) throw new AppError('not_found', say`There is no campaign named "${campaign}".`)
  const filled = found.url
    .replaceAll('{survey}', encodeURIComponent(model.extName))
    .replaceAll('{user}', encodeURIComponent(username))
  if (!isWebAddress(filled))
    throw new AppError('validation', say`The address of this campaign is not one of the web.`, {
      url: say`must begin with https://`,
    })
  return filled
}
