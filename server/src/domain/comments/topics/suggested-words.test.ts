import { expect, test } from 'vitest'
import { suggestedWords } from './suggested-words.ts'
import type { SuggestingComment } from './suggested-words.ts'
import { termsOf } from './term-index.ts'

const pause = async () => {}

const about = (text: string, isAmong: boolean, isCaught = false, times = 1): SuggestingComment[] =>
  Array.from({ length: times }, () => ({ text, isAmong, isCaught }))

test('suggests topics of some comments, in all forms of a word, not what all speak of and no words about nothing', async () => {
  const comments = [
    ...about('The elevator was broken and the staff said nothing', true, false, 8),
    ...about('Broken elevators again, and it was noisy', true, false, 5),
    ...about('The staff was kind and it was clean', false, false, 30),
    ...about('The elevator is fine and the staff was kind', false, false, 1),
  ]
  const found = await suggestedWords(comments, 'en', 10, pause)
  const [first] = found
  expect(found.map(({ shown }) => shown).slice(0, 3)).toEqual(expect.arrayContaining(['broken', 'elevator']))
  expect(found.find(({ shown }) => shown === 'elevator')).toMatchObject({
    pattern: 'elevator~',
    nAmong: 13,
    nNew: 14,
    comments: { length: 14 },
  })
  const words = found.flatMap((one) => one.words)
  for (const nothing of ['the', 'was', 'and', 'staff', 'kind']) expect(words).not.toContain(nothing)
  expect(first?.z).toBeGreaterThan(1.96)
  // "broken elevators" says no more than the words it is made of; what is caught already is no suggestion.
  expect(found.filter(({ kind }) => kind === 'pair')).toEqual([])
  const caught = comments.map((one) => ({ ...one, isCaught: one.text.includes('levator') }))
  expect((await suggestedWords(caught, 'en', 10, pause)).map(({ shown }) => shown)).not.toContain('elevator')
})

test('a pair is suggested where its words alone are everywhere', async () => {
  const rooms = [
    ...about('waiting room full', true, false, 10),
    ...about('room clean, waiting short', false, false, 60),
  ]
  expect((await suggestedWords(rooms, 'en', 10, pause)).map(({ shown }) => shown)).toContain('waiting room')
})

test('forms of a word are one term with the comments of all of them, in languages that have endings', async () => {
  const terms = await termsOf(['personalen var bra', 'bra personal', 'personalens kö 2024', 'PERSONAL'], 'sv', pause)
  const personal = terms.filter(({ words }) => words[0]?.startsWith('personal') && words.length === 1)
  expect(personal).toEqual([
    { kind: 'word', pattern: 'personal~', shown: 'personal', words: ['personal'], comments: [0, 1, 2, 3] },
  ])
  expect(terms.map(({ shown }) => shown)).not.toContain('2024')
  expect((await termsOf(['queues', 'queue'], 'und', pause)).map(({ pattern }) => pattern)).toEqual(['queues', 'queue'])
  expect(await termsOf([], 'en', pause)).toEqual([])
})
