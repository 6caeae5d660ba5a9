import { locales } from '@gensvar/contract/local-text'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import { pickText } from '@gensvar/contract/local-text'
import { wholePeriods } from '@gensvar/contract/periods'
import type { PeriodState } from '@gensvar/contract/entities/chart'
import type { DaySpan } from './period.ts'
import { spanText } from './period.ts'

/** Whether a span is of whole calendar periods of which the last is not over; days that roll with today never are. */
export function isRunning(span: DaySpan | null, today: string): boolean {
  if (span === null || span.from === null || span.to === null) return false
  return span.from <= today && today < span.to && wholePeriods(span.from, span.to) !== null
}

/** How much of a period a request with a span shows on a day: all of it, or less as it is not over or is cut off. */
export function periodState(
  { from, to }: { from: string; to: string },
  span: DaySpan | null,
  today: string,
): PeriodState {
  const isCut = (span?.from != null && span.from > from) || (span?.to != null && span.to < to && span.to <= today)
  if (isCut) return 'part'
  return today < to ? 'running' : 'whole'
}

/** A span in words, with "so far" where it is not over. */
export function runningSpanText(span: DaySpan | null, today: string): LocalText {
  const text = spanText(span)
  if (!isRunning(span, today)) return text
  return Object.fromEntries(locales.map((locale) => [locale, `${pickText(text, locale)} (${soFar[locale]})`]))
}

const soFar: Record<Locale, string> = {
  en: 'so far',
  sv: 'hittills',
  no: 'hittil',
  da: 'indtil nu',
  fi: 'tähän mennessä',
}
