import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { reportFormats } from './entities/reports.ts'
import { nameParam, pathParam } from './request-texts.ts'

/** How often a subscribed report comes. */
export const cadences = ['daily', 'workdays', 'weekly', 'monthly'] as const

/** Most subscriptions that somebody may have in a survey. */
export const mostSubscriptions = 50

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

const subscription = z.object({
  id: z.number().int(),
  title: z.string(),
  format: z.enum(reportFormats),
  ...times,
  active: z.boolean(),
  /** Why it was paused by itself; empty otherwise. */
  reason: z.string(),
  /** When it comes next; null while it is paused. */
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  version: z.number().int(),
})

/** The caller's own subscriptions of a survey. */
export const listSubscriptions = defineRoute({
  id: 'listSubscriptions',
  summary: 'Own subscriptions of a survey',
  method: 'GET',
  path: '/rest/subscriptions/list/{survey}',
  permission: 'survey',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ subscriptions: z.array(subscription).max(mostSubscriptions) }),
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

/** Subscribes the caller to a report. It is made with the rights they have when it is sent. */
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
  }),
  response: z.object({ id: z.number().int() }),
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

/** Removes one of the caller's own subscriptions. */
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
