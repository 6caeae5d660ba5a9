import { expect, test } from 'vitest'
import { categoriesOf, isAt, patternsOf, readPatterns } from './draft-categories.ts'

const taxonomy = {
  staff: { sv: { patterns: ['personal*'] }, children: { manner: { children: { tone: null } } } },
  waiting: 'nonsense',
}

test('walks the categories of a text with their places, whatever stands there', () => {
  expect(categoriesOf({ taxonomy }).map(({ fullName, depth, path }) => [fullName, depth, path.join('.')])).toEqual([
    ['staff', 0, 'taxonomy.staff'],
    ['staff/manner', 1, 'taxonomy.staff.children.manner'],
    ['staff/manner/tone', 2, 'taxonomy.staff.children.manner.children.tone'],
    ['waiting', 0, 'taxonomy.waiting'],
  ])
  for (const nothing of [undefined, null, [], 'text']) expect(categoriesOf({ taxonomy: nothing })).toEqual([])
  expect(patternsOf(taxonomy.staff, 'sv', 'patterns')).toEqual(['personal*'])
  expect(patternsOf(taxonomy.staff, 'en', 'exclude')).toEqual([])
})

test('reads patterns between commas and lines, each once', () => {
  expect(readPatterns(' kö*, lång  tid,\n,kö*\nvänta~ ')).toEqual(['kö*', 'lång tid', 'vänta~'])
  expect(readPatterns(' , ')).toEqual([])
})

test('a problem stands at its own place and at those around it', () => {
  const problem = { line: 1, column: 1, endLine: 1, endColumn: 2, severity: 'error' as const, message: '' }
  const at = { ...problem, path: ['taxonomy', 'staff', 'sv', 'patterns', 0] }
  expect(isAt(at, ['taxonomy', 'staff'])).toBe(true)
  expect(isAt(at, ['taxonomy', 'staff', 'sv', 'exclude'])).toBe(false)
})
