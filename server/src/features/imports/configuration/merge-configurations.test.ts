import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isComplete, mergeConfigurations } from './merge-configurations.ts'

const generated = `# Written from the file.
version: 1
title: Visits
indicators:
  overall: { title: Overall, expression: mean(rating) }
  answers: { expression: count() }
groups:
  - { extname: drivers, questions: [a, b] }
filters:
  standard:
    - { key: background, filters: [colour] }
  time:
    - { key: period, userSelectableRange: true }
pages:
  - extname: overview
    components: []
  - extname: ranking
    components: []
`

test('what is added keeps everything else, with its comments', () => {
  const { text, replaced } = mergeConfigurations(generated, '# Ours\nindicators:\n  mine: { expression: mean(a) }\n')
  expect(replaced).toEqual([])
  expect(text).toContain('# Written from the file.')
  expect(text).toContain('# Ours')
  const before = parse(generated)
  expect(parse(text)).toEqual({
    ...before,
    indicators: { ...before.indicators, mine: { expression: 'mean(a)' } },
  })
})

test('what has the same name is replaced, and told', () => {
  const added = `title: Shops
lowBase: 5
version: 1
indicators:
  overall: { title: Ours, expression: mean(a) }
filters:
  standard:
    - { key: background, filters: [size] }
    - { key: more, filters: [age] }
pages:
  - { extname: overview, title: First }
  - { extname: extra }
groups:
  - { extname: drivers, questions: [a, b] }
`
  const { text, replaced } = mergeConfigurations(generated, added)
  expect(replaced.map(String)).toEqual(['title', 'indicator overall', 'filters background', 'page overview'])
  const merged = parse(text)
  expect(merged).toMatchObject({ title: 'Shops', lowBase: 5, filters: { time: [{ key: 'period' }] } })
  expect(Object.keys(merged.indicators)).toEqual(['overall', 'answers'])
  expect(merged.indicators.overall.title).toBe('Ours')
  expect(merged.pages.map((page: { extname: string }) => page.extname)).toEqual(['overview', 'ranking', 'extra'])
  expect(merged.filters.standard).toEqual([
    { key: 'background', filters: ['size'] },
    { key: 'more', filters: ['age'] },
  ])
  expect(mergeConfigurations(text, added)).toEqual({ text, replaced: [] })
})

test.each([
  [generated, true],
  ['indicators: {}\npages: []\n', false],
  ['', false],
])('a file is complete with indicators, filters and pages', (text, complete) => {
  expect(isComplete(text)).toBe(complete)
})
