import type { Metadata, getMetadata as getRoute } from '@gensvar/contract/metadata'
import { isLocale } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { toGroup, toQuestion } from './answers.ts'
import { configurationProblems } from './configuration-problems.ts'
import type { PlacedProblem } from './configuration-problems.ts'
import { knownQuestions } from '#server/domain/survey/configuration-text.ts'
import { findQuestions, indexOf } from './search.ts'
import { readLocales } from './store.ts'

/** Questions, choices and groups of a survey that a text is found in, at most ten questions at once. */
export async function getMetadata(
  ctx: Ctx,
  survey: string,
  query: z.output<(typeof getRoute)['query']>,
): Promise<Metadata> {
  const { model } = await surveyAccess(ctx, survey)
  const [index, locales, problems] = await Promise.all([
    indexOf(ctx.db, model),
    readLocales(ctx.db, model.universeId),
    problemsOf(ctx, model),
  ])
  const { found, total } = findQuestions(index, query)
  return {
    locales: locales.filter(isLocale),
    groups: index.groups.map(toGroup),
    questions: found.map(({ question, choices }) => toQuestion(question, choices, query.text)),
    total,
    problems,
  }
}

/** So many are told at once. */
const mostProblems = 20

const problemsByModel = new WeakMap<SurveyModel, Promise<PlacedProblem[]>>()

/** What of the configuration does not fit the questions any more; read once per version of the survey. */
function problemsOf({ db }: Ctx, model: SurveyModel): Promise<PlacedProblem[]> {
  let problems = problemsByModel.get(model)
  if (!problems) {
    problems = readConfiguration(db, model.id).then((current) =>
      current ? configurationProblems(current.text, knownQuestions(model)).slice(0, mostProblems) : [],
    )
    problemsByModel.set(model, problems)
    problems.catch(() => problemsByModel.delete(model))
  }
  return problems
}
