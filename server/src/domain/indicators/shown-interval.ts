import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { Indicator } from './indicator.ts'

/** The ends of a value's 95 % interval, rounded as they are shown, for answers of many values; null where none is known. */
export function shownInterval(
  { decimals }: Pick<Indicator, 'decimals'>,
  value: Pick<IndicatorValue, 'low' | 'high' | 'suppressed'> | undefined,
): { low: number; high: number } | null {
  if (!value || value.suppressed || value.low === null || value.high === null) return null
  return { low: Number(value.low.toFixed(decimals)), high: Number(value.high.toFixed(decimals)) }
}

/** The intervals of a series of values. */
export function intervalsOf(
  indicator: Pick<Indicator, 'decimals'>,
  values: readonly (IndicatorValue | undefined)[],
): { low: (number | null)[]; high: (number | null)[] } {
  const ends = values.map((value) => shownInterval(indicator, value))
  return { low: ends.map((one) => one?.low ?? null), high: ends.map((one) => one?.high ?? null) }
}
