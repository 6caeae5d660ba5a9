import type { ChangeChance } from '@gensvar/contract/entities/indicator'
import type { LocalText } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { differenceFromWhole, figureDifference } from '#server/domain/figures/expressions/figure-difference.ts'
import { isMoreThanChance } from '#server/domain/statistics/differences.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { isFew } from './evidence.ts'
import { shownChange } from './figure-text.ts'
import type { Indicator } from './indicator.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** A change as shown. Where none is told, `difference` is null, and `why` says the reason if there is one to say. */
export interface Comparison {
  difference: number | null
  /** How far the change can be chance; null where none is told or shown, or where it is not known. */
  chance: ChangeChance | null
  why: Words | null
}

/** What a value is compared with: another period or another place, by name. */
export interface ComparedWith {
  kind: 'period' | 'place'
  name: LocalText
}

/** No comparison, and nothing to say about it. */
export const notCompared: Comparison = { difference: null, chance: null, why: null }

interface Circumstances {
  model: { config: Pick<SurveyModel['config'], 'lowBase' | 'rankFrom'> }
  /** True where the value's period is not over, but the one compared with is. */
  isUnfinished?: boolean
  /** Answers that the value has in common with the base; none where missing. */
  shared?: SharedAnswers
}

/**
 * The change of an indicator from a base: the only place where two values are compared, so that tiles, tables and charts
 * tell the same. No change is told from a base that is empty, withheld or measured differently, nor between few answers.
 * Whether it is more than chance follows from both values as they are shown, so it tells nothing more of anybody.
 */
export function compare(
  indicator: Pick<Indicator, 'decimals' | 'expression' | 'counts'>,
  now: IndicatorValue,
  base: IndicatorValue | null,
  { model, isUnfinished = false, shared = 'none' }: Circumstances,
): Comparison {
  if (base === null || now.suppressed) return notCompared
  if (base.suppressed) return untold(base.why ?? null)
  const difference = base.n === 0 ? null : shownChange(now.value, base.value, indicator.decimals)
  if (difference === null) return notCompared
  if (isUnfinished && growsWithTime(indicator)) return untold(say`No comparison: the period is not over.`)
  if (isResponseRate(indicator) && (isUnknownRate(now) || isUnknownRate(base)))
    return untold(say`No comparison: who did not answer is not known for both periods.`)
  if (isFew(model, indicator, now) || isFew(model, indicator, base)) {
    const least = new Count(model.config.lowBase)
    return untold(say`No change is told between fewer than ${least} answers.`)
  }
  return { difference, chance: difference === 0 ? null : chanceOf(indicator, now, base, shared), why: null }
}

function untold(why: Words | null): Comparison {
  return { difference: null, chance: null, why }
}

function chanceOf(
  { expression }: Pick<Indicator, 'expression'>,
  now: IndicatorValue,
  base: IndicatorValue,
  shared: SharedAnswers,
): ChangeChance | null {
  if (expression === null || shared === 'some') return null
  if (shared === 'whole') {
    const ofBase = differenceFromWhole(expression, base, now)
    return ofBase && { low: -ofBase.high, high: -ofBase.low, isMore: isMoreThanChance(ofBase) }
  }
  const of = shared === 'part' ? differenceFromWhole : figureDifference
  const difference = of(expression, now, base)
  return difference && { low: difference.low, high: difference.high, isMore: isMoreThanChance(difference) }
}

/** Counts and sums of part of a period are smaller than those of all of it. */
function growsWithTime({ counts, expression }: Pick<Indicator, 'counts' | 'expression'>): boolean {
  return counts || /\bsum\s*\(/.test(expression ?? '')
}

function isResponseRate({ expression }: Pick<Indicator, 'expression'>): boolean {
  return /^\s*responserate\s*\(\s*\)/.test(expression ?? '')
}

/** Where only answers are stored, everybody who is recorded has answered. */
function isUnknownRate({ value }: IndicatorValue): boolean {
  return value === 100
}
