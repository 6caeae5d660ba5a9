import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { PathToken } from '@gensvar/contract/drill-path'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { ownsPlace } from '#server/domain/indicators/own-place.ts'
import { isRankable } from '#server/domain/indicators/sibling-rank.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'

/** A unit below a place. */
export interface UnitBelow {
  unit: Unit
  place: PathToken[]
  drillPath: string
  accessAllowed: boolean
  /** The caller may open every response of it. */
  isOwn: boolean
}

/** How to ask for the figures of the units at a level below the place; null where there is none. */
export function levelBelow(
  { requested }: FigureRequest,
  level: string | undefined,
): { view: string; depth: number } | null {
  const { view, path } = requested
  const next = path.place.length + 1
  if (!view || next > view.levels.length) return null
  const named = level === undefined ? 0 : view.levels.indexOf(level) + 1
  return { view: view.extName, depth: Math.max(next, named) }
}

/** A unit by its id, with its place; null for answers that state none, and for an id that is no unit of the tree. */
export function unitBelow({ access, requested }: FigureRequest, id: number | null): UnitBelow | null {
  const { tree, view, path } = requested
  const unit = id === null ? undefined : tree.unit(id)
  if (!unit || !view || !isRankable(unit.extName)) return null
  const steps = tree.pathOf(unit)
  const names = steps.map(({ extName }) => extName)
  const place = names.map((name, at) => plainToken(view.levels[at] ?? '', name))
  return {
    unit,
    place,
    drillPath: printDrillPath({ ...path, place }, pathViews(access)),
    accessAllowed: access.places.allows(view.extName, names),
    isOwn: ownsPlace(access, view.extName, names),
  }
}
