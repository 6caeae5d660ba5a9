import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { reportFormats } from './entities/reports.ts'
import { nameParam, pathParam } from './request-texts.ts'
import { candidate } from './users.ts'

/** How often a subscribed report comes. */
export const cadences = ['daily', 'workdays', 'weekly', 'monthly'] as const

/** Most subscriptions that somebody may have in a survey. */
export const mostSubscriptions = 50

/** Most subscriptions that somebody may have made for others in a survey. */
export const mostMade = 1000

/** Most users that are subscribed to a report at a time. */
export const mostRecipients = 100

/** Most users that are listed to choose from. */
export const mostOffered = 50

const ofSurvey = z.object({ survey: nameParam })
const ofSubscription = ofSurvey.extend({ subscriptionId: z.coerce.number().int().min(0).max(2_147_483_647) })
const noQuery = z.object({})
const ok = z.object({ ok: z.literal(true) })

const times = {
  cadence: z.enum(cadences),
  /** Of weekly ones; 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  /** Of monthly ones; 0 is the last day of the month. */
  monthDay: z.number().int().min(0).max(28),
  /** Hour of the day in the subscriber's time zone. */
  hour: z.number().int().min(0).max(23),
}
const timesObject = z.object(times)

/** When a subscribed report comes. */
export type SubscriptionTimes = z.infer<typeof timesObject>

/** The reports that can be subscribed to. */
export const subscribedKinds = [
  ...(['ranking', 'benchmark', 'interviews', 'samples', 'alerts', 'actions', 'named', 'page'] as const),
] as const

/**
 * What becomes of a report: it is `sent`, also when it is `empty` of rows; it is being `made`; it `failed`; its mail was
 * `refused`; or it is `unknown` whether the mail arrived, and it is not sent again.
 */
export const deliveryResults = ['made', 'sent', 'empty', 'failed', 'refused', 'unknown'] as const

/** Why a subscription paused by itself: its reader left, may no longer have the report, or it failed several times. */
export const stopCauses = ['left', 'right', 'failed'] as const

const common = {
  id: z.number().int(),
  title: z.string(),
  format: z.enum(reportFormats),
  ...times,
  active: z.boolean(),
  /** When it comes next; null while it is paused. */
  nextAt: z.string().nullable(),
  /** What became of the last report, and when; null before the first one. */
  last: z.object({ result: z.enum(deliveryResults), at: z.string() }).nullable(),
}

const subscription = z.object({
  ...common,
  /** Name of who subscribed the caller; empty where they did. */
  by: z.string(),
  /** Why it was paused by itself; empty otherwise. */
  reason: z.string(),
  /** Why the last report did not arrive; empty otherwise. */
  lastReason: z.string(),
  version: z.number().int(),
})

/** A subscription that the caller made for somebody else. What its reader may see is not told. */
const madeSubscription = z.object({
  ...common,
  recipient: z.string(),
  /** Why it was paused by itself; null where it was not. */
  stopped: z.enum(stopCauses).nullable(),
})

/** The caller's own subscriptions of a survey, and those that they made for others. */
export const listSubscriptions = defineRoute({
  id: 'listSubscriptions',
  summary: 'Own subscriptions of a survey, and those made for others',
  method: 'GET',
  path: '/rest/subscriptions/list/{survey}',
  permission: 'survey',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    subscriptions: z.array(subscription).max(mostSubscriptions),
    made: z.array(madeSubscription).max(mostMade),
  }),
})

/**
 * Users whom the caller may subscribe to a report, by name: active ones of the organisation who may do and see nothing that
 * the caller may not. A search text finds a part of them.
 */
export const listSubscriptionRecipients = defineRoute({
  id: 'listSubscriptionRecipients',
  summary: 'Users to subscribe to a report',
  method: 'GET',
  path: '/rest/subscriptions/recipients/{survey}',
  permission: 'user-admin',
  params: ofSurvey,
  query: z.object({ term: nameParam.default('') }),
  body: z.undefined(),
  response: z.object({ users: z.array(candidate).max(mostOffered), hasMore: z.boolean() }),
})

/** The next three moments at which a report would come, in the caller's time zone. */
export const listSubscriptionDates = defineRoute({
  id: 'listSubscriptionDates',
  summary: 'Next dates of a subscription',
  method: 'GET',
  path: '/rest/subscriptions/dates/{survey}',
  permission: 'survey',
  params: ofSurvey,
  query: z.object({
    cadence: z.enum(cadences).default('weekly'),
    weekday: z.coerce.number().pipe(times.weekday).default(1),
    monthDay: z.coerce.number().pipe(times.monthDay).default(1),
    hour: z.coerce.number().pipe(times.hour).default(7),
  }),
  body: z.undefined(),
  response: z.object({ dates: z.array(z.string()).max(3), timeZone: z.string() }),
})

/**
 * Subscribes the caller to a report, or other users, which needs `user-admin`. It is made with the rights that its reader
 * has when it is sent. Users who may not have it, or have it already, are skipped.
 */
export const createSubscription = defineRoute({
  id: 'createSubscription',
  summary: 'Subscribe to a report',
  method: 'POST',
  path: '/rest/subscriptions/create/{survey}',
  permission: 'survey',
  params: ofSurvey,
  query: noQuery,
  body: z.object({
    kind: z.enum(subscribedKinds),
    drillPath: pathParam,
    /** Name of a report of the configuration, or of a page; null for other kinds. */
    report: nameParam.nullable().default(null),
    /** Name of the table it is of; null for the page's own. */
    component: nameParam.nullable().default(null),
    format: z.enum(reportFormats).extract(['xlsx', 'pdf']),
    ...times,
    /** The users who get it; null for the caller. */
    userIds: z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(mostRecipients).nullable().default(null),
  }),
  response: z.object({
    ids: z.array(z.number().int()),
    /** Who was not subscribed, and why. */
    skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
})

/** Changes when one of the caller's own subscriptions comes, pauses it or lets it go on. */
export const saveSubscription = defineRoute({
  id: 'saveSubscription',
  summary: 'Save or pause a subscription',
  method: 'POST',
  path: '/rest/subscriptions/save/{survey}/{subscriptionId}',
  permission: 'survey',
  params: ofSubscription,
  query: noQuery,
  body: z.object({ ...times, active: z.boolean(), version: z.number().int().min(0).max(2_147_483_647) }),
  response: z.object({ version: z.number().int() }),
})

/** Removes one of the caller's own subscriptions, or one that they made for somebody else. */
export const removeSubscription = defineRoute({
  id: 'removeSubscription',
  summary: 'Remove a subscription',
  method: 'DELETE',
  path: '/rest/subscriptions/delete/{survey}/{subscriptionId}',
  permission: 'survey',
  params: ofSubscription,
  query: noQuery,
  body: z.undefined(),
  response: ok,
})

/** Makes the report of one of the caller's own subscriptions now, and mails it when it is there. */
export const sendSubscription = defineRoute({
  id: 'sendSubscription',
  summary: 'Send a subscribed report now',
  method: 'POST',
  path: '/rest/subscriptions/send/{survey}/{subscriptionId}',
  permission: 'survey',
  params: ofSubscription,
  query: noQuery,
  body: z.object({}).optional(),
  response: ok,
})
