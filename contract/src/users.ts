import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { noticeChannels } from './entities/notices.ts'
import { userDetails, userRow } from './entities/users.ts'
import { localeCode } from './local-text.ts'
import { pageQuery } from './paging.ts'
import { nameParam } from './request-texts.ts'
import { savedQuestionFilterMap } from './user-filters.ts'

/** Rows of a page of the user list. */
export const usersPerPage = 100

/** Most users that are enabled, disabled or invited at a time. */
export const maxUsersAtOnce = 1000

const userId = z.coerce.number().int().min(0).max(2_147_483_647)
const inSurvey = z.object({
  /** External name of a survey, or `-` without one. */
  survey: nameParam,
})
const ofUser = inSurvey.extend({ userId })
const noQuery = z.object({})
const named = z.object({ id: z.number().int(), name: z.string() })

/** What the user list can be sorted by. */
export const userOrders = ['name', 'email', 'lastLogin', 'selectedRoleName', 'status', 'notify'] as const

/** What the user list shows: a status, or `all` of them. */
export const userFilter = z.object({
  /** 0 active, 1 disabled, 2 invited. */
  status: z.enum(['0', '1', '2', 'all']).default('all'),
  role: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
})

/** The users of the session's universe, 100 a page, by e-mail address unless sorted otherwise. */
export const listUsers = defineRoute({
  id: 'listUsers',
  summary: 'Users of the organisation',
  method: 'GET',
  path: '/rest/users/list/{survey}',
  permission: 'user-admin',
  params: inSurvey,
  query: pageQuery.extend({
    rowTo: z.coerce.number().int().min(0).default(usersPerPage),
    sortVar: nameParam.pipe(z.enum(userOrders)).optional(),
    ...userFilter.shape,
  }),
  body: z.undefined(),
  response: z.object({
    rows: z.array(userRow),
    total: z.number().int(),
    /** Roles of the organisation, to filter by. */
    roles: z.array(named),
    /** Whether the caller may disable and enable users. */
    mayDisable: z.boolean(),
  }),
})

/** A user whom the caller may act as. */
export const candidate = z.object({ userId: z.number().int(), username: z.string(), name: z.string() })

/** The users of a universe whom the caller may act as, by name; a part of them by a search text. */
export const listUniverseUsers = defineRoute({
  id: 'listUniverseUsers',
  summary: 'Users of an organisation to act as',
  method: 'GET',
  path: '/rest/users/universe/{universe}',
  permission: 'signed-in',
  params: z.object({ universe: nameParam }),
  query: z.object({ term: nameParam.default('') }),
  body: z.undefined(),
  response: z.object({ users: z.array(candidate), total: z.number().int() }),
})

/** A user's details as the restricted form shows them; id 0 is a new one. Others than the own need `user-admin`. */
export const getUserDetails = defineRoute({
  id: 'getUserDetails',
  summary: 'Details of a user',
  method: 'GET',
  path: '/rest/users/details/{survey}/{userId}',
  permission: 'survey',
  params: ofUser,
  query: noQuery,
  body: z.undefined(),
  response: userDetails,
})

/**
 * Saves a user; of the own profile the language alone. Answers the details as they are then. `errorMessage` in it says
 * what could not be done and replaces what was entered; `error` is the same for a notification. An invitation that could
 * not be mailed is handed over as a link, which is told this once.
 */
export const saveUserDetails = defineRoute({
  id: 'saveUserDetails',
  summary: 'Save a user',
  method: 'POST',
  path: '/rest/users/details/{survey}/{userId}',
  permission: 'survey',
  params: ofUser,
  query: noQuery,
  body: z.object({
    userDTO: z.object({
      name: z.string().trim().max(200).optional(),
      email: z.string().trim().max(320).optional(),
      /** Empty to leave it as it is. */
      password: z.string().max(200).optional(),
      passwordRepeat: z.string().max(200).optional(),
      locale: localeCode,
      selectedRoleId: z.number().int().nullable().optional(),
      actAsAccess: z.boolean().optional(),
      showIndicators: z.boolean().optional(),
      disabled: z.boolean().optional(),
      sendEmail: z.boolean().optional(),
      notifyFlags: z.number().int().min(0).max(1).optional(),
    }),
    version: z.number().int().min(0).optional(),
    channelDTOs: z
      .array(z.object({ channel: z.enum(noticeChannels), enabled: z.boolean() }))
      .max(noticeChannels.length)
      .optional(),
    userQuestionFilterMap: savedQuestionFilterMap.optional(),
  }),
  response: userDetails.extend({
    error: z.string().nullable(),
    invitation: z.object({ link: z.string().nullable(), mailed: z.boolean() }).nullable(),
  }),
})

const skipped = z.object({
  id: z.number().int(),
  /** E-mail address or user name. */
  name: z.string(),
  /** Why nothing was done. */
  reason: z.string(),
})

/** What was done with some users, and with whom nothing. */
export const bulkAnswer = z.object({
  done: z.array(z.number().int()),
  skipped: z.array(skipped),
})

const userIds = z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(maxUsersAtOnce)

/** Enables or disables users; those it may not be done with are skipped, each with the reason. */
export const disableUsers = defineRoute({
  id: 'disableUsers',
  summary: 'Enable or disable users',
  method: 'POST',
  path: '/rest/users/disable/{survey}',
  permission: 'universe-admin',
  params: inSurvey,
  query: noQuery,
  body: z.object({ userIds, disabled: z.boolean() }),
  response: bulkAnswer,
})

/** Invites users to choose a password. `links` are to be handed over where no mail is sent; they are told this once. */
export const inviteUsers = defineRoute({
  id: 'inviteUsers',
  summary: 'Invite users',
  method: 'POST',
  path: '/rest/users/invite/{survey}',
  permission: 'user-admin',
  params: inSurvey,
  query: noQuery,
  body: z.object({ userIds }),
  response: bulkAnswer.extend({ links: z.array(z.object({ name: z.string(), link: z.string() })) }),
})
