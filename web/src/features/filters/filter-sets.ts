import { queryOptions, useQuery } from '@tanstack/react-query'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { ILLEGAL_FILTER } from '@gensvar/contract/drill-path'
import type { FilterGroup, FilterSet } from '@gensvar/contract/entities/survey'
import { getFilterData } from '@gensvar/contract/filters'
import { call } from '#web/api.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'

export { eventDateNames } from '#web/lib/event-date-names.ts'

/** After how long options are stale, in milliseconds. */
const keptFor = 5 * 60_000

/** Query of the filters of one tab; invalidate it when an import or a deletion may have changed the options. */
function filterSetQuery(survey: string, type: FilterSet['type']) {
  return queryOptions({
    queryKey: ['filter-set', survey, type],
    queryFn: ({ signal }) => call(getFilterData, { params: { survey, type } }, { signal }),
    staleTime: keptFor,
  })
}

function shownGroups(set: FilterSet): FilterGroup[] {
  return set.filterGroups.map((group) => ({
    ...group,
    filters: group.filters.filter((filter) => filter.extName !== ILLEGAL_FILTER),
  }))
}

/** The groups of both tabs, as sent with the survey or refetched; never with the hidden filter. */
export function useFilterGroups(): Record<FilterSet['type'], FilterGroup[]> {
  const { survey } = useSurveyStart()
  const standard = useQuery({
    ...filterSetQuery(survey.extName, 'standard'),
    initialData: survey.standardFilterSet,
    select: shownGroups,
  })
  const time = useQuery({
    ...filterSetQuery(survey.extName, 'time'),
    initialData: survey.timeFilterSet,
    select: shownGroups,
  })
  return { standard: standard.data, time: time.data }
}

/** Name of the filter that a group's shortcuts and date range set. */
export function dateFilterOf(group: FilterGroup): string {
  return group.filters[0]?.extName ?? EVENT_DATE
}
