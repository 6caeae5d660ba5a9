import { z } from 'zod'
import type { IndicatorConfig } from './indicators.ts'
import { isPercentage } from './indicators.ts'
import { extName, variableName } from './names.ts'

/** Scales that organisations compare figures on: 0 to 100, percent, and −100 to 100. */
export const poolScales = ['index', 'percent', 'balance'] as const

/** One of them. */
export type PoolScale = (typeof poolScales)[number]

/** The pool of organisations that a survey's indicators take part in, and what they are called there. */
export const poolConfig = z.strictObject({
  name: extName.describe('Name of the pool, which root has made and the organisation has joined.'),
  indicators: z
    .record(variableName, extName)
    .describe('Indicators of this survey that take part, each with the name that it has in the pool.'),
})

/**
 * The scale of an indicator that can be compared between organisations; null for any other. It is told by `minValue` and
 * `maxValue`, or where both are missing by the unit `%` or a net promoter score.
 */
export function poolScaleOf(
  indicator: Pick<IndicatorConfig, 'minValue' | 'maxValue' | 'unit' | 'expression'>,
): PoolScale | null {
  const { minValue, maxValue, expression, unit } = indicator
  const isPercent = isPercentage({ unit: unit ?? null })
  if (minValue === undefined && maxValue === undefined) {
    if (isPercent) return 'percent'
    return unit === undefined && /^\s*nps\s*\([^()]*\)\s*$/.test(expression ?? '') ? 'balance' : null
  }
  if (minValue === -100 && maxValue === 100 && unit === undefined) return 'balance'
  if (minValue !== 0 || maxValue !== 100) return null
  if (isPercent) return 'percent'
  return unit === undefined ? 'index' : null
}
