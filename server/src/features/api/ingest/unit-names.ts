import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { View } from '#server/domain/survey/survey-model.ts'

/**
 * Names of units as senders know them, turned into those they have now: a unit that was renamed, moved or merged is still
 * found by its aliases and by the place it had.
 */
export class UnitNames {
  private readonly views: readonly View[]
  private readonly tree: UnitTree
  private readonly aliases = new Map<string, Unit | null>()

  constructor(views: readonly View[], tree: UnitTree) {
    this.views = views
    this.tree = tree
    for (const unit of tree.all())
      for (const alias of unit.aliases) {
        const key = keyOf(unit.viewId, unit.depth, alias)
        // An alias that two units have names neither.
        this.aliases.set(key, this.aliases.has(key) ? null : unit)
      }
  }

  /** The present names of the units that some answers name, by level; levels that are not answered are left out. */
  present(answers: ReadonlyMap<string, string>): Map<string, string> {
    const present = new Map<string, string>()
    for (const view of this.views) {
      const depth = view.levels.findLastIndex((level) => answers.has(level)) + 1
      const names = view.levels.slice(0, depth).map((level) => answers.get(level))
      const whole = names.every((name) => name !== undefined) ? this.tree.find(view.id, names) : undefined
      for (const [at, level] of view.levels.slice(0, depth).entries()) {
        const name = names[at]
        if (name === undefined) continue
        const unit = whole ? this.tree.pathOf(whole)[at] : this.aliases.get(keyOf(view.id, at + 1, name))
        present.set(level, unit && unit.extName !== blankUnit ? unit.extName : name)
      }
    }
    return present
  }
}

function keyOf(viewId: number, depth: number, name: string): string {
  return `${viewId} ${depth} ${name}`
}
