import { ExpressionError, parseExpression } from '@gensvar/contract/expression'
import type { Aggregate, Expression, ExpressionNode } from '@gensvar/contract/expression'
import type { Rule } from '@gensvar/contract/row-rule'
import { parseRule } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import { AppError } from '../errors.ts'
import { aggregateAtoms } from './aggregates.ts'
import type { Figure, Population } from './aggregates.ts'
import { applyRule } from './apply-rule.ts'
import { atomWidth } from './atoms.ts'
import type { Atom } from './atoms.ts'
import type { ColumnSource } from './column-source.ts'
import { demandLogic } from './row-demand.ts'
import type { RowDemand } from './row-demand.ts'

/** An indicator to compute: its expression and, if any, a rule on the rows that count. */
export interface IndicatorRequest {
  key: string
  expression: string
  where?: string | undefined
}

/**
 * An indicator's value. `n` is the number of answers (or interviews) behind it; `low` and `high` bound the 95 %
 * interval, null where there is none. A suppressed one has too few answers to be shown: `value` is null and `n` is 0.
 */
export interface IndicatorValue {
  value: number | null
  n: number
  low: number | null
  high: number | null
  suppressed: boolean
}

/** Atoms that are taken over the same rows. */
export interface AtomGroup {
  where: RowDemand
  atoms: Atom[]
}

/** Several indicators as sums over rows: what to ask, and how to finish with the answers. */
export interface CompiledIndicators {
  groups: AtomGroup[]
  /** How many indicators there are. */
  count: number
  /** The value of the indicator at a place in the order of the requests. */
  finish(at: number, sums: Sums): IndicatorValue
  /** What to ask for the numbers of answers alone: for each indicator one behind each of its aggregates. */
  counting: { groups: AtomGroup[]; counts(sums: Sums): (readonly number[])[] }
}

/** The answers: for each group the numbers of its atoms one after the other. */
export type Sums = readonly (readonly number[])[]

/**
 * Turns indicators into sums, each asked for once however many indicators use it. Throws `validation`, naming the
 * indicator, for an expression that cannot be read, an unknown variable or a question it makes no sense for.
 */
export function compileIndicators(requests: readonly IndicatorRequest[], source: ColumnSource): CompiledIndicators {
  const plan = new AtomPlan()
  const counting = new AtomPlan()
  const compiled = requests.map((request) => {
    try {
      return compileOne(request, source, plan, counting)
    } catch (error) {
      throw named(error, request)
    }
  })
  return {
    groups: plan.groups,
    count: compiled.length,
    finish(at, sums) {
      const one = compiled[at]
      if (!one) throw new Error(`There is no indicator ${at}`)
      return toValue(one.finish(sums))
    },
    counting: {
      groups: counting.groups,
      counts: (sums) => compiled.map(({ counted }) => numbersAt(counted, sums)),
    },
  }
}

type Finisher = (sums: Sums) => Figure

/** How an indicator is finished, and where the counts behind its aggregates stand. */
interface CompiledOne {
  finish: Finisher
  counted: Place[]
}

function compileOne(request: IndicatorRequest, source: ColumnSource, plan: AtomPlan, counting: AtomPlan): CompiledOne {
  const expression: Expression = parseExpression(request.expression)
  const rules: Rule[] = [
    ...(expression.where ? [expression.where] : []),
    ...(request.where ? [parseRule(request.where)] : []),
  ]
  const where = rules.map((rule) => applyRule(rule, source))
  const places: Place[] = []
  const finish = compileNode(expression.body, (aggregate) => {
    const { population, atoms, counted, finish: finishOne } = aggregateAtoms(aggregate, source)
    const own = atoms.map((atom) => plan.place(population, where, atom))
    places.push(counting.place(population, where, counted))
    return (sums) => finishOne(numbersAt(own, sums))
  })
  return { finish, counted: places }
}

function compileNode(node: ExpressionNode, compile: (aggregate: Aggregate) => Finisher): Finisher {
  switch (node.kind) {
    case 'aggregate':
      return compile(node)
    case 'number':
      return () => ({ value: node.value, n: Number.POSITIVE_INFINITY, interval: null, constant: true })
    case 'negate': {
      const of = compileNode(node.of, compile)
      return (sums) => scaled(of(sums), -1)
    }
    case 'binary': {
      const left = compileNode(node.left, compile)
      const right = compileNode(node.right, compile)
      return (sums) => combined(node.operator, left(sums), right(sums))
    }
  }
}

