import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import type { ServerKind } from '../condition-kind.ts'

/** A place in a view's hierarchy. */
export const unit: ServerKind<'unit'> = {
  nameOf: ({ view }) => view,
  demand({ view: name, path }, source) {
    const view = source.survey.views.find((candidate) => candidate.extName === name)
    if (!view) throw new AppError('validation', say`There is no view named "${name}".`, { view: say`unknown view` })
    if (path.length === 0) return source.logic.always
    const found = source.tree.find(view.id, path)
    return found ? source.isUnder(view, found) : source.logic.never
  },
  isMetBy({ view: name, path }, row, { model, tree }) {
    const index = model.views.findIndex((view) => view.extName === name)
    const view = model.views[index]
    const wanted = view && tree.find(view.id, path)
    const leaf = tree.unit(row.unitIds[index] ?? -1)
    return wanted !== undefined && leaf !== undefined && tree.pathOf(leaf).some((one) => one.id === wanted.id)
  },
  publish({ view, path }, request) {
    if (path.length > 0) request.setPlace(view, path)
    return true
  },
}
