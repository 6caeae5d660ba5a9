import { say } from '@gensvar/contract/say'
import { expect, test } from 'vitest'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import { figureCell } from './cells.ts'

test('a withheld figure says why, and nothing of the figure', () => {
  const model = {
    config: { indicators: {}, goals: [] },
    questions: new Map(),
    views: [],
  } as unknown as SurveyModel
  const value: IndicatorValue = {
    value: null,
    n: 0,
    low: null,
    high: null,
    suppressed: true,
    why: say`Fewer than ${7} answers.`,
  }
  const cell = figureCell(model, indicatorOf(model, 'n'), value, 'en', { view: '', place: [] }, '2026-01-01')
  expect(cell).toMatchObject({ text: '', value: null, n: null, suppressed: true })
  expect(cell.helpText).toMatchObject({
    en: 'Fewer than 7 answers.',
    fi: 'Alle 7 vastausta.',
  })
})
