import { ExpressionError, aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import { confidenceQuantile } from '#server/domain/statistics/distributions.ts'
import type { Measurement } from '#server/domain/statistics/differences.ts'
import { effectiveNOf } from './figure-arithmetic.ts'
import type { IndicatorValue } from './figure-arithmetic.ts'

/** A figure with its interval. */
export type FigureWithInterval = Pick<IndicatorValue, 'value' | 'n' | 'low' | 'high' | 'weighted'>

/** What figures are of: what their intervals say depends on it. */
export interface MeasureOf {
  expression: string
  /** False where they are published with noise; their intervals are normal ones then, and have the noise in them. */
  isExact: boolean
}

/**
 * A figure as a measurement, from its value and 95 % interval alone; null without an interval. Every test of figures is made
 * of it, so nothing derived from published figures can tell more than these do. The standard error is half the interval's
 * width by the quantile that it was made with (Cochrane Handbook for Systematic Reviews of Interventions, 6.5.2.2):
 *
 * - of a mean, Student's t with n - 1 degrees of freedom; of everything else the normal one. Of weighted answers n is the
 *   effective number.
 * - of an interval that is not symmetric around its figure, as that of a share (Wilson), half the whole width is taken.
 * - an interval that ends at the limit of its scale tells by its other side: that of a published figure, and that of a net
 *   promoter score, whose middle is the score with three answers added.
 */
export function measurementOf(figure: FigureWithInterval, measure: MeasureOf): Measurement | null {
  const { value, low, high } = figure
  if (value === null || low === null || high === null) return null
  const n = effectiveNOf(figure)
  const kind = kindOf(measure.expression)
  const df = measure.isExact && n > 1 && kind === 'mean' ? n - 1 : Infinity
  const middle = kind === 'score' ? (value * n) / (n + 3) : value
  const half = !measure.isExact || kind === 'score' ? Math.max(high - middle, middle - low) : (high - low) / 2
  return { value, standardError: half / confidenceQuantile(df), df }
}

/** What an expression's interval is like: the t interval of a mean, that of a net promoter score, or another one. */
type IntervalKind = 'mean' | 'score' | 'other'

const means = new Set(['mean', 'index', 'csi'])
const scores = new Set(['nps', 'sentiment'])
const known = new Map<string, IntervalKind>()
const mostKnown = 1000

function kindOf(expression: string): IntervalKind {
  let kind = known.get(expression)
  if (kind === undefined) {
    if (known.size >= mostKnown) known.clear()
    known.set(expression, (kind = readKind(expression)))
  }
  return kind
}

function readKind(expression: string): IntervalKind {
  try {
    const { body } = parseExpression(expression)
    if (aggregatesOf(body).some(({ name }) => means.has(name))) return 'mean'
    return body.kind === 'aggregate' && scores.has(body.name) ? 'score' : 'other'
  } catch (error) {
    // Such an expression has no figures.
    if (error instanceof ExpressionError) return 'other'
    throw error
  }
}
