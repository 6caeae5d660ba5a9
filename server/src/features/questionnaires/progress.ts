import { locales } from '@gensvar/contract/local-text'
import type { QuestionnaireProgress, getQuestionnaireStart as startRoute } from '@gensvar/contract/questionnaires'
import { renderSVG } from 'uqr'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { answerLinksOf } from '#server/features/answers/service.ts'
import { countInterviews } from '#server/features/survey-list/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { countSurveys, listWorkedOn, readCurrentVersion, readDraftRow, readLocales } from './store.ts'

/** How far a survey is on its way to its first answer. `origin` is the address that users open the server at. */
export async function getQuestionnaireProgress(
  ctx: Ctx,
  survey: string,
  origin: string,
): Promise<QuestionnaireProgress> {
  const { model } = await surveyAccess(ctx, survey)
  return progressOf(ctx, model, origin)
}

/** What the guided start of the session's organisation goes on with. */
export async function getQuestionnaireStart(
  ctx: Ctx,
  origin: string,
): Promise<z.input<(typeof startRoute)['response']>> {
  const { universe } = ctx.identity
  if (!universe) return { surveys: 0, latest: null, locales: [...locales] }
  const [surveys, workedOn, own] = await Promise.all([
    countSurveys(ctx.db, universe.id),
    listWorkedOn(ctx.db, universe.id),
    readLocales(ctx.db, universe.id),
  ])
  return { surveys, latest: await latestOf(ctx, workedOn, origin), locales: own }
}

/** The first of these surveys that the caller has access to. */
async function latestOf(ctx: Ctx, surveys: readonly string[], origin: string): Promise<QuestionnaireProgress | null> {
  for (const survey of surveys) {
    try {
      return await getQuestionnaireProgress(ctx, survey, origin)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return null
}

async function progressOf(ctx: Ctx, model: SurveyModel, origin: string): Promise<QuestionnaireProgress> {
  const [current, draft, answers, links] = await Promise.all([
    readCurrentVersion(ctx.db, model.id),
    readDraftRow(ctx.db, model.id),
    countInterviews(ctx, model.id),
    answerLinksOf(ctx, model.extName, { origin }),
  ])
  // A survey with places has a link for each, which have a page of their own.
  const place = links.isOpen && links.view === null ? links.places[0] : undefined
  return {
    survey: model.extName,
    title: { ...model.title },
    published: current?.number ?? null,
    hasDraft: draft?.document != null && draft.document.questions.length > 0,
    link: place?.url ?? null,
    qrCode: place ? renderSVG(place.codeUrl, { border: 2 }) : null,
    answers,
  }
}
