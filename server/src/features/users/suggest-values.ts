import { anyText, maxFilterSuggestions } from '@gensvar/contract/user-filters'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { answersSeen, matchingOptions } from '#server/features/filters/service.ts'
import { AppError } from '#server/platform/errors.ts'

/** A value that a user filter can be given. */
interface Suggestion {
  value: string
  title: string
}

/**
 * Values of a question that hold a text, for a user question filter: of a level of the hierarchy the units that the
 * caller covers, of other questions the answers they may see. Throws `not_found` for a question that the survey does not
 * have or that has no choices.
 */
export async function suggestQuestionFilterValues(
  ctx: Ctx,
  survey: string,
  { questionId, text }: { questionId: number; text: string },
): Promise<{ suggestions: Suggestion[]; total: number }> {
  const access = await surveyAccess(ctx, survey)
  const question = [...access.model.questions.values()].find(({ id }) => id === questionId)
  if (!question || question.choices.length === 0)
    throw new AppError('not_found', say`There is no question to filter by under this number.`)
  const seen = (await unitsCovered(ctx, access, question)) ?? (await answersSeen(ctx, access, question))
  const wanted = text === anyText ? '' : text
  const { options, total } = matchingOptions(question, seen, wanted, ctx.locale, maxFilterSuggestions)
  const suggestions = options.map(({ extName, title }) => ({
    value: extName,
    title: typeof title === 'string' ? title : extName,
  }))
  return { suggestions, total }
}

/** Names of the units on a question's level that the caller may see all rows of; null for a question that is no level. */
async function unitsCovered(
  ctx: Ctx,
  { model, places, caseScope }: SurveyAccess,
  { variable }: Question,
): Promise<ReadonlySet<string> | null> {
  const views = model.views.filter(({ levels }) => levels.includes(variable))
  if (views.length === 0 || caseScope.conditions.length === 0) return null
  const tree = await loadUnitTree(ctx, model)
  const names = new Set<string>()
  for (const { id, extName, levels } of views) {
    let units = tree.children(id, null)
    for (const level of levels.slice(0, levels.indexOf(variable)))
      if (level !== variable) units = units.flatMap((unit) => tree.children(id, unit.id))
    for (const unit of units) {
      const path = tree.pathOf(unit).map((one) => one.extName)
      if (places.covers(extName, path)) names.add(unit.extName)
    }
  }
  return names
}
