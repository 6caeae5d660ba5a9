import { checkConfiguration } from '@gensvar/contract/configuration/check'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import { knownQuestions } from '#server/domain/survey/configuration-text.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The stored questions that respondents can be asked, by variable: places, for one, are not theirs to answer. */
export function askableQuestions(
  model: Pick<SurveyModel, 'questions' | 'config' | 'views'>,
): ReadonlyMap<string, Question> {
  const all = [...model.questions.values()]
  const asked = all.map(({ variable }) => ({
    question: variable,
    required: false,
    page: false,
    descending: false,
    without: [],
  }))
  const config: SurveyConfig = { ...model.config, questionnaire: { ...model.config.questionnaire, questions: asked } }
  const refused = new Set(
    checkConfiguration(config, { questions: knownQuestions(model) }).flatMap(({ path }) =>
      path[0] === 'questionnaire' && path[1] === 'questions' ? [Number(path[2])] : [],
    ),
  )
  const levels = new Set(model.views.flatMap((view) => view.levels))
  return new Map(
    all
      .filter(({ variable }, at) => !refused.has(at) && !levels.has(variable))
      .map((question) => [question.variable, question]),
  )
}
