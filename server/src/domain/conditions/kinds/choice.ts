import { EVENT_DATE, NOT_ANSWERED, answerOf } from '@gensvar/contract/conditions'
import type { ConditionOf } from '@gensvar/contract/conditions'
import type { Choice, Question, SurveyShape } from '#server/domain/survey/survey-model.ts'
import { questionOf } from '../answer-source.ts'
import type { AnswerSource } from '../answer-source.ts'
import type { CheckedRow, RowSurvey, ServerKind } from '../condition-kind.ts'

/** Answers, or parts of texts, to include or exclude. */
export const choice: ServerKind<'choice'> = {
  nameOf: ({ variable }) => variable,
  demand: demandOf,
  isMetBy,
  publish(condition, request) {
    if (condition.include.length === 0 || condition.exclude.length > 0 || looksForParts(condition)) return false
    request.addBackground(condition.variable, condition.include)
    return true
  },
  options: 'choices',
}

function looksForParts({ contains, excludeContains }: ConditionOf<'choice'>): boolean {
  return contains.length + excludeContains.length > 0
}

/** Every row has an event date: answers to include match no row of it, and answers to exclude leave every row. */
function isOfEventDate({ variable }: ConditionOf<'choice'>, questions: SurveyShape['questions']): boolean {
  return variable === EVENT_DATE && !questions.has(variable)
}

function includesAny({ include, contains }: ConditionOf<'choice'>): boolean {
  return include.length + contains.length > 0
}

function isMetBy(condition: ConditionOf<'choice'>, row: CheckedRow, { model }: RowSurvey): boolean | null {
  if (isOfEventDate(condition, model.questions)) return !includesAny(condition)
  // Parts are searched for in titles of choices, and what comments say is kept apart: neither is in the row.
  if (looksForParts(condition) || model.facets?.has(condition.variable)) return null
  const answer = row.answers[condition.variable]
  // As in SQL, an empty text is no answer.
  const isGiven = answer !== undefined && answer !== null && answer !== ''
  const given: unknown[] = Array.isArray(answer) ? answer : isGiven ? [answer] : []
  const has = (value: string): boolean => {
    const wanted = answerOf(value)
    return wanted === null ? given.length === 0 : given.some((one) => String(one) === wanted)
  }
  if (condition.exclude.some(has)) return false
  return condition.include.length === 0 || condition.include.some(has)
}

function demandOf<Demand>(condition: ConditionOf<'choice'>, source: AnswerSource<Demand>): Demand {
  const { logic } = source
  const { variable, include, exclude, contains, excludeContains } = condition
  if (isOfEventDate(condition, source.survey.questions)) return includesAny(condition) ? logic.never : logic.always
  const question = questionOf(source, variable)
  const wanted = matching(question, include, contains, source)
  const unwanted = matching(question, exclude, excludeContains, source)
  const demands = [...(includesAny(condition) ? [logic.any(wanted)] : []), ...unwanted.map(logic.not)]
  return logic.all(demands)
}

/** One demand per way to match an answer: by choice, number, text, or not answered. */
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
