import type { Aggregate, ExpressionNode } from '@gensvar/contract/expression'
import type { Words } from '@gensvar/contract/say'
import type { Figure, Weighted } from './figure.ts'

/**
 * An indicator's value. `n` is the number of answers (or interviews) behind it; `low` and `high` bound the 95 %
 * interval, null where there is none. A withheld value is marked `suppressed`: `why` is the reason, `value` null, `n`
 * 0.
 */
export interface IndicatorValue {
  value: number | null
  n: number
  low: number | null
  high: number | null
  suppressed: boolean
  why?: Words
  /** It is published with noise, and its interval is that of both chance and noise. */
  isNoisy?: true
  /** The weights of the answers behind it; left out where they are weighted equally. */
  weighted?: Weighted
}

/** So many equally weighted answers would be as exact: n itself without weights. */
export function effectiveNOf({ n, weighted }: Pick<IndicatorValue, 'n' | 'weighted'>): number {
  return weighted?.effectiveN ?? n
}

/** A withheld value. */
export function withheldValue(why: Words): IndicatorValue {
  return { value: null, n: 0, low: null, high: null, suppressed: true, why }
}

/** Computes a figure from `From`: the sums of a row. */
export type Finisher<From> = (from: From) => Figure

/** Compiles an expression: `compile` compiles its functions, and arithmetic combines their figures. */
export function compileNode<From>(
  node: ExpressionNode,
  compile: (aggregate: Aggregate) => Finisher<From>,
): Finisher<From> {
  switch (node.kind) {
    case 'aggregate':
      return compile(node)
    case 'number':
      return () => ({ value: node.value, n: Number.POSITIVE_INFINITY, interval: null, constant: true })
    case 'negate': {
      const of = compileNode(node.of, compile)
      return (from) => scaled(of(from), -1)
    }
    case 'binary': {
      const left = compileNode(node.left, compile)
      const right = compileNode(node.right, compile)
      return (from) => combined(node.operator, left(from), right(from))
    }
  }
}

/**
 * Arithmetic on figures: n is the smaller one; an interval is kept where the other side is a plain number; the result
 * is withheld where one side is.
 */
function combined(operator: '+' | '-' | '*' | '/', a: Figure, b: Figure): Figure {
  if (a.withheld ?? b.withheld) return a.withheld ? a : b
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
    ...lessExact(a, b),
  }
}

function lessExact(a: Figure, b: Figure): Pick<Figure, 'weighted'> {
  const known = [a.weighted, b.weighted].filter((one) => one !== undefined)
  const [weighted] = known.toSorted((one, other) => one.effectiveN - other.effectiveN)
  return weighted ? { weighted } : {}
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

/** A figure as an indicator's value. */
export function toValue(figure: Figure): IndicatorValue {
  if (figure.withheld) return withheldValue(figure.withheld)
  const { interval, weighted } = figure
  const value: IndicatorValue = {
    value: figure.value === null ? null : steady(figure.value),
    n: Number.isFinite(figure.n) ? figure.n : 0,
    low: interval ? steady(interval.low) : null,
    high: interval ? steady(interval.high) : null,
    suppressed: false,
  }
  if (figure.isNoisy) value.isNoisy = true
  if (weighted) value.weighted = { ...weighted, effectiveN: steady(weighted.effectiveN), sum: steady(weighted.sum) }
  return value
}

/** Rounds to twelve digits: beyond that, sums of fractions depend on the order in which rows are added. */
function steady(value: number): number {
  if (Number.isInteger(value)) return value
  const scale = scaleOf(Math.abs(value))
  return Number.isFinite(scale) ? Math.round(value * scale) / scale : value
}

/** Ten to the power that leaves a number twelve digits. Most figures are of these sizes, and a power takes a hundred times as long. */
function scaleOf(size: number): number {
  if (size >= 1 && size < 10) return 1e11
  if (size >= 10 && size < 100) return 1e10
  return 10 ** (11 - Math.floor(Math.log10(size)))
}
