import { Count, say, titled } from '@gensvar/contract/say'
import { expect, test } from 'vitest'
import { translate } from '#server/platform/translate.ts'
import { readWords, storeWords } from './stored-words.ts'

test('words are said alike in every language after they were stored', () => {
  const words = say`${new Count(2259)} ${titled({ en: 'stores', sv: 'butiker' })} ${'a'} ${3} ${say`is too long`}`
  const again = readWords(JSON.parse(JSON.stringify(storeWords(words))))
  for (const locale of ['en', 'sv', 'fi'] as const) expect(translate(again, locale)).toBe(translate(words, locale))
  expect(translate(again, 'sv')).toContain('butiker')
  expect(storeWords(words).text).toBe('2,259 stores a 3 is too long')
  expect(translate(readWords(storeWords(say`${titled('plain')}`)), 'sv')).toBe('plain')
})
