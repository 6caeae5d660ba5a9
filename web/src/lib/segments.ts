import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { call } from '#web/api.ts'
import { pathMeta } from './figures-shown.ts'
import type { AskedPage } from './shown-page.ts'

/** The key that all drill paths of a survey begin with. */
export const segmentsKey = (survey: string) => ['segments', survey]

/**
 * Query of a drill path's segments, its filters in words and its open alerts; these are counted over the period of
 * the page where the path has none.
 */
export function segmentsQuery(survey: string, drillPath: string, page: AskedPage = {}) {
  return queryOptions({
    queryKey: [...segmentsKey(survey), drillPath, page],
    queryFn: ({ signal }) => call(getSegmentedDrillPath, { params: { survey, drillPath }, query: page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: pathMeta,
  })
}
