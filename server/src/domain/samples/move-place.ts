import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { View } from '#server/domain/survey/survey-model.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { FieldSource } from './fields.ts'
import type { SampleDraft } from './sample-draft.ts'

/**
 * Moves a sample in the hierarchies of which answers to levels changed. `sent` are the levels that were given, changed or
 * not: all others follow from the deepest of them. Returns what is wrong, by the level's question: a place that does not
 * exist, or one that is not of the lowest level.
 */
export function movePlace(
  { access: { model }, tree }: FieldSource,
  draft: SampleDraft,
  { changed, sent }: { changed: ReadonlySet<string>; sent: ReadonlySet<string> },
): Map<string, Words> {
  const wrong = new Map<string, Words>()
  for (const [at, view] of model.views.entries()) {
    if (!view.levels.some((level) => changed.has(level))) continue
    const depth = view.levels.findLastIndex((level) => sent.has(level)) + 1
    const level = view.levels[depth - 1] ?? ''
    const unit = unitOf({ tree, view, depth, draft, sent })
    if (!unit) {
      wrong.set(level, say`There is no such place.`)
      continue
    }
    const leaf = leafBelow(tree, view, unit, draft)
    if (!leaf) {
      wrong.set(view.levels[unit.depth] ?? level, say`Choose a place of this level as well.`)
      continue
    }
    place(draft, tree, { view, at, leaf })
  }
  return wrong
}

interface Move {
  tree: UnitTree
  view: View
  depth: number
  draft: SampleDraft
  sent: ReadonlySet<string>
}

/** The unit of the deepest level sent: the one in the same place as before if there is, else the only one. */
function unitOf({ tree, view, depth, draft, sent }: Move): Unit | null {
  const named = view.levels.slice(0, depth).map((level) => nameAt(draft, level))
  const here = tree.find(view.id, named)
  if (here) return here
  const candidates = tree.atDepth(view.id, depth).filter((unit) => {
    if (unit.extName !== named.at(-1)) return false
    return tree.pathOf(unit).every((one, at) => !sent.has(view.levels[at] ?? '') || one.extName === named[at])
  })
  const [only, ...others] = candidates
  return only && others.length === 0 ? only : null
}

/** The place of the lowest level below a unit that the answers name, or the only one there is. */
function leafBelow(tree: UnitTree, view: View, unit: Unit, draft: SampleDraft): Unit | null {
  let at = unit
  while (at.depth < view.levels.length) {
    const children = tree.children(view.id, at.id)
    const name = nameAt(draft, view.levels[at.depth] ?? '')
    const next = children.find((child) => child.extName === name) ?? (children.length === 1 ? children[0] : undefined)
    if (!next) return null
    at = next
  }
  return at
}

function place(draft: SampleDraft, tree: UnitTree, { view, at, leaf }: { view: View; at: number; leaf: Unit }): void {
  for (const [depth, unit] of tree.pathOf(leaf).entries()) {
    const level = view.levels[depth] ?? ''
    if (unit.extName === blankUnit) delete draft.answers[level]
    else draft.answers[level] = unit.extName
  }
  // A response has the unit of each view at the view's place.
  while (draft.unitIds.length < at) draft.unitIds.push(0)
  draft.unitIds[at] = leaf.id
}

function nameAt({ answers }: SampleDraft, level: string): string {
  const answer = answers[level]
  return answer === undefined || answer === '' ? blankUnit : String(answer)
}
