import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToDate, dateInZone, fromDayNumber, isIsoDate, toDayNumber } from './dates.ts'

/** Days of the years 1 to 9998. */
const day = fc.integer({ min: toDayNumber('0001-01-01'), max: toDayNumber('9998-12-31') })

describe('day numbers', () => {
  it('counts from 1970-01-01', () => {
    expect(toDayNumber('1970-01-01')).toBe(0)
    expect(toDayNumber('1969-12-31')).toBe(-1)
    expect(toDayNumber('2000-03-01')).toBe(11_017)
    expect(fromDayNumber(20_454)).toBe('2026-01-01')
  })

  it('is the same both ways and keeps the order', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect(toDayNumber(fromDayNumber(a))).toBe(a)
        expect(isIsoDate(fromDayNumber(a))).toBe(true)
        expect(fromDayNumber(a) < fromDayNumber(b)).toBe(a < b)
      }),
    )
  })

  it('knows which texts are dates', () => {
    for (const text of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '0000-01-01',
      '2026-04-31',
      '',
      '2026-01-01T00:00',
    ]) {
      expect(isIsoDate(text), text).toBe(false)
    }
    expect(isIsoDate('2024-02-29')).toBe(true)
    expect(isIsoDate('0099-02-28')).toBe(true)
    expect(() => toDayNumber('yesterday')).toThrow(RangeError)
  })
})

describe('moving a date', () => {
  it('goes to the last day of a month that is too short', () => {
    expect(addToDate('2026-01-31', 1, 'm')).toBe('2026-02-28')
    expect(addToDate('2024-01-31', 1, 'm')).toBe('2024-02-29')
    expect(addToDate('2026-03-31', -1, 'm')).toBe('2026-02-28')
    expect(addToDate('2024-02-29', 1, 'y')).toBe('2025-02-28')
    expect(addToDate('2024-02-29', -4, 'y')).toBe('2020-02-29')
    expect(addToDate('2026-01-15', -13, 'm')).toBe('2024-12-15')
    expect(addToDate('2026-12-31', 1, 'd')).toBe('2027-01-01')
  })

  it('moves by exactly so many months, and keeps the day where the month has it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.integer({ min: -500, max: 500 }),
        (number, months) => {
          const start = fromDayNumber(number)
          const end = addToDate(start, months, 'm')
          const monthsOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
          expect(isIsoDate(end)).toBe(true)
          expect(monthsOf(end) - monthsOf(start)).toBe(months)
          if (end.slice(8) !== start.slice(8)) {
            expect(end.slice(8) < start.slice(8)).toBe(true)
            expect(addToDate(end, 1, 'd').slice(8)).toBe('01')
          }
          expect(addToDate(start, 12 * months, 'm')).toBe(addToDate(start, months, 'y'))
        },
      ),
    )
  })
})

describe('today in a time zone', () => {
  it('is the date on the wall there', () => {
    const instant = new Date('2026-03-28T23:30:00Z')
    expect(dateInZone(instant, 'Europe/Stockholm')).toBe('2026-03-29')
    expect(dateInZone(instant, 'Europe/London')).toBe('2026-03-28')
    expect(dateInZone(instant, 'Pacific/Auckland')).toBe('2026-03-29')
    expect(dateInZone(new Date('2026-01-01T04:00:00Z'), 'America/New_York')).toBe('2025-12-31')
    expect(() => dateInZone(instant, 'Mars/Olympus')).toThrow(RangeError)
  })
})
