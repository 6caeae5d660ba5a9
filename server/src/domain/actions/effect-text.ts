import type { ActionEffect, effectVerdicts } from '@gensvar/contract/entities/actions'
import { locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { Count, say, titled } from '@gensvar/contract/say'
import type { Name, Words } from '@gensvar/contract/say'
import { formatDifference } from '#server/domain/indicators/figure-text.ts'
import { roundTo } from '#server/domain/indicators/goal.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import type { ActionResult } from '#server/platform/db-action-types.ts'
import { translate } from '#server/platform/translate.ts'

type Shown = Pick<Indicator, 'decimals' | 'inverse'>

/** A difference with its interval; null with too few answers. */
interface Difference {
  difference: number | null
  low: number | null
  high: number | null
}

/**
 * What a difference says, judged as it is shown (rounded): it helped or made worse where the whole interval is on one side
 * of zero, reversed for an inverse indicator.
 */
export function verdictOf({ low, high }: Difference, { decimals, inverse }: Shown): (typeof effectVerdicts)[number] {
  if (low === null || high === null) return 'few'
  const isUp = roundTo(low, decimals) > 0
  const isDown = roundTo(high, decimals) < 0
  if (!isUp && !isDown) return 'unclear'
  return isUp === inverse ? 'worse' : 'helped'
}

/** A difference and its interval in a language; null with too few answers. */
export function differenceTexts(
  { difference, low, high }: Difference,
  indicator: Pick<Indicator, 'decimals'>,
  locale: Locale,
): Pick<ActionEffect, 'formattedDifference' | 'formattedInterval'> {
  if (difference === null || low === null || high === null)
    return { formattedDifference: null, formattedInterval: null }
  return {
    formattedDifference: formatDifference(indicator, difference, locale),
    formattedInterval: translate(say`${signed(low, indicator)} to ${signed(high, indicator)}`, locale),
  }
}

/** A difference and its interval rounded as shown. */
export function shownNumbers(
  { difference, low, high }: Difference,
  { decimals }: Pick<Indicator, 'decimals'>,
): Difference {
  const shown = (value: number | null) => (value === null ? null : roundTo(value, decimals))
  return { difference: shown(difference), low: shown(low), high: shown(high) }
}

/** A number with its sign, as each language writes it. */
export function signed(value: number, indicator: Pick<Indicator, 'decimals'>): Name {
  return titled(Object.fromEntries(locales.map((locale) => [locale, formatDifference(indicator, value, locale) ?? ''])))
}

/**
 * The effect that the evaluation of an action found, with its sentence in every language; numbers are in `locale`. They are
 * rounded as shown, because unrounded ones of several actions would tell single answers of the units beside theirs.
 */
export function actionEffectOf(result: ActionResult, indicator: Indicator, locale: Locale): ActionEffect {
  const { before, end, comparable, comparableBefore, comparableAfter } = result
  return {
    verdict: verdictOf(result, indicator),
    ...shownNumbers(result, indicator),
    ...differenceTexts(result, indicator, locale),
    nBefore: before?.value == null ? null : before.n,
    nAfter: end.value === null ? null : end.n,
    ...{ comparable, comparableBefore, comparableAfter },
    text: localWords(effectWords(result, indicator)),
  }
}

/** What an action changed, in a sentence, with the answers behind it. */
export function effectWords(result: ActionResult, indicator: Indicator): Words {
  const said = differenceWords(result, indicator)
  if (result.before?.value == null || result.end.value === null) return said
  const here = [new Count(result.before.n), new Count(result.end.n)] as const
  if (result.comparable === 0) return say`${said} Answers here: ${here[0]} before, ${here[1]} after.`
  const there = [new Count(result.comparableBefore), new Count(result.comparableAfter)] as const
  return say`${said} Answers here: ${here[0]} before, ${here[1]} after. Comparable units: ${new Count(result.comparable)}, with ${there[0]} before and ${there[1]} after.`
}

function differenceWords({ before, end, difference, low, high }: ActionResult, indicator: Indicator): Words {
  if (difference === null || low === null || high === null) {
    if (before?.value == null) return say`What it changed cannot be told: the figure before it started is not shown.`
    if (end.value === null) return say`What it changed cannot be told: the figure at its deadline is not shown.`
    if (end.low === null && end.n > 1) return say`What it changed cannot be told: this kind of figure has no interval.`
    return say`Too few answers, here or in comparable units, to say what it changed.`
  }
  const shown = signed(difference, indicator)
  const interval = say`${signed(low, indicator)} to ${signed(high, indicator)}`
  switch (verdictOf({ difference, low, high }, indicator)) {
    case 'helped':
      return say`The change is better than in comparable units: ${shown} (95 % interval ${interval}).`
    case 'worse':
      return say`The change is worse than in comparable units: ${shown} (95 % interval ${interval}).`
    default:
      return say`The change differs from that in comparable units by ${shown} (95 % interval ${interval}), which can be chance.`
  }
}
