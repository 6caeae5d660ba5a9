import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Goal } from './goal.ts'
import type { Indicator } from './indicator.ts'

type Rules = { config: Pick<SurveyModel['config'], 'lowBase' | 'rankFrom'> }
type Counting = Pick<Indicator, 'counts'>
type Counted = Pick<IndicatorValue, 'n'>

/** Number of answers below which a value is few; null for a count, which is exact whatever its size. */
export function lowBaseOf({ config }: Rules, { counts }: Counting): number | null {
  return counts ? null : config.lowBase
}

/** Whether a value is of too few answers to be shown in full colour, or a change of it to be told. */
export function isFew(model: Rules, indicator: Counting, { n }: Counted): boolean {
  return n < (lowBaseOf(model, indicator) ?? 0)
}

/** Whether a value is of enough answers to have a rank. */
export function mayRank({ config }: Rules, { counts }: Counting, { n }: Counted): boolean {
  return counts || n >= config.rankFrom
}

/**
 * How much a value deserves to be shown in full colour. Only one whose whole interval lies on one side of the goal can be
 * said to meet or miss it.
 */
export function weightOf(
  model: Rules,
  indicator: Counting,
  value: IndicatorValue,
  goal: Goal | null,
): IndicatorVariable['weight'] {
  if (value.value === null) return 'full'
  if (isFew(model, indicator, value)) return 'few'
  const { low, high } = value
  const holdsGoal = goal !== null && low !== null && high !== null && low <= goal.value && goal.value <= high
  return holdsGoal ? 'near' : 'full'
}
