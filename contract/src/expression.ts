import { ExpressionError, TokenReader, tokenName, tokenize } from './expression-tokens.ts'
import type { Token } from './expression-tokens.ts'
import { readLiteral, readRule } from './row-rule.ts'
import type { Literal, Rule, VariableUse } from './row-rule.ts'
import { say } from './say.ts'
import type { Words } from './say.ts'

export { ExpressionError } from './expression-tokens.ts'

/** Functions of one variable's answers. */
export const variableFunctions = ['mean', 'index', 'nps', 'median', 'sum'] as const

/** Functions of a variable and a number of scale steps. */
export const boxFunctions = ['topbox', 'bottombox'] as const

/** What `alerts()` counts: alerts of one state, of any, or those that were reopened, whatever their state. */
export const countedAlerts = ['open', 'processing', 'closed', 'any', 'reopened'] as const

/** One of the kinds of alerts that `alerts()` can count. */
export type CountedAlerts = (typeof countedAlerts)[number]

/** What `alerttime()` is the median time to, from when the alert was raised: its first action, or its closing. */
export const timedAlerts = ['first', 'close'] as const

/** What `alertshare()` is the share of: alerts closed within their due time, or reopened ones. */
export const sharedAlerts = ['due', 'reopened'] as const

/** What `messages()` counts: messages of campaigns, by what became of them. */
export const countedMessages = [
  'sent',
  'delivered',
  'bounced',
  'opened',
  'clicked',
  'answered',
  'unsubscribed',
] as const

/** One of the kinds of messages that `messages()` can count. */
export type CountedMessages = (typeof countedMessages)[number]

/** What `messageshare()` is the share of: delivered and bounced ones of those sent, all others of those delivered. */
export const sharedMessages = ['delivered', 'bounced', 'opened', 'clicked', 'answered', 'unsubscribed'] as const

/** One aggregate over all rows of the query. */
export type Aggregate =
  | { kind: 'aggregate'; name: (typeof variableFunctions)[number]; variable: VariableUse }
  | { kind: 'aggregate'; name: 'csi'; variables: VariableUse[] }
  /** Positive less negative comments to an open question, in percent. */
  | { kind: 'aggregate'; name: 'sentiment'; variable: VariableUse }
  | { kind: 'aggregate'; name: (typeof boxFunctions)[number]; variable: VariableUse; steps: number }
  | { kind: 'aggregate'; name: 'share'; variable: VariableUse; values: Literal[] }
  | { kind: 'aggregate'; name: 'count' | 'responserate' }
  | { kind: 'aggregate'; name: 'samples'; state: number | null }
  | { kind: 'aggregate'; name: 'alerts'; state: CountedAlerts }
  | { kind: 'aggregate'; name: 'alerttime'; until: (typeof timedAlerts)[number] }
  | { kind: 'aggregate'; name: 'alertshare'; of: (typeof sharedAlerts)[number] }
  | { kind: 'aggregate'; name: 'messages'; of: CountedMessages }
  | { kind: 'aggregate'; name: 'messageshare'; of: (typeof sharedMessages)[number] }
  /** Share of a reason among the alerts with a chosen reason: a question of the alerts' rules, and a choice of it. */
  | { kind: 'aggregate'; name: 'alertreason'; question: VariableUse; choice: number }

/** Most aggregates in one expression: each is computed over all rows. */
const MAX_FUNCTIONS = 100

/** A part of an indicator's expression; numbers are not negative, `negate` makes them so. */
export type ExpressionNode =
  | Aggregate
  | { kind: 'number'; value: number }
  | { kind: 'negate'; of: ExpressionNode }
  | { kind: 'binary'; operator: '+' | '-' | '*' | '/'; left: ExpressionNode; right: ExpressionNode }

/** An indicator's expression, over the rows that meet `where`. */
export interface Expression {
  body: ExpressionNode
  where: Rule | null
}

/** Reads an expression such as `mean(wait) / 60 where channel = store`. Throws ExpressionError with the position. */
export function parseExpression(text: string): Expression {
  const reader = new TokenReader(text)
  const body = readSum(reader)
  const functions = aggregatesOf(body).length
  if (functions > MAX_FUNCTIONS)
    throw new ExpressionError(say`More than ${MAX_FUNCTIONS} functions in one expression are too many.`, text.length)
  const where = reader.keyword('where') ? readRule(reader) : null
  const rest = reader.peek()
  if (rest.kind !== 'end') throw new ExpressionError(say`${tokenName(rest)} is not expected here.`, rest.start)
  return { body, where }
}

function readSum(reader: TokenReader): ExpressionNode {
  return reader.nested(() => readLeft(reader, ['+', '-'], () => readLeft(reader, ['*', '/'], () => readFactor(reader))))
}

function readLeft(reader: TokenReader, operators: string[], readPart: () => ExpressionNode): ExpressionNode {
  let left = readPart()
  for (let operator = reader.symbol(...operators); operator; operator = reader.symbol(...operators)) {
    left = { kind: 'binary', operator: operator.text as '+' | '-' | '*' | '/', left, right: readPart() }
  }
  return left
}

function readFactor(reader: TokenReader): ExpressionNode {
  if (reader.symbol('-')) return { kind: 'negate', of: reader.nested(() => readFactor(reader)) }
  if (reader.symbol('(')) {
    const inner = readSum(reader)
    reader.expect(')', say`after the part in parentheses`)
    return inner
  }
  const token = reader.peek()
  if (token.kind === 'number') return { kind: 'number', value: Number(reader.next().text) }
  if (token.kind !== 'word') {
    throw new ExpressionError(
      say`A number or a function such as mean(question) is expected, not ${tokenName(token)}.`,
      token.start,
    )
  }
  return readCall(reader, reader.next())
}

