import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { roundTo } from './goal.ts'
import type { Indicator } from './indicator.ts'

/** Most texts cached per format: a table shows the same few hundred numbers again and again. */
const maxTexts = 10_000

interface Format {
  format: Intl.NumberFormat
  texts: Map<number, string>
}

/** Formats by language and number of decimals. */
const formats = new Map<Locale, Format[]>()

/**
 * A number in a language with a fixed number of decimals. Negative ones have a minus sign (not a hyphen), zero has
 * none.
 */
export function formatNumber(value: number, decimals: number, locale: Locale): string {
  const { format, texts } = formatOf(locale, decimals)
  const shown = roundTo(value, decimals)
  let text = texts.get(shown)
  if (text === undefined) {
    // English formats use a hyphen.
    text = format.format(shown).replace('-', '\u2212')
    if (texts.size >= maxTexts) texts.clear()
    texts.set(shown, text)
  }
  return text
}

function formatOf(locale: Locale, decimals: number): Format {
  let list = formats.get(locale)
  if (!list) formats.set(locale, (list = []))
  return (list[decimals] ??= {
    format: new Intl.NumberFormat(languageTags[locale], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    }),
    texts: new Map(),
  })
}

/** An indicator's value as shown, with its unit; null for null. */
export function formatValue(
  indicator: Pick<Indicator, 'decimals' | 'unit'>,
  value: number | null,
  locale: Locale,
): string | null {
  if (value === null) return null
  return withUnit(formatNumber(value, indicator.decimals, locale), indicator.unit)
}

/**
 * The change between two values as shown, so that readers can check it: from 78 to 78 is 0, whatever the decimals that
 * are not shown. Null where either is missing.
 */
export function shownChange(now: number | null, base: number | null, decimals: number): number | null {
  return now === null || base === null ? null : roundTo(roundTo(now, decimals) - roundTo(base, decimals), decimals)
}

/** A change as shown, with its sign; no sign for one below the shown precision. */
export function formatDifference(
  indicator: Pick<Indicator, 'decimals'>,
  value: number | null,
  locale: Locale,
): string | null {
  if (value === null) return null
  const text = formatNumber(Math.abs(value), indicator.decimals, locale)
  const rounded = roundTo(value, indicator.decimals)
  if (rounded === 0) return text
  return rounded > 0 ? `+${text}` : `\u2212${text}`
}

/** Direction of a change: 1 up, 2 down, 0 below the shown precision or unknown. */
export function diffArrow(indicator: Pick<Indicator, 'decimals'>, value: number | null): 0 | 1 | 2 {
  const rounded = value === null ? 0 : roundTo(value, indicator.decimals)
  if (rounded === 0) return 0
  return rounded > 0 ? 1 : 2
}

function withUnit(text: string, unit: string | null): string {
  // All our languages but English have a space before the percent sign.
  return unit ? `${text}\u00a0${unit}` : text
}
