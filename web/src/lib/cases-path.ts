import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parseDrillPath, plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { PathToken } from '@gensvar/contract/drill-path'
import { withFilter } from '@gensvar/contract/path-steps'
import { eventDateNames } from './event-date-names.ts'
import { usePlace } from './place.ts'
import { useShownPage } from './shown-page.ts'
import { useSurveyStart } from './survey-start.ts'

/** The shown page's own period as a filter; null where a period is chosen, and on screens that are not a page. */
export function useOwnPeriod(): PathToken | null {
  const { filters } = usePlace()
  const page = useShownPage()
  const { standardFilterSet, timeFilterSet } = useSurveyStart().survey
  const dated = eventDateNames({ standard: standardFilterSet.filterGroups, time: timeFilterSet.filterGroups })
  if (page === undefined || filters.some(({ name }) => dated.has(name))) return null
  return plainToken(EVENT_DATE, page.selectionInterval ?? 'all_time')
}

/**
 * The path of what a figure of this page counts: its place, its filters and the page's own period where none is chosen,
 * so that another page shows as much, whatever its period.
 */
export function useCountedPath(): string {
  return useCountedPathOf()()
}

/** The same of a figure at another drill path; of the page's own without one. */
export function useCountedPathOf(): (drillPath?: string) => string {
  const place = usePlace()
  const period = useOwnPeriod()
  return (drillPath) => {
    if (period === null) return drillPath ?? place.drillPath
    const of = drillPath === undefined ? place : parseDrillPath(drillPath, place.views)
    return printDrillPath(withFilter(of, period), place.views)
  }
}
