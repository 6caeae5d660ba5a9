import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parseDrillPath, plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { PathToken } from '@gensvar/contract/drill-path'
import { countedPath } from '@gensvar/contract/path-steps'
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

/** Where and when a figure counts; where left out, as the page does. */
export interface CountedAt {
  /** Another survey, at the drill path that is given: neither place nor filters of the page are its own. */
  survey?: string
  drillPath?: string
  /** Its days, as a value of the filter on the event date. */
  dates?: string | undefined
  /** A filter besides those of the path: rows have to meet both. */
  filter?: PathToken | null
}

/** The same of a figure at another drill path, or of other days. */
export function useCountedPathOf(): (at?: CountedAt) => string {
  const place = usePlace()
  const own = useOwnPeriod()
  return ({ drillPath, dates, filter = null } = {}) => {
    const period = dates === undefined ? own : plainToken(EVENT_DATE, dates)
    if (period === null && filter === null) return drillPath ?? place.drillPath
    const of = drillPath === undefined ? place : parseDrillPath(drillPath, place.views)
    return printDrillPath(countedPath(of, period, filter), place.views)
  }
}
