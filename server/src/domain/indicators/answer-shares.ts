import type { LocalText } from '@gensvar/contract/local-text'
import { printLiteral, printVariable } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { plainIndicator } from './indicator.ts'
import type { Indicator } from './indicator.ts'

/** An answer that can be given to a question: a choice, or a step of its scale. */
export interface GivenAnswer {
  /** As a filter names it: the choice, or the number of the step. */
  name: string
  title: LocalText
}

/** The question of a name whose answers can be counted one by one, or the facet of comments. Throws `validation`. */
export function countedQuestion(model: SurveyModel, name: string): Question {
  const question = askedQuestion(model, name)
  if (question && (question.type === 'single' || question.type === 'multiple' || question.type === 'scale'))
    return question
  const words = question
    ? say`"${name}" has neither choices nor a scale, so its answers cannot be counted one by one.`
    : say`The survey has no variable "${name}".`
  throw new AppError('validation', words, { [name]: words })
}

/** The answers that can be given to a question, in its own order; the steps of a scale from the lowest. */
export function givenAnswers(question: Question): GivenAnswer[] {
  const { scaleMin, scaleMax } = question
  if (question.type !== 'scale')
    return question.choices.map(({ extName, title }) => ({
      name: extName,
      title: Object.keys(title).length > 0 ? { ...title } : extName,
    }))
  if (scaleMin === null || scaleMax === null) return []
  return Array.from({ length: Math.floor(scaleMax - scaleMin) + 1 }, (_, at) => {
    const name = String(scaleMin + at)
    return { name, title: name }
  })
}

/** The share of some answers to a question in percent of all who answered it, as an indicator. */
export function shareOfAnswers(question: Question, names: readonly string[], title: LocalText): Indicator {
  const literals = question.type === 'scale' ? names : names.map((text) => printLiteral({ kind: 'text', text }))
  const variable = printVariable({ name: question.variable, position: 0 })
  const name = names.join(', ')
  return {
    ...plainIndicator,
    name,
    title,
    expression: `share(${[variable, ...literals].join(', ')})`,
    goalsOf: name,
    unit: '%',
    decimals: 0,
    minValue: 0,
    maxValue: 100,
  }
}
