import type { z } from 'zod'
import { noticeChannels } from '@gensvar/contract/entities/notices'
import type { saveUserEditorData } from '@gensvar/contract/user-editor'
import type { UserVariable, getUserEditorData } from '@gensvar/contract/user-editor'
import type { Answer } from '#web/api.ts'
import type { Draft } from '#web/ui/form/field-path.ts'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'

/** What the editor shows. */
export type EditorData = Answer<typeof getUserEditorData>

/** A card of the editor. */
export type EditorCard = EditorData['universeUsers'][number]

type Body = z.input<typeof saveUserEditorData.body>

/** The editor's form. */
export type EditorForm = ContractForm<Body>

/** The form's values of a user. */
export function valuesOf(data: EditorData): Body {
  const { email, firstName, lastName, enabled } = data.keyCloakData
  return {
    version: data.version,
    keyCloakData: { email, firstName, lastName, enabled },
    indicators: data.indicators,
    invite: data.invite,
    universeUsers: data.universeUsers.map((card) => ({
      universeName: card.universeName,
      createuser: card.createuser,
      disabled: card.disabled,
      admin: card.admin,
      notification: card.notification,
      selectedlocale: card.selectedlocale,
      selectedrole: card.selectedrole,
      notificationChannels: noticeChannels.map((channel) => ({
        channel,
        enabled: card.notificationChannels.find((one) => one.channel === channel)?.enabled ?? true,
      })),
      surveys: card.surveys.map(({ extname, userVariables }) => ({
        extname,
        userVariables: userVariables.map(filterValue),
      })),
      globalVariables: card.globalVariables.map(filterValue),
    })),
  }
}

function filterValue({ variable, questionId, surveyName, globalName, value }: UserVariable) {
  return { variable, questionId, surveyName, globalName, value, changed: false }
}

/** The words for what is missing. */
interface MissingWords {
  universe: string
  role: string
  filter: string
}

/** What is missing, by field: universe, role and required question filters. The server says the same. */
export function missingFields(
  { universeUsers }: Pick<Draft<Body>, 'universeUsers'>,
  { universeUsers: cards, mayBeNowhere }: Pick<EditorData, 'universeUsers' | 'mayBeNowhere'>,
  words: MissingWords,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (!mayBeNowhere && !universeUsers.some(({ createuser }) => createuser === true))
    wrong['universeUsers'] = words.universe
  for (const [at, { createuser, selectedrole, surveys, globalVariables }] of universeUsers.entries()) {
    const card = cards[at]
    if (createuser !== true || card === undefined) continue
    const roleId = selectedrole === '' ? null : selectedrole
    if (roleId === null) wrong[`universeUsers.${at}.selectedrole`] = words.role
    for (const [place, { extname, userVariables }] of card.surveys.entries())
      for (const [index, { required, variable }] of userVariables.entries()) {
        const isGiven =
          Boolean(surveys[place]?.userVariables[index]?.value) ||
          globalVariables.some((one) => one.variable === variable && Boolean(one.value))
        if (required && !isGiven && isLimitedIn(card, roleId, extname))
          wrong[`universeUsers.${at}.surveys.${place}.userVariables.${index}.value`] = words.filter
      }
  }
  return wrong
}

/** Whether a survey's required question filters hold for a role of a card; before one is chosen, for any. */
export function isLimitedIn({ roles }: Pick<EditorCard, 'roles'>, roleId: number | null, survey: string): boolean {
  return roles.some(({ id, limitedIn }) => (roleId === null || id === roleId) && limitedIn.includes(survey))
}
