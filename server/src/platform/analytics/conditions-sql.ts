import { NOT_ANSWERED, answerOf, EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { AppError } from '../errors.ts'
import { and, integer, join, or, sql } from '../sql.ts'
import type { Fragment } from '../sql.ts'
import type { Choice, Question } from '../survey-model.ts'
import type { AnswerSource } from './answer-source.ts'

/**
 * The rows that meet all conditions, for either engine. Values that name no choice or unit match nothing. Throws
 * `validation` for a variable the survey does not have: leaving the condition out would show more than was asked for.
 */
export function conditionsToSql(conditions: readonly Condition[], source: AnswerSource): Fragment {
  return and(conditions.map((condition) => conditionToSql(condition, source)))
}

function conditionToSql(condition: Condition, source: AnswerSource): Fragment {
  switch (condition.kind) {
    case 'choice':
      return choiceToSql(condition, source)
    case 'range': {
      const question = questionOf(source, condition.variable)
      const bounds = [
        ...(condition.from === null ? [] : [source.compare(question, '>=', condition.from)]),
        ...(condition.to === null ? [] : [source.compare(question, '<=', condition.to)]),
      ]
      return bounds.length === 0 ? source.answered(question) : and(bounds)
    }
    case 'dates':
      return source.isBetween(dateQuestionOf(source, condition.variable), condition.from, condition.to)
    case 'monthDay':
      return source.isOnDay(dateQuestionOf(source, condition.variable), condition.month, condition.day)
    case 'campaign':
      return source.isRecipient(condition)
    case 'sampleState':
      if (condition.states.length === 0) return sql`false`
      return sql`${source.state} in (${join(condition.states.map(integer))})`
    case 'unit': {
      const view = source.survey.views.find((candidate) => candidate.extName === condition.view)
      if (!view)
        throw new AppError('validation', `There is no view named "${condition.view}".`, { view: 'unknown view' })
      if (condition.path.length === 0) return sql`true`
      const unit = source.tree.find(view.id, condition.path)
      return unit ? source.isUnder(view, unit) : sql`false`
    }
    case 'any':
      return or(condition.of.map((one) => conditionToSql(one, source)))
    case 'not':
      return sql`not ${conditionToSql(condition.of, source)}`
  }
}

type ChoiceCondition = Extract<Condition, { kind: 'choice' }>

function choiceToSql(condition: ChoiceCondition, source: AnswerSource): Fragment {
  const { variable, include, exclude, contains, excludeContains } = condition
  // The event date has no row without a value: "none" is never true of it.
  if (variable === EVENT_DATE && !source.survey.questions.has(variable)) {
    return include.length + contains.length > 0 ? sql`false` : sql`true`
  }
  const question = questionOf(source, variable)
  const wanted = matching(question, include, contains, source)
  const unwanted = matching(question, exclude, excludeContains, source)
  const demands = [
    ...(include.length + contains.length > 0 ? [or(wanted)] : []),
    ...unwanted.map((match) => sql`not ${match}`),
  ]
  return and(demands)
}

/** One fragment per way in which an answer can match: by choice, by number, by text, by not being there. */
function matching(
  question: Question,
  values: readonly string[],
  parts: readonly string[],
  source: AnswerSource,
): Fragment[] {
  const matches: Fragment[] = []
  if (values.includes(NOT_ANSWERED)) matches.push(sql`(not ${source.answered(question)})`)
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

function onDate(question: Question, date: string, source: AnswerSource): Fragment {
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
export function questionOf(source: Pick<AnswerSource, 'survey'>, variable: string): Question {
  const question = source.survey.questions.get(variable)
  if (question) return question
  const words = `The survey has no variable "${variable}".`
  throw new AppError('validation', words, { [variable]: 'unknown variable' })
}

function dateQuestionOf(source: AnswerSource, variable: string): Question | null {
  if (variable === EVENT_DATE) return null
  const question = questionOf(source, variable)
  if (question.type === 'date') return question
  throw new AppError('validation', `"${variable}" is not a date.`, { [variable]: 'not a date' })
}
