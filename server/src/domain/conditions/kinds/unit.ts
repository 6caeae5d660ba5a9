import { say } from '@gensvar/contract/say'
import { unitsAsOf } from '#server/domain/survey/units-as-of.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ServerKind } from '../condition-kind.ts'
import { leavesBelow } from '../leaves-as-of.ts'

/** A place in a view's hierarchy. */
export const unit: ServerKind<'unit'> = {
  nameOf: ({ view }) => view,
  demand({ view: name, path, asOf }, source) {
    const view = source.survey.views.find((candidate) => candidate.extName === name)
    if (!view) throw new AppError('validation', say`There is no view named "${name}".`, { view: say`unknown view` })
    if (path.length === 0) return source.logic.always
    const tree = asOf === undefined ? source.tree : unitsAsOf(source.tree, asOf)
    const found = tree.find(view.id, path)
    if (!found) return source.logic.never
    return tree === source.tree
      ? source.isUnder(view, found)
      : source.isInUnits(view, leavesBelow(source.tree, tree, view, found))
  },
  isMetBy({ view: name, path, asOf }, row, { model, tree: was }) {
    const index = model.views.findIndex((view) => view.extName === name)
    const view = model.views[index]
    const tree = asOf === undefined ? was : unitsAsOf(was, asOf)
    const wanted = view && tree.find(view.id, path)
    return wanted !== undefined && tree.lineage(row.unitIds[index]).includes(wanted.id)
  },
  publish({ view, path, asOf }, request) {
    if (asOf !== undefined) request.refuseUnits()
    if (path.length > 0) request.setPlace(view, path)
    return true
  },
}
