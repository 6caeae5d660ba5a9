import { queryOptions } from '@tanstack/react-query'
import { listSubscriptionDates, listSubscriptions } from '@gensvar/contract/subscriptions'
import type { SubscriptionTimes } from '@gensvar/contract/subscriptions'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'

/** One of the reader's subscriptions. */
export type Subscription = Answer<typeof listSubscriptions>['subscriptions'][number]

/** A subscription that the reader made for somebody else. */
export type MadeSubscription = Answer<typeof listSubscriptions>['made'][number]

/** The reader's subscriptions of a survey, and those they made for others. */
export function subscriptionsQuery(survey: string) {
  return queryOptions({
    queryKey: ['subscriptions', survey],
    queryFn: ({ signal }) => call(listSubscriptions, { params: { survey } }, { signal }),
    meta: { quiet: true },
  })
}

/** The next three dates of a report that comes at these times. */
export function datesQuery(survey: string, { cadence, weekday, monthDay, hour }: SubscriptionTimes) {
  const query = { cadence, weekday, monthDay, hour }
  return queryOptions({
    queryKey: ['subscription-dates', survey, query],
    queryFn: ({ signal }) => call(listSubscriptionDates, { params: { survey }, query }, { signal }),
    meta: { quiet: true },
  })
}
