import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { ActionDays } from './evaluate-store.ts'

/** What an action is compared for: where it is, on what, and which days it ran (both belonging to it). */
interface ComparedAction {
  id: number
  extname: string
  periodStart: string
  deadline: string
}

/** Finds the units that actions are compared with. */
export class Siblings {
  private readonly tree: UnitTree
  private readonly days: ReadonlyMap<string, readonly ActionDays[]>

  /** `days` are those of all actions of the survey. */
  constructor(tree: UnitTree, days: readonly ActionDays[]) {
    this.tree = tree
    this.days = Map.groupBy(days, keyOf)
  }

  /**
   * Units of the same level under the same parent that were in use all the time from `from` to the deadline, and that had
   * no action on the same item during it. None for the whole survey.
   */
  of(unit: Unit | null, action: ComparedAction, from: string): Unit[] {
    if (!unit) return []
    return this.tree
      .children(unit.viewId, unit.parentId)
      .filter(
        (one) =>
          one.id !== unit.id &&
          one.extName !== blankUnit &&
          (one.validFrom === null || one.validFrom <= from) &&
          (one.validTo === null || one.validTo >= action.deadline) &&
          !this.hasAction(one, action),
      )
  }

  private hasAction({ id }: Unit, { extname, periodStart, deadline }: ComparedAction): boolean {
    const days = this.days.get(keyOf({ extname, unitId: id })) ?? []
    return days.some(({ first, last }) => first <= deadline && last >= periodStart)
  }
}

function keyOf({ extname, unitId }: Pick<ActionDays, 'extname' | 'unitId'>): string {
  return `${unitId} ${extname}`
}
