import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { expect, test } from 'vitest'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { figureCell, litsCell } from './cells.ts'

test('a figure says as tiles do whether its answers are few, or its goal lies within its interval', () => {
  const indicators = { csi: { expression: 'mean(rating)', goal: 7, decimals: 1 } }
  const model = { config: { indicators, goals: [], lowBase: 30 }, questions: new Map(), views: [] }
  const cellOf = (value: number, n: number, low: number, high: number) =>
    figureCell(
      model as unknown as SurveyModel,
      indicatorOf(model as unknown as SurveyModel, 'csi'),
      { value, n, low, high, suppressed: false },
      'en',
      { view: '', place: [] },
      '2026-01-01',
    )
  expect(cellOf(8, 400, 7.8, 8.2)).toEqual({ text: '8.0', value: 8, n: 400, low: 7.8, high: 8.2, goalStatus: true })
  expect(cellOf(7.1, 400, 6.9, 7.3)).toEqual({
    ...{ text: '7.1', value: 7.1, n: 400, low: 6.9, high: 7.3 },
    ...{ near: true, goalStatus: true },
  })
  expect(cellOf(8, 29, 6, 9)).toEqual({ text: '8.0', value: 8, n: 29, low: 6, high: 9, few: true, goalStatus: true })
})

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

test('a ball has its figure beside it; one without a value or withheld none, with the reason', () => {
  const indicator = { minValue: 1, maxValue: 5, inverse: false } as Indicator
  const value = (mean: number | null, why?: Words): IndicatorValue => ({
    ...{ value: mean, n: 3, low: null, high: null, suppressed: why !== undefined },
    ...(why && { why }),
  })
  const few = say`Fewer than ${5} answers.`
  const shown = { indicator, value: value(4.8), figure: { text: '4.8', value: 4.8, n: 3, few: true } }
  const withheld = {
    indicator,
    value: value(null, few),
    figure: { text: '', value: null, n: null, suppressed: true, helpText: { en: 'Fewer than 5 answers.' } },
  }
  const empty = { indicator, value: value(null), figure: { text: '', value: null, n: 0 } }
  expect(litsCell([shown, withheld, empty])).toEqual({
    text: '4 - -',
    lits: [4, null, null],
    balls: [shown.figure, withheld.figure, empty.figure],
  })
  expect(litsCell([withheld, empty])).toMatchObject({ text: '', suppressed: true, lits: [] })
  expect(litsCell([withheld, empty])).not.toHaveProperty('balls')
  expect(litsCell([empty])).toEqual({ text: '', lits: [] })
})
