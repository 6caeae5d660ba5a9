import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { role, roleChannels, surveyAccess } from './entities/roles.ts'
import { localText } from './local-text.ts'
import { nameParam } from './request-texts.ts'
import { say } from './say.ts'

/** Flags of a role for all surveys, in the order of the screens. */
export const roleFlagFields = ['canaddusers', 'canseealldata', 'cancreateroles', 'canviewcompletedsamples'] as const

/** Flags of a role in one survey, in the order of the screens. */
export const surveyFlagFields = [
  'canViewSamples',
  'canViewAnon',
  'canEditOpenPeriods',
  'canEditClosedPeriods',
  'canChangeStateOpenPeriods',
  'canChangeStateClosedPeriods',
  'canCancelSamples',
  'canPostponeSamples',
  'canAccessStatusPage',
  'canHandleAlerts',
  'canEditActions',
  'modifyUserFilters',
] as const

/** Longest reason for letting a role see through anonymity. */
export const maxReasonLength = 500

const inUniverse = z.object({
  /** External name of a survey of the universe, or `-`: roles are those of the whole universe. */
  survey: nameParam,
})
const ofRole = inUniverse.extend({ roleId: z.coerce.number().int().min(0).max(2_147_483_647) })
const name = z.string().max(200)

/** A role in the list. */
export const listedRole = z.object({
  id: z.number().int(),
  name: z.string(),
  parentId: z.number().int().nullable(),
  /** How many levels of parents are above it in the list. */
  depth: z.number().int().min(0),
  restricted: z.boolean(),
  users: z.number().int(),
  /** Roles that have it as their parent. */
  children: z.number().int(),
  /** The caller may change and delete it. */
  mayEdit: z.boolean(),
  /** The caller may look at the screens as this role. */
  mayView: z.boolean(),
})

/** The roles of the session's universe, children after their parent. */
export const listRoles = defineRoute({
  id: 'listRoles',
  summary: 'Roles of the universe',
  method: 'GET',
  path: '/vuejs/roles/{survey}',
  permission: 'role-admin',
  params: inUniverse,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    roles: z.array(listedRole),
    /** Roles at the top can be made by root alone. */
    mayCreateTop: z.boolean(),
  }),
})

/** A survey that a role can have rights in, with what these can name. */
export const roleSurvey = z.object({
  extName: z.string(),
  title: localText,
  /** Its single answers are closed to everybody without `canViewAnon`. */
  anonymous: z.boolean(),
  views: z.array(
    z.object({
      extName: z.string(),
      title: localText,
      levels: z.array(z.object({ variable: z.string(), title: localText })),
    }),
  ),
  pages: z.array(z.object({ extName: z.string(), title: localText })),
})

/** A role with what its form needs besides. */
export const roleDetails = role.extend({
  mayEdit: z.boolean(),
  mayView: z.boolean(),
  /** Roles that can be its parent. */
  parents: z.array(z.object({ id: z.number().int(), name: z.string() })),
  mayBeTop: z.boolean(),
  surveys: z.array(roleSurvey),
})

/** A role; 0 is an empty new one. Surveys that the caller has no access to are left out. */
export const getRole = defineRoute({
  id: 'getRole',
  summary: 'A role with its rights per survey; 0 for a new one',
  method: 'GET',
  path: '/rest/roles/{survey}/{roleId}',
  permission: 'role-admin',
  params: ofRole,
  query: z.object({}),
  body: z.undefined(),
  response: roleDetails,
})

const savedAccess = surveyAccess
  .extend({
    surveyExtName: name,
    startPage: name.nullable(),
    viewOrder: z.array(name).max(200),
    viewAccessList: z
      .array(z.object({ view: name, access: z.boolean(), defaultDrill: z.string().max(2000).nullable() }))
      .max(200),
    anchorAccessList: z.array(z.object({ view: name, level: name, access: z.boolean() })).max(2000),
    questionNotificationList: z.array(z.object({ variable: name, enabled: z.boolean() })).max(2000),
    notificationChannelList: z.array(z.object({ channel: z.enum(roleChannels), enabled: z.boolean() })).max(10),
    /** Why the role is given `canViewAnon`; needed when it is, and kept in the audit log. */
    anonReason: z.string().trim().max(maxReasonLength).default(''),
  })
  .strip()

/**
 * Saves a role; id 0 makes a new one. Rights in surveys that are not named stay as they are. Errors: `validation` at the
 * field of a right above the caller's own, at `parentId` for a role above itself, `conflict` at `version` or `name`.
 */
export const saveRole = defineRoute({
  id: 'saveRole',
  summary: 'Save a role; 0 makes a new one',
  method: 'POST',
  path: '/rest/roles/{survey}',
  permission: 'role-admin',
  params: inUniverse,
  query: z.object({}),
  body: role.extend({
    name: z
      .string()
      .trim()
      .min(1, String(say`Give the role a name`))
      .max(100),
    surveyAccessList: z.array(savedAccess).max(500),
  }),
  response: roleDetails,
})

/** Deletes a role; `conflict` while users or other roles have it. */
export const deleteRole = defineRoute({
  id: 'deleteRole',
  summary: 'Delete a role that nobody has',
  method: 'DELETE',
  path: '/rest/roles/{survey}/{roleId}',
  permission: 'role-admin',
  params: ofRole,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** Whether a right is there (`role`), refused by a parent although the role has it, or not given by the role. */
export const matrixCell = z.object({
  state: z.enum(['role', 'withheld', 'none']),
  /** Name of the nearest parent that withholds it. */
  by: z.string().nullable(),
})

/** What a role can do. */
export const roleMatrix = z.object({
  /** Flags for all surveys, by the role's field. */
  flags: z.array(z.object({ right: z.enum(roleFlagFields), cell: matrixCell })),
  surveys: z.array(
    z.object({
      extName: z.string(),
      title: localText,
      access: matrixCell,
      rights: z.array(z.object({ right: z.enum(surveyFlagFields), cell: matrixCell })),
      /** Views it may open; null for every view, also later ones. */
      views: z.array(localText).nullable(),
      /** Number of places where actions can be made; null for everywhere. */
      anchors: z.number().int().nullable(),
    }),
  ),
})

/** What a stored role can do, combined with its parents. */
export const getRoleMatrix = defineRoute({
  id: 'getRoleMatrix',
  summary: 'What a role, combined with its parents, can do in each survey',
  method: 'GET',
  path: '/rest/roles/{survey}/{roleId}/matrix',
  permission: 'role-admin',
  params: ofRole,
  query: z.object({}),
  body: z.undefined(),
  response: roleMatrix,
})

/** Makes a link that shows the screens to the caller as a user of a role would see them; `forbidden` for wider roles. */
export const viewAsRole = defineRoute({
  id: 'viewAsRole',
  summary: 'Get a one-use link for looking at the screens as a role',
  method: 'POST',
  path: '/rest/roles/{survey}/{roleId}/view',
  permission: 'role-admin',
  params: ofRole,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    /** Good for one use within 60 s, in the browser that asked for it. */
    profileURL: z.string(),
  }),
})
