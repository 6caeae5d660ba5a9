import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { precedingSpan } from '@gensvar/contract/compared-spans'
import { encodeCustomDates } from '@gensvar/contract/date-filters'
import { addToDate, fromDayNumber, toDayNumber } from '@gensvar/contract/dates'
import { languageTags, locales } from '@gensvar/contract/local-text'
import type { Locale, LocalText } from '@gensvar/contract/local-text'

/** The days of a request: ISO dates, `from` included, `to` not; null is open. */
export interface DaySpan {
  from: string | null
  to: string | null
}

/** The span of the event date that conditions select: the intersection of all. Null without one on the event date. */
export function spanOf(conditions: readonly Condition[]): DaySpan | null {
  const demands = conditions.filter((one) => one.kind === 'dates' && one.variable === EVENT_DATE)
  if (demands.length === 0) return null
  let span: DaySpan = { from: null, to: null }
  for (const demand of demands) {
    if (demand.kind !== 'dates') continue
    span = {
      from: latest(span.from, demand.from),
      to: earliest(span.to, demand.to),
    }
  }
  return span
}

/** A span, and the one right before, to compare it with. */
export function comparedSpans(span: DaySpan | null): { span: DaySpan | null; before: DaySpan | null } {
  return { span, before: span && precedingSpan(span) }
}

/** The conditions with another span of the event date. */
export function withSpan(conditions: readonly Condition[], span: DaySpan): Condition[] {
  return [...withoutSpan(conditions), { kind: 'dates', variable: EVENT_DATE, ...span }]
}

/** The conditions without those on the event date: of all time. */
export function withoutSpan(conditions: readonly Condition[]): Condition[] {
  return conditions.filter((one) => !(one.kind === 'dates' && one.variable === EVENT_DATE))
}

/** The days of a period that lie within a span, as a value of the filter on the event date. */
export function datesWithin(span: DaySpan | null, { from, to }: { from: string; to: string }): string {
  const end = earliest(span?.to ?? null, to) ?? to
  return encodeCustomDates(latest(span?.from ?? null, from) ?? from, addToDate(end, -1, 'd'))
}

/** A span in words, in every language: `1 Jan – 31 Mar 2026`. */
export function spanText(span: DaySpan | null): LocalText {
  const key = `${span?.from}/${span?.to}`
  let text = spanTexts.get(key)
  if (!text) {
    if (spanTexts.size >= maxSpanTexts) spanTexts.clear()
    text = Object.fromEntries(locales.map((locale) => [locale, spanIn(span, locale)]))
    spanTexts.set(key, text)
  }
  return text
}

/** Cached because every tile of a page shows the same span, and formatting a range of dates is slow. */
const spanTexts = new Map<string, LocalText>()
const maxSpanTexts = 200

const allTime: Record<Locale, string> = {
  en: 'All time',
  sv: 'Hela tiden',
  no: 'Hele tiden',
  da: 'Hele perioden',
  fi: 'Koko ajalta',
}
const since: Record<Locale, string> = { en: 'From', sv: 'Från', no: 'Fra', da: 'Fra', fi: 'Alkaen' }
const until: Record<Locale, string> = { en: 'Until', sv: 'Till', no: 'Til', da: 'Til', fi: 'Asti' }

function spanIn(span: DaySpan | null, locale: Locale): string {
  const format = formatIn(locale)
  const from = span?.from ? momentOf(span.from) : null
  const to = span?.to ? momentOf(isoOf(dayOf(span.to) - 1)) : null
  // Parts that both ends share appear once: `21 Aug – 21 Nov 2026`.
  if (from && to) return format.formatRange(from, to).replaceAll('\u2009', ' ')
  if (from) return `${since[locale]} ${format.format(from)}`
  return to ? `${until[locale]} ${format.format(to)}` : allTime[locale]
}

const formats = new Map<Locale, Intl.DateTimeFormat>()

// Creating a format takes far longer than using it.
function formatIn(locale: Locale): Intl.DateTimeFormat {
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'medium', timeZone: 'UTC' })
    formats.set(locale, format)
  }
  return format
}

function momentOf(iso: string): Date {
  return new Date(`${iso}T00:00:00Z`)
}

function dayOf(iso: string): number {
  return toDayNumber(iso)
}

function isoOf(day: number): string {
  return fromDayNumber(day)
}

function latest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

function earliest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
