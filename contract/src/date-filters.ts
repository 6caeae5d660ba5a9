import { addToDate, isIsoDate, toDayNumber } from './dates.ts'
import type { DateSpan, DateUnit } from './dates.ts'
import { namedSpan, periodIndex, periodStart } from './periods.ts'
import type { WholePeriodKind } from './periods.ts'

/** Units a relative date counts in: days, months, years. */
export const relativeUnits = ['d', 'm', 'y'] as const

/** Which dates a relative date filter includes: the day itself, the days before it or the days after it. */
export const relativeModes = ['exact', 'before', 'after'] as const

/** Whether a relative date lies before or after today. */
export const relativeDirections = ['back', 'forward'] as const

/** One of the sides of a relative date. */
export type RelativeMode = (typeof relativeModes)[number]

/** One of the directions of a relative date. */
export type RelativeDirection = (typeof relativeDirections)[number]

/** A whole number of days, months or years from today; negative is back. */
export interface DateOffset {
  amount: number
  unit: DateUnit
}

/**
 * The decoded value of a date filter, before today's date is applied. `custom`: both dates inclusive. `period`: a named
 * period. `whole`: the last `count` whole periods before the running one, or with 0 the running one. `all`: no limit.
 */
export type DateFilter =
  | { kind: 'custom'; start: string; end: string }
  | { kind: 'interval'; from: DateOffset; to: DateOffset }
  | { kind: 'point'; mode: RelativeMode; direction: RelativeDirection; amount: number; unit: DateUnit }
  | { kind: 'today'; mode: 'today_ymd' | 'today_md' }
  | { kind: 'period'; name: string; span: DateSpan }
  | { kind: 'whole'; count: number; period: WholePeriodKind }
  | { kind: 'all' }

/** The dates a filter means: a span, or a day of any year. */
export type ResolvedDates = ({ kind: 'span' } & DateSpan) | { kind: 'monthDay'; month: number; day: number }

const farthest = 9999
const allTime = 'all_time'

const periodLetters = { week: 'w', month: 'm', quarter: 'q', year: 'y' } as const satisfies Record<
  WholePeriodKind,
  string
>
const periodOfLetter = { w: 'week', m: 'month', q: 'quarter', y: 'year' } as const
const mostPerYear = { week: 52, month: 12, quarter: 4, year: 1 } as const

function toCompact(isoDate: string): string {
  const [year, month, day] = isoDate.split('-')
  return `${day}${month}${year}`
}

function fromCompact(compact: string): string | null {
  const isoDate = `${compact.slice(4)}-${compact.slice(2, 4)}-${compact.slice(0, 2)}`
  return isIsoDate(isoDate) ? isoDate : null
}

/**
 * Writes chosen dates as a filter value: `custom_ddmmyyyy_ddmmyyyy`, the end extended by one day. One date makes a
 * same-day range, reversed dates are swapped. Throws RangeError when a text is no date or the end has no next day.
 */
export function encodeCustomDates(start: string, end: string = start): string {
  for (const date of [start, end]) {
    if (!isIsoDate(date) || date === '9999-12-31') throw new RangeError(`"${date}" is not a date that can be chosen.`)
  }
  const [first, last] = start <= end ? [start, end] : [end, start]
  return `custom_${toCompact(first)}_${toCompact(addToDate(last, 1, 'd'))}`
}

function encodeOffset(offset: DateOffset): string {
  return `${offset.amount === 0 ? 0 : offset.amount}${offset.unit}`
}

/** Writes a date filter as the text of a path value. */
export function encodeDateFilter(filter: DateFilter): string {
  switch (filter.kind) {
    case 'custom':
      return encodeCustomDates(filter.start, filter.end)
    case 'interval':
      return `rel_${encodeOffset(filter.from)}_${encodeOffset(filter.to)}`
    case 'point':
      return `rel_${filter.mode}_${filter.direction}_${filter.amount}${filter.unit}`
    case 'today':
      return filter.mode
    case 'period':
      return filter.name
    case 'whole': {
      const letter = periodLetters[filter.period]
      return filter.count === 0 ? `this_${letter}` : `last_${filter.count}${letter}`
    }
    case 'all':
      return allTime
  }
}

/** Reads the text of a date filter's value; null when it has none of the known forms. */
export function decodeDateFilter(text: string): DateFilter | null {
  if (text === 'today_ymd' || text === 'today_md') return { kind: 'today', mode: text }
  if (text === allTime) return { kind: 'all' }
  return decodeCustom(text) ?? decodePoint(text) ?? decodeInterval(text) ?? decodeWhole(text) ?? decodePeriod(text)
}

