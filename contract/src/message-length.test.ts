import { expect, test } from 'vitest'
import { messageLength } from './message-length.ts'

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
