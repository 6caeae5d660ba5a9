import type { Action } from '@gensvar/contract/entities/actions'
import type { LocalText } from '@gensvar/contract/local-text'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { goalAt } from '#server/domain/indicators/goal.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { actionFigure } from './action-figure.ts'
import type { KnownFigure } from './action-figure.ts'
import { mayAnchor } from './action-rights.ts'
import { anchorOf, drillPathOf, placeOfRequest, placeText } from './anchor.ts'
import type { ActionPlace } from './anchor.ts'
import { actionPeriods, spanEndingOn } from './effective-period.ts'
import type { ActionItem } from './items.ts'
import { textsOf, varDataOf } from './read-actions.ts'
import type { SuggestedItem } from './suggest.ts'

/** A new action at the requested place, not saved yet, on an item where one is chosen already. */
export async function newAction(request: FigureRequest, item: ActionItem | null): Promise<Action> {
  const { access, requested } = request
  const figure = item && (await actionFigure(request, placeOf(request), item, currentDays(request)))
  const goal = item && goalAt(access.model, item.indicator, requested.path, requested.today)?.value
  return draft(request, item, { figure, goal: goal ?? null, reason: null })
}

/** A suggestion as an action that is not saved yet. */
export function suggestedAction(request: FigureRequest, { item, figure, goal, reason }: SuggestedItem): Action {
  return draft(request, item, { figure: { ...figure, why: null }, goal, reason })
}

interface DraftValues {
  figure: KnownFigure | null
  goal: number | null
  /** Why it is suggested; null for one that somebody thought of. */
  reason: LocalText | null
}

function draft(request: FigureRequest, item: ActionItem | null, { figure, goal, reason }: DraftValues): Action {
  const { ctx, access, requested } = request
  const { locale } = ctx
  const place = placeOf(request)
  const indicator = item?.indicator ?? nothing
  const value = figure?.value ?? null
  const period = defaultPeriod(request)
  const isInRange = goal !== null && item && !isOutside(item, goal)
  const shownGoal = isInRange ? goal : null
  return {
    id: 0,
    extname: item?.extname ?? '',
    state: 0,
    expression: item?.expression ?? '',
    goal: shownGoal,
    periodStartDate: requested.today,
    deadline: null,
    responsible: '',
    comments: '',
    commentsList: [],
    period,
    suggestion: reason !== null,
    canEdit: mayAnchor(access, place),
    ...textsOf(access.model, requested.tree, { indicator, period, deadline: null, filters: place.filters, kind: null }),
    goalText: formatValue(indicator, shownGoal, locale) ?? '',
    endValueText: formatValue(indicator, value, locale) ?? '',
    varData: varDataOf(indicator, { value, goalValue: shownGoal }),
    version: 1,
    kind: null,
    responsibleName: '',
    place: placeText(requested.tree, requested.unit?.id ?? null, locale),
    drillPath: drillPathOf(access, place),
    reason,
    formattedBaseline: null,
    baselineValue: null,
    effect: null,
    notice: figure?.why ? localWords(figure.why) : null,
  }
}

/** What is shown while no item is chosen. */
const nothing = { title: '', decimals: 1, unit: null, inverse: false, minValue: null, maxValue: null }

function placeOf({ access, requested }: FigureRequest): ActionPlace {
  return { ...placeOfRequest(requested), filters: anchorOf(access, requested).filters }
}

/** Three months, or in an anonymous survey one quarter: the shortest time most figures have enough answers of. */
function defaultPeriod({ access }: FigureRequest): string {
  const periods = actionPeriods(access.model)
  const wanted = access.model.anonymity ? periods[0] : periods[1]
  return wanted?.value ?? ''
}

function currentDays(request: FigureRequest) {
  return spanEndingOn(defaultPeriod(request), request.requested.today)
}

function isOutside({ goalMin, goalMax }: ActionItem, goal: number): boolean {
  return goalMin !== null && goalMax !== null && (goal < goalMin || goal > goalMax)
}
