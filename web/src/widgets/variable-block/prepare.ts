import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'

/** The background of a main tile: goal met, missed, without a goal, or without a value. */
export type TileTone = 'met' | 'missed' | 'no-goal' | 'no-value'

/**
 * The background of a main tile. The server compares value and goal at the precision shown, reversed for inverse
 * indicators.
 */
export function toneOf(variable: Pick<IndicatorVariable, 'value' | 'goalStatus'>): TileTone {
  if (variable.value === null) return 'no-value'
  if (variable.goalStatus === null) return 'no-goal'
  return variable.goalStatus ? 'met' : 'missed'
}

/**
 * Whether a change is for the better, for the worse or neither, as it may be chance; its direction is the arrow's.
 */
export function changeTone(
  variable: Pick<IndicatorVariable, 'diffArrow' | 'inverse' | 'chance'>,
): 'better' | 'worse' | 'neutral' {
  const direction = arrowOf(variable.diffArrow)
  if (direction === 'none' || variable.chance?.isMore === false) return 'neutral'
  return (direction === 'up') === !variable.inverse ? 'better' : 'worse'
}

/** Direction of a difference arrow: 1 up, 2 down, anything else neutral. */
export function arrowOf(diffArrow: number): 'up' | 'down' | 'none' {
  if (diffArrow === 1) return 'up'
  return diffArrow === 2 ? 'down' : 'none'
}

/** A progress bar: how much of it is filled and where the goal stands, in percent of its width. */
export interface Bar {
  filled: number
  goal: number | null
}

/** The bar of an indicator on its scale; null without a scale or a value, or if bars are switched off. */
export function barOf(
  variable: Pick<IndicatorVariable, 'value' | 'minValue' | 'maxValue' | 'goalValue' | 'hideProgressBar'>,
): Bar | null {
  const { value, minValue, maxValue, goalValue, hideProgressBar } = variable
  if (hideProgressBar || value === null || minValue === null || maxValue === null || maxValue <= minValue) return null
  const share = (one: number): number => Math.min(100, Math.max(0, (100 * (one - minValue)) / (maxValue - minValue)))
  return { filled: share(value), goal: goalValue === null ? null : share(goalValue) }
}

/** Whether a tile shows bar, arrow and goal: those with smaller figures under them do, as the specification asks. */
export function isDetailed(variable: Pick<IndicatorVariable, 'extraVariables'>): boolean {
  return variable.extraVariables.length > 0
}

/** Whether a figure is a number of things itself, so that it says how many are behind it. */
export function isOwnNumber({
  value,
  nInterviews,
  expression,
}: Pick<IndicatorVariable, 'value' | 'nInterviews' | 'expression'>): boolean {
  return value === nInterviews && /^\s*(count|samples|messages|alerts)\s*\(/.test(expression ?? '')
}
