import type { listTrackings } from '@gensvar/contract/campaigns'
import { trackingFilters } from '@gensvar/contract/entities/campaigns'
import type { Answer } from '#web/api.ts'

/** A message of a campaign. */
export type TrackingRow = Answer<typeof listTrackings>['rows'][number]

/** A column that the rows have values for. */
export type TrackingHeader = Answer<typeof listTrackings>['headers'][number]

/** What stands before the name of such a column where rows are sorted by it, and is taken away in the call. */
export const valuePrefix = 'columnValues.'

/** What messages can be filtered by. */
export type TrackingFilter = (typeof trackingFilters)[number]

/** Those that an anonymous survey tells in sums only. */
const sums: ReadonlySet<TrackingFilter> = new Set(['OPENED', 'CLICKED', 'ANSWERED', 'UNSUBSCRIBED'])

/** What the messages of a campaign can be filtered by. */
export function filtersOf(isAnonymous: boolean): TrackingFilter[] {
  return trackingFilters.filter((filter) => !isAnonymous || !sums.has(filter))
}
