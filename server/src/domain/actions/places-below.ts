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
  if (!unit && places.covers(path.view, [])) return { view: path.view, unitIds: null }
  const tops = unit ? [unit] : view ? tree.children(view.id, null) : []
  const ids = tops.flatMap((one) => tree.descendantIds(one))
  return { view: path.view, unitIds: ids.filter((id) => places.coversUnit(path.view, id)) }
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
