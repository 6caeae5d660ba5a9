import { parseExpression } from '@gensvar/contract/expression'
import type { Aggregate } from '@gensvar/contract/expression'
import { describe, expect, test } from 'vitest'
import type { Question, QuestionType, SurveyShape } from '#server/domain/survey/survey-model.ts'
import { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { questionColumn } from '../store/answer-columns.ts'
import { ColumnSource } from '../rows/column-source.ts'
import { figureLaw, shownCount, shownNumber } from './figure-law.ts'
import type { FigureLaw } from './figure-law.ts'

function question(id: number, variable: string, type: QuestionType, ends: [number, number] | null = null): Question {
  const [scaleMin, scaleMax] = ends ?? [null, null]
  return { id, variable, type, scaleMin, scaleMax, choices: [], choiceByName: new Map() } as unknown as Question
}

const staff = question(1, 'staff', 'scale', [1, 10])
const again = question(2, 'again', 'scale', [0, 1])
const wait = question(3, 'wait', 'numeric')
const some = question(4, 'some', 'single')
const stars = question(5, 'stars', 'scale', [0, 5])
const all = [staff, again, wait, some, stars]
const survey = { id: 1, version: 1, views: [], questions: new Map(all.map((one) => [one.variable, one])) }
const source = new ColumnSource(survey as unknown as SurveyShape, new UnitTree([]), new Date(0))

function aggregate<Name extends Aggregate['name']>(text: string): Extract<Aggregate, { name: Name }> {
  const { body } = parseExpression(text)
  return body as unknown as Extract<Aggregate, { name: Name }>
}
const isLaw = (law: object): law is FigureLaw => 'atoms' in law
const lawOf = (law: ReturnType<typeof figureLaw.mean>): FigureLaw => {
  if (!isLaw(law)) throw new Error(String(law))
  return law
}

describe('a mean', () => {
  test('is published of scales, and in a named survey of numbers', () => {
    const published = (one: Question, isAnonymous: boolean) => isLaw(figureLaw.mean(one, isAnonymous))
    expect([staff, again, wait, some].map((one) => published(one, true))).toEqual([true, true, false, false])
    expect([staff, again, wait, some].map((one) => published(one, false))).toEqual([true, true, true, false])
  })

  test('is the sum by the answers, within the scale, with the spread of its question', () => {
    const law = lawOf(figureLaw.mean(staff, true))
    expect(law).toMatchObject({ name: 'mean(staff)', variable: 'staff', kind: 'mean', low: 1, high: 10, decimals: 1 })
    expect(law).toMatchObject({ population: 'completed', factor: 1, least: 0 })
    expect(law.value([4, 30])).toBe(7.5)
    expect(law.atoms).toEqual([{ kind: 'moments', column: questionColumn(staff) }])
    expect([law.spread({ staff: 2 }), law.spread({})]).toEqual([2, null])
    expect(law.answered(source)).toEqual(source.answered(staff))
    expect(lawOf(figureLaw.mean(wait, false))).toMatchObject({ low: -Infinity, high: Infinity })
  })

  test('of yes and no has two decimals, of any other scale one', () => {
    const decimals = [again, stars, question(6, 'x', 'scale', [-1, 1]), question(7, 'y', 'numeric', [0, 1]), wait].map(
      (one) => lawOf(figureLaw.mean(one, false)).decimals,
    )
    expect(decimals).toEqual([2, 1, 1, 1, 1])
  })
})

test('an index is the mean of a scale moved to 0-100', () => {
  const law = lawOf(figureLaw.index(staff))
  expect(law).toMatchObject({ name: 'mean(staff)', kind: 'mean', low: 1, high: 10, decimals: 1, origin: 1 })
  expect(law.factor).toBeCloseTo(100 / 9, 12)
  expect([wait, some].map((one) => isLaw(figureLaw.index(one)))).toEqual([false, false])
})

describe('a share', () => {
  const share = (text: string, isAnonymous = true) =>
    lawOf(figureLaw.share(aggregate<'share' | 'topbox' | 'bottombox'>(text), source, isAnonymous))

  test('is of at least thirty answers, in percent, named by what it counts', () => {
    expect(share('topbox(staff, 2)')).toMatchObject({
      ...{
        name: 'topbox(staff,2)',
        variable: 'staff',
        kind: 'share',
        low: 0,
        high: 100,
        least: 30,
        decimals: 0,
        origin: 0,
      },
    })
    expect(share('share(staff, 9, 10)').name).toBe('share(staff,9,10)')
    expect(share('topbox(staff, 2)').spread({})).toBe(45)
    expect(share('topbox(staff, 2)').answered(source)).toEqual(source.answered(staff))
    expect(share('topbox(staff, 2)').value([3, 12])).toBe(25)
    expect(share('topbox(staff, 2)').value([0, 0])).toBe(0)
  })

  test('of yes is the mean times 100; of anything else a share', () => {
    expect(share('share(again, 1)')).toMatchObject({ name: 'mean(again)', kind: 'mean', factor: 100, least: 0 })
    expect(share('share(again, 0)').kind).toBe('share')
    expect(share('share(again, 0, 1)').kind).toBe('share')
    expect(share('share(again, 1, 0)').kind).toBe('share')
    expect(share('topbox(again, 1)').kind).toBe('share')
    expect(share('share(stars, 1)').kind).toBe('share')
  })
})

test('a net promoter score lies between -100 and 100', () => {
  const law = figureLaw.nps(aggregate<'nps'>('nps(staff)'), source)
  expect(law).toMatchObject({ name: 'nps(staff)', variable: 'staff', kind: 'nps', low: -100, high: 100, least: 0 })
  expect(law.spread({})).toBe(75)
  expect(law.answered(source)).toEqual(source.answered(staff))
  expect(law.value([0, 0, 0])).toBe(0)
})

test('a response rate counts those asked', () => {
  const law = figureLaw.responseRate(aggregate<'responserate'>('responserate()'), source)
  expect(law).toMatchObject({
    name: 'responserate()',
    variable: null,
    kind: 'rate',
    population: 'all',
    low: 0,
    high: 100,
  })
  expect(law.answered(source)).toEqual({ kind: 'in', column: 'asked', values: [1] })
  expect(law.spread({})).toBe(45)
  expect([law.value([2, 10]), law.value([0, 0])]).toEqual([20, 0])
})

describe('a published number', () => {
  const shape = { low: 1, high: 10, decimals: 1, origin: 0, factor: 1 }
  const of = (value: number, more: Partial<Parameters<typeof shownNumber>[1]> = {}, by = {}) =>
    shownNumber({ ...shape, ...by }, { value, n: 50, spread: 2, z: 0, ...more })

  test('is rounded, has noise in proportion to the spread, and stays on its scale', () => {
    expect(of(7.26).value).toBe(7.3)
    // 0.8 / sqrt(50) of the spread for each deviation.
    expect(of(7, { z: 1 }).value).toBe(7.2)
    expect(of(7, { z: -1 }).value).toBe(6.8)
    expect(of(7, { z: 1, spread: 4 }).value).toBe(7.5)
    expect(of(7, { z: 1, n: 500 }).value).toBe(7)
    expect(of(9.9, { z: 2 }).value).toBe(10)
    expect(of(1.1, { z: -2 }).value).toBe(1)
    expect(of(0.256, {}, { low: 0, high: 1, decimals: 2, factor: 100 }).value).toBe(26)
  })

  test('has the number of answers to the nearest five, at least five', () => {
    expect([1, 5, 7, 8, 12, 13, 102].map(shownCount)).toEqual([5, 5, 5, 10, 10, 15, 100])
    expect(of(7, { n: 52 })).toMatchObject({ n: 50, constant: false })
  })

  test('has an interval of its shown number, for sampling and noise together, on its scale', () => {
    // 1.96 * 2 * sqrt(1 / 50 + 0.64 / 50)
    const half = 0.709_94
    const { interval } = of(7, { n: 48 })
    expect(interval?.low).toBeCloseTo(7 - half, 3)
    expect(interval?.high).toBeCloseTo(7 + half, 3)
    expect(of(9.9).interval?.high).toBe(10)
    expect(of(1.1).interval?.low).toBe(1)
    const percent = of(0.5, { spread: 0.1 }, { low: 0, high: 1, decimals: 2, factor: 100 })
    expect(percent.interval?.low).toBeCloseTo(50 - half * 5, 2)
    expect(percent.interval?.high).toBeCloseTo(50 + half * 5, 2)
  })

  test('is moved after it is rounded, and its interval with it', () => {
    const [plain, index] = [of(7.26), of(7.26, {}, { origin: 1, factor: 10 })]
    const moved = (value: number | null | undefined) => ((value ?? 0) - 1) * 10
    expect([index.value, index.interval?.low, index.interval?.high]).toEqual(
      [plain.value, plain.interval?.low, plain.interval?.high].map(moved),
    )
  })
})
