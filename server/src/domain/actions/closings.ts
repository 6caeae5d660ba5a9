import { addToDate } from '@gensvar/contract/dates'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { comparisonMinimum } from '#server/domain/figures/publishing/publishing-rules.ts'
import { lowBaseOf } from '#server/domain/indicators/evidence.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { goalStatus } from '#server/domain/indicators/goal.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { keptFigure } from './action-figure.ts'
import type { ActionFigure, ActionResult } from '#server/platform/db-action-types.ts'
import { translate } from '#server/platform/translate.ts'
import { placeOfAnchor } from './anchor.ts'
import type { ActionPlace } from './anchor.ts'
import { effectWords } from './effect-text.ts'
import { effectOf } from './effect.ts'
import type { BeforeAfter } from './effect.ts'
import { spanEndingOn } from './effective-period.ts'
import type { ActionSpan } from './effective-period.ts'
import type { Closing, OpenAction } from './evaluate-store.ts'
import { itemOf } from './items.ts'
import type { ActionItem } from './items.ts'
import type { Siblings } from './siblings.ts'
import { figuresOfUnits } from './unit-figures.ts'
import type { FiguresOfUnits, UnitFigures, WantedFigures } from './unit-figures.ts'

/** The evaluation of a survey's actions. */
export interface Evaluation extends FiguresOfUnits {
  model: SurveyModel
  today: string
  /** Of the lines that it writes into the history of actions. */
  locale: Locale
}

/** An action whose item and place are still there. */
interface PlacedAction {
  action: OpenAction
  item: ActionItem
  place: ActionPlace
  /** Null for the whole survey. */
  unit: Unit | null
}

/** An action with its item and place, or why it has none. */
export function placedAction({ model, tree }: Evaluation, action: OpenAction): PlacedAction | Words {
  const item = itemOf(model, action.extname)
  if (!item) return say`"${action.extname}" can no longer be acted on.`
  const place = placeOfAnchor(model, tree, action)
  if (!place) return say`Its place is gone.`
  return { action, item, place, unit: action.unitId === null ? null : (tree.unit(action.unitId) ?? null) }
}

/** An action with the units that it is compared with. */
interface ComparedAction extends PlacedAction {
  beside: readonly Unit[]
}

/** The figure of an action's place, and those of the units that it is compared with. */
interface Measured {
  own: ActionFigure
  why: Words | null
  beside: UnitFigures['beside']
}

/** Figures before the start, over as many days as the action's figures cover. */
export function baselinesOf(evaluation: Evaluation, actions: readonly ComparedAction[]): Promise<Measured[]> {
  return measure(
    evaluation,
    actions.map((one) => wantedOf(one, spanBefore(one.action))),
  )
}

/** The days of the figure before the start: those that were frozen, where it is. */
function spanBefore({ baseline, period, periodStart }: OpenAction): ActionSpan {
  const { from, to } = baseline ?? spanEndingOn(period, addToDate(periodStart, -1, 'd'))
  return { from, to }
}

function endsOf(evaluation: Evaluation, actions: readonly ComparedAction[]): Promise<Measured[]> {
  return measure(
    evaluation,
    actions.map((one) => wantedOf(one, spanEndingOn(one.action.period, one.action.deadline))),
  )
}

/** Figures by the expression that the action was saved with, which its goal and baseline are of. */
function wantedOf(
  { action: { expression }, item, place, unit, beside }: ComparedAction,
  span: ActionSpan,
): WantedFigures {
  const { indicator } = item
  const asked = expression === item.expression ? indicatorRequest(indicator) : { expression }
  return { place, unit, beside, indicator: { ...asked, key: expression }, span }
}

async function measure(evaluation: Evaluation, wanted: readonly WantedFigures[]): Promise<Measured[]> {
  const found = await figuresOfUnits(evaluation, wanted)
  return found.map(({ own, beside }, at) => {
    const { from = '', to = '' } = wanted[at]?.span ?? {}
    return { own: keptFigure({ from, to }, own), why: own.why ?? null, beside }
  })
}

/** How actions are closed; their figures are asked for together. */
export async function closingsOf(
  evaluation: Evaluation,
  actions: readonly OpenAction[],
  siblings: Siblings,
): Promise<Closing[]> {
  const closings: Closing[] = []
  const measured: ComparedAction[] = []
  for (const action of actions) {
    const one = placedAction(evaluation, action)
    if ('action' in one) measured.push({ ...one, beside: siblings.of(one.unit, action, spanBefore(action).from) })
    else closings.push(closedUnmeasured(evaluation, action, one))
  }
  const before = await baselinesOf(evaluation, measured)
  const after = await endsOf(evaluation, measured)
  for (const [at, one] of measured.entries()) {
    const [was, is] = [before[at], after[at]]
    if (was && is) closings.push(closedByFigures(evaluation, one, { was, is }))
  }
  return closings
}

function closedByFigures(
  evaluation: Evaluation,
  { action, item }: PlacedAction,
  { was, is }: { was: Measured; is: Measured },
): Closing {
  const { model, locale } = evaluation
  const { indicator } = item
  const before = action.baseline ?? was.own
  const end = is.own
  const beside = was.beside.flatMap((one, at): BeforeAfter[] => {
    const other = is.beside[at]
    return other ? [{ before: one, after: other }] : []
  })
  // Units beside it are places that its readers may only compare with.
  const compared = comparisonMinimum[action.filters === '' ? 0 : 1]
  const least = Math.max(lowBaseOf(model, indicator) ?? 0, compared)
  const isExact = model.anonymity === null
  const effect = effectOf({ before, after: end }, beside, { expression: action.expression, isExact, least })
  const result: ActionResult = { before, end, ...effect }
  const isMet = goalStatus(indicator, end.value, { value: action.goal, from: null }) === true
  const shown = [formatValue(indicator, end.value, locale), formatValue(indicator, action.goal, locale)]
  const outcome =
    end.value === null
      ? unmeasured(is.why ?? say`There are no answers.`)
      : isMet
        ? say`The goal ${shown[1] ?? ''} was met: ${shown[0] ?? ''}.`
        : say`The goal ${shown[1] ?? ''} was missed: ${shown[0] ?? ''}.`
  const message = translate(say`${outcome} ${effectWords(result, indicator)}`, locale)
  return { id: action.id, version: action.version, state: isMet ? 1 : 2, result, score: end.value, message }
}

function closedUnmeasured({ locale }: Evaluation, action: OpenAction, why: Words): Closing {
  const { id, version, baseline, period, deadline } = action
  const end = { ...spanEndingOn(period, deadline), value: null, n: 0, low: null, high: null }
  const unknown = { difference: null, standardError: null, low: null, high: null }
  const none = { comparable: 0, comparableBefore: 0, comparableAfter: 0 }
  const result: ActionResult = { before: baseline, end, ...unknown, ...none }
  return { id, version, state: 2, result, score: null, message: translate(unmeasured(why), locale) }
}

function unmeasured(why: Words): Words {
  return say`The goal counts as missed, because the figure is not shown: ${why}`
}
