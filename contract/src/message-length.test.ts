import { expect, test } from 'vitest'
import { messageLength, messageParts, otherCharacters, withPlainSigns } from './message-length.ts'

test('up to 160 characters are one part, beyond that a part has 153 (TSMS-03)', () => {
  expect(messageLength('')).toEqual({ encoding: 'GSM-7', characters: 0, parts: 0, left: 160 })
  expect(messageLength('å'.repeat(160))).toMatchObject({ parts: 1, left: 0 })
  expect(messageLength('a'.repeat(161))).toMatchObject({ parts: 2, left: 145 })
  expect(messageLength('a'.repeat(306))).toMatchObject({ parts: 2, left: 0 })
  expect(messageLength('a'.repeat(307))).toMatchObject({ parts: 3 })
})

test('some letters count twice and are not split between parts', () => {
  expect(messageLength('€'.repeat(80))).toMatchObject({ encoding: 'GSM-7', characters: 160, parts: 1 })
  expect(messageLength(`${'a'.repeat(152)}€${'a'.repeat(10)}`)).toMatchObject({ characters: 164, parts: 2, left: 141 })
})

test('one letter that phones do not have makes parts of 70 and 67', () => {
  expect(messageLength('ł'.repeat(70))).toMatchObject({ encoding: 'UCS-2', parts: 1, left: 0 })
  expect(messageLength('ł'.repeat(71))).toMatchObject({ parts: 2, left: 63 })
  expect(messageLength('👍')).toMatchObject({ encoding: 'UCS-2', characters: 2 })
})

test('the parts of a text are the text, and none is longer than a part may be', () => {
  const texts = [
    '',
    'Hej',
    'å'.repeat(160),
    `${'a'.repeat(152)}€${'b'.repeat(300)}`,
    `${'ł'.repeat(66)}👍${'x'.repeat(99)}`,
  ]
  for (const text of texts) {
    const { encoding, parts } = messageParts(text)
    expect(parts.join('')).toBe(text)
    expect(parts).toHaveLength(messageLength(text).parts)
    const most = { 'GSM-7': parts.length > 1 ? 153 : 160, 'UCS-2': parts.length > 1 ? 67 : 70 }[encoding]
    for (const part of parts) expect(messageLength(part).characters).toBeLessThanOrEqual(most)
  }
  // The thumb has two units, of which only one would fit.
  expect(messageParts(texts[4] ?? '').parts[0]).toBe('ł'.repeat(66))
})

test('a letter that was written as two, and lines of Windows, are counted as they are sent', () => {
  expect(messageLength('cafe\u0301')).toMatchObject({ encoding: 'GSM-7', characters: 4 })
  expect(messageParts('a\r\nb').parts).toEqual(['a\nb'])
})

test('characters that phones lack are named once each, an emoji of several as one', () => {
  expect(otherCharacters('Hej åäö € {x}')).toEqual([])
  expect(otherCharacters('Ładź 👨‍👩‍👧 “so” Ł')).toEqual(['Ł', 'ź', '👨‍👩‍👧', '“', '”'])
})

test('signs of writing programs become plain ones, and nothing else changes', () => {
  expect(withPlainSigns('“Hej”\u00a0– det är…')).toBe('"Hej" - det är...')
  expect(messageLength(withPlainSigns('“Hej” – it’s…'))).toMatchObject({ encoding: 'GSM-7' })
  expect(withPlainSigns('Łódź 👍 {{name|}} €')).toBe('Łódź 👍 {{name|}} €')
})
