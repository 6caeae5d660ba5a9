import { addToDate } from '@gensvar/contract/dates'
import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { comparisonMinimum } from '#server/domain/figures/publishing/publishing-rules.ts'
import { lowBaseOf } from '#server/domain/indicators/evidence.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { goalStatus } from '#server/domain/indicators/goal.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { ActionFigure, ActionResult } from '#server/platform/db-action-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { translate } from '#server/platform/translate.ts'
import { placeOfAnchor } from './anchor.ts'
import type { ActionPlace } from './anchor.ts'
import { effectWords } from './effect-text.ts'
import { effectOf } from './effect.ts'
import type { BeforeAfter } from './effect.ts'
import { spanEndingOn } from './effective-period.ts'
import type { ActionSpan } from './effective-period.ts'
import {
  closeActions,
  countDueActions,
  defaultLocaleOf,
  freezeBaselines,
  listActionDays,
  listDueActions,
  listStartedActions,
  listSurveysWithActions,
} from './evaluate-store.ts'
import type { Closing, OpenAction } from './evaluate-store.ts'
import { itemOf } from './items.ts'
import type { ActionItem } from './items.ts'
import { Siblings } from './siblings.ts'
import { figuresOfUnits } from './unit-figures.ts'
import type { FiguresOfUnits, UnitFigures, WantedFigures } from './unit-figures.ts'

/** Most actions whose figures are asked for together. */
const batch = 1000
/** Most actions that one write closes. */
const written = 250

/** What an evaluation did. */
export interface Evaluated {
  completed: number
  failed: number
  /** Actions whose figure of the start was frozen. */
  frozen: number
}

/** What to evaluate, and how its caller follows and stops it. */
export interface Evaluating {
  /** Null for every survey. */
  surveyId: number | null
  signal?: AbortSignal | undefined
  progress?: ((at: { done: number; total: number }) => void) | undefined
}

/**
 * Evaluates actions: freezes the figure before the start of those that have started, and closes those whose deadline is
 * past, as completed where the figure at the deadline meets the goal, else as failed, with what they changed. An action
 * is closed once, also by several servers and after a run that was stopped. Throws `unavailable` where figures cannot be
 * computed right now.
 */
export async function evaluateActions(ctx: Ctx, { surveyId, signal, progress }: Evaluating): Promise<Evaluated> {
  const surveys = surveyId === null ? await listSurveysWithActions(ctx.db) : [surveyId]
  const evaluations: Evaluation[] = []
  for (const id of surveys) {
    const evaluation = await evaluationOf(ctx, id, signal)
    if (evaluation) evaluations.push(evaluation)
  }
  const sum: Evaluated = { completed: 0, failed: 0, frozen: 0 }
  let total = 0
  for (const { model, today } of evaluations) total += await countDueActions(ctx.db, model.id, today)
  const tell = (): void => progress?.({ done: sum.completed + sum.failed, total })
  tell()
  for (const evaluation of evaluations) {
    sum.frozen += await freezeStarted(evaluation)
    await closeDue(evaluation, (closed) => {
      sum.completed += closed.completed
      sum.failed += closed.failed
      tell()
    })
  }
  return sum
}

interface Evaluation extends FiguresOfUnits {
  model: SurveyModel
  today: string
  /** Of the lines that it writes into the history of actions. */
  locale: Locale
}

/** A survey that cannot be read is logged and skipped, so that the others are evaluated. */
async function evaluationOf(ctx: Ctx, surveyId: number, signal: AbortSignal | undefined): Promise<Evaluation | null> {
  try {
    const model = await loadSurveyModelById(ctx, surveyId)
    const [access, tree, locale] = await Promise.all([
      programAccess(ctx, model),
      loadUnitTree(ctx, model),
      defaultLocaleOf(ctx.db, model.universeId),
    ])
    const today = todayIn(ctx.clock, model.timeZone)
    return { ctx, model, access, tree, today, locale: isLocale(locale) ? locale : 'en', signal }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error
    ctx.log.error({ err: error, surveyId }, 'the actions of a survey could not be evaluated')
    return null
  }
}

async function freezeStarted(evaluation: Evaluation): Promise<number> {
  const { ctx, model, today, signal } = evaluation
  let frozen = 0
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const actions = await listStartedActions(ctx.db, model.id, { today, after, most: batch })
    if (actions.length === 0) return frozen
    after = actions.at(-1)?.id ?? 0
    const measured = actions.flatMap((action) => {
      const one = placed(evaluation, action)
      return 'action' in one ? [one] : []
    })
    const befores = await baselinesOf(evaluation, measured)
    const baselines = measured.flatMap(({ action: { id, version } }, at) => {
      const baseline = befores[at]?.own
      return baseline ? [{ id, version, baseline }] : []
    })
    frozen += await write(ctx, async (tx) => {
      const ids = await freezeBaselines(tx, baselines)
      if (ids.length > 0) await audit(tx, model, 'action.freeze', { actions: ids })
      return ids.length
    })
  }
}

