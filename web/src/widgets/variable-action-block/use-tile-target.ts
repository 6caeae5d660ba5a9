import { useOwnPeriod } from '#web/lib/cases-path.ts'
import { usePlace } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { tileTarget } from './tile-target.ts'
import type { LeadingTile } from './tile-target.ts'

/** Tells where a tile of the shown page leads; null where it leads nowhere, or where the reader may not go. */
export function useTileTarget(): (tile: LeadingTile) => string | null {
  const { survey } = useSurveyStart()
  const place = usePlace()
  const period = useOwnPeriod()
  const reach = useReach()
  return (tile) => {
    const href = tileTarget(tile, { survey, place, period })
    return href !== null && reach(href) === null ? href : null
  }
}
