import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { expect, test } from 'vitest'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { gradeOf, measuredVariable } from './grade.ts'
import { indicatorOf } from './indicator.ts'

function modelOf(indicators: Record<string, unknown>, scale: [number, number]): SurveyModel {
  const question = { variable: 'q', type: 'scale', title: {}, scaleMin: scale[0], scaleMax: scale[1] } as Question
  const config = surveyConfig.parse({ indicators, goals: [] })
  return { config, questions: new Map([['q', question]]), views: [] as SurveyModel['views'] } as unknown as SurveyModel
}

function grades(indicators: Record<string, unknown>, scale: [number, number], answers: number[]): string {
  const model = modelOf(indicators, scale)
  return answers.map((answer) => gradeOf(model, row(answer), 'q')?.slice(0, 3)).join(' ')
}

const row = (q: unknown) => ({ answers: { q }, eventDate: '2026-01-01' }) as Parameters<typeof gradeOf>[1]

test('a net promoter question is graded by promoters, passives and detractors', () => {
  const nps = { nps: { expression: 'nps(q)', goal: 30 } }
  expect(grades(nps, [0, 10], [10, 9, 8, 7, 6, 0])).toBe('pos pos neu neu neg neg')
  expect(grades(nps, [1, 5], [5, 4, 3])).toBe('pos neu neg')
})

test('a question is graded by its first indicator, an indicator by itself', () => {
  const both = { satisfaction: { expression: 'mean(q)' }, nps: { expression: 'nps(q)' } }
  const model = modelOf(both, [1, 5])
  expect(['q', 'satisfaction', 'nps'].map((name) => gradeOf(model, row(4), name))).toEqual([
    'positive',
    'positive',
    'neutral',
  ])
})

test('a question whose mean has a goal is graded by the goal', () => {
  const mean = { satisfaction: { expression: 'mean(q)', goal: 8, decimals: 1 } }
  expect(grades(mean, [1, 10], [9, 8, 7, 6, 5])).toBe('pos pos neu neu neg')
  expect(grades({ wait: { expression: 'mean(q)', goal: 2, inverse: true } }, [1, 5], [1, 2, 3, 4])).toBe(
    'pos pos neu neg',
  )
  expect(grades({ share: { expression: 'index(q)', goal: 75 } }, [1, 5], [4, 3, 2])).toBe('pos neu neg')
})

test('any other is graded by its scale', () => {
  expect(grades({}, [1, 10], [10, 8, 7, 6, 5, 1])).toBe('pos pos neu neu neg neg')
  const model = modelOf({}, [1, 10])
  expect(gradeOf(model, row('seven'), 'q')).toBeNull()
  expect(gradeOf(model, row(7), 'none')).toBeNull()
  expect(grades({ trouble: { expression: 'mean(q)', inverse: true } }, [1, 7], [1, 3, 4, 5])).toBe('pos neu neu neg')
})

test('a question is shown as the indicator that is its mean, wherever it stands', () => {
  const model = modelOf({ satisfaction: { expression: 'mean(q)', goal: 8, decimals: 2, unit: 'p' } }, [1, 10])
  expect(indicatorOf(model, 'q')).toMatchObject({
    name: 'q',
    expression: 'mean(q)',
    decimals: 2,
    unit: 'p',
    goal: 8,
    goalsOf: 'satisfaction',
    minValue: 1,
    maxValue: 10,
  })
  const index = indicatorOf(modelOf({ score: { expression: 'index(q)', decimals: 0 } }, [1, 10]), 'q')
  expect(index).toMatchObject({ expression: 'index(q)', decimals: 0, minValue: 0, maxValue: 100 })
  const some = indicatorOf(modelOf({ web: { expression: 'mean(q)', where: 'q > 2', goal: 8 } }, [1, 10]), 'q')
  expect(some).toMatchObject({ goal: null, goalsOf: 'q', decimals: 1 })
})

test('an indicator of one question is graded as the question, one of several has no grade', () => {
  const model = modelOf({ low: { expression: 'share(q, 1, 2)', inverse: true } }, [1, 10])
  expect(measuredVariable(model, 'low')).toBe('q')
  expect([2, 9].map((answer) => gradeOf(model, row(answer), 'low'))).toEqual(['negative', 'positive'])
  const several = modelOf({ csi: { expression: 'csi(q, effort)' } }, [1, 10])
  expect(measuredVariable(several, 'csi')).toBeNull()
  expect(gradeOf(several, row(9), 'csi')).toBeNull()
  expect(gradeOf(model, { ...row(9), answers: {} }, 'q')).toBeNull()
})

test('the first figure of a question decides, whatever stands around it, and only one over all its answers', () => {
  const ofTwo = modelOf({ both: { expression: 'mean(q) + 1' }, nps: { expression: 'nps(q)' } }, [0, 10])
  expect(gradeOf(ofTwo, row(8), 'q')).toBe('neutral')
  const some = modelOf({ web: { expression: 'nps(q)', where: 'q > 2' } }, [0, 10])
  expect(gradeOf(some, row(8), 'q')).toBe('positive')
  const shares = modelOf({ top: { expression: 'topbox(q, 2)' }, nps: { expression: 'nps(q)' } }, [0, 10])
  expect(gradeOf(shares, row(8), 'q')).toBe('neutral')
  const index = modelOf({ score: { expression: 'index(q)' }, nps: { expression: 'nps(q)' } }, [0, 10])
  expect(gradeOf(index, row(8), 'q')).toBe('positive')
  const ranks = modelOf({ place: { rank: 'x' }, nps: { expression: 'nps(q)' } }, [0, 10])
  expect([measuredVariable(ranks, 'place'), gradeOf(ranks, row(8), 'q')]).toEqual([null, 'neutral'])
})

test('a score of a scale without promoters, and an expression that cannot be read, leave the grade to the scale', () => {
  expect(grades({ nps: { expression: 'nps(q)' } }, [0, 4], [4, 2, 1])).toBe('pos neu neg')
  const broken = modelOf({}, [1, 10])
  Object.assign(broken.config.indicators, { broken: { expression: 'mean(' } })
  expect(measuredVariable(broken, 'broken')).toBeNull()
  expect(gradeOf(broken, row(9), 'q')).toBe('positive')
})
