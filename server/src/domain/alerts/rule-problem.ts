import { EVENT_DATE } from '@gensvar/contract/conditions'
import { isIsoDate } from '@gensvar/contract/dates'
import type { Comparison, Literal, Rule, VariableUse } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { QuestionType } from '#server/domain/survey/survey-model.ts'

/** What is known of a question a rule uses; `choices` is null where any may come. */
export interface RuleQuestion {
  type: QuestionType
  choices: readonly string[] | null
}

/** What is wrong with a rule, and where: characters from 0. */
export interface RuleProblem {
  words: Words
  position: number
}

/** Why a rule fits no response of a survey: an unknown question, or a comparison that its type does not allow; else null. */
export function findRuleProblem(
  rule: Rule,
  questionOf: (variable: string) => RuleQuestion | undefined,
): RuleProblem | null {
  switch (rule.kind) {
    case 'and':
    case 'or':
      for (const part of rule.of) {
        const problem = findRuleProblem(part, questionOf)
        if (problem) return problem
      }
      return null
    case 'not':
      return findRuleProblem(rule.of, questionOf)
    case 'answered':
      return inVariable(rule.variable, questionOf, () => null)
    case 'compare':
      return inVariable(rule.variable, questionOf, (question) => misfit(question, rule.operator, rule.value))
    case 'in':
      return inVariable(rule.variable, questionOf, (question) => {
        for (const value of rule.values) {
          const words = misfit(question, '=', value)
          if (words) return words
        }
        return null
      })
  }
}

function inVariable(
  { name, position }: VariableUse,
  questionOf: (variable: string) => RuleQuestion | undefined,
  check: (question: RuleQuestion) => Words | null,
): RuleProblem | null {
  const eventDate: RuleQuestion | undefined = name === EVENT_DATE ? { type: 'date', choices: null } : undefined
  const question = questionOf(name) ?? eventDate
  if (!question) return { words: say`The survey has no variable "${name}".`, position }
  const words = check(question)
  return words && { words: say`"${name}" ${words}.`, position }
}

function misfit({ type, choices }: RuleQuestion, operator: Comparison, value: Literal): Words | null {
  switch (type) {
    case 'scale':
    case 'numeric':
      return value.kind === 'number' ? null : say`is a number, which "${value.text}" is not`
    case 'date':
      return isIsoDate(value.text) ? null : say`is a date: compare it with a date such as 2026-01-31`
    case 'text':
      return operator === '=' || operator === '!=' ? null : say`is an open answer: compare it with = or != only`
    case 'single':
    case 'multiple':
      return choices === null || choices.includes(value.text) ? null : say`has no choice "${value.text}"`
  }
}
