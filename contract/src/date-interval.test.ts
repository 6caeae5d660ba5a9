import { describe, expect, it } from 'vitest'
import { dateIntervalDefaults, encodeDateInterval, validateDateInterval } from './date-interval.ts'

describe('date-interval filter', () => {
  it('demands a number for both day offsets (FILTER-15)', () => {
    expect(validateDateInterval('', '')).toEqual({ from: { key: 'mandatoryNumber' }, to: { key: 'mandatoryNumber' } })
    expect(validateDateInterval('', '0')).toEqual({ from: { key: 'mandatoryNumber' } })
    expect(validateDateInterval('-30', 'soon')).toEqual({ to: { key: 'mandatoryNumber' } })
    expect(validateDateInterval('-30', '0')).toEqual({})
  })

  it('says of a number that is not a whole one of at most five digits what it must be', () => {
    for (const number of ['1.5', '-1,5', '.5', '2.', '123456'])
      expect(validateDateInterval('-30', number), number).toEqual({ to: { key: 'mustBeWhole' } })
    expect(validateDateInterval('-30.5', '0')).toEqual({ from: { key: 'mustBeWhole' } })
    expect(validateDateInterval('1.5.2', '.').from).toEqual({ key: 'mandatoryNumber' })
    expect(encodeDateInterval('-1.5', '0')).toBeNull()
  })

  it('demands a from less than the to, naming the other value', () => {
    expect(validateDateInterval('5', '-1').from).toEqual({ key: 'mustBeLessThan', other: '-1' })
    expect(validateDateInterval('5', ' -1 ').to).toEqual({ key: 'mustBeLargerThan', other: '5' })
    expect(validateDateInterval('3', '3').from).toEqual({ key: 'mustBeLessThan', other: '3' })
    expect(validateDateInterval('-10', '-9')).toEqual({})
    expect(validateDateInterval('9', '10')).toEqual({})
  })

  it('starts out with -30 and 0 (FILTER-18)', () => {
    expect(dateIntervalDefaults).toEqual({ from: -30, to: 0 })
    expect(encodeDateInterval(String(dateIntervalDefaults.from), String(dateIntervalDefaults.to))).toBe('rel_-30d_0d')
  })

  it('lets input that is no number pass the order rule (FILTER-19)', () => {
    expect(validateDateInterval('z', '-99').from).toEqual({ key: 'mandatoryNumber' })
    expect(validateDateInterval('z', '-99').to).toBeUndefined()
    expect(validateDateInterval('99', '').from).toBeUndefined()
  })

  it('writes nothing while an end is wrong', () => {
    expect(encodeDateInterval('0', '-30')).toBeNull()
    expect(encodeDateInterval('', '0')).toBeNull()
    expect(encodeDateInterval('-7', '+2')).toBe('rel_-7d_2d')
  })
})
