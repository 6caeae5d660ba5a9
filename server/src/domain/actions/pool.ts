import { confidenceQuantile } from '#server/domain/statistics/distributions.ts'
import { pooled } from '#server/domain/statistics/pooled.ts'
import type { Estimate } from '#server/domain/statistics/pooled.ts'

/** An effect with its 95 % interval. */
export interface EffectInterval {
  difference: number
  standardError: number
  low: number
  high: number
}

/** The mean effect of several actions, as `pooled`; null without any. */
export function meanEffect(
  effects: readonly Pick<EffectInterval, 'difference' | 'standardError'>[],
): EffectInterval | null {
  const mean = pooled(effects.map((one) => ({ value: one.difference, variance: one.standardError ** 2 })))
  return mean && withInterval(mean)
}

/** An estimate as an effect with its interval (normal, because variances of pooled estimates are taken for known). */
export function withInterval({ value, variance }: Estimate): EffectInterval {
  const standardError = Math.sqrt(variance)
  const half = confidenceQuantile(Infinity) * standardError
  return { difference: value, standardError, low: value - half, high: value + half }
}
