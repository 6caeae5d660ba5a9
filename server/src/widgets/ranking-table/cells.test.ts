import { expect, test } from 'vitest'
import type { IndicatorValue } from '../../platform/analytics/indicators.ts'
import type { SurveyModel } from '../../platform/survey-model.ts'
import { indicatorOf } from '../shared/indicator.ts'
import { figureCell } from './cells.ts'

test('a withheld figure says how many answers it takes, and nothing of the figure', () => {
  const model = {
    config: { indicators: {}, goals: [] },
    questions: new Map(),
    views: [],
    anonymity: { numbers: 7, comments: 10 },
  } as unknown as SurveyModel
  const value: IndicatorValue = { value: null, n: 0, low: null, high: null, suppressed: true }
  const cell = figureCell(model, indicatorOf(model, 'n'), value, 'en', { view: '', place: [] }, '2026-01-01')
  expect(cell).toMatchObject({ text: '', value: null, n: null, suppressed: true })
  expect(cell.helpText).toMatchObject({
    en: expect.stringContaining('fewer than 7'),
    fi: expect.stringContaining('alle 7'),
  })
})
