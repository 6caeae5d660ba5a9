import type { ChangeChance } from '@gensvar/contract/entities/indicator'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'

/** A value's interval around a base that is taken as it is: the mean of figures, not of answers. */
export function fromFixed({ low, high }: IndicatorValue, { value }: IndicatorValue): ChangeChance | null {
  if (low === null || high === null || value === null) return null
  const ends = { low: low - value, high: high - value }
  return { ...ends, isMore: ends.low > 0 || ends.high < 0 }
}
