import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { campaignAnswers, deliveryStates } from '../conditions.ts'
import { decodeCampaign, encodeCampaign } from './campaign.ts'
import { decodeNumber, decodeRange, encodeRange } from './range.ts'
import { decodeSampleState } from './sample-state.ts'

describe('campaign filters', () => {
  it('has the states any, delivered, pending, failed and unsub (FILTER-28)', () => {
    expect(deliveryStates).toEqual(['any', 'delivered', 'pending', 'failed', 'unsub'])
    for (const state of deliveryStates) expect(decodeCampaign(`12.${state}.any.any`)?.state).toBe(state)
    expect(decodeCampaign('12.sent.any.any')).toBeNull()
  })

  it('takes any, yes or no for opened and for clicked (FILTER-29)', () => {
    expect(campaignAnswers).toEqual(['any', 'yes', 'no'])
    expect(decodeCampaign('12.delivered.yes.no')).toEqual({
      campaign: 12,
      state: 'delivered',
      opened: 'yes',
      clicked: 'no',
    })
    expect(decodeCampaign('12.any.maybe.any')).toBeNull()
    expect(decodeCampaign('12.any.any.1')).toBeNull()
  })

  it('reads back what it wrote', () => {
    const filter = fc.record({
      campaign: fc.integer({ min: 1, max: 999_999_999_999_999 }),
      state: fc.constantFrom(...deliveryStates),
      opened: fc.constantFrom(...campaignAnswers),
      clicked: fc.constantFrom(...campaignAnswers),
    })
    fc.assert(
      fc.property(filter, (one) => {
        expect(decodeCampaign(encodeCampaign(one))).toEqual(one)
      }),
    )
  })

  it('refuses everything else', () => {
    for (const text of [
      '',
      '12',
      '12.any.any',
      '12.any.any.any.any',
      '0.any.any.any',
      '-1.any.any.any',
      'x.any.any.any',
      '1e3.any.any.any',
    ]) {
      expect(decodeCampaign(text), text).toBeNull()
    }
  })
})

describe('ranges', () => {
  it('is written only with both ends filled in', () => {
    expect(encodeRange('18', '35')).toBe('range_18_35')
    expect(encodeRange(18, 35)).toBe('range_18_35')
    expect(encodeRange('-5', '3,5')).toBe('range_-5_3.5')
    for (const [from, to] of [
      ['', '35'],
      ['18', ''],
      [' ', '35'],
      ['a', '35'],
      ['', ''],
    ] as const)
      expect(encodeRange(from, to)).toBeNull()
  })

  it('swaps reversed ends and reads back what it wrote', () => {
    const end = fc.integer({ min: -100_000, max: 100_000 }).map((hundredths) => hundredths / 100)
    fc.assert(
      fc.property(end, end, (a, b) => {
        expect(decodeRange(encodeRange(a, b) ?? '')).toEqual({ from: Math.min(a, b) + 0, to: Math.max(a, b) + 0 })
      }),
    )
  })

  it('refuses what is no range', () => {
    for (const text of [
      'range_18',
      'range_18_',
      'range_35_18',
      'range_a_b',
      '18_35',
      'range_1_2_3',
      'range_Infinity_1',
    ]) {
      expect(decodeRange(text), text).toBeNull()
    }
  })
})

describe('numbers and sample states', () => {
  it('reads plain numbers', () => {
    expect(decodeNumber('-3.5')).toBe(-3.5)
    for (const text of ['', '1e3', '0x1', '3.', ' 3', 'three']) expect(decodeNumber(text), text).toBeNull()
  })

  it('reads the states 0 to 4', () => {
    expect(['0', '1', '2', '3', '4'].map(decodeSampleState)).toEqual([0, 1, 2, 3, 4])
    for (const text of ['5', '-1', '', '01', 'new']) expect(decodeSampleState(text), text).toBeNull()
  })
})
