import { isLocale } from '@gensvar/contract/local-text'
import type { Ctx } from '#server/domain/context.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { listSurveysWithOpen } from '#server/domain/survey/surveys-with-open.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { noticeOfActionsClosed } from '#server/domain/notices/action-notices.ts'
import { noteActions } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { baselinesOf, closingsOf, placedAction } from './closings.ts'
import type { Evaluation } from './closings.ts'
import {
  closeActions,
  countDueActions,
  defaultLocaleOf,
  freezeBaselines,
  listActionDays,
  listDueActions,
  listStartedActions,
} from './evaluate-store.ts'
import type { Closing, OpenAction } from './evaluate-store.ts'
import { Siblings } from './siblings.ts'

/** Most actions whose figures are asked for together. */
const batch = 2500
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
  const surveys = surveyId === null ? await listSurveysWithOpen(ctx.db, 'action') : [surveyId]
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
      const one = placedAction(evaluation, action)
      return 'action' in one ? [{ ...one, beside: [] }] : []
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
  for (let after: OpenAction | null = null; ;) {
    signal?.throwIfAborted()
    const actions: OpenAction[] = await listDueActions(ctx.db, model.id, { today, after, most: batch })
    if (actions.length === 0) return
    after = actions.at(-1) ?? null
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
    await noticeOfActionsClosed(tx, model, closed)
    await noteActions(tx, model, 'action.completed', completed)
    await noteActions(tx, model, 'action.failed', failed)
    return { completed: completed.length, failed: failed.length }
  })
}

function audit(tx: WriteTx, model: SurveyModel, action: string, details: Record<string, number[]>): Promise<void> {
  return tx.audit({ action, surveyId: model.id, universeId: model.universeId, object: model.extName, details })
}
