import { z } from 'zod'
import { localeCode, localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { noticeChannels } from './notices.ts'

/** A row of the user list; status 0 active, 1 disabled, 2 invited; notify is inverted, 0 means send. */
export const userRow = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  lastLogin: z.iso.datetime({ offset: true }).nullable(),
  selectedRoleName: z.string(),
  userVariables: z.string(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  notify: z.union([z.literal(0), z.literal(1)]),
  /** False for somebody whose rights exceed the reader's: they cannot be opened. */
  accessAllowed: z.boolean(),
})

/**
 * Answers a user is confined to, joined by semicolons. One that holds in every survey has its variable as `globalName`,
 * and names a survey that has the question.
 */
export const userQuestionFilter = z.object({
  title: localText,
  variable: z.string(),
  questionId: z.number().int(),
  surveyName: z.string(),
  globalName: z.string(),
  value: z.string(),
  changed: z.boolean(),
  /** Titles of the values by value; left out where they have none. */
  valueTitles: z.record(z.string(), localText).optional(),
  /** Values that the question does not have any more; left out where there are none. */
  gone: z.array(z.string()).optional(),
  /** It must have a value. */
  required: z.boolean().optional(),
})

const notificationChannel = z.object({ title: localText, enabled: z.boolean() })

/** A way of notices that the role leaves open, and whether it is switched on for the user. */
export const userChannel = notificationChannel.extend({ channel: z.enum(noticeChannels) })

/**
 * The restricted user form: what it shows and sends back. `notifyFlags` is inverted, 0 means send; with `sendEmail` the
 * user is invited by e-mail when the form is saved.
 */
export const userDetails = z.object({
  userDTO: z.object({
    id: z.number().int().min(0),
    name: z.string(),
    email: z.string(),
    password: z.string(),
    locale: localeCode,
    selectedRoleId: z.number().int().nullable(),
    actAsAccess: z.boolean(),
    showIndicators: z.boolean(),
    disabled: z.boolean(),
    sendEmail: z.boolean(),
    notifyFlags: z.number().int(),
    errorMessage: z.string().nullable(),
  }),
  /** Rises with every change; 0 for a new user. */
  version: z.number().int().min(0),
  /** 0 active, 1 disabled, 2 invited. */
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  lastLogin: z.iso.datetime({ offset: true }).nullable(),
  canEditPassword: z.boolean(),
  restricted: z.boolean(),
  locales: z.array(localeCode),
  roleNames: z.array(z.string()),
  roleIDs: z.array(z.number().int()),
  channelDTOs: z.array(userChannel),
  /** By survey; those that hold in every survey under `global`. */
  userQuestionFilterMap: z.record(z.string(), z.array(userQuestionFilter)),
})

/** A question filter in the user editor. */
export const userVariable = userQuestionFilter.extend({ required: z.boolean() })

/** A survey of a universe in the user editor, with the answers the user is confined to in it. */
export const universeUserSurvey = z.object({
  surveyName: z.string(),
  extname: z.string(),
  /** Whether the caller may change the filters. */
  editable: z.boolean(),
  userVariables: z.array(userVariable),
})

/** A user's card for one universe; `notification` is inverted, 0 means send. */
export const universeUser = z.object({
  universeName: z.string(),
  title: localText,
  userId: z.number().int().nullable(),
  createuser: z.boolean(),
  disabled: z.boolean(),
  admin: z.boolean(),
  notification: z.union([z.literal(0), z.literal(1)]),
  locales: z.array(localeCode),
  selectedlocale: localeCode,
  selectedrole: z.number().int().nullable(),
  /** Roles that the caller may give; one that sees all data is not limited by question filters. */
  roles: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      seesAllData: z.boolean(),
      /** External names of the surveys shown in which the role's users need the required question filters. */
      limitedIn: z.array(z.string()),
    }),
  ),
  surveys: z.array(universeUserSurvey),
  /** Filters that hold in every survey of the universe. */
  globalVariables: z.array(userVariable),
  globalEditable: z.boolean(),
  notificationChannels: z.array(userChannel),
})