function decodeCustom(text: string): DateFilter | null {
  const match = /^custom_(\d{8})_(\d{8})$/.exec(text)
  const start = match?.[1] && fromCompact(match[1])
  const extended = match?.[2] && fromCompact(match[2])
  if (!start || !extended || extended <= start) return null
  return { kind: 'custom', start, end: addToDate(extended, -1, 'd') }
}

function decodeInterval(text: string): DateFilter | null {
  const match = /^rel_(-?\d{1,5})([dmy])_(-?\d{1,5})([dmy])$/.exec(text)
  if (!match) return null
  const [, fromAmount, fromUnit, toAmount, toUnit] = match
  return { kind: 'interval', from: offsetOf(fromAmount, fromUnit), to: offsetOf(toAmount, toUnit) }
}

function offsetOf(amount: string | undefined, unit: string | undefined): DateOffset {
  // "-0d" is today too; adding 0 turns a negative zero into zero.
  return { amount: Number(amount) + 0, unit: unit as DateUnit }
}

function decodePoint(text: string): DateFilter | null {
  const match = /^rel_(exact|before|after)_(back|forward)_(\d{1,5})([dmy])$/.exec(text)
  if (!match) return null
  const [, mode, direction, amount, unit] = match
  return {
    kind: 'point',
    mode: mode as RelativeMode,
    direction: direction as RelativeDirection,
    amount: Number(amount),
    unit: unit as DateUnit,
  }
}

function decodeWhole(text: string): DateFilter | null {
  const match = /^(?:this_|last_([1-9]\d{0,3}))([wmqy])$/.exec(text)
  if (!match) return null
  const letter = match[2] as keyof typeof periodOfLetter
  return { kind: 'whole', count: Number(match[1] ?? 0), period: periodOfLetter[letter] }
}

function decodePeriod(text: string): DateFilter | null {
  const span = namedSpan(text)
  return span && { kind: 'period', name: text, span }
}

/**
 * The dates a filter means when today is `today` (ISO). A relative interval holds both of its ends, so `rel_-30d_0d` is
 * the last 30 days and today. `before` and `after` leave the date they point at out; with `exact` they cover all dates.
 * Whole periods end where the running one begins, and the running one ends where the next begins, so `last_3m` on
 * 22 November is August to October and `this_m` is November. Null when the interval ends before it begins or lies
 * outside the years 1-9999.
 */
export function resolveDateFilter(filter: DateFilter, today: string): ResolvedDates | null {
  switch (filter.kind) {
    case 'custom':
      return { kind: 'span', from: filter.start, to: addToDate(filter.end, 1, 'd') }
    case 'interval': {
      const from = moved(today, filter.from)
      const last = moved(today, filter.to)
      return from && last && from <= last ? { kind: 'span', from, to: addToDate(last, 1, 'd') } : null
    }
    case 'point': {
      const sign = filter.direction === 'back' ? -1 : 1
      const point = moved(today, { amount: sign * filter.amount, unit: filter.unit })
      if (!point) return null
      if (filter.mode === 'before') return { kind: 'span', from: null, to: point }
      const next = addToDate(point, 1, 'd')
      return { kind: 'span', from: filter.mode === 'after' ? next : point, to: filter.mode === 'after' ? null : next }
    }
    case 'today':
      if (filter.mode === 'today_ymd') return { kind: 'span', from: today, to: addToDate(today, 1, 'd') }
      return { kind: 'monthDay', month: Number(today.slice(5, 7)), day: Number(today.slice(8, 10)) }
    case 'period':
      return { kind: 'span', ...filter.span }
    case 'whole':
      return wholeSpan(filter.period, filter.count, today)
    case 'all':
      return { kind: 'span', from: null, to: null }
  }
}

function wholeSpan(period: WholePeriodKind, count: number, today: string): ResolvedDates | null {
  if (Number(today.slice(0, 4)) - count / mostPerYear[period] < 2) return null
  const running = periodIndex(period, toDayNumber(today))
  const [first, next] = count === 0 ? [running, running + 1] : [running - count, running]
  return { kind: 'span', from: periodStart(period, first), to: periodStart(period, next) }
}

function moved(today: string, offset: DateOffset): string | null {
  const year = Number(today.slice(0, 4))
  const perYear = { d: 365, m: 12, y: 1 }[offset.unit]
  const target = year + offset.amount / perYear
  return target >= 2 && target < farthest - 1 ? addToDate(today, offset.amount, offset.unit) : null
}

/** Reads and resolves the text of a date filter's value in one step; null when it means no dates. */
export function resolveDateValue(text: string, today: string): ResolvedDates | null {
  const filter = decodeDateFilter(text)
  return filter && resolveDateFilter(filter, today)
}
