import { resolveDateValue } from '@gensvar/contract/date-filters'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { Page } from '@gensvar/contract/entities/survey'
import { spanText } from '#server/domain/indicators/period.ts'

/** A figure that a screen shows: what it is, where and of which days, and where it was seen. */
export interface Seen {
  what: string
  value: number | string | boolean | null
  /** Number of answers; undefined where the screen does not say it. */
  n: number | null | undefined
  by: string
}

/** Where and of what a page's figures are. */
export interface Here {
  page: Page
  place: string
  filters: string
  at: string
  chosen: string | null
  period: string
}

/** What the share of an answer is called. */
export function shareOf(question: string, answer: string): string {
  return `share of ${answer} among answers to ${question}`
}

/** The place of a drill path without the page's filters; empty at the top. */
export function placeOf(path: string, { filters }: Here): string {
  const place = filters === '' ? path : path.replace(`;${filters}`, '')
  return place === 'root' ? '' : place
}

/** The place above one; the top has none that could be compared with. */
export function aboveOf(place: string): string | null {
  return place === '' ? null : place.split(';').slice(0, -1).join(';')
}

/** Words of a figure as they are compared: the English ones. */
export function wordsOf(words: IndicatorVariable['period'] | string): string {
  return words === null ? '' : typeof words === 'string' ? words : (words.en ?? '')
}

/** The days of a period in words, as figures say them. */
export function wordsOfPeriod(period: string, today: string): string {
  const dates = resolveDateValue(period, today)
  if (dates?.kind !== 'span') throw new Error(`${period} is no span of days`)
  const isOpen = dates.from === null && dates.to === null
  return wordsOf(spanText(isOpen ? null : dates))
}

/** A value that is a number; null for any other. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Sums are added in another order on another way to the same figure. */
export function rounded(value: Seen['value']): Seen['value'] {
  return typeof value === 'number' ? Number(value.toFixed(9)) : value
}
