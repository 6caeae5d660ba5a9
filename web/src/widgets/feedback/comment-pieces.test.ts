import { expect, test } from 'vitest'
import type { TextSpan } from '@gensvar/contract/entities/text-analytics'
import { beginningOf, piecesOf } from './comment-pieces.ts'

const span = (start: number, end: number, kind: TextSpan['kind']): TextSpan => ({
  start,
  end,
  kind,
  entry: '',
  category: null,
  because: [],
})

test('cuts a comment where spans begin and end, good and bad before categories', () => {
  const comment = 'Slow queue, kind staff'
  const spans = [span(0, 10, 'negative'), span(5, 10, 'category'), span(12, 16, 'positive')]
  expect(piecesOf(comment, spans).map(({ text, kind }) => [text, kind])).toEqual([
    ['Slow ', 'negative'],
    ['queue', 'negative'],
    [', ', null],
    ['kind', 'positive'],
    [' staff', null],
  ])
})

test('keeps every letter whatever the spans are', () => {
  const comment = '👍 Bra! 👎'
  for (const spans of [
    [],
    [span(5, 3, 'positive')],
    [span(0, 99, 'negative')],
    [span(0, comment.length, 'category')],
  ]) {
    expect(
      piecesOf(comment, spans)
        .map(({ text }) => text)
        .join(''),
    ).toBe(comment)
  }
  expect(piecesOf('', [])).toEqual([])
})

test('cuts a long comment between words, and one a little longer not at all', () => {
  expect(beginningOf('one two three', 12)).toEqual({ text: 'one two three', isCut: false })
  expect(beginningOf(`one two, ${'x'.repeat(20)}`, 10)).toEqual({ text: 'one two', isCut: true })
  expect(beginningOf('x'.repeat(40), 10)).toEqual({ text: 'xxxxx', isCut: true })
})
