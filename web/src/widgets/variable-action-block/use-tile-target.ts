import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parsePath, splitPath } from '@gensvar/contract/drill-path'
import { useOwnPeriod } from '#web/lib/cases-path.ts'
import { usePlace } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { tileTarget } from './tile-target.ts'
import type { LeadingTile } from './tile-target.ts'

/**
 * Tells where a tile of the shown page leads; null where it leads nowhere, or where the reader may not go. `path` is the
 * tile's own place, where that is not the page's.
 */
export function useTileTarget(): (tile: LeadingTile, path?: string) => string | null {
  const { survey } = useSurveyStart()
  const here = usePlace()
  const ownPeriod = useOwnPeriod()
  const reach = useReach()
  return (tile, path) => {
    const place = path === undefined ? here : { ...here, ...splitPath(parsePath(path), here.views), drillPath: path }
    const isDated = path !== undefined && place.filters.some(({ name }) => name === EVENT_DATE)
    const href = tileTarget(tile, { survey, place, period: isDated ? null : ownPeriod })
    return href !== null && reach(href) === null ? href : null
  }
}
