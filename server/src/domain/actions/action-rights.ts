import { say } from '@gensvar/contract/say'
import { anchorKey } from '#server/domain/rights/role-rights.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActionRow } from './action-store.ts'
import type { ActionPlace } from './anchor.ts'

type Place = Omit<ActionPlace, 'filters'>

/**
 * Whether a place with all its answers is the caller's own: then they see its actions. A caller who sees only some of its
 * answers does not, because the frozen figures of actions are of all.
 */
export function ownsPlace(
  { model, views, places, compareScope }: Pick<SurveyAccess, 'model' | 'views' | 'places' | 'compareScope'>,
  { view, path }: Place,
): boolean {
  const isOpen = views.some(({ extName }) => extName === view) || (model.views.length === 0 && view === '')
  return isOpen && compareScope.own.length === 0 && places.covers(view, path)
}

/** Whether the caller may make actions at a place, and change those that are there. */
export function mayAnchor(access: SurveyAccess, place: Place): boolean {
  const { flags, anchors } = access.rights
  const levels = access.model.views.find(({ extName }) => extName === place.view)?.levels
  const level = place.path.length === 0 ? '' : (levels?.[place.path.length - 1] ?? '')
  const isAllowed = anchors === null || anchors.has(anchorKey(place.view, level))
  return flags.canEditActions && isAllowed && ownsPlace(access, place)
}

/** Whether the caller may change an action: open, and at a place where they may make actions. */
export function mayEdit(access: SurveyAccess, { state }: Pick<ActionRow, 'state'>, place: Place): boolean {
  return state === 0 && mayAnchor(access, place)
}

/** Throws `forbidden` where the caller's role may edit no action of the survey. */
export function demandActionRight({ rights }: Pick<SurveyAccess, 'rights'>): void {
  if (!rights.flags.canEditActions) throw new AppError('forbidden', say`Your role may not edit actions of this survey.`)
}

/** Throws `forbidden` where the caller may not make actions at a place. */
export function demandAnchor(access: SurveyAccess, place: Place): void {
  if (!mayAnchor(access, place)) throw new AppError('forbidden', say`You may not make actions at this place.`)
}

/** Throws `conflict` for an action that is closed, `forbidden` for one that the caller may not change. */
export function demandEditing(access: SurveyAccess, { state }: Pick<ActionRow, 'state'>, place: Place): void {
  if (!mayAnchor(access, place)) throw new AppError('forbidden', say`You may not change this action.`)
  if (state !== 0) throw new AppError('conflict', say`This action is closed.`)
}
