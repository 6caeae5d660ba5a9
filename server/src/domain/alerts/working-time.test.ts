import { calendarConfig } from '@gensvar/contract/configuration/calendar'
import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import { describe, expect, test } from 'vitest'
import { holidaysOf } from './holidays.ts'
import type { HolidayCountry } from './holidays.ts'
import { addWorkingTime } from './working-time.ts'

/** Public holidays as published by each state, without Sundays; month and day. */
const published: Record<HolidayCountry, Record<number, string>> = {
  SE: {
    2024: '01-01 01-06 03-29 04-01 05-01 05-09 06-06 06-22 11-02 12-25 12-26',
    2025: '01-01 01-06 04-18 04-21 05-01 05-29 06-06 06-21 11-01 12-25 12-26',
    2026: '01-01 01-06 04-03 04-06 05-01 05-14 06-06 06-20 10-31 12-25 12-26',
    2027: '01-01 01-06 03-26 03-29 05-01 05-06 06-26 11-06 12-25',
  },
  NO: {
    2024: '01-01 03-28 03-29 04-01 05-01 05-09 05-17 05-20 12-25 12-26',
    2025: '01-01 04-17 04-18 04-21 05-01 05-17 05-29 06-09 12-25 12-26',
    2026: '01-01 04-02 04-03 04-06 05-01 05-14 05-25 12-25 12-26',
    2027: '01-01 03-25 03-26 03-29 05-01 05-06 05-17 12-25',
  },
  DK: {
    2023: '04-06 04-07 04-10 05-05 05-18 05-29 12-25 12-26',
    2024: '01-01 03-28 03-29 04-01 05-09 05-20 12-25 12-26',
    2025: '01-01 04-17 04-18 04-21 05-29 06-09 12-25 12-26',
    2026: '01-01 04-02 04-03 04-06 05-14 05-25 12-25 12-26',
    2027: '01-01 03-25 03-26 03-29 05-06 05-17 12-25',
  },
  FI: {
    2024: '01-01 01-06 03-29 04-01 05-01 05-09 06-22 11-02 12-06 12-25 12-26',
    2025: '01-01 01-06 04-18 04-21 05-01 05-29 06-21 11-01 12-06 12-25 12-26',
    2026: '01-01 01-06 04-03 04-06 05-01 05-14 06-20 10-31 12-25 12-26',
    2027: '01-01 01-06 03-26 03-29 05-01 05-06 06-26 11-06 12-06 12-25',
  },
  GB: {
    2020: '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28',
    2021: '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28',
    2022: '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27',
    2023: '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26',
    2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
    2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
    2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
  },
}

describe('public holidays are those published', () => {
  const cases = Object.entries(published).flatMap(([country, years]) =>
    Object.entries(years).map(([year, days]) => ({ country: country as HolidayCountry, year: Number(year), days })),
  )
  test.each(cases)('$country $year', ({ country, year, days }) => {
    const found = [...holidaysOf(country, year)]
      .filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() !== 0)
      .map((day) => day.slice(5))
      .sort()
    expect(found.join(' ')).toBe(days)
  })
})

