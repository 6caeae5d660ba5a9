import { ExpressionError, TokenReader, isPlainWord, quote, tokenName } from './expression-tokens.ts'
import type { Token } from './expression-tokens.ts'
import { say } from './say.ts'

/** How an answer is compared with a value. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

/** A value in a rule; a number keeps its text, so that `01` can name a choice. A date is ISO. */
export type Literal =
  | { kind: 'number'; value: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'date'; text: string }

/** A variable in an expression or rule, and its position in the text. */
export interface VariableUse {
  name: string
  position: number
}

/** A rule on one row's answers. */
export type Rule =
  | { kind: 'compare'; variable: VariableUse; operator: Comparison; value: Literal }
  | { kind: 'in'; variable: VariableUse; values: Literal[] }
  | { kind: 'answered'; variable: VariableUse }
  | { kind: 'and'; of: Rule[] }
  | { kind: 'or'; of: Rule[] }
  | { kind: 'not'; of: Rule }

/** An answer of a row: a number, a choice or text or ISO date, or the choices of a multiple answer. */
export type Answer = number | string | readonly string[] | null | undefined

/** Reads a rule such as `overall <= 3 and channel in (store, web)`. Throws ExpressionError with the position. */
export function parseRule(text: string): Rule {
  const reader = new TokenReader(text)
  const rule = readRule(reader)
  const rest = reader.peek()
  if (rest.kind !== 'end') throw new ExpressionError(say`${tokenName(rest)} is not expected here.`, rest.start)
  return rule
}

/** Reads a rule at the reader's position and leaves what follows it. */
export function readRule(reader: TokenReader): Rule {
  return reader.nested(() => readChain(reader, 'or', () => readChain(reader, 'and', () => readNot(reader))))
}

function readChain(reader: TokenReader, word: 'and' | 'or', readPart: () => Rule): Rule {
  const first = readPart()
  const of = [first]
  while (reader.keyword(word)) of.push(readPart())
  return of.length === 1 ? first : { kind: word, of: of.flatMap((rule) => (rule.kind === word ? rule.of : [rule])) }
}

function readNot(reader: TokenReader): Rule {
  if (reader.keyword('not')) return { kind: 'not', of: reader.nested(() => readNot(reader)) }
  if (reader.symbol('(')) {
    const inner = readRule(reader)
    reader.expect(')', say`after the rule in parentheses`)
    return inner
  }
  return readTest(reader)
}

function readTest(reader: TokenReader): Rule {
  if (reader.isKeyword('answered') && reader.peek(1).text === '(' && reader.peek(1).kind === 'symbol') {
    reader.next()
    reader.next()
    const variable = reader.variable()
    reader.expect(')', say`after the variable`)
    return { kind: 'answered', variable }
  }
  const variable = reader.variable()
  if (reader.isKeyword('not') && reader.isKeyword('in', 1)) {
    reader.next()
    reader.next()
    return { kind: 'not', of: { kind: 'in', variable, values: readList(reader) } }
  }
  if (reader.keyword('in')) return { kind: 'in', variable, values: readList(reader) }
  const operator = reader.symbol('=', '!=', '<', '<=', '>', '>=')
  if (!operator) {
    const found = reader.peek()
    throw new ExpressionError(
      say`A comparison is expected after "${variable.name}", not ${tokenName(found)}.`,
      found.start,
    )
  }
  return { kind: 'compare', variable, operator: operator.text as Comparison, value: readLiteral(reader) }
}

function readList(reader: TokenReader): Literal[] {
  reader.expect('(', say`after "in"`)
  const values = [readLiteral(reader)]
  while (reader.symbol(',')) values.push(readLiteral(reader))
  reader.expect(')', say`after the values`)
  return values
}

/** Reads a value: a quoted text, or words, digits, `-` and `.` written without a space between them. */
export function readLiteral(reader: TokenReader): Literal {
  const first = reader.peek()
  if (first.kind === 'string') return { kind: 'text', text: reader.next().text }
  if (!isPart(first) || (first.kind === 'word' && !isPlainWord(first.text) && !joinsOn(reader, first))) {
    throw new ExpressionError(say`A value is expected, not ${tokenName(first)}.`, first.start)
  }
  let text = reader.next().text
  for (let end = first.end; isPart(reader.peek()) && reader.peek().start === end;) {
    const part = reader.next()
    text += part.text
    end = part.end
  }
  if (text === '-') throw new ExpressionError(say`A value is expected after "-".`, first.end)
  return literalOf(text)
}

