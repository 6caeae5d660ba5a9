import type { Condition } from '@gensvar/contract/conditions'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issueScopes } from './scope.ts'

test('nobody outside this folder makes a scope', async () => {
  const source = join(import.meta.dirname, '../..')
  const all = await readdir(source, { recursive: true })
  // Tests may make their own scopes.
  const files = all.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const makers: string[] = []
  for (const file of files) {
    const text = await readFile(join(source, file), 'utf8')
    if (/\bissueScopes\b|as (unknown as )?(CaseScope|CompareScope)\b/.test(text)) makers.push(file)
  }
  expect(files.length).toBeGreaterThan(50)
  expect(makers.filter((file) => !file.startsWith(join('domain', 'rights')))).toEqual([])
})

test('rows are limited by places, own filters and hidden ones, comparisons by all but the places', () => {
  const state = (one: number): Condition => ({ kind: 'sampleState', states: [one] })
  const [places, own, fixed] = [[state(0)], [state(1)], [state(2)]]
  const { caseScope, compareScope } = issueScopes(5, { places, own, fixed, isOpen: true })
  expect(caseScope).toMatchObject({
    kind: 'case',
    surveyId: 5,
    isOpen: true,
    conditions: [...places, ...own, ...fixed],
  })
  expect(compareScope).toMatchObject({ kind: 'compare', surveyId: 5, own, fixed, conditions: [...own, ...fixed] })
  const key = (surveyId: number, more: object) =>
    issueScopes(surveyId, { places: [], own: [], fixed: [], isOpen: true, ...more }).caseScope.key
  expect(key(5, { own })).toBe(key(5, { fixed: own }))
  expect(key(5, { own })).not.toBe(key(6, { own }))
  expect(key(5, { own })).not.toBe(key(5, { own: fixed }))
})
