import { languageTags, localeOfTag } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from './i18n.ts'

const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function numberFormat(locale: Locale, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`
  const known = numberFormats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(languageTags[locale], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // A value that rounds to zero has no sign.
    signDisplay: 'negative',
  })
  numberFormats.set(key, made)
  return made
}

/** English formats write a hyphen; a real minus sign is as wide as a plus. */
function numberText(locale: Locale, value: number, decimals: number): string {
  return numberFormat(locale, decimals).format(value).replace('-', '\u2212')
}

function dateFormat(
  locale: Locale,
  style: 'date' | 'month' | 'moment' | 'clock',
  timeZone?: string,
): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${timeZone ?? ''}`
  const known = dateFormats.get(key)
  if (known !== undefined) return known
  const options: Intl.DateTimeFormatOptions =
    style === 'month'
      ? { month: 'short', year: 'numeric', timeZone: 'UTC' }
      : style === 'date'
        ? { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }
        : style === 'clock'
          ? { timeStyle: 'medium', timeZone }
          : { dateStyle: 'medium', timeStyle: 'short', timeZone }
  const made = new Intl.DateTimeFormat(languageTags[locale], options)
  dateFormats.set(key, made)
  return made
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const sizes = ['byte', 'kilobyte', 'megabyte'] as const

function sizeText(locale: Locale, bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  const value = bytes / 1000 ** step
  const options = {
    style: 'unit',
    unit: sizes[step],
    // Short, a number of bytes would be "776 byte".
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(languageTags[locale], options).format(value)
}

/** Formats numbers, dates and times in a language. */
export interface Format {
  locale: Locale
  /** A number with a fixed number of decimals (0 by default); a real minus sign, and none for zero. */
  number(value: number, decimals?: number): string
  /** A number with the decimals of the standard number format (key FORMAT_STD_NUMBER). */
  standard(value: number): string
  /** A share given in percent (45.25 becomes `45.3 %`); one decimal by default. */
  percent(value: number, decimals?: number): string
  /** The size of a file given in bytes (`1.2 MB`). */
  size(bytes: number): string
  /** A day given as `2026-11-21`. */
  date(isoDate: string): string
  /** The month of a day given as `2026-11-21`. */
  month(isoDate: string): string
  /** A moment given as ISO date and time, in the reader's time zone unless another is given. */
  moment(isoMoment: string, timeZone?: string): string
  /** The time of day of a moment to the second, in the reader's time zone unless another is given. */
  clock(isoMoment: string, timeZone?: string): string
  /** How long ago or ahead a moment is, in words; `now` in milliseconds. */
  relative(isoMoment: string, now?: number): string
}

/** Decimals a pattern such as `0.0` asks for. */
export function decimalsOf(pattern: string): number {
  return /[.,](0+)/.exec(pattern)?.[1]?.length ?? 0
}

/** Decimals of the standard number format in the language shown (key FORMAT_STD_NUMBER). */
export function standardDecimals(): number {
  return decimalsOf(i18n.t('FORMAT_STD_NUMBER', { ns: 'app' }))
}

/** The formats of a language. */
export function formatIn(locale: Locale): Format {
  return {
    locale,
    number: (value, decimals = 0) => numberText(locale, value, decimals),
    standard: (value) => numberText(locale, value, standardDecimals()),
    percent: (value, decimals = 1) => `${numberText(locale, value, decimals)}\u{a0}%`,
    size: (bytes) => sizeText(locale, bytes),
    date: (isoDate) => dateFormat(locale, 'date').format(new Date(`${isoDate.slice(0, 10)}T00:00:00Z`)),
    month: (isoDate) => dateFormat(locale, 'month').format(new Date(`${isoDate.slice(0, 7)}-01T00:00:00Z`)),
    moment: (isoMoment, timeZone) => dateFormat(locale, 'moment', timeZone).format(new Date(isoMoment)),
    clock: (isoMoment, timeZone) => dateFormat(locale, 'clock', timeZone).format(new Date(isoMoment)),
    relative(isoMoment, now = Date.now()) {
      const seconds = Math.round((Date.parse(isoMoment) - now) / 1000)
      const [unit, size] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1]
      const count = Math.abs(seconds) < 60 ? 0 : Math.trunc(seconds / size)
      // Not "last year" or "yesterday", which name a year and a day of the calendar: this counts whole ones.
      const numeric = count === 0 ? 'auto' : 'always'
      return new Intl.RelativeTimeFormat(languageTags[locale], { numeric }).format(count, unit)
    },
  }
}

/** The formats of the language shown; renders again when the language changes. */
export function useFormat(): Format {
  const { i18n: shown } = useTranslation(undefined, { i18n })
  const locale = localeOfTag(shown.language) ?? 'en'
  return useMemo(() => formatIn(locale), [locale])
}
