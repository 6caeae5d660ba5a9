import { isDeepStrictEqual } from 'node:util'
import { say } from '@gensvar/contract/say'
import type { SurveyWeights } from '@gensvar/contract/weights'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { haveWeights } from '#server/domain/weights/have-weights.ts'
import { knownShares } from '#server/domain/weights/weigh-survey.ts'
import { readWeightsRow } from '#server/domain/weights/weights-store.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StoredSpread } from '#server/platform/db-weights-types.ts'
import { readProgress } from './store.ts'

/**
 * The weights of a survey. How all its answers are spread is told to those who may change its configuration or see all of its
 * answers.
 */
export async function getWeights(ctx: Ctx, survey: string): Promise<SurveyWeights> {
  const { identity, db } = ctx
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const config = knownShares(model)
  if (!config) return none
  const row = await readWeightsRow(db, model.id)
  const spread = row?.spread ?? null
  const maySee = seesAll(ctx, access)
  return {
    state: model.weights ? 'weighted' : 'waiting',
    isOld: row?.configured != null && !isDeepStrictEqual(row.configured, config),
    computedAt: row?.computed_at?.toISOString() ?? null,
    questions: questionsOf(model, maySee ? spread : null),
    limits: config.limits,
    spread: maySee && spread ? { ...spread, designEffect: spread.n / spread.effectiveN } : null,
    failure:
      row?.failure && row.failed_at && maySee
        ? { words: localWords(readWords(row.failure)), at: row.failed_at.toISOString() }
        : null,
    progress: await readProgress(db, model.id),
    canCompute: identity.mayEditDashboards,
  }
}

const none: SurveyWeights = {
  ...{ state: 'none', isOld: false, computedAt: null, questions: [], limits: null, spread: null },
  ...{ failure: null, progress: null, canCompute: false },
}

function seesAll({ identity }: Ctx, { caseScope, compareScope }: SurveyAccess): boolean {
  return identity.mayEditDashboards || (caseScope.isOpen && caseScope.key === compareScope.key)
}

function questionsOf(model: SurveyModel, spread: StoredSpread | null): SurveyWeights['questions'] {
  const { shares = {} } = model.config.weights ?? {}
  return Object.entries(shares).flatMap(([variable, known]) => {
    const question = model.questions.get(variable)
    if (!question) return []
    const margin = spread?.margins.find(({ questionId }) => questionId === question.id)
    const values = Object.entries(known).map(([name, share]) => {
      const choice = question.choiceByName.get(name)
      const found = margin?.values.find(({ code }) => code === choice?.code)
      return {
        ...{ name, title: choice?.title ?? { en: name }, known: share },
        ...{ before: found ? 100 * found.before : null, after: found ? 100 * found.after : null },
      }
    })
    return [{ variable, title: titleOf(question), values, unknown: margin?.unknown ?? null }]
  })
}

/** Has a survey's weights computed by a task, or tells of the one that waits. Throws `conflict` without known shares. */
export async function computeWeights(ctx: Ctx, survey: string): Promise<{ taskId: number }> {
  const { model } = await surveyAccess(ctx, survey)
  if (!knownShares(model))
    throw new AppError('conflict', say`The configuration of this survey knows no shares to weight answers to.`)
  return write(ctx, async (tx) => {
    await tx.audit({ action: 'weights.initiated', surveyId: model.id, object: model.extName })
    return { taskId: await haveWeights(tx, model) }
  })
}
