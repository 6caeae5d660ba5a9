import { measurementOf } from '#server/domain/figures/expressions/measured-figure.ts'
import type { FigureWithInterval, MeasureOf } from '#server/domain/figures/expressions/measured-figure.ts'
import type { ActionResult } from '#server/platform/db-action-types.ts'
import { pooled } from '#server/domain/statistics/pooled.ts'
import type { Estimate } from '#server/domain/statistics/pooled.ts'
import { withInterval } from './pool.ts'

/** A unit's figure before and after. */
export interface BeforeAfter {
  before: FigureWithInterval
  after: FigureWithInterval
}

/** What an action changed, as stored with its result. */
type Effect = Omit<ActionResult, 'before' | 'end'>

/** What figures are of, and how many answers are enough. */
export interface Measure extends MeasureOf {
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
  const [from, to] = [measurementOf(before, measure), measurementOf(after, measure)]
  if (!from || !to) return null
  return { value: to.value - from.value, variance: from.standardError ** 2 + to.standardError ** 2 }
}
