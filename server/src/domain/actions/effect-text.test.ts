import { locales } from '@gensvar/contract/local-text'
import { describe, expect, test } from 'vitest'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { ActionResult } from '#server/platform/db-action-types.ts'
import { actionEffectOf, verdictOf } from './effect-text.ts'

const indicator = { name: 'helpful', decimals: 1, inverse: false, unit: null } as Indicator
const figure = { from: '2026-01-01', to: '2026-04-01', value: 7.8, n: 1140, low: 7.6, high: 8 }
const result: ActionResult = {
  before: figure,
  end: { ...figure, value: 8.6, n: 1152 },
  ...{ difference: 0.62, standardError: 0.2, low: 0.23, high: 1.01 },
  ...{ comparable: 6, comparableBefore: 812, comparableAfter: 840 },
}
const unknown = { difference: null, standardError: null, low: null, high: null }

describe('what an effect says', () => {
  test.each([
    [{ low: 0.1, high: 1 }, 'helped', 'worse'],
    [{ low: -1, high: -0.1 }, 'worse', 'helped'],
    [{ low: -0.1, high: 1 }, 'unclear', 'unclear'],
    // Shown as +0.0.
    [{ low: 0.04, high: 1 }, 'unclear', 'unclear'],
    [{ low: null, high: null }, 'few', 'few'],
  ])('is judged as it is shown, reversed for an inverse indicator: %j', (ends, usual, inverse) => {
    expect(verdictOf({ difference: 0.5, ...ends }, indicator)).toBe(usual)
    expect(verdictOf({ difference: 0.5, ...ends }, { ...indicator, inverse: true })).toBe(inverse)
  })

  test('is told with its interval and the answers behind it, in every language', () => {
    const effect = actionEffectOf(result, indicator, 'en')
    expect(effect).toMatchObject({
      verdict: 'helped',
      ...{ difference: 0.6, low: 0.2, high: 1 },
      formattedDifference: '+0.6',
      formattedInterval: '+0.2 to +1.0',
      ...{ nBefore: 1140, nAfter: 1152, comparable: 6, comparableBefore: 812, comparableAfter: 840 },
      text: {
        en: 'The change is better than in comparable units: +0.6 (95 % interval +0.2 to +1.0). Answers here: 1,140 before, 1,152 after. Comparable units: 6, with 812 before and 840 after.',
        sv: expect.stringContaining('+0,6 (95 %-intervall +0,2 till +1,0)'),
      },
    })
    expect(new Set(Object.values(effect.text)).size).toBe(locales.length)
    expect(actionEffectOf(result, indicator, 'sv').formattedInterval).toBe('+0,2 till +1,0')
  })

  test.each([
    [{ before: { ...figure, value: null, n: 0 } }, 'the figure before it started is not shown', null],
    [{ end: { ...figure, value: null, n: 0 } }, 'the figure at its deadline is not shown', 1140],
    [{ end: { ...figure, low: null, high: null } }, 'this kind of figure has no interval', 1140],
    [{ comparable: 0 }, 'Too few answers, here or in comparable units', 1140],
  ])('is that it cannot be told, and why: %j', (more, words, nBefore) => {
    const effect = actionEffectOf({ ...result, ...unknown, ...more }, indicator, 'en')
    expect(effect).toMatchObject({ verdict: 'few', difference: null, formattedDifference: null, nBefore })
    expect(effect.text).toMatchObject({ en: expect.stringContaining(words) })
  })
})
