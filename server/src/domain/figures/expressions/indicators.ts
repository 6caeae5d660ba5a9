import { ExpressionError, parseExpression } from '@gensvar/contract/expression'
import type { ExpressionNode } from '@gensvar/contract/expression'
import { parseRule } from '@gensvar/contract/row-rule'
import type { Rule } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { aggregateAtoms } from './aggregates.ts'
import { applyRule } from '#server/domain/conditions/apply-rule.ts'
import { AtomPlan, numbersAt } from './atom-plan.ts'
import type { AtomGroup, Sums } from './atom-plan.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import { compileNode, toValue } from './figure-arithmetic.ts'
import type { Finisher, IndicatorValue } from './figure-arithmetic.ts'

/** An indicator to compute: its expression and, if any, a rule for the rows to count. */
export interface IndicatorRequest {
  key: string
  expression: string
  where?: string | undefined
  /** Further rules for the rows to count, such as those of another indicator's expression. */
  rules?: readonly Rule[] | undefined
}

/** Several indicators compiled: the sums they need, and how to compute their values from these. */
export interface CompiledIndicators {
  groups: AtomGroup[]
  /** Number of indicators. */
  count: number
  /** The value of the indicator at an index in the request. */
  finish(at: number, sums: Sums): IndicatorValue
}

/**
 * Compiles indicators to sums; a sum that several indicators use is computed once. Throws `validation`, naming the
 * indicator, for a syntax error, an unknown variable or a question of the wrong type.
 */
export function compileIndicators(requests: readonly IndicatorRequest[], source: ColumnSource): CompiledIndicators {
  const plan = new AtomPlan()
  const compiled = requests.map((request) => {
    try {
      return compileOne(request, source, plan)
    } catch (error) {
      throw namedError(error, request)
    }
  })
  return {
    groups: plan.groups,
    count: compiled.length,
    finish(at, sums) {
      const one = compiled[at]
      if (!one) throw new Error(`There is no indicator ${at}`)
      return toValue(one(sums))
    },
  }
}

function compileOne(request: IndicatorRequest, source: ColumnSource, plan: AtomPlan): Finisher<Sums> {
  const { body, rules } = readIndicator(request)
  const where = rules.map((rule) => applyRule(rule, source))
  return compileNode(body, (aggregate) => {
    const { population, atoms, finish } = aggregateAtoms(aggregate, source)
    const read = numbersAt(atoms.map((atom) => plan.place(population, where, atom)))
    return (sums) => finish(read(sums))
  })
}

/** An indicator's expression without its rules, and the rules for the rows to count. Throws ExpressionError. */
export function readIndicator({ expression, where, rules = [] }: IndicatorRequest): {
  body: ExpressionNode
  rules: Rule[]
} {
  const { body, where: own } = parseExpression(expression)
  return { body, rules: [...(own ? [own] : []), ...(where ? [parseRule(where)] : []), ...rules] }
}

/** The error with the indicator's name in its fields. */
export function namedError(error: unknown, request: IndicatorRequest): unknown {
  if (error instanceof ExpressionError) {
    const words = say`${error.words} (character ${error.position + 1} of "${request.expression}")`
    return new AppError('validation', words, { [request.key]: words })
  }
  if (error instanceof AppError && error.code === 'validation') {
    return new AppError('validation', say`${request.expression}: ${error.words}`, { [request.key]: error.words })
  }
  return error
}
