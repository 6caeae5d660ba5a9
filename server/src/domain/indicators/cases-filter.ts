import { noneValue, plainValue, printPath } from '@gensvar/contract/drill-path'
import type { PathToken } from '@gensvar/contract/drill-path'
import { parseExpression } from '@gensvar/contract/expression'
import type { Aggregate } from '@gensvar/contract/expression'
import { parseRule } from '@gensvar/contract/row-rule'
import type { Rule } from '@gensvar/contract/row-rule'
import type { Indicator } from './indicator.ts'

/**
 * Filters of a drill path that select the cases a figure counts: those with an answer to its question, or samples in
 * its state, and its `where` where filters can express it. Empty where the figure counts every interview, and where
 * filters cannot express what it counts (several questions, comparisons).
 */
export function casesFilter({ expression, where }: Pick<Indicator, 'expression' | 'where'>): string {
  if (expression === null) return ''
  const { body, where: own } = parseExpression(expression)
  if (body.kind !== 'aggregate') return ''
  const demands = [...(own ? [own] : []), ...(where === null ? [] : [parseRule(where)])].map(ruleTokens)
  if (demands.includes(null)) return ''
  const tokens = new Map<string, PathToken>()
  for (const token of [...countedBy(body), ...demands.flatMap((one) => one ?? [])]) {
    const known = tokens.get(token.name)
    // A filter on certain answers implies `answered`; two filters on the same question cannot be combined.
    if (known && !isAnswered(known)) return ''
    if (!known || !isAnswered(token)) tokens.set(token.name, token)
  }
  return tokens.size === 0 ? '' : printPath([...tokens.values()])
}

function countedBy(body: Aggregate): PathToken[] {
  if ('variable' in body) return [answered(body.variable.name)]
  return body.name === 'samples' && body.state !== null
    ? [{ name: 'samplestate', values: [plainValue(String(body.state))] }]
    : []
}

/** A rule as filters, all of which must match; null for a rule that filters cannot express. */
function ruleTokens(rule: Rule): PathToken[] | null {
  switch (rule.kind) {
    case 'answered':
      return [answered(rule.variable.name)]
    case 'compare':
      return rule.operator === '=' ? [{ name: rule.variable.name, values: [plainValue(rule.value.text)] }] : null
    case 'in':
      return [{ name: rule.variable.name, values: rule.values.map(({ text }) => plainValue(text)) }]
    case 'and': {
      const parts = rule.of.map(ruleTokens)
      return parts.includes(null) ? null : parts.flatMap((part) => part ?? [])
    }
    default:
      return null
  }
}

function answered(variable: string): PathToken {
  return { name: variable, values: [noneValue(true)] }
}

function isAnswered({ values: [value] }: PathToken): boolean {
  return value?.none === true && value.exclude
}
