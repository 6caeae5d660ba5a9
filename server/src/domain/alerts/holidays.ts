import { addToDate, datePartsOf, fromDayNumber, isoDateOf, toDayNumber } from '@gensvar/contract/dates'
import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'

/** A country whose public holidays are known. */
export type HolidayCountry = NonNullable<CalendarConfig['country']>

const known = new Map<string, ReadonlySet<string>>()

/**
 * The public holidays of a country in a year, as ISO dates, also those on a Sunday. They are the days that the law names:
 * eves that are free by custom or agreement (Midsummer, Christmas) belong under `holidays` of the configuration.
 */
export function holidaysOf(country: HolidayCountry, year: number): ReadonlySet<string> {
  const key = `${country} ${year}`
  let days = known.get(key)
  if (!days) known.set(key, (days = new Set(countries[country](year))))
  return days
}

const countries: Readonly<Record<HolidayCountry, (year: number) => string[]>> = {
  // Lag (1989:253) om allmänna helgdagar.
  SE: (year) => [
    ...fixed(year, '01-01', '01-06', '05-01', '06-06', '12-25', '12-26'),
    ...fromEaster(year, goodFriday, easterSunday, easterMonday, ascension, whitSunday),
    midsummerDay(year),
    allSaintsDay(year),
  ],
  // Lov om helligdager og helligdagsfred (1995) § 2; lov om 1 og 17 mai som høgtidsdager (1947).
  NO: (year) => [
    ...fixed(year, '01-01', '05-01', '05-17', '12-25', '12-26'),
    ...fromEaster(year, maundyThursday, goodFriday, easterSunday, easterMonday, ascension, whitSunday, whitMonday),
  ],
  // Danske Lov and the decree of 1770; Store Bededag ended with lov nr. 214 (2023).
  DK: (year) => [
    ...fixed(year, '01-01', '12-25', '12-26'),
    ...fromEaster(year, maundyThursday, goodFriday, easterSunday, easterMonday, ascension, whitSunday, whitMonday),
    ...(year < 2024 ? fromEaster(year, greatPrayerDay) : []),
  ],
  // Kirkkolaki (652/2023); laki itsenäisyyspäivän viettämisestä (388/1937); laki vapunpäivän järjestämisestä (272/1944).
  FI: (year) => [
    ...fixed(year, '01-01', '01-06', '05-01', '12-06', '12-25', '12-26'),
    ...fromEaster(year, goodFriday, easterSunday, easterMonday, ascension, whitSunday),
    midsummerDay(year),
    allSaintsDay(year),
  ],
  // England and Wales: Banking and Financial Dealings Act 1971, schedule 1, with the days moved or added by proclamation
  // as published at gov.uk/bank-holidays.
  GB: (year) => [
    instead(year, '01-01'),
    ...fromEaster(year, goodFriday, easterMonday),
    moved[`${year}-may`] ?? firstWeekday(year, 5, 1),
    moved[`${year}-spring`] ?? lastMonday(year, 5),
    lastMonday(year, 8),
    ...christmas(year),
    ...(added[year] ?? []),
  ],
}

/** Bank holidays of England and Wales on another day than usual. */
const moved: Readonly<Record<string, string>> = {
  '2020-may': '2020-05-08',
  '2002-spring': '2002-06-04',
  '2012-spring': '2012-06-04',
  '2022-spring': '2022-06-02',
}

/** Bank holidays of England and Wales of one year alone. */
const added: Readonly<Record<number, readonly string[]>> = {
  2002: ['2002-06-03'],
  2011: ['2011-04-29'],
  2012: ['2012-06-05'],
  2022: ['2022-06-03', '2022-09-19'],
  2023: ['2023-05-08'],
}

// Days after Easter Sunday.
const maundyThursday = -3
const goodFriday = -2
const easterSunday = 0
const easterMonday = 1
const greatPrayerDay = 26
const ascension = 39
const whitSunday = 49
const whitMonday = 50

function fixed(year: number, ...days: readonly string[]): string[] {
  return days.map((day) => `${isoDateOf(year, 1, 1).slice(0, 4)}-${day}`)
}

function fromEaster(year: number, ...distances: readonly number[]): string[] {
  return distances.map((distance) => fromDayNumber(easterOf(year) + distance))
}

/** Day number of Easter Sunday: the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterOf(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return toDayNumber(isoDateOf(year, month, day))
}

/** The day of the week, 1 for Monday; the first day of 1970 was a Thursday. */
export function weekdayOf(dayNumber: number): number {
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1
}

/** The first such weekday on or after a date. */
function nextWeekday(isoDate: string, weekday: number): string {
  const day = toDayNumber(isoDate)
  return fromDayNumber(day + ((weekday - weekdayOf(day) + 7) % 7))
}

function firstWeekday(year: number, month: number, weekday: number): string {
  return nextWeekday(isoDateOf(year, month, 1), weekday)
}

function lastMonday(year: number, month: number): string {
  const { year: nextYear, month: nextMonth } = datePartsOf(toDayNumber(addToDate(isoDateOf(year, month, 1), 1, 'm')))
  return addToDate(firstWeekday(nextYear, nextMonth, 1), -7, 'd')
}

/** The Saturday from 20 to 26 June. */
function midsummerDay(year: number): string {
  return nextWeekday(isoDateOf(year, 6, 20), 6)
}

/** The Saturday from 31 October to 6 November. */
function allSaintsDay(year: number): string {
  return nextWeekday(isoDateOf(year, 10, 31), 6)
}

/** The day itself, or the Monday after it where it is on a weekend. */
function instead(year: number, monthAndDay: string): string {
  const [day = ''] = fixed(year, monthAndDay)
  return weekdayOf(toDayNumber(day)) > 5 ? nextWeekday(day, 1) : day
}

/** Christmas Day and Boxing Day, each instead of a weekend's on the next weekday that is not free. */
function christmas(year: number): string[] {
  const [first = '', second = ''] = fixed(year, '12-25', '12-26')
  const isWorked = (day: string): boolean => weekdayOf(toDayNumber(day)) <= 5
  const days = [first, second].filter(isWorked)
  for (let next = addToDate(second, 1, 'd'); days.length < 2; next = addToDate(next, 1, 'd'))
    if (isWorked(next)) days.push(next)
  return days
}