async function closeDue(
  evaluation: Evaluation,
  tell: (closed: Pick<Evaluated, 'completed' | 'failed'>) => void,
): Promise<void> {
  const { ctx, model, today, tree, signal } = evaluation
  const pause = backgroundPauses()
  const siblings = new Siblings(tree, await listActionDays(ctx.db, model.id))
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const actions = await listDueActions(ctx.db, model.id, { today, after, most: batch })
    if (actions.length === 0) return
    after = actions.at(-1)?.id ?? 0
    const closings = await closingsOf(evaluation, actions, siblings)
    for (let at = 0; at < closings.length; at += written) {
      signal?.throwIfAborted()
      await pause()
      tell(await closeBatch(evaluation, closings.slice(at, at + written)))
    }
  }
}

function closeBatch(
  { ctx, model }: Evaluation,
  closings: readonly Closing[],
): Promise<Pick<Evaluated, 'completed' | 'failed'>> {
  return write(ctx, async (tx) => {
    const closed = await closeActions(tx, closings)
    const ids = (state: number): number[] => closed.filter((one) => one.state === state).map(({ id }) => id)
    const [completed, failed] = [ids(1), ids(2)]
    if (closed.length > 0) await audit(tx, model, 'action.evaluate', { completed, failed })
    return { completed: completed.length, failed: failed.length }
  })
}

function audit(tx: WriteTx, model: SurveyModel, action: string, details: Record<string, number[]>): Promise<void> {
  return tx.audit({ action, surveyId: model.id, universeId: model.universeId, object: model.extName, details })
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
function placed({ model, tree }: Evaluation, action: OpenAction): PlacedAction | Words {
  const item = itemOf(model, action.extname)
  if (!item) return say`"${action.extname}" can no longer be acted on.`
  const place = placeOfAnchor(model, tree, action)
  if (!place) return say`Its place is gone.`
  return { action, item, place, unit: action.unitId === null ? null : (tree.unit(action.unitId) ?? null) }
}

/** The figure of an action's place and those of the units beside it. */
interface Measured {
  own: ActionFigure
  why: Words | null
  all: UnitFigures
}

/** Figures before the start, over as many days as the action's figures cover. */
function baselinesOf(evaluation: Evaluation, actions: readonly PlacedAction[]): Promise<Measured[]> {
  return measure(
    evaluation,
    actions.map((one) => {
      const { baseline, period, periodStart } = one.action
      const { from, to } = baseline ?? spanEndingOn(period, addToDate(periodStart, -1, 'd'))
      return wantedOf(one, { from, to })
    }),
  )
}

function endsOf(evaluation: Evaluation, actions: readonly PlacedAction[]): Promise<Measured[]> {
  return measure(
    evaluation,
    actions.map((one) => wantedOf(one, spanEndingOn(one.action.period, one.action.deadline))),
  )
}

/** Figures by the expression that the action was saved with, which its goal and baseline are of. */
function wantedOf({ action: { expression }, item, place, unit }: PlacedAction, span: ActionSpan): WantedFigures {
  const { indicator } = item
  const asked = expression === item.expression ? indicatorRequest(indicator) : { expression }
  return { place, unit, indicator: { ...asked, key: expression }, span }
}

async function measure(evaluation: Evaluation, wanted: readonly WantedFigures[]): Promise<Measured[]> {
  const found = await figuresOfUnits(evaluation, wanted)
  return wanted.flatMap(({ unit, span: { from, to } }, at) => {
    const all = found[at]
    if (!all) return []
    const { value, n, low, high, why = null } = all(unit?.id ?? null)
    return [{ own: { from, to, value, n, low, high }, why, all }]
  })
}

/** How actions are closed; their figures are asked for together. */
async function closingsOf(
  evaluation: Evaluation,
  actions: readonly OpenAction[],
  siblings: Siblings,
): Promise<Closing[]> {
  const closings: Closing[] = []
  const measured: PlacedAction[] = []
  for (const action of actions) {
    const one = placed(evaluation, action)
    if ('action' in one) measured.push(one)
    else closings.push(closedUnmeasured(evaluation, action, one))
  }
  const before = await baselinesOf(evaluation, measured)
  const after = await endsOf(evaluation, measured)
  for (const [at, one] of measured.entries()) {
    const [was, is] = [before[at], after[at]]
    if (was && is) closings.push(closedByFigures(evaluation, one, { was, is }, siblings))
  }
  return closings
}

function closedByFigures(
  evaluation: Evaluation,
  { action, unit, item }: PlacedAction,
  { was, is }: { was: Measured; is: Measured },
  siblings: Siblings,
): Closing {
  const { model, locale } = evaluation
  const { indicator } = item
  const before = action.baseline ?? was.own
  const end = is.own
  const beside = siblings
    .of(unit, action, before.from)
    .map(({ id }): BeforeAfter => ({ before: was.all(id), after: is.all(id) }))
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
