import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeDateFilter,
  encodeCustomDates,
  encodeDateFilter,
  relativeDirections,
  relativeModes,
  relativeUnits,
  resolveDateFilter,
  resolveDateValue,
} from './date-filters.ts'
import { addToDate, fromDayNumber, toDayNumber } from './dates.ts'
import { periodIndex, wholePeriodKinds } from './periods.ts'

const today = '2026-11-21'
const date = fc.integer({ min: toDayNumber('1900-01-01'), max: toDayNumber('2200-12-31') }).map(fromDayNumber)
const unit = fc.constantFrom(...relativeUnits)
const amount = fc.integer({ min: 0, max: 99 })
const offset = fc.record({ amount: fc.integer({ min: -99, max: 99 }), unit })

describe('chosen dates', () => {
  it('writes a prefix, the start and the end extended by one day, as ddmmyyyy (FILTER-24)', () => {
    expect(encodeCustomDates('2026-03-01', '2026-03-31')).toBe('custom_01032026_01042026')
    expect(encodeCustomDates('2025-12-24', '2025-12-31')).toBe('custom_24122025_01012026')
    expect(decodeDateFilter('custom_01032026_01042026')).toEqual({
      kind: 'custom',
      start: '2026-03-01',
      end: '2026-03-31',
    })
    expect(resolveDateValue('custom_01032026_01042026', today)).toEqual({
      kind: 'span',
      from: '2026-03-01',
      to: '2026-04-01',
    })
  })

  it('makes one date a range of the same day', () => {
    expect(encodeCustomDates('2024-02-29')).toBe('custom_29022024_01032024')
    expect(decodeDateFilter('custom_29022024_01032024')).toEqual({
      kind: 'custom',
      start: '2024-02-29',
      end: '2024-02-29',
    })
  })

  it('swaps reversed dates and reads back what it wrote', () => {
    fc.assert(
      fc.property(date, date, (a, b) => {
        const [start, end] = a <= b ? [a, b] : [b, a]
        expect(encodeCustomDates(a, b)).toBe(encodeCustomDates(b, a))
        expect(decodeDateFilter(encodeCustomDates(a, b))).toEqual({ kind: 'custom', start, end })
      }),
    )
  })

  it('refuses what is no date or ends before it begins', () => {
    for (const text of [
      'custom_31022026_01042026',
      'custom_01042026_01042026',
      'custom_02042026_01042026',
      'custom_01032026',
      'custom_1_2',
    ]) {
      expect(decodeDateFilter(text), text).toBeNull()
    }
    expect(() => encodeCustomDates('2026-02-30')).toThrow('"2026-02-30" is not a date that can be chosen.')
    expect(() => encodeCustomDates('2026-01-01', '9999-12-31')).toThrow(RangeError)
  })
})

describe('relative dates', () => {
  it('counts in days, months and years (FILTER-25)', () => {
    expect(relativeUnits).toEqual(['d', 'm', 'y'])
    const from = (text: string): string | null => {
      const dates = resolveDateValue(text, today)
      return dates?.kind === 'span' ? dates.from : null
    }
    expect(from('rel_-5d_0d')).toBe('2026-11-16')
    expect(from('rel_-5m_0d')).toBe('2026-06-21')
    expect(from('rel_-5y_0d')).toBe('2021-11-21')
    expect(decodeDateFilter('rel_-5w_0d')).toBeNull()
  })

  it('points exactly at, before or after a date back or forward (FILTER-26)', () => {
    expect(relativeModes).toEqual(['exact', 'before', 'after'])
    expect(relativeDirections).toEqual(['back', 'forward'])
    expect(resolveDateValue('rel_exact_back_3m', today)).toEqual({ kind: 'span', from: '2026-08-21', to: '2026-08-22' })
    expect(resolveDateValue('rel_before_back_3m', today)).toEqual({ kind: 'span', from: null, to: '2026-08-21' })
    expect(resolveDateValue('rel_after_back_3m', today)).toEqual({ kind: 'span', from: '2026-08-22', to: null })
    expect(resolveDateValue('rel_exact_forward_10d', today)).toEqual({
      kind: 'span',
      from: '2026-12-01',
      to: '2026-12-02',
    })
    expect(decodeDateFilter('rel_near_back_3m')).toBeNull()
    expect(decodeDateFilter('rel_exact_up_3m')).toBeNull()
  })

  it('has the today modes today_ymd and today_md (FILTER-27)', () => {
    expect(resolveDateValue('today_ymd', today)).toEqual({ kind: 'span', from: '2026-11-21', to: '2026-11-22' })
    expect(resolveDateValue('today_md', today)).toEqual({ kind: 'monthDay', month: 11, day: 21 })
    expect(resolveDateValue('today_m', today)).toBeNull()
  })

  it('holds both ends of an interval, today among them', () => {
    expect(resolveDateValue('rel_-30d_0d', today)).toEqual({ kind: 'span', from: '2026-10-22', to: '2026-11-22' })
    expect(resolveDateValue('rel_0d_0d', today)).toEqual(resolveDateValue('today_ymd', today))
    expect(resolveDateValue('rel_-3m_0d', '2026-05-31')).toEqual({ kind: 'span', from: '2026-02-28', to: '2026-06-01' })
    expect(resolveDateValue('rel_1d_7d', today)).toEqual({ kind: 'span', from: '2026-11-22', to: '2026-11-29' })
    expect(resolveDateValue('rel_0d_-1d', today)).toBeNull()
  })

  it('covers every date once by before, exact and after', () => {
    fc.assert(
      fc.property(
        date,
        date,
        amount,
        unit,
        fc.constantFrom(...relativeDirections),
        (now, tested, count, by, direction) => {
          const holding = relativeModes.filter((mode) => {
            const dates = resolveDateFilter({ kind: 'point', mode, direction, amount: count, unit: by }, now)
            return (
              dates?.kind === 'span' && (dates.from ?? '0001-01-01') <= tested && tested < (dates.to ?? '9999-12-31')
            )
          })
          expect(holding).toHaveLength(1)
        },
      ),
    )
  })

  it('resolves an interval to the days from one end to the other', () => {
    fc.assert(
      fc.property(date, offset, offset, (now, from, to) => {
        const dates = resolveDateFilter({ kind: 'interval', from, to }, now)
        const first = addToDate(now, from.amount, from.unit)
        const last = addToDate(now, to.amount, to.unit)
        expect(dates).toEqual(first <= last ? { kind: 'span', from: first, to: addToDate(last, 1, 'd') } : null)
      }),
    )
  })

  it('means nothing outside the calendar', () => {
    expect(resolveDateValue('rel_-9999y_0d', today)).toBeNull()
    expect(resolveDateValue('rel_exact_forward_9999y', today)).toBeNull()
    expect(resolveDateValue('rel_-99999m_0d', today)).toBeNull()
  })
})

