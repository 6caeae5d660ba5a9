import { expect, test } from 'vitest'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { gradeOf, measuredVariable } from './grade.ts'

const scale = (scaleMin: number, scaleMax: number) => ({ type: 'scale', scaleMin, scaleMax })

const model = {
  config: {
    indicators: {
      low: { expression: 'share(overall, 1, 2)', inverse: true },
      csi: { expression: 'csi(overall, effort)' },
      nps: { expression: 'nps(recommend)' },
      trouble: { expression: 'mean(effort)', inverse: true },
    },
  },
  questions: new Map<string, object>([
    ['overall', scale(1, 10)],
    ['recommend', scale(0, 10)],
    ['effort', scale(1, 7)],
    ['comment', { type: 'text', scaleMin: null, scaleMax: null }],
  ]),
} as unknown as SurveyModel

const grades = (name: string, answers: number[]) =>
  answers.map((answer) => gradeOf(model, { answers: { [measuredVariable(model, name) ?? name]: answer } }, name))

test('a scale is good above two thirds and bad in its lower half', () => {
  expect(grades('overall', [1, 5, 6, 7, 8, 10])).toEqual([
    'negative',
    'negative',
    'neutral',
    'neutral',
    'positive',
    'positive',
  ])
})

test('a net promoter score smiles for promoters only, under its own name and its question’s', () => {
  for (const name of ['nps', 'recommend'])
    expect(grades(name, [6, 7, 8, 9])).toEqual(['negative', 'neutral', 'neutral', 'positive'])
})

test('an inverse mean turns the scale around', () => {
  expect(grades('effort', [1, 3, 4, 5])).toEqual(['positive', 'neutral', 'neutral', 'negative'])
})

test('a share leaves the grade to its question', () => {
  expect(measuredVariable(model, 'low')).toBe('overall')
  expect(grades('low', [2, 9])).toEqual(['negative', 'positive'])
})

test('an indicator of several questions, a text and a missing answer have no mood', () => {
  expect(measuredVariable(model, 'csi')).toBeNull()
  expect(gradeOf(model, { answers: { overall: 9 } }, 'csi')).toBeNull()
  expect(gradeOf(model, { answers: { comment: 'Good' } }, 'comment')).toBeNull()
  expect(gradeOf(model, { answers: {} }, 'overall')).toBeNull()
  expect(gradeOf(model, { answers: {} }, 'nothing')).toBeNull()
})
