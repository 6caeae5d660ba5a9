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

/** What is wrong, by field, where somebody belongs to a universe without a role; the server says the same. */
export function missingRoles(
  { universeUsers }: Pick<Draft<Body>, 'universeUsers'>,
  words: string,
): Record<string, string> {
  return Object.fromEntries(
    universeUsers.flatMap(({ createuser, selectedrole }, at) =>
      createuser === true && (selectedrole === null || selectedrole === '')
        ? [[`universeUsers.${at}.selectedrole`, words] as const]
        : [],
    ),
  )
}
