import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDayNumber, toDayNumber } from './dates.ts'
import {
  isoWeekOf,
  namedSpan,
  parsePeriodName,
  periodIndex,
  periodKinds,
  periodName,
  periodSpan,
  periodStart,
  wholePeriodKinds,
  wholePeriods,
} from './periods.ts'

const day = fc.integer({ min: toDayNumber('0002-01-01'), max: toDayNumber('9997-12-31') })
const kind = fc.constantFrom(...periodKinds)

describe('periods of the calendar', () => {
  it('numbers periods by the agreed formulas', () => {
    const number = toDayNumber('2026-11-21')
    expect(periodIndex('day', number)).toBe(number)
    expect(periodIndex('week', number)).toBe(Math.floor((number + 3) / 7))
    expect(periodIndex('month', number)).toBe(2026 * 12 + 10)
    expect(periodIndex('quarter', number)).toBe(2026 * 4 + 3)
    expect(periodIndex('year', number)).toBe(2026)
    expect(periodIndex('week', 0)).toBe(0)
    expect(periodIndex('week', -4)).toBe(-1)
    expect(periodStart('week', 0)).toBe('1969-12-29')
  })

  it('covers every day by one period, and the next begins where it ends', () => {
    fc.assert(
      fc.property(day, kind, (number, period) => {
        const index = periodIndex(period, number)
        const { from, to } = periodSpan(period, index)
        const date = fromDayNumber(number)
        expect(from <= date && date < to).toBe(true)
        expect(periodIndex(period, toDayNumber(from))).toBe(index)
        expect(periodIndex(period, toDayNumber(to))).toBe(index + 1)
      }),
    )
  })

  it('reads back the name of a period', () => {
    fc.assert(
      fc.property(day, kind, (number, period) => {
        const index = periodIndex(period, number)
        expect(parsePeriodName(periodName(period, index))).toEqual({ kind: period, index })
      }),
    )
  })

  it('names weeks as ISO 8601 does, at the turn of the year too', () => {
    const week = (date: string): string => periodName('week', periodIndex('week', toDayNumber(date)))
    expect(week('2021-01-03')).toBe('2020-W53')
    expect(week('2021-01-04')).toBe('2021-W01')
    expect(week('2024-12-30')).toBe('2025-W01')
    expect(week('2026-12-31')).toBe('2026-W53')
    expect(week('2027-01-03')).toBe('2026-W53')
    expect(isoWeekOf(periodIndex('week', toDayNumber('2026-03-11')))).toEqual({ year: 2026, week: 11 })
  })

  it('gives the days of a named period', () => {
    expect(namedSpan('2026')).toEqual({ from: '2026-01-01', to: '2027-01-01' })
    expect(namedSpan('2026-Q4')).toEqual({ from: '2026-10-01', to: '2027-01-01' })
    expect(namedSpan('2024-02')).toEqual({ from: '2024-02-01', to: '2024-03-01' })
    expect(namedSpan('2026-W01')).toEqual({ from: '2025-12-29', to: '2026-01-05' })
    expect(namedSpan('2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-22' })
  })

  it('refuses names of no period', () => {
    for (const name of [
      '2026-13',
      '2026-00',
      '2026-Q5',
      '2025-W53',
      '2026-W00',
      '0000',
      '9999',
      '9999-12-31',
      '26',
      '2026-02-30',
      '',
    ]) {
      expect(namedSpan(name), name).toBeNull()
    }
  })
})

describe('whole periods of a span', () => {
  it('names the coarsest kind whose whole periods the span covers exactly', () => {
    const found = (from: string, to: string): string | null => {
      const whole = wholePeriods(from, to)
      return whole && `${whole.count} from ${periodName(whole.kind, whole.first)}`
    }
    expect(found('2025-01-01', '2027-01-01')).toBe('2 from 2025')
    expect(found('2026-07-01', '2026-10-01')).toBe('1 from 2026-Q3')
    expect(found('2025-10-01', '2026-10-01')).toBe('4 from 2025-Q4')
    expect(found('2026-08-01', '2026-11-01')).toBe('3 from 2026-08')
    expect(found('2026-11-16', '2026-11-23')).toBe('1 from 2026-W47')
    // February 2027 is four whole weeks as well; the coarser kind is the one named.
    expect(found('2027-02-01', '2027-03-01')).toBe('1 from 2027-02')
  })

  it('finds none in a span that is cut, empty or reversed', () => {
    expect(wholePeriods('2026-08-22', '2026-11-22')).toBeNull()
    expect(wholePeriods('2026-08-01', '2026-11-02')).toBeNull()
    expect(wholePeriods('2026-11-01', '2026-11-01')).toBeNull()
    expect(wholePeriods('2026-11-01', '2026-08-01')).toBeNull()
  })

  it('covers the same days in every run of periods, never in a finer kind', () => {
    const count = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(day, fc.constantFrom(...wholePeriodKinds), count, (number, asked, periods) => {
        const first = periodIndex(asked, number)
        const [from, to] = [periodStart(asked, first), periodStart(asked, first + periods)]
        fc.pre(to.length === 10 && to < '9998')
        const whole = wholePeriods(from, to)
        if (!whole) throw new Error(`No whole periods in ${from} to ${to}.`)
        expect(periodStart(whole.kind, whole.first)).toBe(from)
        expect(periodStart(whole.kind, whole.first + whole.count)).toBe(to)
        expect(wholePeriodKinds.indexOf(whole.kind)).toBeLessThanOrEqual(wholePeriodKinds.indexOf(asked))
      }),
    )
  })
})