/** What the identity provider knows of a user; `userId` is its own id, empty where it was not asked. */
export const keyCloakData = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  enabled: z.boolean(),
  userId: z.string(),
})

/** The administrators' user editor. */
export const userEditorData = z.object({
  /** 0 for a new user. */
  id: z.number().int().min(0),
  /** Rises with every change; 0 for a new user. */
  version: z.number().int().min(0),
  username: z.string(),
  /** 0 active, 1 disabled, 2 invited. */
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  keyCloakData,
  indicators: z.boolean(),
  /** Whether the user is invited to choose a password when the form is saved. */
  invite: z.boolean(),
  /** Root alone changes who is an administrator, whether somebody is enabled, and user names. */
  fullAccess: z.boolean(),
  /** Whether the caller may change name, e-mail address and sign-in: not of a user who belongs to other universes too. */
  ownPerson: z.boolean(),
  /** Whether the user needs no membership of the universes shown: they are root, or belong to others as well. */
  mayBeNowhere: z.boolean(),
  universeUsers: z.array(universeUser),
})

const filterExample: z.infer<typeof userQuestionFilter> = {
  title: { en: 'Store' },
  variable: 'store',
  questionId: 12,
  surveyName: 'visits',
  globalName: '',
  value: '12;14',
  changed: false,
}

const surveyExample: z.infer<typeof universeUserSurvey> = {
  surveyName: 'Store visits',
  extname: 'visits',
  editable: true,
  userVariables: [{ ...filterExample, required: true }],
}

const universeUserExample: z.infer<typeof universeUser> = {
  universeName: 'retail',
  title: { en: 'Retail' },
  userId: 9,
  createuser: true,
  disabled: false,
  admin: false,
  notification: 0,
  locales: ['sv', 'en'],
  selectedlocale: 'sv',
  selectedrole: 2,
  roles: [{ id: 2, name: 'store-manager', seesAllData: false, limitedIn: ['visits'] }],
  surveys: [surveyExample],
  globalVariables: [{ ...filterExample, globalName: 'store', required: false }],
  globalEditable: true,
  notificationChannels: [{ channel: 'mail', title: { en: 'E-mail' }, enabled: true }],
}

/** User entities with their examples. */
export const userEntities = {
  UserRow: defineEntity(userRow, {
    id: 9,
    name: 'Bo Ek',
    email: 'bo@example.org',
    lastLogin: '2026-03-02T08:15:00Z',
    selectedRoleName: 'store-manager',
    userVariables: 'Store: 12;14',
    status: 0,
    notify: 0,
    accessAllowed: true,
  }),
  UserDetails: defineEntity(userDetails, {
    userDTO: {
      id: 9,
      name: 'Bo Ek',
      email: 'bo@example.org',
      password: '',
      locale: 'sv',
      selectedRoleId: 2,
      actAsAccess: false,
      showIndicators: true,
      disabled: false,
      sendEmail: false,
      notifyFlags: 0,
      errorMessage: null,
    },
    version: 3,
    status: 0,
    lastLogin: '2026-03-02T08:15:00Z',
    canEditPassword: false,
    restricted: true,
    locales: ['sv', 'en'],
    roleNames: ['store-manager'],
    roleIDs: [2],
    channelDTOs: [{ channel: 'mail', title: { en: 'E-mail' }, enabled: true }],
    userQuestionFilterMap: { visits: [filterExample], global: [] },
  }),
  UserQuestionFilter: defineEntity(userQuestionFilter, filterExample),
  UniverseUser: defineEntity(universeUser, universeUserExample),
  UniverseUserSurvey: defineEntity(universeUserSurvey, surveyExample),
  UserEditorData: defineEntity(userEditorData, {
    id: 9,
    version: 1,
    username: 'bo@example.org',
    status: 0,
    keyCloakData: {
      email: 'bo@example.org',
      firstName: 'Bo',
      lastName: 'Ek',
      enabled: true,
      userId: '5b0d4f0e-6f6d-4a55-9d6b-0b7f9a4f1c11',
    },
    indicators: true,
    invite: false,
    fullAccess: true,
    ownPerson: true,
    mayBeNowhere: false,
    universeUsers: [universeUserExample],
  }),
}
