import { describe, expect, test } from 'vitest'
import { changeOf, shownDiff } from './prepare.ts'

describe('a change', () => {
  test('below the shown precision is zero without a sign', () => {
    expect(Object.is(shownDiff({ diff: -0.04, decimals: 1 }), 0)).toBe(true)
    expect(changeOf({ diff: -0.04, decimals: 1, inverse: false, chance: null })).toBe('neutral')
  })

  test('is for the worse when an inverse value rises', () => {
    expect(changeOf({ diff: 0.5, decimals: 1, inverse: true, chance: null })).toBe('worse')
    expect(changeOf({ diff: 0.5, decimals: 1, inverse: false, chance: { low: 0.1, high: 0.9, isMore: true } })).toBe(
      'better',
    )
  })
})
