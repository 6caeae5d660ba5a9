import { percentDecimals } from '@gensvar/contract/configuration/indicators'
import type { LocalText } from '@gensvar/contract/local-text'
import { printLiteral, printVariable } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { FigureRequest } from './figure-request.ts'
import { plainIndicator } from './indicator.ts'
import type { Indicator } from './indicator.ts'
import { isOwnPlace } from './own-place.ts'

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

/** The most answers whose shares an anonymous survey shows one by one: those of a scale from 0 to 10. */
const mostPublished = 11

/**
 * Why the shares of a question's answers are not shown at the request's place; null where they are. Comments are counted of
 * the caller's own rows alone, and an anonymous survey shows the shares of few answers only: each is a further figure.
 */
export function closedShares(request: FigureRequest, question: Question): Words | null {
  const isNamed = request.access.canViewInterviews
  if (question.facet) {
    if (!isNamed) return say`This survey is anonymous: comments are not shown.`
    return isOwnPlace(request) ? null : say`What comments say is counted at your own places only.`
  }
  if (isNamed || givenAnswers(question).length <= mostPublished) return null
  return say`This survey is anonymous, and shares of more than ${mostPublished} answers are not shown.`
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
    decimals: percentDecimals,
    minValue: 0,
    maxValue: 100,
  }
}
