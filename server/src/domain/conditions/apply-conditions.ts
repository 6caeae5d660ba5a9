import { NOT_ANSWERED, answerOf, EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { say } from '@gensvar/contract/say'
import { AppError } from '../../platform/errors.ts'
import type { Choice, Question } from '../survey/survey-model.ts'
import type { AnswerSource } from './answer-source.ts'

/**
 * The demand that all conditions are met, for any engine. Values that name no choice or unit match nothing. Throws
 * `validation` for a variable the survey does not have: leaving the condition out would show more than was asked for.
 */
export function applyConditions<Demand>(conditions: readonly Condition[], source: AnswerSource<Demand>): Demand {
  return source.logic.all(conditions.map((condition) => applyCondition(condition, source)))
}

function applyCondition<Demand>(condition: Condition, source: AnswerSource<Demand>): Demand {
  const { logic } = source
  switch (condition.kind) {
    case 'choice':
      return applyChoice(condition, source)
    case 'range': {
      const question = questionOf(source, condition.variable)
      const bounds = [
        ...(condition.from === null ? [] : [source.compare(question, '>=', condition.from)]),
        ...(condition.to === null ? [] : [source.compare(question, '<=', condition.to)]),
      ]
      return bounds.length === 0 ? source.answered(question) : logic.all(bounds)
    }
    case 'dates':
      return source.isBetween(dateQuestionOf(source, condition.variable), condition.from, condition.to)
    case 'monthDay':
      return source.isOnDay(dateQuestionOf(source, condition.variable), condition.month, condition.day)
    case 'campaign':
      return source.isRecipient(condition)
    case 'sampleState':
      return source.isInState(condition.states)
    case 'unit': {
      const view = source.survey.views.find((candidate) => candidate.extName === condition.view)
      if (!view)
        throw new AppError('validation', say`There is no view named "${condition.view}".`, { view: say`unknown view` })
      if (condition.path.length === 0) return logic.always
      const unit = source.tree.find(view.id, condition.path)
      return unit ? source.isUnder(view, unit) : logic.never
    }
    case 'any':
      return logic.any(condition.of.map((one) => applyCondition(one, source)))
    case 'not':
      return logic.not(applyCondition(condition.of, source))
  }
}

type ChoiceCondition = Extract<Condition, { kind: 'choice' }>

function applyChoice<Demand>(condition: ChoiceCondition, source: AnswerSource<Demand>): Demand {
  const { logic } = source
  const { variable, include, exclude, contains, excludeContains } = condition
  // The event date has no row without a value: "none" is never true of it.
  if (variable === EVENT_DATE && !source.survey.questions.has(variable)) {
    return include.length + contains.length > 0 ? logic.never : logic.always
  }
  const question = questionOf(source, variable)
  const wanted = matching(question, include, contains, source)
  const unwanted = matching(question, exclude, excludeContains, source)
  const demands = [...(include.length + contains.length > 0 ? [logic.any(wanted)] : []), ...unwanted.map(logic.not)]
  return logic.all(demands)
}

/** One demand per way in which an answer can match: by choice, by number, by text, by not being there. */
function matching<Demand>(
  question: Question,
  values: readonly string[],
  parts: readonly string[],
  source: AnswerSource<Demand>,
): Demand[] {
  const matches: Demand[] = []
  if (values.includes(NOT_ANSWERED)) matches.push(source.logic.not(source.answered(question)))
  const answers = values.flatMap((value) => answerOf(value) ?? [])
  if (question.type === 'single' || question.type === 'multiple') {
    const choices = choicesOf(question, answers, parts)
    if (answers.length + parts.length > 0) matches.push(source.isOneOf(question, choices))
    return matches
  }
  if (question.type === 'text') {
    matches.push(...answers.map((answer) => source.textIs(question, answer)))
    matches.push(...parts.map((part) => source.textContains(question, part)))
    return matches
  }
  if (question.type === 'date') {
    const dates = answers.filter((answer) => /^\d{4}-\d\d-\d\d$/.test(answer))
    return [...matches, ...dates.map((date) => onDate(question, date, source))]
  }
  const numbers = answers.map(Number).filter((value) => Number.isFinite(value))
  return [...matches, ...numbers.map((value) => source.compare(question, '=', value))]
}

function onDate<Demand>(question: Question, date: string, source: AnswerSource<Demand>): Demand {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return source.isBetween(question, date, next.toISOString().slice(0, 10))
}

function choicesOf(question: Question, names: readonly string[], parts: readonly string[]): Choice[] {
  const wanted = new Set(names)
  const small = parts.map((part) => part.toLowerCase())
  return question.choices.filter((choice) => {
    if (wanted.has(choice.extName)) return true
    if (small.length === 0) return false
    const texts = [choice.extName, ...Object.values(choice.title)].map((text) => text.toLowerCase())
    return small.some((part) => texts.some((text) => text.includes(part)))
  })
}

/** The question of a variable. Throws `validation` when the survey has none such. */
export function questionOf(source: Pick<AnswerSource<unknown>, 'survey'>, variable: string): Question {
  const question = source.survey.questions.get(variable)
  if (question) return question
  throw new AppError('validation', say`The survey has no variable "${variable}".`, {
    [variable]: say`unknown variable`,
  })
}

function dateQuestionOf(source: Pick<AnswerSource<unknown>, 'survey'>, variable: string): Question | null {
  if (variable === EVENT_DATE) return null
  const question = questionOf(source, variable)
  if (question.type === 'date') return question
  throw new AppError('validation', say`"${variable}" is not a date.`, { [variable]: say`not a date` })
}
