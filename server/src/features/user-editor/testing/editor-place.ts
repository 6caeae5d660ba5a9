import type { userEditorData } from '@gensvar/contract/entities/users'
import type { saveUserEditorData } from '@gensvar/contract/user-editor'
import type { z } from 'zod'
import { createRole, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** What the editor answers, and what it is sent. */
export type Data = z.output<typeof userEditorData>
export type Sent = z.input<typeof saveUserEditorData.body>
export type CardChanges = Partial<Sent['universeUsers'][number]>
export type PersonChanges = Partial<Sent['keyCloakData']>

/** A universe with a survey, an administrator, a reader and their roles, and another universe. */
export interface Place {
  universe: { id: number; name: string }
  other: { id: number; name: string }
  survey: string
  surveyId: number
  roles: { administrator: number; reader: number; wide: number }
  admin: MadeUser
  adminToken: string
  reader: MadeUser
}

/** Makes a place of its own for a test. Users must be limited by `channel`. */
export async function makePlace(server: TestApp): Promise<Place> {
  const { db } = server.deps
  const universe = await createUniverse(db)
  const other = await createUniverse(db)
  const config = 'userVariables: [{ question: channel, required: true }]'
  const { extName: survey, surveyId } = await createSurvey(db, universe.id, { ...smallSurvey, config })
  const all = { modifyUserFilters: true, canHandleAlerts: true }
  const role = (name: string, rights: object, canAddUsers = false) =>
    createRole(db, universe.id, { name, canAddUsers, surveys: { [surveyId]: rights } })
  const roles = {
    administrator: await role('administrator', all, true),
    reader: await role('reader', {}),
    wide: await role('wide', { ...all, canEditActions: true }),
  }
  const admin = await createUser(db, {
    lastName: 'Admin',
    universes: [{ universeId: universe.id, roleId: roles.administrator, admin: true }],
  })
  const reader = await createUser(db, {
    lastName: 'Lund',
    universes: [{ universeId: universe.id, roleId: roles.reader, filters: { channel: ['web'] } }],
  })
  return { universe, other, survey, surveyId, roles, admin, adminToken: await signIn(server.deps, admin), reader }
}

/** The form as it would be sent unchanged, with changes of the person and of the card of the place's universe. */
export function filledForm({ universe }: Place, data: Data, card: CardChanges, person: PersonChanges): Sent {
  const { email, firstName, lastName, enabled } = data.keyCloakData
  return {
    version: data.version,
    keyCloakData: { email, firstName, lastName, enabled, ...person },
    indicators: data.indicators,
    invite: false,
    universeUsers: data.universeUsers.map((one) => (one.universeName === universe.name ? { ...one, ...card } : one)),
  }
}

/** The filters of the surveys of the place's universe, of which one has another value. */
export function filtered(
  { universe }: Place,
  data: Data,
  variable: string,
  value: string,
): Sent['universeUsers'][number]['surveys'] {
  const card = data.universeUsers.find(({ universeName }) => universeName === universe.name)
  return (card?.surveys ?? []).map((survey) => ({
    ...survey,
    userVariables: survey.userVariables.map((one) =>
      one.variable === variable ? { ...one, value, changed: true } : one,
    ),
  }))
}
