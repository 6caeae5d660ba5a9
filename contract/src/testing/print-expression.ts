import { printLiteral, printVariable } from '../row-rule.ts'
import type { Aggregate, Expression, ExpressionNode } from '../expression.ts'
import type { Rule } from '../row-rule.ts'

/** Writes an expression so that it reads back as the same. */
export function printExpression(expression: Expression): string {
  const body = printNode(expression.body)
  return expression.where ? `${body} where ${printRule(expression.where)}` : body
}

function printNode(node: ExpressionNode): string {
  switch (node.kind) {
    case 'number':
      return String(node.value)
    case 'negate':
      return `-${node.of.kind === 'binary' ? `(${printNode(node.of)})` : printNode(node.of)}`
    case 'binary': {
      const own = rank(node)
      const left = rank(node.left) < own ? `(${printNode(node.left)})` : printNode(node.left)
      const right = rank(node.right) <= own ? `(${printNode(node.right)})` : printNode(node.right)
      return `${left} ${node.operator} ${right}`
    }
    case 'aggregate':
      return `${node.name}(${printArguments(node)})`
  }
}

function rank(node: ExpressionNode): number {
  if (node.kind !== 'binary') return 3
  return node.operator === '+' || node.operator === '-' ? 1 : 2
}

function printArguments(aggregate: Aggregate): string {
  switch (aggregate.name) {
    case 'csi':
      return aggregate.variables.map(printVariable).join(', ')
    case 'topbox':
    case 'bottombox':
      return `${printVariable(aggregate.variable)}, ${aggregate.steps}`
    case 'share':
      return [printVariable(aggregate.variable), ...aggregate.values.map(printLiteral)].join(', ')
    case 'samples':
      return aggregate.state === null ? '' : String(aggregate.state)
    case 'alerts':
      return aggregate.state
    case 'alerttime':
      return aggregate.until
    case 'alertshare':
    case 'messages':
    case 'messageshare':
      return aggregate.of
    case 'alertreason':
      return `${printVariable(aggregate.question)}, ${aggregate.choice}`
    case 'count':
    case 'responserate':
      return ''
    default:
      return printVariable(aggregate.variable)
  }
}

/** Writes a rule so that it reads back as the same. */
export function printRule(rule: Rule): string {
  switch (rule.kind) {
    case 'compare':
      return `${printVariable(rule.variable)} ${rule.operator} ${printLiteral(rule.value)}`
    case 'in':
      return `${printVariable(rule.variable)} in (${rule.values.map(printLiteral).join(', ')})`
    case 'answered':
      return `answered(${printVariable(rule.variable)})`
    case 'not':
      return `not ${rule.of.kind === 'and' || rule.of.kind === 'or' ? `(${printRule(rule.of)})` : printRule(rule.of)}`
    case 'and':
      return rule.of.map((part) => (part.kind === 'or' ? `(${printRule(part)})` : printRule(part))).join(' and ')
    case 'or':
      return rule.of.map(printRule).join(' or ')
  }
}
