import type { translateComment as route } from '@gensvar/contract/comments'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { readStoredCase } from '#server/domain/cases/read-case.ts'
import { shownCase } from '#server/domain/cases/shown-case.ts'
import { judgedQuestions } from '#server/domain/comments/comment-figures.ts'
import { translateComment as translated, translatorOf } from '#server/domain/comments/provider/translate-comment.ts'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * A comment in the reader's language, as they may read it. Throws `not_found` for a comment that the caller may not see and where
 * no language model is on, `unavailable` where it does not answer.
 */
export async function translateComment(
  ctx: Ctx,
  { survey, interviewId, variable }: z.output<(typeof route)['params']>,
): Promise<{ text: string }> {
  const access = await surveyAccess(ctx, survey)
  const { model, caseScope } = access
  const row = shownCase(model, caseScope, await readStoredCase(ctx, access, interviewId))
  const [question] = judgedQuestions(model, [variable])
  const text = row.answers[variable]
  if (!question || typeof text !== 'string' || text === '')
    throw new AppError('not_found', say`There is no comment here.`)
  const translator = await translatorOf(ctx, model)
  if (!translator) throw new AppError('not_found', say`Comments are not translated here.`)
  return { text: await translated(ctx, translator, text, ctx.locale) }
}
