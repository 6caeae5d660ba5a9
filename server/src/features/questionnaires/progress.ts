import { locales } from '@gensvar/contract/local-text'
import type { QuestionnaireProgress, getQuestionnaireStart as startRoute } from '@gensvar/contract/questionnaires'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { countInterviews } from '#server/features/survey-list/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { countSurveys, listWorkedOn, readCurrentVersion, readDraftRow, readLocales } from './store.ts'

/** How far a survey is on its way to its first answer. */
export async function getQuestionnaireProgress(ctx: Ctx, survey: string): Promise<QuestionnaireProgress> {
  const { model } = await surveyAccess(ctx, survey)
  return progressOf(ctx, model)
}

/** What the guided start of the session's organisation goes on with. */
export async function getQuestionnaireStart(ctx: Ctx): Promise<z.input<(typeof startRoute)['response']>> {
  const { universe } = ctx.identity
  if (!universe) return { surveys: 0, latest: null, locales: [...locales] }
  const [surveys, workedOn, own] = await Promise.all([
    countSurveys(ctx.db, universe.id),
    listWorkedOn(ctx.db, universe.id),
    readLocales(ctx.db, universe.id),
  ])
  return { surveys, latest: await latestOf(ctx, workedOn), locales: own }
}

/** The first of these surveys that the caller has access to. */
async function latestOf(ctx: Ctx, surveys: readonly string[]): Promise<QuestionnaireProgress | null> {
  for (const survey of surveys) {
    try {
      return await getQuestionnaireProgress(ctx, survey)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return null
}

async function progressOf(ctx: Ctx, model: SurveyModel): Promise<QuestionnaireProgress> {
  const [current, draft, answers] = await Promise.all([
    readCurrentVersion(ctx.db, model.id),
    readDraftRow(ctx.db, model.id),
    countInterviews(ctx, model.id),
  ])
  return {
    survey: model.extName,
    title: { ...model.title },
    published: current?.number ?? null,
    hasDraft: draft?.document != null && draft.document.questions.length > 0,
    link: null,
    qrCode: null,
    answers,
  }
}
