import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { roundTo } from './goal.ts'
import type { Indicator } from './indicator.ts'

/** Texts kept by their number: a table shows the same few hundred again and again. */
const maxTexts = 10_000

interface Format {
  format: Intl.NumberFormat
  texts: Map<number, string>
}

/** By language, then by number of decimals. */
const formats = new Map<Locale, Format[]>()

/** A number in a language with a fixed number of decimals; a minus sign that is one, and none for zero. */
export function formatNumber(value: number, decimals: number, locale: Locale): string {
  const { format, texts } = formatOf(locale, decimals)
  const shown = roundTo(value, decimals)
  let text = texts.get(shown)
  if (text === undefined) {
    // English formats write the hyphen of the keyboard.
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

/** An indicator's value as shown, with its unit; null stays null. */
export function formatValue(
  indicator: Pick<Indicator, 'decimals' | 'unit'>,
  value: number | null,
  locale: Locale,
): string | null {
  if (value === null) return null
  return withUnit(formatNumber(value, indicator.decimals, locale), indicator.unit)
}

/**
 * The change between two values as they are shown, so that a reader who takes one from the other gets it: 78 after 78
 * is none, whatever their decimals were. Null where either is missing.
 */
export function shownChange(now: number | null, base: number | null, decimals: number): number | null {
  return now === null || base === null ? null : roundTo(roundTo(now, decimals) - roundTo(base, decimals), decimals)
}

/** A change as shown, with its sign; a change below the shown precision has none. */
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
  // A percent sign follows its number after a space in all our languages but English.
  return unit ? `${text}\u00a0${unit}` : text
}
