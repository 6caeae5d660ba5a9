import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { View } from '#server/domain/survey/survey-model.ts'
import { blankUnit, loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import { readUnitVersion } from './store.ts'

/** The hierarchies of a survey, for a caller who administers it. */
export interface Hierarchy {
  access: SurveyAccess
  tree: UnitTree
}

/** A unit with its view. */
export interface PlacedUnit {
  unit: Unit
  view: View
  /** Place of the view among the survey's, as in the units of a response. */
  at: number
  /** Ext names from the top. */
  path: readonly string[]
}

/** Reads the hierarchies of a survey; inside a write, as they are in its transaction. */
export async function readHierarchy(ctx: Ctx, survey: string): Promise<Hierarchy> {
  const access = await surveyAccess(ctx, survey)
  return { access, tree: await loadUnitTree(ctx, access.model) }
}

/** The view of a name, or the first one that the caller may open. Throws `not_found`. */
export function viewOf({ access }: Hierarchy, name: string | undefined): View {
  const view = name === undefined ? access.views[0] : access.views.find(({ extName }) => extName === name)
  if (view) return view
  if (name === undefined) throw new AppError('not_found', say`This survey has no hierarchy, so it has no units.`)
  throw new AppError('not_found', say`There is no view named "${name}".`)
}

/** A unit that the caller may open. Throws `not_found`, with the words at `field` where it is given. */
export function findUnit({ access, tree }: Hierarchy, id: number, field?: string): PlacedUnit {
  const unit = tree.unit(id)
  const view = unit && access.views.find((one) => one.id === unit.viewId)
  const path = unit ? tree.pathOf(unit).map(({ extName }) => extName) : []
  if (!unit || !view || !access.places.allows(view.extName, path)) {
    const words = say`There is no such unit. It may have been merged meanwhile.`
    throw new AppError('not_found', words, field === undefined ? undefined : { [field]: words })
  }
  return { unit, view, at: access.model.views.findIndex((one) => one.id === view.id), path }
}

/** The same, of one that the caller may change: within their own places. Throws `forbidden` as well. */
export function demandUnit(hierarchy: Hierarchy, id: number, field?: string): PlacedUnit {
  const placed = findUnit(hierarchy, id, field)
  if (!mayEdit(hierarchy, placed)) {
    const words = say`This unit is outside the places that you may see.`
    throw new AppError('forbidden', words, field === undefined ? undefined : { [field]: words })
  }
  return placed
}

/** Whether all of a unit is within the caller's own places. */
export function mayEdit({ access }: Hierarchy, { view, path }: Pick<PlacedUnit, 'view' | 'path'>): boolean {
  return access.places.covers(view.extName, path)
}

/** Throws `conflict` at `version` where a unit was changed since a version was read. */
export async function demandVersion(ctx: Pick<Ctx, 'db'>, unitId: number, version: number): Promise<void> {
  if ((await readUnitVersion(ctx.db, unitId)) === version) return
  const words = say`Somebody else has changed this unit meanwhile. Load it again.`
  throw new AppError('conflict', words, { version: words })
}

/** Throws `validation` for the unit of responses without an answer: what it says is that nothing is known. */
export function demandNamed({ unit }: PlacedUnit, field: string): void {
  if (unit.extName === blankUnit)
    throw wrong(field, say`"Not stated" holds responses without an answer. It cannot be changed, moved or merged.`)
}

/** Throws `conflict` where one of the names is that of another unit directly below a parent, or an alias of one. */
export function demandFreeNames(
  tree: UnitTree,
  { viewId, parentId }: { viewId: number; parentId: number | null },
  names: readonly string[],
  { field, except = [] }: { field: string; except?: readonly number[] },
): void {
  for (const sibling of tree.children(viewId, parentId)) {
    if (except.includes(sibling.id)) continue
    const taken = names.find((name) => sibling.extName === name || sibling.aliases.includes(name))
    if (taken === undefined) continue
    const words = say`"${taken}" is the name of another unit at this place.`
    throw new AppError('conflict', words, { [field]: words })
  }
}

/** A `validation` error at a field. */
export function wrong(field: string, words: Words): AppError {
  return new AppError('validation', words, { [field]: words })
}

/** Ids of the lowest units in and below a unit. */
export function leavesOf(tree: UnitTree, { unit, view }: Pick<PlacedUnit, 'unit' | 'view'>): number[] {
  return tree.descendantIds(unit).filter((id) => tree.unit(id)?.depth === view.levels.length)
}
