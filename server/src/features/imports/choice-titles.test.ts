import { expect, test } from 'vitest'
import { answerTitle } from './choice-titles.ts'

test('writes machine-made answers as people would, and leaves what people wrote', () => {
  expect(answerTitle('very-good')).toBe('Very good')
  expect(answerTitle('home_delivery')).toBe('Home delivery')
  expect(answerTitle('female')).toBe('Female')
  expect(answerTitle('förvånad')).toBe('Förvånad')
  for (const raw of ['klm', 'se', 'a-1', '18-29', 'iPhone', 'Very-good', 'in the shop', 'a@b.example', '-'])
    expect(answerTitle(raw), raw).toBe(raw)
})

test('writes units like names', () => {
  expect(answerTitle('british-airways', 'unit')).toBe('British Airways')
  expect(answerTitle('jet2-com', 'unit')).toBe('Jet2 Com')
  expect(answerTitle('lufthansa', 'unit')).toBe('Lufthansa')
  expect(answerTitle('Malmö Syd', 'unit')).toBe('Malmö Syd')
})
