import { EVENT_DATE } from '@gensvar/contract/conditions'
import { addToDate, isIsoDate } from '@gensvar/contract/dates'
import { evaluateRule } from '@gensvar/contract/row-rule'
import type { Comparison, Literal, Rule, VariableUse } from '@gensvar/contract/row-rule'
import { AppError } from '../errors.ts'
import { and, or, sql } from '../sql.ts'
import type { Fragment } from '../sql.ts'
import type { Question } from '../survey-model.ts'
import type { AnswerSource, NumberComparison } from './answer-source.ts'
import { questionOf } from './conditions-sql.ts'

/**
 * The rows that meet a rule, as `evaluateRule` of the contract decides it for one row. Throws `validation` for an
 * unknown variable, and for a comparison that says nothing (a text with `<`, a date with something else).
 */
export function ruleToSql(rule: Rule, source: AnswerSource): Fragment {
  switch (rule.kind) {
    case 'and':
      return and(rule.of.map((part) => ruleToSql(part, source)))
    case 'or':
      return or(rule.of.map((part) => ruleToSql(part, source)))
    case 'not':
      return sql`(not ${ruleToSql(rule.of, source)})`
    case 'answered':
      return isEventDate(rule.variable, source) ? sql`true` : source.answered(questionOf(source, rule.variable.name))
    case 'in':
      return or(rule.values.map((value) => compareToSql(rule.variable, '=', value, source)))
    case 'compare':
      return compareToSql(rule.variable, rule.operator, rule.value, source)
  }
}

function isEventDate(variable: VariableUse, source: AnswerSource): boolean {
  return variable.name === EVENT_DATE && !source.survey.questions.has(variable.name)
}

function compareToSql(variable: VariableUse, operator: Comparison, value: Literal, source: AnswerSource): Fragment {
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
      if (operator !== '!=') return sql`false`
      return and([source.answered(question), sql`not ${source.isOneOf(question, equal)}`])
    }
    case 'date':
      return compareDate(variable.name, question, operator, value, source)
    case 'text':
      if (operator === '=') return source.textIs(question, value.text)
      if (operator === '!=') return and([source.answered(question), sql`not ${source.textIs(question, value.text)}`])
      throw impossible(variable.name, 'is an open answer: compare it with = or != only')
  }
}

function compareNumber(question: Question, operator: Comparison, value: Literal, source: AnswerSource): Fragment {
  const number = value.kind === 'number' ? value.value : Number(value.text === '' ? Number.NaN : value.text)
  if (Number.isFinite(number)) return source.compare(question, numberComparisons[operator], number)
  return operator === '!=' ? source.answered(question) : sql`false`
}

const numberComparisons: Readonly<Record<Comparison, NumberComparison>> = {
  '=': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

function compareDate(
  name: string,
  question: Question | null,
  operator: Comparison,
  value: Literal,
  source: AnswerSource,
): Fragment {
  if (!isIsoDate(value.text)) throw impossible(name, 'is a date: compare it with a date such as 2026-01-31')
  const next = addToDate(value.text, 1, 'd')
  const answered = question ? [source.answered(question)] : []
  switch (operator) {
    case '=':
      return source.isBetween(question, value.text, next)
    case '!=':
      return and([...answered, sql`not ${source.isBetween(question, value.text, next)}`])
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

function impossible(variable: string, words: string): AppError {
  return new AppError('validation', `"${variable}" ${words}.`, { [variable]: words })
}
