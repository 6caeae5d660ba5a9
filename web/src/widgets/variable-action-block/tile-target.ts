import { EVENT_DATE } from '@gensvar/contract/conditions'
import { plainToken, printDrillPath, printPath } from '@gensvar/contract/drill-path'
import type { PathToken, SplitPath } from '@gensvar/contract/drill-path'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { Survey } from '@gensvar/contract/entities/survey'
import { namesOnly } from '@gensvar/contract/names-only'
import { parentPath, withFilter } from '@gensvar/contract/path-steps'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { Place } from '#web/lib/place.ts'
import { pageAddress } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { countedAlerts } from '#web/widgets/variable-block/counted-cases.ts'

const completedState = '0'

/** The sample state that the rankings are filtered by, for the types of tile that count responses in a state. */
const sampleStates = namesOnly<Partial<Record<string, string>>>({
  interviews: completedState,
  pmnew: '1',
  noresponse: '2',
  pmunapproved: '3',
  pmnotapproved: '4',
})

/** What decides where a tile leads. */
export type LeadingTile = Pick<
  IndicatorVariable,
  'type' | 'shortcutPage' | 'shortcutDrillPath' | 'alertMode' | 'expression' | 'name' | 'cases'
>

/** Where a tile stands. */
export interface TilePlace {
  survey: Pick<Survey, 'extName' | 'pages' | 'selectionInterval'>
  place: Pick<Place, 'view' | 'place' | 'filters' | 'views' | 'drillPath'>
  /** The page's own period as a filter; null where one is chosen. */
  period: PathToken | null
}

/**
 * Address that a click on a tile leads to, null where it leads nowhere: its shortcut page, the alerts, the rankings (one
 * level up for a rank, of one sample state for a number of responses) or the page with the awards. Responses that are not
 * completed have no answers to rank by, so the rankings list them one by one if the reader may open them. The period of the tile's
 * figure goes along where the other page would show another one.
 */
export function tileTarget(tile: LeadingTile, at: TilePlace): string | null {
  const { survey, place } = at
  const { type } = tile
  if (tile.shortcutPage) {
    const page = survey.pages.find(({ extname }) => extname === tile.shortcutPage)
    return page === undefined ? null : pageAddress(page, survey.extName, tile.shortcutDrillPath || place.drillPath)
  }
  if (tile.alertMode)
    return paths.alertList(survey.extName, pathOf(at, place, 'alerts'), { states: countedAlerts(tile) })
  if (!type) return null
  if (type.startsWith('rank')) return paths.ranking(survey.extName, pathOf(at, parentPath(place), 'rankings'))
  if (type === 'responserate') return paths.ranking(survey.extName, pathOf(at, place, 'rankings'))
  const state = sampleStates[type]
  if (state !== undefined) {
    const filtered = withFilter(place, plainToken('samplestate', state))
    const listed = state !== completedState && tile.cases === 'samples' ? { cases: tile.name } : undefined
    return paths.ranking(survey.extName, pathOf(at, filtered, 'rankings'), listed)
  }
  if (type !== 'toplits') return null
  const awards = survey.pages.find((page) =>
    [...walkComponents([page])].some(({ component }) => isComponentOf(component, 'gamification-overview')),
  )
  return awards === undefined ? null : pageAddress(awards, survey.extName, place.drillPath)
}

/** A path as the page of a kind takes it, with the tile's period where that page has another one. */
function pathOf({ survey, place, period }: TilePlace, to: SplitPath, kind: 'alerts' | 'rankings'): string {
  const page = survey.pages.find((one) => one.kind === kind) ?? survey
  const own = plainToken(EVENT_DATE, page.selectionInterval ?? 'all_time')
  if (period !== null && printPath([period]) !== printPath([own]))
    return printDrillPath(withFilter(to, period), place.views)
  // A long path is stored, and its address is shorter than the path.
  return to === place ? place.drillPath : printDrillPath(to, place.views)
}
