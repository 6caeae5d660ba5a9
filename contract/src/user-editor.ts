import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { keyCloakData, userChannel, userEditorData } from './entities/users.ts'
import type { userVariable } from './entities/users.ts'
import { noticeChannels } from './entities/notices.ts'
import { localeCode } from './local-text.ts'
import { nameParam } from './request-texts.ts'
import { savedQuestionFilter } from './user-filters.ts'

const inSurvey = z.object({
  /** External name of a survey of the session's universe, or `-` without one. */
  survey: nameParam,
})
const ofUser = inSurvey.extend({ id: z.coerce.number().int().min(0).max(2_147_483_647) })
const noQuery = z.object({})

/** A user name, which is an e-mail address; capital letters are kept. */
const emailName = z.email().max(320)
const personName = z.string().trim().min(1).max(200)

/** Question filters as the editor sends them. */
const savedVariables = z.array(savedQuestionFilter).max(2000)

/** A card as the editor sends it; for a universe that the user does not belong to only the first two fields count. */
const savedUniverseUser = z.object({
  universeName: nameParam,
  createuser: z.boolean(),
  disabled: z.boolean(),
  admin: z.boolean(),
  notification: z.union([z.literal(0), z.literal(1)]),
  selectedlocale: localeCode,
  selectedrole: z.number().int().nullable(),
  notificationChannels: z
    .array(z.object({ channel: z.enum(noticeChannels), enabled: z.boolean() }))
    .max(noticeChannels.length),
  surveys: z.array(z.object({ extname: nameParam, userVariables: savedVariables })).max(1000),
  globalVariables: savedVariables,
})

/** What the editor of a user shows; id 0 is a new one. */
export const getUserEditorData = defineRoute({
  id: 'getUserEditorData',
  summary: 'A user with their memberships, for administrators',
  method: 'GET',
  path: '/rest/users/editordata/{survey}/{id}',
  permission: 'universe-admin',
  params: ofUser,
  query: noQuery,
  body: z.undefined(),
  response: userEditorData,
})

/**
 * Saves a user with their memberships; id 0 makes a new one. With `invite` they are invited to choose a password:
 * `invitation` says whether it was mailed, else it holds the link, which cannot be read again.
 */
export const saveUserEditorData = defineRoute({
  id: 'saveUserEditorData',
  summary: 'Save a user with their memberships',
  method: 'POST',
  path: '/rest/users/editordata/{survey}/{id}',
  permission: 'universe-admin',
  params: ofUser,
  query: noQuery,
  body: z.object({
    version: z.number().int().min(0),
    keyCloakData: z.object({
      email: emailName,
      firstName: personName,
      lastName: personName,
      enabled: z.boolean(),
    }),
    indicators: z.boolean(),
    invite: z.boolean(),
    universeUsers: z.array(savedUniverseUser).max(1000),
  }),
  response: z.object({
    data: userEditorData,
    /** `problem` says why nobody could be invited; empty else. */
    invitation: z.object({ link: z.string().nullable(), mailed: z.boolean(), problem: z.string() }).nullable(),
  }),
})

/** Ways of notices that a role leaves open, and whether they are switched on for a user. */
export const listUserChannels = defineRoute({
  id: 'listUserChannels',
  summary: 'Notification channels of a role, for a user',
  method: 'GET',
  path: '/rest/users/editordata/channels/{survey}/{id}',
  permission: 'universe-admin',
  params: ofUser,
  query: z.object({ roleid: z.coerce.number().int().min(0).max(2_147_483_647) }),
  body: z.undefined(),
  response: z.object({ channels: z.array(userChannel) }),
})

/** What the identity provider knows of a user. */
export const getKeycloakData = defineRoute({
  id: 'getKeycloakData',
  summary: "The identity provider's record of a user",
  method: 'GET',
  path: '/rest/users/keycloakdata/{survey}/{id}',
  permission: 'root',
  params: ofUser,
  query: noQuery,
  body: z.undefined(),
  response: keyCloakData,
})

/** Whether nobody has a user name, here and at the identity provider. */
export const checkEmailAvailability = defineRoute({
  id: 'checkEmailAvailability',
  summary: 'Whether a user name is free',
  method: 'GET',
  path: '/rest/users/checkemailavailability/{survey}/{email}',
  permission: 'root',
  params: inSurvey.extend({ email: z.string().max(320) }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ available: z.boolean() }),
})

/** Gives a user another user name; their sessions end. */
export const changeUsername = defineRoute({
  id: 'changeUsername',
  summary: 'Change a user name',
  method: 'POST',
  path: '/rest/users/changeusername/{survey}',
  permission: 'root',
  params: inSurvey,
  query: noQuery,
  body: z.object({ oldUsername: z.string().min(1).max(320), newUsername: emailName }),
  response: z.object({ username: z.string() }),
})

/** A question filter of the editor. */
export type UserVariable = z.infer<typeof userVariable>
