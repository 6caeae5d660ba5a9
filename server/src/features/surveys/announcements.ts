import type { announcement } from '@gensvar/contract/entities/shell'
import { say } from '@gensvar/contract/say'
import { isWebAddress } from '@gensvar/contract/address-text'
import type { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The announcements of a survey, without their addresses. */
export function announcementsOf(model: SurveyModel): z.infer<typeof announcement>[] {
  return model.config.announcements.map(({ extName, actionText, bodyText }) => ({ extName, actionText, bodyText }))
}

/**
 * Address of an announcement for a user: `{survey}` and `{user}` are filled in, escaped. Throws `not_found` for one the
 * survey does not have, `validation` for a configured address that is not a web address.
 */
export function announcementLinkOf(model: SurveyModel, name: string, username: string): string {
  const found = model.config.announcements.find((one) => one.extName === name)
  if (!found) throw new AppError('not_found', say`There is no announcement named "${name}".`)
  const filled = found.url
    .replaceAll('{survey}', encodeURIComponent(model.extName))
    .replaceAll('{user}', encodeURIComponent(username))
  if (!isWebAddress(filled))
    throw new AppError('validation', say`The address of this announcement is not a web address.`, {
      url: say`must begin with https://`,
    })
  return filled
}
