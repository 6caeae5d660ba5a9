import { describe, expect, test } from 'vitest'
import { isLocale, localText, localeOfTag, pickText } from './local-text.ts'

describe('pickText', () => {
  test('gives a plain text in every language', () => {
    expect(pickText('Visits', 'fi')).toBe('Visits')
  })

  test('prefers the wanted language, then the fallback, then English, then any', () => {
    const text = { en: 'Visits', sv: 'Besök', da: 'Besøg' }
    expect(pickText(text, 'da', 'sv')).toBe('Besøg')
    expect(pickText(text, 'fi', 'sv')).toBe('Besök')
    expect(pickText(text, 'fi', 'no')).toBe('Visits')
    expect(pickText({ no: 'Besøk' }, 'fi', 'sv')).toBe('Besøk')
  })

  test('passes over empty texts and gives an empty text where there is none', () => {
    expect(pickText({ fi: '', en: 'Visits' }, 'fi')).toBe('Visits')
    expect(pickText({}, 'fi')).toBe('')
    expect(pickText(undefined, 'fi')).toBe('')
  })
})

test('localText refuses a language the product does not speak', () => {
  expect(localText.safeParse({ en: 'Visits', se: 'Besök' }).success).toBe(false)
  expect(isLocale('se')).toBe(false)
  expect(isLocale('sv')).toBe(true)
})

test.each([
  ['sv', 'sv'],
  ['nb-NO', 'no'],
  ['nn', 'no'],
  ['FI_fi', 'fi'],
  ['de-DE', null],
  ['', null],
  [null, null],
])('the language of the tag %j is %s', (tag, locale) => {
  expect(localeOfTag(tag)).toBe(locale)
})
