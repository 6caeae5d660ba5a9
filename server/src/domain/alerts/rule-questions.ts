import { ExpressionError } from '@gensvar/contract/expression'
import { parseRule } from '@gensvar/contract/row-rule'
import type { Rule } from '@gensvar/contract/row-rule'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** Variables of the questions that a survey's alert rules look at, by the rule's ext name. */
export function questionsOfRules({
  config,
  questions,
}: Pick<SurveyModel, 'config' | 'questions'>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    config.alerts.map(({ extname, when }) => [extname, variablesOf(when).filter((name) => questions.has(name))]),
  )
}

/** Variables in a rule; none for one that cannot be read, which raises no alerts either. */
function variablesOf(when: string): string[] {
  try {
    return [...new Set(namesIn(parseRule(when)))]
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

function namesIn(rule: Rule): string[] {
  switch (rule.kind) {
    case 'and':
    case 'or':
      return rule.of.flatMap(namesIn)
    case 'not':
      return namesIn(rule.of)
    default:
      return [rule.variable.name]
  }
}
