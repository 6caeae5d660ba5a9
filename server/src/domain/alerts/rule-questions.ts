import { variablesOfRule } from '@gensvar/contract/row-rule'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/**
 * Variables of the questions that a survey's alert rules look at, by the rule's ext name; none for a rule that cannot be read,
 * which raises no alerts either.
 */
export function questionsOfRules({
  config,
  questions,
}: Pick<SurveyModel, 'config' | 'questions'>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    config.alerts.map(({ extname, when }) => [extname, variablesOfRule(when).filter((name) => questions.has(name))]),
  )
}
