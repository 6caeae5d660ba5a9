import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** Ways to tell users of something that a role can leave out. */
export const roleChannels = ['bell', 'mail'] as const

/** A role's rights in one survey; `notifications` is inverted, 0 means send. */
export const surveyAccess = z.object({
  surveyExtName: z.string(),
  access: z.boolean(),
  canViewSamples: z.boolean(),
  canViewAnon: z.boolean(),
  canEditOpenPeriods: z.boolean(),
  canEditClosedPeriods: z.boolean(),
  canChangeStateOpenPeriods: z.boolean(),
  canChangeStateClosedPeriods: z.boolean(),
  canCancelSamples: z.boolean(),
  canPostponeSamples: z.boolean(),
  canAccessStatusPage: z.boolean(),
  canHandleAlerts: z.boolean(),
  canEditActions: z.boolean(),
  startPage: z.string().nullable(),
  viewOrder: z.array(z.string()),
  modifyUserFilters: z.boolean(),
  viewAccessList: z.array(z.object({ view: z.string(), access: z.boolean(), defaultDrill: z.string().nullable() })),
  /** Levels of the hierarchy where actions can be anchored. */
  anchorAccessList: z.array(z.object({ view: z.string(), level: z.string(), access: z.boolean() })),
  notifications: z.union([z.literal(0), z.literal(1)]),
  /** Questions of alert rules: users are told of an alert while one of its rule's questions is enabled. */
  questionNotificationList: z.array(z.object({ variable: z.string(), title: localText, enabled: z.boolean() })),
  notificationChannelList: z.array(z.object({ channel: z.enum(roleChannels), title: localText, enabled: z.boolean() })),
})

/** A role; a child never exceeds its parent. */
export const role = z.object({
  /** 0 until it is saved. */
  id: z.number().int().min(0),
  /** Empty until it is saved. */
  name: z.string(),
  parentId: z.number().int().nullable(),
  canaddusers: z.boolean(),
  canseealldata: z.boolean(),
  cancreateroles: z.boolean(),
  canviewcompletedsamples: z.boolean(),
  /** Its users may edit no profile but their own. */
  restricted: z.boolean(),
  /** Rises with every save. */
  version: z.number().int().min(0),
  surveyAccessList: z.array(surveyAccess),
})

const accessExample: z.infer<typeof surveyAccess> = {
  surveyExtName: 'visits',
  access: true,
  canViewSamples: true,
  canViewAnon: false,
  canEditOpenPeriods: true,
  canEditClosedPeriods: false,
  canChangeStateOpenPeriods: true,
  canChangeStateClosedPeriods: false,
  canCancelSamples: true,
  canPostponeSamples: false,
  canAccessStatusPage: false,
  canHandleAlerts: true,
  canEditActions: true,
  startPage: 'overview',
  viewOrder: ['organisation', 'products'],
  modifyUserFilters: false,
  viewAccessList: [{ view: 'organisation', access: true, defaultDrill: 'country=SE' }],
  anchorAccessList: [{ view: 'organisation', level: 'store', access: true }],
  notifications: 0,
  questionNotificationList: [{ variable: 'comment', title: { en: 'Comment' }, enabled: true }],
  notificationChannelList: [{ channel: 'mail', title: { en: 'E-mail' }, enabled: true }],
}

/** Role entities with their examples. */
export const roleEntities = {
  SurveyAccess: defineEntity(surveyAccess, accessExample),
  Role: defineEntity(role, {
    id: 2,
    name: 'store-manager',
    parentId: 1,
    canaddusers: false,
    canseealldata: false,
    cancreateroles: false,
    canviewcompletedsamples: true,
    restricted: false,
    version: 1,
    surveyAccessList: [accessExample],
  }),
}
