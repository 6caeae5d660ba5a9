import type { previewQuestionnaire as previewRoute } from '@gensvar/contract/questionnaires'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { previewPage } from '#server/features/answers/service.ts'
import { toModel } from './document/to-model.ts'

/** A page of respondents as a questionnaire would have it. Nothing is stored. */
export async function previewQuestionnaire(
  ctx: Ctx,
  survey: string,
  { document, language, page }: z.output<(typeof previewRoute)['body']>,
): Promise<{ html: string; pages: number }> {
  const { model } = await surveyAccess(ctx, survey)
  return previewPage(ctx, toModel(model, document), { locale: language, page })
}
