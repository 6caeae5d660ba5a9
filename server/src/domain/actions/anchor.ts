import { EVENT_DATE } from '@gensvar/contract/conditions'
import { UNITS_NAME, parsePath, plainToken, plainText, printDrillPath, printPath } from '@gensvar/contract/drill-path'
import type { Locale } from '@gensvar/contract/local-text'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { filterFieldsOf } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'

/** Where an action is stored to be anchored. */
export interface StoredAnchor {
  /** Ext name of the view; empty in a survey without views. */
  view: string
  /** Null for the whole survey. */
  unitId: number | null
  /** As tokens of a drill path; empty for all answers. */
  filters: string
}

/** Where an action is anchored. */
export interface ActionPlace {
  view: string
  /** Ext names from the top; empty for the whole survey. */
  path: readonly string[]
  filters: string
}

/**
 * Where an action made at a requested place is anchored. Filters on dates are left out: an action has its own period. So is
 * how units are read: its figures are of its place as it was, which nobody changes after it is closed.
 */
export function anchorOf({ model }: Pick<SurveyAccess, 'model'>, { path, unit }: RequestedPath): StoredAnchor {
  const ofDates = filterFieldsOf(model).flatMap((field) => (field.variable === EVENT_DATE ? field.name : []))
  const left = [EVENT_DATE, UNITS_NAME, ...ofDates]
  const filters = path.filters.filter(({ name }) => !left.includes(name))
  return { view: path.view, unitId: unit?.id ?? null, filters: filters.length === 0 ? '' : printPath(filters) }
}

/** The place of a stored anchor; null where its view or unit is gone. */
export function placeOfAnchor(
  { views }: Pick<SurveyModel, 'views'>,
  tree: UnitTree,
  { view, unitId, filters }: StoredAnchor,
): ActionPlace | null {
  const known = views.find(({ extName }) => extName === view)
  if (!known && (views.length > 0 || view !== '')) return null
  if (unitId === null) return { view, path: [], filters }
  const unit = tree.unit(unitId)
  if (!unit || unit.viewId !== known?.id) return null
  return { view, path: tree.pathOf(unit).map(({ extName }) => extName), filters }
}

/** The place of a requested path, without its filters: where its unit was, however the path reads units. */
export function placeOfRequest({
  path,
  unit,
  was,
  asOf,
}: Pick<RequestedPath, 'path' | 'unit' | 'was' | 'asOf'>): Omit<ActionPlace, 'filters'> {
  const own = asOf === null || !unit ? undefined : was.unit(unit.id)
  const names = own ? was.pathOf(own).map(({ extName }) => extName) : path.place.map((token) => plainText(token) ?? '')
  return { view: path.view, path: names }
}

/** Where an action's place leads, for the caller, with its filters. */
export function drillPathOf(
  access: Pick<SurveyAccess, 'model' | 'views'>,
  { view, path, filters }: ActionPlace,
): string {
  const levels = access.model.views.find(({ extName }) => extName === view)?.levels ?? []
  const place = path.map((name, depth) => plainToken(levels[depth] ?? '', name))
  return printDrillPath({ view, place, filters: parsePath(filters) }, pathViews(access))
}

/** The names of a place from the top. */
export function placeText(tree: UnitTree, unitId: number | null, locale: Locale): string {
  const unit = unitId === null ? undefined : tree.unit(unitId)
  if (!unit) return everything(locale)
  return tree
    .pathOf(unit)
    .map((step) => unitText(step, locale))
    .join(' › ')
}
