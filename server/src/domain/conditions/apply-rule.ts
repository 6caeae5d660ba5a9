import { EVENT_DATE } from '@gensvar/contract/conditions'
import { addToDate, isIsoDate } from '@gensvar/contract/dates'
import { evaluateRule } from '@gensvar/contract/row-rule'
import type { Comparison, Literal, Rule, VariableUse } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { questionOf } from './answer-source.ts'
import type { AnswerSource, NumberComparison } from './answer-source.ts'

/**
 * Compiles a rule, for any engine; matches the same rows as `evaluateRule` of the contract. Throws `validation` for an
 * unknown variable, and for an invalid comparison (a text with `<`, a date with something else).
 */
export function applyRule<Demand>(rule: Rule, source: AnswerSource<Demand>): Demand {
  const { logic } = source
  switch (rule.kind) {
    case 'and':
      return logic.all(rule.of.map((part) => applyRule(part, source)))
    case 'or':
      return logic.any(rule.of.map((part) => applyRule(part, source)))
    case 'not':
      return logic.not(applyRule(rule.of, source))
    case 'answered':
      return isEventDate(rule.variable, source) ? logic.always : source.answered(questionOf(source, rule.variable.name))
    case 'in':
      return logic.any(rule.values.map((value) => compare(rule.variable, '=', value, source)))
    case 'compare':
      return compare(rule.variable, rule.operator, rule.value, source)
  }
}

function isEventDate(variable: VariableUse, source: Pick<AnswerSource<unknown>, 'survey'>): boolean {
  return variable.name === EVENT_DATE && !source.survey.questions.has(variable.name)
}

function compare<Demand>(
  variable: VariableUse,
  operator: Comparison,
  value: Literal,
  source: AnswerSource<Demand>,
): Demand {
  const { logic } = source
  if (isEventDate(variable, source)) return compareDate(variable.name, null, operator, value, source)
  const question = questionOf(source, variable.name)
  switch (question.type) {
    case 'scale':
    case 'numeric':
      return compareNumber(question, operator, value, source)
    case 'single': {
      const test: Rule = { kind: 'compare', variable, operator, value }
      const fitting = question.choices.filter((choice) => evaluateRule(test, { [variable.name]: choice.extName }))
      return source.isOneOf(question, fitting)
    }
    case 'multiple': {
      const test: Rule = { kind: 'compare', variable, operator: '=', value }
      const equal = question.choices.filter((choice) => evaluateRule(test, { [variable.name]: choice.extName }))
      if (operator === '=') return source.isOneOf(question, equal)
      if (operator !== '!=') return logic.never
      return logic.all([source.answered(question), logic.not(source.isOneOf(question, equal))])
    }
    case 'date':
      return compareDate(variable.name, question, operator, value, source)
    case 'text':
      if (operator === '=') return source.textIs(question, value.text)
      if (operator === '!=')
        return logic.all([source.answered(question), logic.not(source.textIs(question, value.text))])
      throw impossible(variable.name, say`is an open answer: compare it with = or != only`)
  }
}

function compareNumber<Demand>(
  question: Question,
  operator: Comparison,
  value: Literal,
  source: AnswerSource<Demand>,
): Demand {
  const number = value.kind === 'number' ? value.value : Number(value.text === '' ? Number.NaN : value.text)
  if (Number.isFinite(number)) return source.compare(question, numberComparisons[operator], number)
  return operator === '!=' ? source.answered(question) : source.logic.never
}

const numberComparisons: Readonly<Record<Comparison, NumberComparison>> = {
  '=': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

function compareDate<Demand>(
  name: string,
  question: Question | null,
  operator: Comparison,
  value: Literal,
  source: AnswerSource<Demand>,
): Demand {
  if (!isIsoDate(value.text)) throw impossible(name, say`is a date: compare it with a date such as 2026-01-31`)
  const next = addToDate(value.text, 1, 'd')
  const answered = question ? [source.answered(question)] : []
  switch (operator) {
    case '=':
      return source.isBetween(question, value.text, next)
    case '!=':
      return source.logic.all([...answered, source.logic.not(source.isBetween(question, value.text, next))])
    case '<':
      return source.isBetween(question, null, value.text)
    case '<=':
      return source.isBetween(question, null, next)
    case '>':
      return source.isBetween(question, next, null)
    case '>=':
      return source.isBetween(question, value.text, null)
  }
}

function impossible(variable: string, words: Words): AppError {
  return new AppError('validation', say`"${variable}" ${words}.`, { [variable]: words })
}
