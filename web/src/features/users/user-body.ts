import { everywhere } from '@gensvar/contract/user-filters'
import type { getUserDetails, saveUserDetails } from '@gensvar/contract/users'
import type { z } from 'zod'
import type { Answer } from '#web/api.ts'
import type { Draft } from '#web/ui/form/field-path.ts'

type Details = Answer<typeof getUserDetails>

/** The body that the form of a user sends. */
export type UserBody = z.input<typeof saveUserDetails.body>

/** The form as it is being filled in. */
type UserDraft = Draft<UserBody>

/** A filter of the form. */
type DraftFilter = { variable: string | null; value: string | null; changed: boolean | '' | null }

/** The filters of the form by survey. */
export function draftFilters(body: Pick<UserBody | UserDraft, 'userQuestionFilterMap'>): Record<string, DraftFilter[]> {
  return body.userQuestionFilterMap || {}
}

/** The form of a user as the server shows them. */
export function bodyOf({ userDTO, version, channelDTOs, userQuestionFilterMap }: Details): UserDraft {
  const { name, email, locale, selectedRoleId, actAsAccess, showIndicators, disabled, sendEmail, notifyFlags } = userDTO
  return {
    userDTO: {
      ...{ name, email, locale, selectedRoleId, actAsAccess, showIndicators, disabled, sendEmail, notifyFlags },
      password: '',
      passwordRepeat: '',
    },
    version,
    channelDTOs: channelDTOs.map(({ channel, enabled }) => ({ channel, enabled })),
    userQuestionFilterMap: Object.fromEntries(
      Object.entries(userQuestionFilterMap).map(([survey, items]) => [
        survey,
        items.map(({ variable, questionId, surveyName, globalName, value, changed }) => ({
          ...{ variable, questionId, surveyName, globalName, value, changed },
        })),
      ]),
    ),
  }
}

/** What the specification asks of the form, with its messages, by field. */
export function wrongFields(
  { userDTO, ...rest }: UserDraft,
  isNew: boolean,
  words: { name: string; role: string; passwords: string; value: string },
  { userQuestionFilterMap: shown }: Pick<Details, 'userQuestionFilterMap'>,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (isNew && (userDTO.name ?? '').trim() === '') wrong['userDTO.name'] = words.name
  if (userDTO.selectedRoleId === null || userDTO.selectedRoleId === '') wrong['userDTO.selectedRoleId'] = words.role
  if ((userDTO.password ?? '') !== (userDTO.passwordRepeat ?? '')) wrong['userDTO.passwordRepeat'] = words.passwords
  const filters = draftFilters(rest)
  const isGlobal = (variable: string): boolean =>
    (filters[everywhere] ?? []).some((item) => item.variable === variable && item.value !== '')
  for (const [survey, items] of Object.entries(shown))
    for (const [at, { required, variable }] of items.entries())
      if (required && !filters[survey]?.[at]?.value && !isGlobal(variable))
        wrong[`userQuestionFilterMap.${survey}.${at}.value`] = words.value
  return wrong
}
