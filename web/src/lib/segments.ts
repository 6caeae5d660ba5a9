import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { call } from '#web/api.ts'
import { figuresMeta } from './figures-shown.ts'

/**
 * Query of a drill path's segments and open alerts, for the drill path bar and, until the status arrives, the alert
 * badge. `page` is the page shown, whose period the alerts have while none is chosen.
 */
export function segmentsQuery(survey: string, drillPath: string, page?: string) {
  return queryOptions({
    queryKey: ['segments', survey, drillPath, page],
    queryFn: ({ signal }) =>
      call(getSegmentedDrillPath, { params: { survey, drillPath }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: figuresMeta,
  })
}
