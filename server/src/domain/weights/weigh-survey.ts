import { isDeepStrictEqual } from 'node:util'
import type { WeightsConfig } from '@gensvar/contract/configuration/weights'
import { Words, say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { cellKey } from '#server/domain/figures/store/weight-column.ts'
import { raked, sharesWith } from '#server/domain/statistics/raking.ts'
import type { Margin } from '#server/domain/statistics/raking.ts'
import { readableModel } from '#server/domain/survey/load-survey-model.ts'
import { listSurveyIds } from '#server/domain/survey/survey-model-store.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { StoredSpread } from '#server/platform/db-weights-types.ts'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { countCells, readWeightsRow, removeWeightsRow, saveFailureRow, saveWeightsRow } from './weights-store.ts'
import type { CellRow, ComputedWeights } from './weights-store.ts'

/** The shares that a survey's answers are weighted to; null where they count alike, as in every anonymous survey. */
export function knownShares(model: Pick<SurveyModel, 'config' | 'anonymity'>): WeightsConfig | null {
  return model.anonymity === null ? (model.config.weights ?? null) : null
}

/** The surveys with weights, and those that still have some that nobody configured any more. */
export async function surveysToWeigh(ctx: Ctx, signal: AbortSignal): Promise<number[]> {
  const due: number[] = []
  for (const id of await listSurveyIds(ctx.db)) {
    signal.throwIfAborted()
    const model = await readableModel(ctx, id)
    if (model && (knownShares(model) || (await readWeightsRow(ctx.db, id)))) due.push(id)
  }
  return due
}

/**
 * Computes the weights of a survey's completed responses from the shares that its configuration knows, and has its figures use
 * them. Where the shares cannot be met, the weights before stay. Returns the spread of the weights, or why there are none; null
 * where the survey has no known shares.
 */
export async function weighSurvey(
  ctx: Ctx,
  surveyId: number,
  signal: AbortSignal,
): Promise<StoredSpread | Words | null> {
  const model = await readableModel(ctx, surveyId)
  if (!model) return null
  const config = knownShares(model)
  if (!config) {
    await write(ctx, async (tx) => {
      if (await removeWeightsRow(tx, surveyId)) await tx.audit({ action: 'weights.remove', surveyId })
    })
    return null
  }
  const computed = await computeWeights(ctx, model, config, signal)
  if (computed instanceof Words) {
    await write(ctx, async (tx) => {
      await saveFailureRow(tx, surveyId, storeWords(computed), ctx.clock.now())
      await tx.audit({ action: 'weights.fail', surveyId, details: { reason: String(computed) } })
    })
    return computed
  }
  await write(ctx, async (tx) => {
    const before = await readWeightsRow(tx.db, surveyId)
    await saveWeightsRow(tx, surveyId, computed, ctx.clock.now())
    const { n, effectiveN } = computed.spread
    await tx.audit({ action: 'weights.compute', surveyId, details: { n, effectiveN: Math.round(effectiveN) } })
    if (!isSame(before, computed)) await tx.surveyChanged(surveyId)
  })
  return computed.spread
}

/** Whether the figures that use some weights are the same with others. */
function isSame(before: Awaited<ReturnType<typeof readWeightsRow>>, { questionIds, cells }: ComputedWeights): boolean {
  if (!before || before.computed_at === null) return false
  return isDeepStrictEqual(before.question_ids, questionIds) && isDeepStrictEqual(before.cells, cells)
}

async function computeWeights(
  ctx: Ctx,
  model: SurveyModel,
  configured: WeightsConfig,
  signal: AbortSignal,
): Promise<ComputedWeights | Words> {
  const questions: Question[] = []
  for (const variable of Object.keys(configured.shares)) {
    const question = model.questions.get(variable)
    if (question?.type !== 'single')
      return say`The weights name "${variable}", which is no single-choice question any more.`
    questions.push(question)
  }
  const cells = await countCells(ctx.db, model.id, questions)
  const margins = questions.map((question, at) => marginOf(question, at, configured, cells))
  const counts = cells.map(({ n }) => n)
  if (counts.length === 0) return say`There are no answers to weight yet.`
  const pause = backgroundPauses()
  const result = await raked(margins, counts, configured.limits, () => {
    signal.throwIfAborted()
    return pause()
  })
  if (!('weights' in result)) return result
  const weights = result.weights.map(steady)
  return {
    questionIds: questions.map(({ id }) => id),
    cells: Object.fromEntries(cells.map((cell, at) => [keyOf(questions, cell), weights[at] ?? 1])),
    configured,
    spread: {
      n: counts.reduce((sum, n) => sum + n, 0),
      effectiveN: result.effectiveN,
      least: weights.reduce((least, weight) => Math.min(least, weight), Infinity),
      most: weights.reduce((most, weight) => Math.max(most, weight), 0),
      limited: result.limited,
      margins: margins.map((margin, at) => spreadOf(margin, questions[at], { weights, counts })),
    },
  }
}

/** The known shares of a question's choices, in the order of the configuration. */
function marginOf(question: Question, at: number, { shares }: WeightsConfig, cells: readonly CellRow[]): Margin {
  const known = Object.entries(shares[question.variable] ?? {})
  const whole = known.reduce((sum, [, share]) => sum + share, 0)
  const values = known.map(([name]) => name)
  const places = new Map(values.map((name, place) => [name, place]))
  return {
    name: question.variable,
    values,
    shares: known.map(([, share]) => share / whole),
    of: cells.map(({ names }) => places.get(names[at] ?? '') ?? null),
  }
}

function keyOf(questions: readonly Question[], { names }: CellRow): string {
  return cellKey(questions.map((question, at) => question.choiceByName.get(names[at] ?? '')?.code ?? null))
}

function spreadOf(
  margin: Margin,
  question: Question | undefined,
  { weights, counts }: { weights: readonly number[]; counts: readonly number[] },
): StoredSpread['margins'][number] {
  const before = sharesWith(
    counts.map(() => 1),
    margin,
    counts,
  )
  const after = sharesWith(weights, margin, counts)
  return {
    questionId: question?.id ?? 0,
    unknown: margin.of.reduce<number>((sum, value, at) => sum + (value === null ? (counts[at] ?? 0) : 0), 0),
    values: margin.values.map((name, at) => ({
      code: question?.choiceByName.get(name)?.code ?? 0,
      ...{ known: margin.shares[at] ?? 0, before: before[at] ?? 0, after: after[at] ?? 0 },
    })),
  }
}

/** A weight with nine digits: more would only change with the order of the answers. */
function steady(weight: number): number {
  return Number(weight.toPrecision(9))
}
