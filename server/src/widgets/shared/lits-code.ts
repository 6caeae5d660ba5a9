import type { Indicator } from '#server/domain/indicators/indicator.ts'

/** Code of a ball, 0 to 4: the fifth of the scale the value is in, from the worst. Null without a value or a scale. */
export function litsCode(
  indicator: Pick<Indicator, 'minValue' | 'maxValue' | 'inverse'>,
  value: number | null,
): number | null {
  const { minValue, maxValue } = indicator
  if (value === null || minValue === null || maxValue === null || maxValue <= minValue) return null
  const share = (value - minValue) / (maxValue - minValue)
  return Math.min(4, Math.max(0, Math.floor((indicator.inverse ? 1 - share : share) * 5)))
}