function readCall(reader: TokenReader, called: Token): Aggregate {
  if (!reader.symbol('(')) {
    throw new ExpressionError(
      say`"${called.text}" is not followed by parentheses; write for example mean(${called.text}).`,
      called.start,
    )
  }
  const aggregate = readArguments(reader, called)
  reader.expect(')', say`to end ${called.text.toLowerCase()}(...)`)
  return aggregate
}

function readArguments(reader: TokenReader, called: Token): Aggregate {
  const name = called.text.toLowerCase()
  const simple = variableFunctions.find((candidate) => candidate === name)
  if (simple) return { kind: 'aggregate', name: simple, variable: reader.variable() }
  const box = boxFunctions.find((candidate) => candidate === name)
  if (box) {
    const variable = reader.variable()
    reader.expect(',', say`and a number of steps after the variable`)
    return { kind: 'aggregate', name: box, variable, steps: readWhole(reader, 1, 100, say`A number of scale steps`) }
  }
  switch (name) {
    case 'csi': {
      const variables = [reader.variable()]
      while (reader.symbol(',')) variables.push(reader.variable())
      return { kind: 'aggregate', name, variables }
    }
    case 'sentiment':
      return { kind: 'aggregate', name, variable: reader.variable() }
    case 'share': {
      const variable = reader.variable()
      reader.expect(',', say`and at least one value after the variable`)
      const values = [readLiteral(reader)]
      while (reader.symbol(',')) values.push(readLiteral(reader))
      return { kind: 'aggregate', name, variable, values }
    }
    case 'count':
    case 'responserate':
      return { kind: 'aggregate', name }
    case 'samples': {
      const isEmpty = reader.peek().text === ')'
      return { kind: 'aggregate', name, state: isEmpty ? null : readWhole(reader, 0, 4, say`A sample state`) }
    }
    case 'alerts':
      return { kind: 'aggregate', name, state: readOneOf(reader, name, countedAlerts) }
    case 'alerttime':
      return { kind: 'aggregate', name, until: readOneOf(reader, name, timedAlerts) }
    case 'alertshare':
      return { kind: 'aggregate', name, of: readOneOf(reader, name, sharedAlerts) }
    case 'messages':
      return { kind: 'aggregate', name, of: readOneOf(reader, name, countedMessages) }
    case 'messageshare':
      return { kind: 'aggregate', name, of: readOneOf(reader, name, sharedMessages) }
    case 'alertreason': {
      const question = reader.variable()
      reader.expect(',', say`and the number of a reason after the question`)
      return { kind: 'aggregate', name, question, choice: readWhole(reader, 1, 1_000_000, say`A reason`) }
    }
    default:
      throw new ExpressionError(
        say`There is no function "${called.text}". Known: ${functionNames.join(', ')}.`,
        called.start,
      )
  }
}

const functionNames = [
  ...variableFunctions,
  'csi',
  ...boxFunctions,
  'share',
  'sentiment',
  'count',
  'samples',
  'responserate',
  'alerts',
  'alerttime',
  'alertshare',
  'alertreason',
  'messages',
  'messageshare',
]

function readOneOf<const Word extends string>(reader: TokenReader, name: string, words: readonly Word[]): Word {
  const token = reader.next()
  const word = words.find((candidate) => candidate === token.text.toLowerCase())
  if (word !== undefined) return word
  throw new ExpressionError(say`${name}() takes one of ${words.join(', ')}, not ${tokenName(token)}.`, token.start)
}

function readWhole(reader: TokenReader, least: number, most: number, what: Words): number {
  const token = reader.next()
  const value = Number(token.text)
  if (token.kind === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new ExpressionError(
    say`${what} is a whole number from ${least} to ${most}, not ${tokenName(token)}.`,
    token.start,
  )
}

/** The aggregates of an expression, in the order they are written. */
export function aggregatesOf(node: ExpressionNode): Aggregate[] {
  switch (node.kind) {
    case 'aggregate':
      return [node]
    case 'negate':
      return aggregatesOf(node.of)
    case 'binary':
      return [...aggregatesOf(node.left), ...aggregatesOf(node.right)]
    case 'number':
      return []
  }
}

/** Names of the questions that the aggregates of an expression are about, each once. */
export function aggregatedQuestions(node: ExpressionNode): string[] {
  const names = aggregatesOf(node).flatMap((one) => {
    if ('variables' in one) return one.variables.map(({ name }) => name)
    return 'variable' in one ? [one.variable.name] : []
  })
  return [...new Set(names)]
}

/**
 * Splits a list of expressions at the commas outside parentheses and quotes: `csi(a, b), nps(c)` gives two.
 * Throws ExpressionError when a part is empty or a quote is not closed. An empty text is an empty list.
 */
export function splitExpressions(text: string): string[] {
  if (text.trim() === '') return []
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const token of tokenize(text)) {
    if (token.kind === 'symbol' && token.text === '(') depth++
    if (token.kind === 'symbol' && token.text === ')') depth--
    if (token.kind !== 'end' && !(token.kind === 'symbol' && token.text === ',' && depth === 0)) continue
    const part = text.slice(start, token.start).trim()
    if (part === '') throw new ExpressionError(say`An expression is missing here.`, token.start)
    parts.push(part)
    start = token.end
  }
  return parts
}
