import { ExpressionError, aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import { confidenceQuantile } from '#server/domain/statistics/distributions.ts'
import type { ActionFigure, ActionResult } from '#server/platform/db-action-types.ts'
import { pooled } from '#server/domain/statistics/pooled.ts'
import type { Estimate } from '#server/domain/statistics/pooled.ts'
import { withInterval } from './pool.ts'

/** A figure with what its interval says of its exactness. */
type Measured = Pick<ActionFigure, 'value' | 'n' | 'low' | 'high'>

/** A unit's figure before and after. */
export interface BeforeAfter {
  before: Measured
  after: Measured
}

/** What an action changed, as stored with its result. */
type Effect = Omit<ActionResult, 'before' | 'end'>

/** What figures are of: how exact they are depends on it, and how many answers are enough. */
export interface Measure {
  expression: string
  /** False where they are published with noise; their intervals are normal ones then. */
  isExact: boolean
  /** Answers that a figure needs before and after. */
  least: number
}

/**
 * What an action changed: the change of its unit less that of comparable units (difference in differences; Ashenfelter O,
 * Card D: Using the longitudinal structure of earnings to estimate the effect of training programs, Review of Economics and
 * Statistics 67 (1985) 648-660). The changes of the comparable units are pooled by random effects.
 *
 * The variance of the difference is the sum of that of the unit's own change, that of the pooled mean, and that between
 * comparable units: this unit would have differed from their mean as well without an action (the prediction interval of
 * Higgins JPT, Thompson SG, Spiegelhalter DJ: A re-evaluation of random-effects meta-analysis, Journal of the Royal
 * Statistical Society A 172 (2009) 137-159). Otherwise every second unit would seem to have moved.
 *
 * Without enough answers of the unit or of any comparable one there is no difference, and it is null.
 */
export function effectOf(own: BeforeAfter, units: readonly BeforeAfter[], measure: Measure): Effect {
  const compared = units.flatMap((unit) => {
    const change = changeOf(unit, measure)
    return change ? [{ ...unit, change }] : []
  })
  const counts = {
    comparable: compared.length,
    comparableBefore: compared.reduce((sum, { before }) => sum + before.n, 0),
    comparableAfter: compared.reduce((sum, { after }) => sum + after.n, 0),
  }
  const change = changeOf(own, measure)
  const expected = pooled(compared.map((unit) => unit.change))
  if (!change || !expected) return { ...unknown, ...counts }
  const difference = {
    value: change.value - expected.value,
    variance: change.variance + expected.variance + expected.between,
  }
  return { ...withInterval(difference), ...counts }
}

const unknown = { difference: null, standardError: null, low: null, high: null }

/** A unit's change; both figures are of different answers, so their variances add up. Null with too few answers. */
function changeOf({ before, after }: BeforeAfter, measure: Measure): Estimate | null {
  if (before.n < measure.least || after.n < measure.least) return null
  const errors = [standardErrorOf(before, measure), standardErrorOf(after, measure)] as const
  if (before.value === null || after.value === null || errors[0] === null || errors[1] === null) return null
  return { value: after.value - before.value, variance: errors[0] ** 2 + errors[1] ** 2 }
}

/**
 * The standard error that a figure's 95 % interval was made of: half its width by the quantile that it was made with
 * (Cochrane Handbook for Systematic Reviews of Interventions, 6.5.2.2). Of an interval that is not symmetric, such as that
 * of a share (Wilson) or a net promoter score, half the whole width is taken. Null without an interval.
 */
export function standardErrorOf({ n, low, high }: Measured, measure: Measure): number | null {
  if (low === null || high === null) return null
  const isOfMean = measure.isExact && n > 1 && hasMean(measure.expression)
  return (high - low) / 2 / confidenceQuantile(isOfMean ? n - 1 : Infinity)
}

const means = new Set(['mean', 'index', 'csi'])
const known = new Map<string, boolean>()
const mostKnown = 1000

/** Whether the interval of an expression's figure is the t interval of a mean. */
function hasMean(expression: string): boolean {
  let has = known.get(expression)
  if (has === undefined) {
    if (known.size >= mostKnown) known.clear()
    known.set(expression, (has = readsMean(expression)))
  }
  return has
}

function readsMean(expression: string): boolean {
  try {
    return aggregatesOf(parseExpression(expression).body).some(({ name }) => means.has(name))
  } catch (error) {
    // Such an expression has no figures.
    if (error instanceof ExpressionError) return false
    throw error
  }
}
