import type { ActionManagerData } from '@gensvar/contract/entities/actions'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { mayAnchor, ownsPlace } from './action-rights.ts'
import { anchorOf, placeOfRequest } from './anchor.ts'
import { suggestedAction } from './draft-action.ts'
import { listActions } from './read-actions.ts'
import { suggestActions } from './suggest.ts'
import type { Suggestions } from './suggest.ts'

/**
 * The actions of the requested place and what is suggested there; none of a place that is not the caller's own. They can
 * be made and edited where the component is anchorable and the caller may.
 */
export async function actionLists(request: FigureRequest, isAnchorable: boolean): Promise<ActionManagerData> {
  const { ctx, access, requested } = request
  const { model } = access
  const { items } = model.config.actions
  const place = { ...placeOfRequest(requested), filters: anchorOf(access, requested).filters }
  const isOwn = ownsPlace(access, place)
  const [{ open, closed }, suggested] = await Promise.all([
    listActions(request, place),
    isOwn && items.length > 0 ? suggestActions({ ctx, access }, requested) : nothing,
  ])
  return {
    anchorable: isAnchorable && mayAnchor(access, place),
    openActions: open,
    closedActions: closed,
    suggestedActions: suggested.actions.map((one) => suggestedAction(request, one)),
    isActionsConfigured: items.length > 0,
    actionPlanData: items.length === 0 ? compoundActions(model) : null,
    noSuggestions: suggested.why && localWords(suggested.why),
  }
}

const nothing: Suggestions = { actions: [], why: null }

/** The ready-made plans of the configuration; null without any. */
function compoundActions(model: SurveyModel): ActionManagerData['actionPlanData'] {
  const { compound } = model.config.actions
  if (compound.length === 0) return null
  return compound.map(({ title, type, items }) => ({
    title,
    type,
    items: items.map(({ value, text, target }) => ({ value, text: text ?? titleOf(model, value), target })),
  }))
}

function titleOf(model: SurveyModel, name: string) {
  return isIndicator(model, name) ? indicatorOf(model, name).title : name
}
