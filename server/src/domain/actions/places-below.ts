import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'

/** The places of a view whose actions are counted. */
export interface CountedPlaces {
  view: string
  /** Ids of the units; null for every place of the view, its top included. */
  unitIds: readonly number[] | null
}

type Asked = Pick<RequestedPath, 'path' | 'view' | 'tree' | 'unit'>

/** A place and all below it, as far as the caller may see everything there. */
export function countedPlaces({ places }: Pick<SurveyAccess, 'places'>, requested: Asked): CountedPlaces {
  const { path, view, tree, unit } = requested
  if (unit) return { view: path.view, unitIds: coveredIds(places, requested, unit) }
  if (places.covers(path.view, [])) return { view: path.view, unitIds: null }
  const top = view ? tree.children(view.id, null) : []
  return { view: path.view, unitIds: top.flatMap((one) => coveredIds(places, requested, one)) }
}

/** The units right below a place that the caller may open; the place itself on the lowest level. */
export function unitsToOpen({ places }: Pick<SurveyAccess, 'places'>, { path, view, tree, unit }: Asked): Unit[] {
  if (!view) return []
  const below = tree.children(view.id, unit?.id ?? null)
  if (below.length === 0) return unit ? [unit] : []
  return below.filter((one) =>
    places.allows(
      path.view,
      tree.pathOf(one).map(({ extName }) => extName),
    ),
  )
}

function coveredIds(places: SurveyAccess['places'], requested: Pick<Asked, 'path' | 'tree'>, unit: Unit): number[] {
  const { path, tree } = requested
  const names = tree.pathOf(unit).map(({ extName }) => extName)
  if (places.covers(path.view, names)) return tree.descendantIds(unit)
  if (!places.allows(path.view, names)) return []
  return tree.children(unit.viewId, unit.id).flatMap((child) => coveredIds(places, requested, child))
}
