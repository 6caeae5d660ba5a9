import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { call } from '#web/api.ts'
import { figuresMeta } from './figures-shown.ts'

/**
 * Query of a drill path's segments and open alerts, for the drill path bar and, until the status arrives, the alert
 * badge.
 */
export function segmentsQuery(survey: string, drillPath: string) {
  return queryOptions({
    queryKey: ['segments', survey, drillPath],
    queryFn: ({ signal }) => call(getSegmentedDrillPath, { params: { survey, drillPath } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: figuresMeta,
  })
}
