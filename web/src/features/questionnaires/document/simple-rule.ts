import { parseRule, printLiteral, printVariable } from '@gensvar/contract/row-rule'
import type { Comparison, Literal, Rule } from '@gensvar/contract/row-rule'
import { ExpressionError } from '@gensvar/contract/expression'
import type { DocumentQuestion } from '@gensvar/contract/questionnaire-document'

/** How an answer is asked about in the form. */
export type Test = Comparison | 'in' | 'not in' | 'answered' | 'not answered'

/** One line of the form: a question, how its answer is compared, and with what. */
export interface Condition {
  variable: string
  test: Test
  /** One value for a comparison, names of choices for `in` and `not in`, none for the others. */
  values: readonly string[]
}

/** A rule that the form can show: lines of which all (`and`) or any (`or`) have to be met. */
export interface SimpleRule {
  join: 'and' | 'or'
  conditions: readonly Condition[]
}

/** The ways in which an answer to a question of a type can be asked about. */
export const testsOfType: Readonly<Record<DocumentQuestion['type'], readonly Test[]>> = {
  scale: ['<=', '>=', '=', '!=', '<', '>', 'answered', 'not answered'],
  numeric: ['<=', '>=', '=', '!=', '<', '>', 'answered', 'not answered'],
  date: ['<=', '>=', '=', '!=', '<', '>', 'answered', 'not answered'],
  single: ['in', 'not in', 'answered', 'not answered'],
  multiple: ['in', 'not in', 'answered', 'not answered'],
  text: ['answered', 'not answered'],
}

/** A rule as the form shows it; null where the form cannot show it, or it cannot be read. */
export function readSimple(
  text: string,
  typeOf: (variable: string) => DocumentQuestion['type'] | null,
): SimpleRule | null {
  if (text.trim() === '') return { join: 'and', conditions: [] }
  const rule = readRule(text)
  if (rule === null) return null
  const join = rule.kind === 'or' ? 'or' : 'and'
  const parts = rule.kind === 'and' || rule.kind === 'or' ? rule.of : [rule]
  const conditions = parts.flatMap((part) => conditionOf(part, typeOf) ?? [])
  return conditions.length === parts.length ? { join, conditions } : null
}

function readRule(text: string): Rule | null {
  try {
    return parseRule(text)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

function conditionOf(rule: Rule, typeOf: (variable: string) => DocumentQuestion['type'] | null): Condition | null {
  const inner = rule.kind === 'not' ? rule.of : rule
  if (inner.kind !== 'compare' && inner.kind !== 'in' && inner.kind !== 'answered') return null
  const { name: variable } = inner.variable
  const type = typeOf(variable)
  if (type === null) return null
  const isNot = rule.kind === 'not'
  const condition = ((): Condition | null => {
    if (inner.kind === 'answered') return { variable, test: isNot ? 'not answered' : 'answered', values: [] }
    if (inner.kind === 'in')
      return { variable, test: isNot ? 'not in' : 'in', values: inner.values.map(({ text }) => text) }
    if (isNot) return null
    if (inner.operator === '=' && testsOfType[type].includes('in'))
      return { variable, test: 'in', values: [inner.value.text] }
    return { variable, test: inner.operator, values: [inner.value.text] }
  })()
  return condition !== null && testsOfType[type].includes(condition.test) ? condition : null
}

/** Whether a condition says all that it needs. */
export function isWhole({ test, values }: Condition): boolean {
  if (test === 'answered' || test === 'not answered') return true
  return values.length > 0 && values.every((value) => value.trim() !== '')
}

/** The text of a rule; conditions that are not complete yet are left out. */
export function writeSimple({ join, conditions }: SimpleRule): string {
  return conditions.filter(isWhole).map(writeCondition).join(` ${join} `)
}

function writeCondition({ variable, test, values }: Condition): string {
  const name = printVariable({ name: variable, position: 0 })
  if (test === 'answered') return `answered(${name})`
  if (test === 'not answered') return `not answered(${name})`
  if (test === 'in' || test === 'not in') {
    const [first = ''] = values
    if (test === 'in' && values.length === 1) return `${name} = ${printLiteral(literalOf(first))}`
    return `${name} ${test} (${values.map((value) => printLiteral(literalOf(value))).join(', ')})`
  }
  return `${name} ${test} ${printLiteral(literalOf(values[0] ?? ''))}`
}

function literalOf(text: string): Literal {
  const value = text.trim()
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return { kind: 'number', value: Number(value), text: value }
  return { kind: /^\d{4}-\d\d-\d\d$/.test(value) ? 'date' : 'text', text: value }
}
