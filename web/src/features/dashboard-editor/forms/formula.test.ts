import { beforeAll, expect, test } from 'vitest'
import { formulaProblems } from './formula.ts'
import { exampleFacts } from './testing/example-components.ts'
import { startTexts } from './testing/start-texts.ts'

beforeAll(startTexts)

test.each([
  ['expression', 'mean(overall) / 2', undefined],
  ['expression', 'mean(overal)', 'There is no question “overal” in the survey'],
  ['expression', 'mean(', 'The formula is not complete; write for example mean(question)'],
  ['expression', 'average(overall)', 'This cannot be read from character 1 on: average(overall)'],
  ['where', 'channel = store', undefined],
  ['where', 'channel >> store', 'This cannot be read from character 10 on: > store'],
])('the %s %s of an indicator is read as it is typed', (key, written, words) => {
  const expected = words === undefined ? [] : [{ path: [key], words }]
  expect(formulaProblems({ [key]: written }, exampleFacts)).toEqual(expected)
})

test('nothing is said of questions before they are loaded', () => {
  expect(formulaProblems({ expression: 'mean(overal)' }, { ...exampleFacts, questions: [] })).toEqual([])
  expect(formulaProblems(null, exampleFacts)).toEqual([])
})
