import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { FilterGroup, FilterSet } from '@gensvar/contract/entities/survey'

/**
 * Names of the filters on the event date: one of them in the URL replaces the page's own period. A date interval is one
 * whatever its name.
 */
export function eventDateNames(groups: Record<FilterSet['type'], FilterGroup[]>): ReadonlySet<string> {
  const intervals = [...groups.standard, ...groups.time]
    .flatMap((group) => group.filters)
    .filter((filter) => filter.kind === 'dates' && filter.dateInterval)
  return new Set([EVENT_DATE, ...intervals.map((filter) => filter.extName)])
}
