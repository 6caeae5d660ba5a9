import { indicatorExample } from '@gensvar/contract/entities/indicator'
import { expect, test } from 'vitest'
import { indicatorTable } from './report-words.ts'

test('numbers of answers are written as the reader’s language writes them, and computed with as they are', () => {
  const of = (locale: 'en' | 'sv') => {
    const { rows } = indicatorTable('Figures', [{ ...indicatorExample, nInterviews: 1640, extraVariables: [] }], locale)
    return [...(rows as Iterable<readonly object[]>)][0]?.[6]
  }
  expect(of('en')).toMatchObject({ text: '1,640 answers', value: 1640 })
  expect(of('sv')).toMatchObject({ text: '1\u00a0640 svar', value: 1640 })
})
