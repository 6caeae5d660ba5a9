import { addToDate, fromDayNumber, toDayNumber } from '@gensvar/contract/dates'
import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import { holidaysOf, weekdayOf } from '#server/domain/alerts/holidays.ts'
import { instantIn, localIn } from '#server/domain/alerts/zoned-time.ts'
import type { StoredSchedule } from '#server/platform/db-campaign-types.ts'
import type { Campaign } from '../campaign.ts'

/** By what the days of a campaign's rounds are computed. */
export interface RoundSchedule {
  period: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  weekdays: StoredSchedule['weekdays']
  /** The day (ISO) that weeks and months are counted from. */
  first: string
  calendar: Pick<CalendarConfig, 'country' | 'holidays'>
}

const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Days to look ahead for one that is allowed: a year with its leap day. */
const furthest = 367

/**
 * The first day of a round that is not before `earliest` (ISO): each day, or each week or month from the first day on,
 * moved on to a day that is allowed. Null where none is within a year.
 */
export function roundDay({ period, first, ...days }: RoundSchedule, earliest: string): string | null {
  if (period === 'DAILY') return allowedFrom(days, earliest > first ? earliest : first)
  const isWeekly = period === 'WEEKLY'
  // So many periods have surely passed; the last of them may still be moved on to a day that is not before `earliest`.
  const passed = Math.max(0, Math.floor((toDayNumber(earliest) - toDayNumber(first)) / (isWeekly ? 7 : 31)) - 1)
  for (let at = passed; ; at += 1) {
    const start = isWeekly ? addToDate(first, at * 7, 'd') : addToDate(first, at, 'm')
    const day = allowedFrom(days, start)
    if (day === null || day >= earliest) return day
  }
}

/** Whether a round may be on a day: a public holiday only with `hol`, any other day by its weekday. */
export function isRoundDay({ weekdays, calendar }: Pick<RoundSchedule, 'weekdays' | 'calendar'>, day: string): boolean {
  const isHoliday =
    calendar.holidays.includes(day) ||
    (calendar.country !== undefined && holidaysOf(calendar.country, Number(day.slice(0, 4))).has(day))
  if (isHoliday) return weekdays.includes('hol')
  const name = names[weekdayOf(toDayNumber(day)) - 1]
  return name !== undefined && weekdays.includes(name)
}

function allowedFrom(days: Pick<RoundSchedule, 'weekdays' | 'calendar'>, from: string): string | null {
  for (let day = from, looked = 0; looked < furthest; looked += 1, day = addToDate(day, 1, 'd'))
    if (isRoundDay(days, day)) return day
  return null
}

type Timed = Pick<Campaign, 'scheduledStart' | 'createdAt'>

/** The day (ISO) in a time zone that a campaign's rounds are counted from. */
export function firstDayOf({ scheduledStart, createdAt }: Timed, timeZone: string): string {
  return fromDayNumber(localIn(timeZone, scheduledStart ?? createdAt).day)
}

/** When a round of a day (ISO) begins: at the time of day that the campaign was to start at, else was made at. */
export function roundMoment({ scheduledStart, createdAt }: Timed, day: string, timeZone: string): Date {
  const { time } = localIn(timeZone, scheduledStart ?? createdAt)
  return instantIn(timeZone, { day: toDayNumber(day), time })
}
