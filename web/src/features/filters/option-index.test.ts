import { expect, test } from 'vitest'
import { indexOptions, matchingOptions, maxListed } from './option-index.ts'

const nothing: ReadonlySet<string> = new Set()
const of = (...texts: string[]) => texts.map((text) => ({ value: text, text }))
const found = (texts: string[], term: string, locale = 'en', checked = nothing) =>
  matchingOptions(indexOptions(of(...texts), locale), checked, term, locale).map((option) => option.text)

test('lists what begins with the text before what holds it, without regard to case', () => {
  expect(found(['New York', 'Yorkshire', 'York', 'Leeds'], ' york ')).toEqual(['Yorkshire', 'York', 'New York'])
})

test('an empty text lists all that is unchecked', () => {
  expect(found(['a', 'b', 'c'], '', 'en', new Set(['b']))).toEqual(['a', 'c'])
})

test('small letters are those of the language', () => {
  expect(found(['ÅBO', 'Abo'], 'å', 'fi')).toEqual(['ÅBO'])
})

test('an option named illegal is never listed', () => {
  expect(found(['illegal', 'legal'], 'legal')).toEqual(['legal'])
})

test('lists at most 50,000 unchecked options (FILTER-32)', () => {
  const texts = Array.from({ length: maxListed + 20 }, (_, index) => `Option ${index}`)
  const checked = new Set(texts.slice(0, 5))
  expect(maxListed).toBe(50_000)
  const all = found(texts, '', 'en', checked)
  expect(all).toHaveLength(50_000)
  expect(all[0]).toBe('Option 5')
  expect(found(texts, 'ption', 'en', checked)).toHaveLength(50_000)
})
