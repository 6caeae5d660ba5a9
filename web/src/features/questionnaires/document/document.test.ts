import { describe, expect, test } from 'vitest'
import { newDocument, newQuestion } from '@gensvar/contract/questionnaire-document'
import { changesBetween } from './changes.ts'
import { documentOf, editedOf, isStored, storedOf, withNamesOf } from './edited-document.ts'
import type { EditedDocument } from './edited-document.ts'
import { linesOf, orderQuestions, removeQuestion, withType } from './edits.ts'
import { countMissing } from './missing-texts.ts'
import { readSimple, writeSimple } from './simple-rule.ts'

const question = (wording: string, variable: string | null = null) => ({
  ...newQuestion('scale'),
  ...{ variable, wording: wording === '' ? {} : { en: wording } },
})
const documentWith = (...questions: ReturnType<typeof question>[]): EditedDocument =>
  editedOf({ ...newDocument(['en', 'sv']), questions }, null)

describe('names that the server gives', () => {
  const own = documentWith(question('One', 'one'), question('Two'), question('Three'))
  const stored = storedOf(
    { ...documentOf(own), questions: documentOf(own).questions.map((one, at) => ({ ...one, variable: `name_${at}` })) },
    own,
  )

  test('are taken over by what is not typed, wherever it was moved, and replace none', () => {
    const keys = own.questions.map(({ key }) => key)
    const moved = orderQuestions(keys.toReversed())(own)
    const named = withNamesOf(moved, stored, keys[1])
    expect(named.questions.map(({ variable }) => variable)).toEqual(['name_2', null, 'one'])
  })

  test('are no difference between what is edited and what is stored', () => {
    const [first] = own.questions
    const same = storedOf(
      { ...documentOf(own), questions: documentOf(own).questions.with(1, question('Two', 'two')) },
      own,
    )
    expect(isStored(own, same)).toBe(true)
    expect(isStored(removeQuestion(first?.key ?? '')(own), same)).toBe(false)
  })

  test('find their questions again when somebody else’s draft is loaded', () => {
    const again = editedOf(documentOf(stored), stored)
    expect(again.questions.map(({ key }) => key)).toEqual(stored.questions.map(({ key }) => key))
  })
})

describe('differences in words', () => {
  test('tell what is new, gone, changed, and as few moves as there are', () => {
    const before = documentWith(...['a', 'b', 'c', 'd'].map((name) => question(name.toUpperCase(), name)))
    const [a, b, c] = documentOf(before).questions
    const after = editedOf(
      { ...newDocument(['en']), questions: [c!, a!, { ...b!, required: true }, question('New')] },
      null,
    )
    expect(changesBetween(before, after)).toEqual([
      { kind: 'moved', name: 'C' },
      { kind: 'changed', name: 'B' },
      { kind: 'added', name: 'New' },
      { kind: 'removed', name: 'D' },
      { kind: 'languages', name: '' },
    ])
    expect(changesBetween(before, before)).toEqual([])
  })

  test('tell nothing of the order of fields and of texts that are empty', () => {
    const before = documentWith(question('A', 'a'))
    const again = Object.fromEntries(Object.entries(before).toReversed()) as typeof before
    const [one] = again.questions
    const same = { ...again, questions: [{ ...one!, wording: { sv: '', en: 'A' } }] }
    expect(changesBetween(before, same)).toEqual([])
    expect(isStored(same, before)).toBe(true)
  })
})

describe('rules as lines of a form', () => {
  const types = { overall: 'scale', channel: 'single', visited: 'date', comment: 'text' } as const
  const typeOf = (name: string) => (Object.hasOwn(types, name) ? types[name as keyof typeof types] : null)

  test.each([
    ['', ''],
    ['overall <= 3', 'overall <= 3'],
    ['channel = store', 'channel = store'],
    ['channel in (store, "click and collect")', 'channel in (store, "click and collect")'],
    ['channel not in (web)', 'channel not in (web)'],
    ['answered(comment) and overall > 2', 'answered(comment) and overall > 2'],
    ['not answered(channel) or visited >= 2026-01-31', 'not answered(channel) or visited >= 2026-01-31'],
  ])('%s comes back as it was', (rule, written) => {
    const read = readSimple(rule, typeOf)
    expect(read && writeSimple(read)).toBe(written)
  })

  test.each([
    'overall <= 3 and (channel = web or channel = store)',
    'not overall = 3',
    'unknown = 1',
    'overall <=',
    'channel < 3',
  ])('%s is left as text', (rule) => {
    expect(readSimple(rule, typeOf)).toBeNull()
  })

  test('lines that are not complete are not written', () => {
    const conditions = [
      { variable: 'overall', test: '<=' as const, values: ['3'] },
      { variable: 'channel', test: 'in' as const, values: [] },
    ]
    expect(writeSimple({ join: 'and', conditions })).toBe('overall <= 3')
  })
})

test('pasted lines lose the signs of lists and nothing else', () => {
  expect(linesOf('- Price\r\n 2. Staff \n\n• 24-hour service\n1.5 litres')).toEqual([
    'Price',
    'Staff',
    '24-hour service',
    '1.5 litres',
  ])
})

test('another type keeps what both have', () => {
  const [one] = editedOf({ ...newDocument(['en']), questions: [question('Where?', 'where')] }, null).questions
  const choice = withType(withType(one!, 'single'), 'multiple')
  expect(choice).toMatchObject({ type: 'multiple', scale: null, variable: 'where', wording: { en: 'Where?' } })
  expect(choice.choices).toHaveLength(2)
  expect(withType(choice, 'scale')).toMatchObject({ choices: [], scale: { min: 1, max: 5 } })
})

test('what is missing in a language is counted where the main language has it', () => {
  const document = documentWith(question('One'), question(''), question('Two'))
  const thanks = { ...document, thanks: { en: 'Thank you', sv: ' ' } }
  expect(countMissing(thanks, 'sv')).toBe(3)
  expect(countMissing(thanks, 'en')).toBe(0)
})