/** Arithmetic on figures: n is the smaller one; an interval survives where the other side is a plain number. */
function combined(operator: '+' | '-' | '*' | '/', a: Figure, b: Figure): Figure {
  if (b.constant && b.value !== null && a.interval) {
    if (operator === '*') return scaled(a, b.value)
    if (operator === '/' && b.value !== 0) return scaled(a, 1 / b.value)
    if (operator === '+' || operator === '-') return shifted(a, operator === '+' ? b.value : -b.value)
  }
  if (a.constant && a.value !== null && b.interval) {
    if (operator === '*') return scaled(b, a.value)
    if (operator === '+') return shifted(b, a.value)
    if (operator === '-') return shifted(scaled(b, -1), a.value)
  }
  const value = a.value === null || b.value === null ? null : arithmetic[operator](a.value, b.value)
  return {
    value: value !== null && Number.isFinite(value) ? value : null,
    n: Math.min(a.n, b.n),
    interval: null,
    constant: a.constant && b.constant,
  }
}

const arithmetic = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
}

function scaled(figure: Figure, by: number): Figure {
  const { value, interval } = figure
  const ends = interval && [interval.low * by, interval.high * by]
  return {
    ...figure,
    value: value === null ? null : value * by,
    interval: ends && { low: Math.min(...ends), high: Math.max(...ends) },
  }
}

function shifted(figure: Figure, by: number): Figure {
  const { value, interval } = figure
  return {
    ...figure,
    value: value === null ? null : value + by,
    interval: interval && { low: interval.low + by, high: interval.high + by },
  }
}

function toValue(figure: Figure): IndicatorValue {
  return {
    value: figure.value === null ? null : steady(figure.value),
    n: Number.isFinite(figure.n) ? figure.n : 0,
    low: figure.interval ? steady(figure.interval.low) : null,
    high: figure.interval ? steady(figure.interval.high) : null,
    suppressed: false,
  }
}

/** Twelve digits: sums of fractions differ beyond that with the order in which the engine meets the rows. */
function steady(value: number): number {
  if (Number.isInteger(value)) return value
  const scale = 10 ** (11 - Math.floor(Math.log10(Math.abs(value))))
  return Number.isFinite(scale) ? Math.round(value * scale) / scale : value
}

// Runs for every row and aggregate of a result, so it makes one array and no more.
function numbersAt(places: readonly Place[], sums: Sums): number[] {
  const numbers: number[] = []
  for (const { group, from, to } of places) {
    const all = sums[group]
    if (all) for (let at = from; at < to; at++) numbers.push(all[at] ?? 0)
  }
  return numbers
}

/** Collects the sums of all indicators: one group per population and rule, each sum once. */
class AtomPlan {
  readonly groups: AtomGroup[] = []
  private readonly groupKeys = new Map<string, number>()
  private readonly places = new Map<string, Place>()
  private readonly widths: number[] = []

  /** Where the numbers of an atom will stand. */
  place(population: Population, where: readonly RowDemand[], atom: Atom): Place {
    const rows = demandLogic.all(population === 'completed' ? [isCompleted, ...where] : where)
    const groupKey = JSON.stringify(rows)
    const group = this.groupKeys.get(groupKey) ?? this.groups.push({ where: rows, atoms: [] }) - 1
    this.groupKeys.set(groupKey, group)
    const key = `${group} ${JSON.stringify(atom)}`
    const known = this.places.get(key)
    if (known) return known
    this.groups[group]?.atoms.push(atom)
    const from = this.widths[group] ?? 0
    const to = from + atomWidth(atom)
    this.widths[group] = to
    const place = { group, from, to }
    this.places.set(key, place)
    return place
  }
}

interface Place {
  group: number
  from: number
  to: number
}

const isCompleted: RowDemand = { kind: 'in', column: 'state', values: [0] }

function named(error: unknown, request: IndicatorRequest): unknown {
  if (error instanceof ExpressionError) {
    const words = `${error.message} (character ${error.position + 1} of "${request.expression}")`
    return new AppError('validation', words, { [request.key]: words })
  }
  if (error instanceof AppError && error.code === 'validation') {
    return new AppError('validation', say`${request.expression}: ${error.words}`, { [request.key]: error.words })
  }
  return error
}
