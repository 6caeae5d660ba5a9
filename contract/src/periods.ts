import { datePartsOf, fromDayNumber, isIsoDate, isoDateOf, toDayNumber } from './dates.ts'
import type { DateSpan } from './dates.ts'

/** Kinds of calendar period that results are grouped by; weeks are ISO weeks (Monday to Sunday). */
export const periodKinds = ['day', 'week', 'month', 'quarter', 'year'] as const

/** One of the kinds of calendar period. */
export type PeriodKind = (typeof periodKinds)[number]

/** Kinds of period that hold several days, coarsest first. */
export const wholePeriodKinds = ['year', 'quarter', 'month', 'week'] as const satisfies readonly PeriodKind[]

/** One of the kinds of period that hold several days. */
export type WholePeriodKind = (typeof wholePeriodKinds)[number]

/** Periods of one kind that follow each other: `count` of them, at least 1, from the one numbered `first` on. */
export interface WholePeriods {
  kind: WholePeriodKind
  first: number
  count: number
}

/**
 * The whole number of the period a day lies in, so that periods next to each other are one apart: day = day number;
 * week = floor((day + 3) / 7), for 1970-01-01 was a Thursday; month = year * 12 + month - 1; quarter = year * 4 +
 * quarter - 1; year = year.
 */
export function periodIndex(kind: PeriodKind, day: number): number {
  if (kind === 'day') return day
  if (kind === 'week') return Math.floor((day + 3) / 7)
  const { year, month } = datePartsOf(day)
  if (kind === 'month') return year * 12 + month - 1
  if (kind === 'quarter') return year * 4 + Math.floor((month - 1) / 3)
  return year
}

/** The first day of a period, ISO. The day after its last one is `periodStart(kind, index + 1)`. */
export function periodStart(kind: PeriodKind, index: number): string {
  if (kind === 'day') return fromDayNumber(index)
  if (kind === 'week') return fromDayNumber(index * 7 - 3)
  if (kind === 'year') return isoDateOf(index, 1, 1)
  const perYear = kind === 'month' ? 12 : 4
  const year = Math.floor(index / perYear)
  return isoDateOf(year, (index - year * perYear) * (12 / perYear) + 1, 1)
}

/** The days of a period, half-open. */
export function periodSpan(kind: PeriodKind, index: number): { from: string; to: string } {
  return { from: periodStart(kind, index), to: periodStart(kind, index + 1) }
}

/**
 * The whole periods a half-open span of ISO dates covers exactly, in the coarsest kind that fits: a year before its four
 * quarters, a quarter before its three months. Null for a span that begins or ends inside a week and a month.
 */
export function wholePeriods(from: string, to: string): WholePeriods | null {
  if (from >= to) return null
  for (const kind of wholePeriodKinds) {
    const first = periodIndex(kind, toDayNumber(from))
    const next = periodIndex(kind, toDayNumber(to))
    if (periodStart(kind, first) === from && periodStart(kind, next) === to) return { kind, first, count: next - first }
  }
  return null
}

/** ISO year and week (1-53) of a week index: the year that holds the week's Thursday. */
export function isoWeekOf(index: number): { year: number; week: number } {
  const thursday = index * 7
  const { year } = datePartsOf(thursday)
  return { year, week: Math.floor((thursday - toDayNumber(isoDateOf(year, 1, 1))) / 7) + 1 }
}

/** A period's name that is the same in every language: `2026-03-14`, `2026-W11`, `2026-03`, `2026-Q1` or `2026`. */
export function periodName(kind: PeriodKind, index: number): string {
  if (kind === 'day') return fromDayNumber(index)
  if (kind === 'week') {
    const { year, week } = isoWeekOf(index)
    return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
  }
  const start = periodStart(kind, index)
  if (kind === 'month') return start.slice(0, 7)
  if (kind === 'year') return start.slice(0, 4)
  return `${start.slice(0, 4)}-Q${(index % 4) + 1}`
}

/** Reads what `periodName` wrote, for the years 1 to 9998; null when the text names no period. */
export function parsePeriodName(name: string): { kind: PeriodKind; index: number } | null {
  if (name.startsWith('0000') || name.startsWith('9999')) return null
  if (isIsoDate(name)) return { kind: 'day', index: toDayNumber(name) }
  const match = /^(\d{4})(?:-(?:(\d\d)|Q([1-4])|W(\d\d)))?$/.exec(name)
  if (!match) return null
  const year = Number(match[1])
  const [, , month, quarter, week] = match
  if (quarter !== undefined) return { kind: 'quarter', index: year * 4 + Number(quarter) - 1 }
  if (month !== undefined) {
    const inYear = Number(month) >= 1 && Number(month) <= 12
    return inYear ? { kind: 'month', index: year * 12 + Number(month) - 1 } : null
  }
  if (week === undefined) return { kind: 'year', index: year }
  // 4 January always lies in week 1.
  const index = periodIndex('week', toDayNumber(isoDateOf(year, 1, 4))) + Number(week) - 1
  return isoWeekOf(index).year === year && Number(week) >= 1 ? { kind: 'week', index } : null
}

/** The days of a period given by its name, or null when the text names no period. */
export function namedSpan(name: string): DateSpan | null {
  const period = parsePeriodName(name)
  return period && periodSpan(period.kind, period.index)
}
