import type { QuestionType } from '../entities/metadata.ts'
import { ExpressionError, aggregatesOf, parseExpression } from '../expression.ts'
import type { Aggregate } from '../expression.ts'
import { parseRule } from '../row-rule.ts'
import type { Literal, Rule } from '../row-rule.ts'
import type { KnownQuestion, NameCheck } from './check-names.ts'
import type { ProblemPath } from './problems.ts'
import { didYouMean } from './suggest.ts'

const scales: readonly QuestionType[] = ['scale']
const numbers: readonly QuestionType[] = ['scale', 'numeric']
const withValues: readonly QuestionType[] = ['single', 'multiple', 'scale', 'numeric']

/** The question types each function can be computed from. */
const typesOf: Partial<Record<Aggregate['name'], readonly QuestionType[]>> = {
  mean: numbers,
  median: numbers,
  sum: numbers,
  nps: numbers,
  index: scales,
  csi: scales,
  topbox: scales,
  bottombox: scales,
  share: withValues,
  sentiment: ['text'],
}

/** Checks that an indicator's expression parses and that its questions and values exist. */
export function checkExpression(check: NameCheck, path: ProblemPath, text: string): void {
  check.names(path, 'expression', text)
  readOr(check, path, text, () => {
    const { body, where } = parseExpression(text)
    for (const aggregate of aggregatesOf(body)) checkAggregate(check, path, aggregate)
    if (where) checkParsedRule(check, path, where)
  })
}

/** Checks that a rule on rows parses and that its questions and values exist. */
export function checkRule(check: NameCheck, path: ProblemPath, text: string): void {
  check.names(path, 'rule', text)
  readOr(check, path, text, () => checkParsedRule(check, path, parseRule(text)))
}

function readOr(check: NameCheck, path: ProblemPath, text: string, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    check.error(path, `${error.message} (at character ${error.position + 1} of '${text}')`)
  }
}

function checkAggregate(check: NameCheck, path: ProblemPath, aggregate: Aggregate): void {
  if (aggregate.name === 'alertreason') checkReason(check, path, aggregate.question.name, aggregate.choice)
  const types = typesOf[aggregate.name]
  if ('variables' in aggregate) {
    for (const use of aggregate.variables) check.question(path, use.name, types)
  }
  if ('variable' in aggregate) {
    const question = check.asked(path, aggregate.variable.name, types)
    if (question && aggregate.name === 'sentiment') check.commented(path, aggregate.variable.name)
    if (question && 'values' in aggregate) {
      for (const value of aggregate.values) checkChoice(check, path, question, value)
    }
  }
}

function checkReason(check: NameCheck, path: ProblemPath, question: string, choice: number): void {
  const reasons = check.alertReasons.get(question)
  if (!reasons)
    check.error(
      path,
      `no alert has a choice question '${question}'${didYouMean(question, [...check.alertReasons.keys()])}`,
    )
  else if (!reasons.includes(choice)) check.error(path, `'${question}' has no reason ${choice}`)
}

function checkParsedRule(check: NameCheck, path: ProblemPath, rule: Rule): void {
  switch (rule.kind) {
    case 'and':
    case 'or':
      for (const part of rule.of) checkParsedRule(check, path, part)
      return
    case 'not':
      checkParsedRule(check, path, rule.of)
      return
    case 'answered':
      check.asked(path, rule.variable.name)
      return
    case 'compare': {
      const question = check.asked(path, rule.variable.name)
      if (question) checkChoice(check, path, question, rule.value)
      return
    }
    case 'in': {
      const question = check.asked(path, rule.variable.name)
      if (question) for (const value of rule.values) checkChoice(check, path, question, value)
    }
  }
}

/** A value compared with a closed question must be one of its choices, with a number one must be a number. */
function checkChoice(check: NameCheck, path: ProblemPath, question: KnownQuestion, value: Literal): void {
  if (question.type === 'scale' || question.type === 'numeric') {
    if (value.kind !== 'number') check.error(path, `'${value.text}' is not a number, and '${question.variable}' is one`)
    return
  }
  if (!question.choices || (question.type !== 'single' && question.type !== 'multiple')) return
  if (question.choices.includes(value.text)) return
  check.error(path, `'${question.variable}' has no choice '${value.text}'${didYouMean(value.text, question.choices)}`)
}