describe('whole periods', () => {
  const whole = (text: string, now: string): string | null => {
    const dates = resolveDateValue(text, now)
    return dates?.kind === 'span' ? `${dates.from} ${dates.to}` : null
  }

  it('are the last ones before the running one', () => {
    expect(whole('last_1w', '2026-11-22')).toBe('2026-11-09 2026-11-16')
    expect(whole('last_3m', '2026-11-22')).toBe('2026-08-01 2026-11-01')
    expect(whole('last_1q', '2026-11-22')).toBe('2026-07-01 2026-10-01')
    expect(whole('last_4q', '2026-11-22')).toBe('2025-10-01 2026-10-01')
    expect(whole('last_1y', '2026-11-22')).toBe('2025-01-01 2026-01-01')
    expect(whole('last_1m', '2026-11-01')).toBe('2026-10-01 2026-11-01')
  })

  it('or the running one, from its first day to its last', () => {
    expect(whole('this_w', '2026-11-22')).toBe('2026-11-16 2026-11-23')
    expect(whole('this_m', '2026-11-30')).toBe('2026-11-01 2026-12-01')
    expect(whole('this_q', '2026-11-22')).toBe('2026-10-01 2027-01-01')
    expect(whole('this_y', '2026-11-22')).toBe('2026-01-01 2027-01-01')
  })

  it('are as many as asked for and end where the running one begins, on every day', () => {
    const counts = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(date, fc.constantFrom(...wholePeriodKinds), counts, (now, period, count) => {
        const span = resolveDateFilter({ kind: 'whole', count, period }, now)
        const running = resolveDateFilter({ kind: 'whole', count: 0, period }, now)
        if (span?.kind !== 'span' || running?.kind !== 'span') throw new Error('No span.')
        expect(span.to).toBe(running.from)
        expect(running.from! <= now && now < running.to!).toBe(true)
        const index = (day: string) => periodIndex(period, toDayNumber(day))
        expect(index(running.from!) - index(span.from!)).toBe(count)
      }),
    )
  })

  it('are none with no number, a leading zero or another letter, nor before the calendar begins', () => {
    for (const text of ['last_m', 'last_0m', 'last_03m', 'last_3d', 'this_d', 'this_3m', 'last_3'])
      expect(decodeDateFilter(text), text).toBeNull()
    expect(resolveDateValue('last_2025y', today)).toBeNull()
    expect(resolveDateValue('last_9999m', today)).not.toBeNull()
  })

  it('leave room for all time, which has no ends', () => {
    expect(resolveDateValue('all_time', today)).toEqual({ kind: 'span', from: null, to: null })
  })
})

describe('all forms', () => {
  it('reads back what it wrote', () => {
    const filter = fc.oneof(
      fc.record({ kind: fc.constant('interval' as const), from: offset, to: offset }),
      fc.record({
        kind: fc.constant('point' as const),
        mode: fc.constantFrom(...relativeModes),
        direction: fc.constantFrom(...relativeDirections),
        amount,
        unit,
      }),
      fc.record({
        kind: fc.constant('today' as const),
        mode: fc.constantFrom('today_ymd' as const, 'today_md' as const),
      }),
      fc.record({
        kind: fc.constant('whole' as const),
        count: fc.integer({ min: 0, max: 9999 }),
        period: fc.constantFrom(...wholePeriodKinds),
      }),
      fc.record({ kind: fc.constant('all' as const) }),
    )
    fc.assert(
      fc.property(filter, (one) => {
        expect(decodeDateFilter(encodeDateFilter(one))).toEqual(one)
      }),
    )
  })

  it('reads named periods', () => {
    expect(resolveDateValue('2026-Q1', today)).toEqual({ kind: 'span', from: '2026-01-01', to: '2026-04-01' })
    expect(encodeDateFilter({ kind: 'period', name: '2026-Q1', span: { from: '2026-01-01', to: '2026-04-01' } })).toBe(
      '2026-Q1',
    )
    expect(decodeDateFilter('yesterday')).toBeNull()
  })
})
