import type { listTrackings } from '@gensvar/contract/campaigns'
import type { Answer } from '#web/api.ts'

/** A message of a campaign. */
export type TrackingRow = Answer<typeof listTrackings>['rows'][number]

/** A column that the rows have values for. */
export type TrackingHeader = Answer<typeof listTrackings>['headers'][number]

/** What stands before the name of such a column where rows are sorted by it, and is taken away in the call. */
export const valuePrefix = 'columnValues.'

/** The states that messages can be filtered by; the last ones are told of anonymous surveys in sums only. */
export const trackingStates = [
  { value: 'PENDING', isSum: false },
  { value: 'SENT', isSum: false },
  { value: 'FAILED', isSum: false },
  { value: 'UNKNOWN', isSum: false },
  { value: 'BOUNCED', isSum: false },
  { value: 'OPENED', isSum: true },
  { value: 'CLICKED', isSum: true },
  { value: 'ANSWERED', isSum: true },
  { value: 'UNSUBSCRIBED', isSum: false },
] as const

/** One of them. */
export type TrackingState = (typeof trackingStates)[number]['value']