describe('working time', () => {
  const calendar = (given: Partial<CalendarConfig> = {}) => calendarConfig.parse(given)
  const add = (start: string, duration: string, given: Partial<CalendarConfig> = {}, zone = 'Europe/Stockholm') =>
    addWorkingTime(new Date(start), duration, calendar(given), zone).toISOString()

  test('a day is the next working day at the same time, over a weekend', () => {
    // Friday 10:30 in Stockholm.
    expect(add('2026-03-06T09:30:00Z', '1d')).toBe('2026-03-09T09:30:00.000Z')
    expect(add('2026-03-06T09:30:00Z', '0d')).toBe('2026-03-06T09:30:00.000Z')
  })

  test('a week has as many days as are worked', () => {
    expect(add('2026-03-06T09:30:00Z', '1w')).toBe('2026-03-13T09:30:00.000Z')
    // Three days a week: Monday, Wednesday, Friday.
    expect(add('2026-03-06T09:30:00Z', '1w', { workingDays: [1, 3, 5] })).toBe('2026-03-13T09:30:00.000Z')
    expect(add('2026-03-06T09:30:00Z', '2d', { workingDays: [1, 3, 5] })).toBe('2026-03-11T09:30:00.000Z')
    expect(add('2026-03-07T09:30:00Z', '1w', { workingDays: [1, 2, 3, 4, 5, 6, 7] })).toBe('2026-03-14T09:30:00.000Z')
  })

  test('hours go on where the working day ended', () => {
    // 15:00 to 17:00 on Friday, and 10 of the 9 + 1 hours from Monday.
    expect(add('2026-03-06T14:00:00Z', '12h')).toBe('2026-03-10T08:00:00.000Z')
    expect(add('2026-03-06T14:00:00Z', '2h')).toBe('2026-03-06T16:00:00.000Z')
    expect(add('2026-03-06T14:00:00Z', '1h', { from: '13:00', to: '15:30' })).toBe('2026-03-09T12:30:00.000Z')
  })

  test('what begins outside working time counts from when work begins', () => {
    const monday = '2026-03-09T08:00:00.000Z'
    expect(add('2026-03-06T20:00:00Z', '1h')).toBe(monday)
    expect(add('2026-03-07T12:00:00Z', '1h')).toBe(monday)
    expect(add('2026-03-09T03:00:00Z', '1h')).toBe(monday)
    expect(add('2026-03-06T16:00:00Z', '1h')).toBe(monday)
    expect(add('2026-03-06T20:00:00Z', '1d')).toBe('2026-03-10T07:00:00.000Z')
  })

  test('public and own holidays are free, also over the end of a year', () => {
    // Wednesday 2026-12-23: Thursday, then Christmas and the weekend, then Monday to Thursday, New Year's Day, a weekend.
    expect(add('2026-12-23T09:00:00Z', '2d', { country: 'SE' })).toBe('2026-12-28T09:00:00.000Z')
    expect(add('2026-12-23T09:00:00Z', '2d', { country: 'GB' }, 'Europe/London')).toBe('2026-12-29T09:00:00.000Z')
    expect(add('2026-12-30T09:00:00Z', '2d', { country: 'SE' })).toBe('2027-01-04T09:00:00.000Z')
    expect(add('2026-12-30T09:00:00Z', '2d', { country: 'SE', holidays: ['2026-12-31'] })).toBe(
      '2027-01-05T09:00:00.000Z',
    )
    expect(add('2026-12-30T09:00:00Z', '2d')).toBe('2027-01-01T09:00:00.000Z')
  })

  test('the time of day stays over a change of the clocks, and hours are real ones', () => {
    // Summer time begins on 2026-03-29 and ends on 2026-10-25.
    expect(add('2026-03-27T09:30:00Z', '1d')).toBe('2026-03-30T08:30:00.000Z')
    expect(add('2026-10-23T08:30:00Z', '1d')).toBe('2026-10-26T09:30:00.000Z')
    expect(add('2026-03-27T15:00:00Z', '2h')).toBe('2026-03-30T07:00:00.000Z')
    const always = { workingDays: [7], from: '00:00', to: '04:00' }
    // The night of the change has three hours, the other four and a repeated one.
    expect(add('2026-03-28T23:00:00Z', '3h', always)).toBe('2026-03-29T02:00:00.000Z')
    expect(add('2026-03-28T23:00:00Z', '4h', always)).toBe('2026-04-04T23:00:00.000Z')
    expect(add('2026-10-24T22:00:00Z', '5h', always)).toBe('2026-10-25T03:00:00.000Z')
    // 02:30 does not exist on that night.
    expect(add('2026-03-22T01:30:00Z', '1d', always)).toBe('2026-03-29T01:30:00.000Z')
  })

  test('other zones count by their own clocks', () => {
    expect(add('2026-03-06T23:30:00Z', '1h', {}, 'Pacific/Auckland')).toBe('2026-03-08T20:00:00.000Z')
    expect(add('2026-03-06T14:30:00Z', '1d', {}, 'America/New_York')).toBe('2026-03-09T13:30:00.000Z')
  })
})
