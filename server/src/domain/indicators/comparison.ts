import type { LocalText } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { isFew } from './evidence.ts'
import { shownChange } from './figure-text.ts'
import type { Indicator } from './indicator.ts'

/** A change as shown. Where none is told, `difference` is null, and `why` says the reason if there is one to say. */
export interface Comparison {
  difference: number | null
  why: Words | null
}

/** What a value is compared with: another period or another place, by name. */
export interface ComparedWith {
  kind: 'period' | 'place'
  name: LocalText
}

/** No comparison, and nothing to say about it. */
export const notCompared: Comparison = { difference: null, why: null }

interface Circumstances {
  model: { config: Pick<SurveyModel['config'], 'lowBase' | 'rankFrom'> }
  /** True where the value's period is not over, but the one compared with is. */
  isUnfinished?: boolean
}

/**
 * The change of an indicator from a base: the only place where two values are compared, so that tiles, tables and charts
 * tell the same. No change is told from a base that is empty, withheld or measured differently, nor between few answers.
 */
export function compare(
  indicator: Pick<Indicator, 'decimals' | 'expression' | 'counts'>,
  now: IndicatorValue,
  base: IndicatorValue | null,
  { model, isUnfinished = false }: Circumstances,
): Comparison {
  if (base === null || now.suppressed) return notCompared
  if (base.suppressed) return { difference: null, why: base.why ?? null }
  const difference = base.n === 0 ? null : shownChange(now.value, base.value, indicator.decimals)
  if (difference === null) return notCompared
  if (isUnfinished && growsWithTime(indicator))
    return { difference: null, why: say`No comparison: the period is not over.` }
  if (isResponseRate(indicator) && (isUnknownRate(now) || isUnknownRate(base)))
    return { difference: null, why: say`No comparison: who did not answer is not known for both periods.` }
  if (isFew(model, indicator, now) || isFew(model, indicator, base)) {
    const least = new Count(model.config.lowBase)
    return { difference: null, why: say`No change is told between fewer than ${least} answers.` }
  }
  return { difference, why: null }
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
