import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { encodeCustomDates } from '@gensvar/contract/date-filters'
import { addToDate, fromDayNumber, isIsoDate, toDayNumber } from '@gensvar/contract/dates'
import { languageTags, locales } from '@gensvar/contract/local-text'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import { periodStart, wholePeriods } from '@gensvar/contract/periods'

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

/**
 * The span of equal length right before. Whole calendar periods are compared with as many whole ones (three months with
 * three months, whatever their number of days). Null for a span that is empty or open at an end, and where the span
 * before would begin before the calendar's first year.
 */
function precedingSpan({ from, to }: DaySpan): DaySpan | null {
  if (from === null || to === null) return null
  const whole = wholePeriods(from, to)
  if (whole) return onCalendar({ from: periodStart(whole.kind, whole.first - whole.count), to: from })
  const first = dayOf(from)
  const length = dayOf(to) - first
  return length > 0 ? onCalendar({ from: isoOf(first - length), to: from }) : null
}

/** The span, unless it begins on a day that cannot be written. */
function onCalendar<Span extends { from: string }>(span: Span): Span | null {
  return isIsoDate(span.from) ? span : null
}

/** A span, and the one right before, to compare it with. */
export function comparedSpans(span: DaySpan | null): { span: DaySpan | null; before: DaySpan | null } {
  return { span, before: span && precedingSpan(span) }
}

/** The same days a year earlier, for whole weeks 52 weeks earlier; null for a span that is open at an end or too early. */
export function yearBefore({ from, to }: DaySpan): DaySpan | null {
  if (from === null || to === null) return null
  const isWeeks = wholePeriods(from, to)?.kind === 'week'
  const earlier = (day: string): string => (isWeeks ? addToDate(day, -52 * 7, 'd') : addToDate(day, -1, 'y'))
  return onCalendar({ from: earlier(from), to: earlier(to) })
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
