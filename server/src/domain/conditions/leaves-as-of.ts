import type { SurveyShape, View } from '#server/domain/survey/survey-model.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'

/** Ids of a view's lowest units of all times. */
function leavesOf(was: UnitTree, view: View): Unit[] {
  return was.atDepth(view.id, view.levels.length)
}

/** Ids of the lowest units, of all times, whose responses lie below a unit in the tree of a day. */
export function leavesBelow(was: UnitTree, tree: UnitTree, view: View, unit: Unit): number[] {
  return tree.descendantIds(unit).filter((id) => was.unit(id)?.depth === view.levels.length)
}

/** Ids of the lowest units, of all times, whose unit of a level in the tree of a day has a name that is wanted. */
export function leavesNamed(
  was: UnitTree,
  tree: UnitTree,
  { view, depth }: { view: View; depth: number },
  isWanted: (name: string) => boolean,
): number[] {
  return leavesOf(was, view).flatMap(({ id }) => {
    const unit = tree.unit(tree.lineage(id)[depth - 1] ?? 0)
    return unit && isWanted(unit.extName) ? [id] : []
  })
}

/** A group of units in the tree of a day: its unit, and the lowest units that were elsewhere. */
export interface MovedLeaves {
  id: number
  leaves: readonly number[]
}

/** The lowest units that have another unit of a level in the tree of a day than before, by that unit. */
export function movedLeaves(was: UnitTree, tree: UnitTree, view: View, depth: number): MovedLeaves[] {
  const moved = new Map<number, number[]>()
  for (const { id } of leavesOf(was, view)) {
    const now = tree.lineage(id)[depth - 1]
    if (now === undefined || now === was.lineage(id)[depth - 1]) continue
    const leaves = moved.get(now)
    if (leaves) leaves.push(id)
    else moved.set(now, [id])
  }
  return [...moved].map(([id, leaves]) => ({ id, leaves }))
}

/** The view and depth of a level's variable; the first one where several views have it. Null for no level. */
export function levelOf({ views }: SurveyShape, variable: string): { view: View; depth: number } | null {
  for (const view of views) {
    const depth = view.levels.indexOf(variable) + 1
    if (depth > 0) return { view, depth }
  }
  return null
}