function isPart(token: Token): boolean {
  return token.kind === 'word' || token.kind === 'number' || (token.kind === 'symbol' && token.text === '-')
}

function joinsOn(reader: TokenReader, first: Token): boolean {
  return isPart(reader.peek(1)) && reader.peek(1).start === first.end
}

const numberShape = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const dateShape = /^\d{4}-\d\d-\d\d$/
const bareShape = /^[\p{L}_\p{N}-][\p{L}\p{N}\p{M}_-]*$/u

function literalOf(text: string): Literal {
  if (numberShape.test(text)) return { kind: 'number', value: Number(text), text }
  return dateShape.test(text) ? { kind: 'date', text } : { kind: 'text', text }
}

/** Writes a value so that it reads back as the same. */
export function printLiteral(literal: Literal): string {
  if (literal.kind !== 'text') return literal.text
  const isBare = bareShape.test(literal.text) && literalOf(literal.text).kind === 'text' && isPlainWord(literal.text)
  return isBare ? literal.text : quote(literal.text, '"')
}

/** Writes the name of a variable, between backticks if needed. */
export function printVariable(variable: VariableUse): string {
  return isPlainWord(variable.name) ? variable.name : quote(variable.name, '`')
}

/** The variables in a rule, with where they stand, as often as they are there. */
export function usesOfRule(rule: Rule): VariableUse[] {
  if (rule.kind === 'not') return usesOfRule(rule.of)
  return rule.kind === 'and' || rule.kind === 'or' ? rule.of.flatMap(usesOfRule) : [rule.variable]
}

/** Names of the variables in the text of a rule, each once; none for a text that cannot be read. */
export function variablesOfRule(text: string): string[] {
  try {
    return [...new Set(usesOfRule(parseRule(text)).map(({ name }) => name))]
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

/**
 * Whether a row's answers meet a rule. A variable without an answer meets no comparison (not even `!=`) and no `in`;
 * `not` inverts the result, so `not x = 3` is met where x was not answered. A multiple answer is equal to each of its
 * choices, different from the others, and neither less nor greater than anything. Where one side is a number, both are
 * compared as numbers; two texts are compared by their characters, which orders ISO dates.
 */
export function evaluateRule(rule: Rule, answers: Readonly<Record<string, Answer>>): boolean {
  switch (rule.kind) {
    case 'and':
      return rule.of.every((part) => evaluateRule(part, answers))
    case 'or':
      return rule.of.some((part) => evaluateRule(part, answers))
    case 'not':
      return !evaluateRule(rule.of, answers)
    case 'answered':
      return given(rule.variable, answers) !== null
    case 'in':
      return rule.values.some((value) => holds(given(rule.variable, answers), '=', value))
    case 'compare':
      return holds(given(rule.variable, answers), rule.operator, rule.value)
  }
}

function given(
  variable: VariableUse,
  answers: Readonly<Record<string, Answer>>,
): number | string | readonly string[] | null {
  const answer = Object.hasOwn(answers, variable.name) ? answers[variable.name] : null
  return answer === undefined || answer === '' || (typeof answer === 'object' && answer?.length === 0) ? null : answer
}

function holds(answer: number | string | readonly string[] | null, operator: Comparison, value: Literal): boolean {
  if (answer === null) return false
  if (typeof answer === 'object') {
    const has = answer.some((choice) => holds(choice, '=', value))
    return operator === '=' ? has : operator === '!=' && !has
  }
  const order = orderOf(answer, value)
  switch (operator) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order === -1
    case '<=':
      return order === -1 || order === 0
    case '>':
      return order === 1
    case '>=':
      return order === 1 || order === 0
  }
}

/** -1, 0 or 1; null for a number and a text that is not a number, which cannot be compared. */
function orderOf(answer: number | string, value: Literal): -1 | 0 | 1 | null {
  if (String(answer) === value.text) return 0
  if (typeof answer === 'string' && value.kind !== 'number') return answer < value.text ? -1 : 1
  const left = numberIn(answer)
  const right = numberIn(value.kind === 'number' ? value.value : value.text)
  return left === null || right === null ? null : (Math.sign(left - right) as -1 | 0 | 1)
}

function numberIn(value: number | string): number | null {
  if (typeof value === 'number') return value
  return numberShape.test(value) ? Number(value) : null
}
