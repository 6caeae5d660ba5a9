import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { rowMeets } from '#server/domain/rights/row-check.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { isOpenOn } from '#server/domain/samples/open-period.ts'
import type { SampleAccess } from '#server/domain/samples/sample-access.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'

/** Why no sample can be made at a place; null where it can. */
export function createRefusal(access: SampleAccess, requested: RequestedPath): Words | null {
  const { view, unit, today } = requested
  const lowest = view?.levels.at(-1)
  if (view && lowest !== undefined && unit?.depth !== view.levels.length) {
    const question = access.model.questions.get(lowest)
    return say`Open a place of the level "${titled(question ? titleOf(question) : lowest)}" first: new samples belong there.`
  }
  const refusal = copyRefusal(access, today)
  if (refusal) return refusal
  return meetsScope(access, requested, newSample(access, requested)) ? null : outsideScope
}

/** Why the caller can make no samples of a day (ISO), wherever; null where they can. */
export function copyRefusal({ open, rights: { flags } }: SampleAccess, day: string): Words | null {
  if (isOpenOn(open, day)) return flags.canEditOpenPeriods ? null : say`Your role may not add samples to this survey.`
  return flags.canEditClosedPeriods ? null : say`Samples are closed for this date, and your role may add none to it.`
}

/** State of a sample that nobody has approved yet. */
const newState = 1

/** Said where a sample would be out of sight of the person who makes it. */
export const outsideScope = say`A sample like this would lie outside what you may see.`

/** The sample that would be made at a place. */
export function newSample({ model }: SurveyAccess, { view, unit, tree, today }: RequestedPath): SampleDraft {
  const path = unit ? tree.pathOf(unit) : []
  const levels = path.flatMap(({ extName }, depth) =>
    extName === blankUnit ? [] : [[view?.levels[depth] ?? '', extName] as const],
  )
  const { eventDate } = model.config
  const dated = eventDate !== undefined && model.questions.has(eventDate) ? [[eventDate, today] as const] : []
  return {
    eventDate: today,
    answers: Object.fromEntries([...levels, ...dated]),
    contact: {},
    unitIds: model.views.map(({ id }) => (id === view?.id && unit ? unit.id : 0)),
  }
}

/** Whether the caller could see such a sample once it is made. */
export function meetsScope(
  { model, caseScope }: SurveyAccess,
  { tree }: Pick<RequestedPath, 'tree'>,
  sample: SampleDraft,
): boolean {
  const row = { ...sample, state: newState }
  return caseScope.conditions.every((condition) => rowMeets(row, condition, model, tree))
}
