import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { describe, expect, test } from 'vitest'
import type { Question, QuestionType, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { anonymousRules, comparisonRules, configuredScores, startOfPeriod } from './publishing-rules.ts'
import type { FrozenRules } from './publishing-rules.ts'

function question(variable: string, type: QuestionType, choices = 0): Question {
  return { variable, type, choices: Array.from({ length: choices }) } as unknown as Question
}

const questions = [
  question('gender', 'single', 2),
  question('town', 'single', 50),
  question('street', 'single', 51),
  question('likes', 'multiple', 2),
  question('rating', 'scale'),
]

function modelOf(config: object, anonymity: object | null = null): SurveyModel {
  return {
    config: surveyConfig.parse(config),
    questions: new Map(questions.map((one) => [one.variable, one])),
    anonymity,
  } as unknown as SurveyModel
}

const group = (key: string, ...names: string[]) => ({
  key,
  title: 'Group',
  filters: names.map((extName) => ({ extName })),
})
const filters = {
  standard: [group('one', 'gender', 'street', 'likes')],
  time: [group('two', 'town', 'rating', 'unknown')],
}

describe('comparisons in a named survey', () => {
  test('can be filtered by its filters on single-choice questions of at most fifty choices', () => {
    const rules = comparisonRules(modelOf({ filters, bands: { town: [['a', 'b']] } }))
    expect([...rules.backgrounds]).toEqual([
      ['gender', ''],
      ['town', ''],
    ])
    expect(rules).toMatchObject({
      ...{ isAnonymous: false, minimum: [5, 25], scores: new Map(), base: null, runningFrom: '' },
      bands: { town: [['a', 'b']] },
    })
  })

  test('can be filtered by what is listed, whatever it is', () => {
    const { backgrounds } = comparisonRules(modelOf({ filters, comparable: ['street'] }))
    expect([...backgrounds.keys()]).toEqual(['street'])
    expect(comparisonRules(modelOf({ filters, comparable: [] })).backgrounds.size).toBe(0)
  })
})

describe('an anonymous survey', () => {
  const frozen: FrozenRules = {
    period: 'quarter',
    minimum: [10, 25, 50],
    filters: { gender: '2026-01-01' },
    scores: new Map(),
  }
  const rulesOf = (anonymity: object | null, today = '2026-05-20', config = {}, of = frozen) =>
    anonymousRules(modelOf(config, anonymity), of, today)

  test('is filtered by two of up to four backgrounds at a time, by one of more', () => {
    const some = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`)
    expect(rulesOf({ filters: some(4) }).minimum).toEqual([10, 25, 50])
    expect(rulesOf({ filters: some(5) }).minimum).toEqual([10, 25])
    expect(rulesOf(null).backgrounds.size).toBe(0)
  })

  test('takes each background from the day it is frozen with', () => {
    const { backgrounds, isAnonymous, base } = rulesOf({ filters: ['gender', 'town'] })
    expect([...backgrounds]).toEqual([
      ['gender', '2026-01-01'],
      ['town', ''],
    ])
    expect({ isAnonymous, base }).toEqual({ isAnonymous: true, base: 'quarter' })
  })

  test('closes a period so many days after its end', () => {
    const runningFrom = (today: string, closing?: number, period: 'month' | 'quarter' = 'quarter') =>
      rulesOf({ filters: [], closing }, today, {}, { ...frozen, period }).runningFrom
    expect(runningFrom('2026-05-20')).toBe('2026-04-01')
    expect(runningFrom('2026-05-20', 0, 'month')).toBe('2026-05-01')
    expect(runningFrom('2026-04-10', 10)).toBe('2026-01-01')
    expect(runningFrom('2026-04-11', 10)).toBe('2026-04-01')
    expect(rulesOf(null, '2026-04-01').runningFrom).toBe('2026-04-01')
  })

  test('has scores by the indicators, of scales alone, and skips what cannot be read', () => {
    const indicators = {
      nps: { expression: 'nps(rating) + mean(other)' },
      mean: { expression: 'mean(gender)' },
      place: { rank: 'nps' },
    }
    const model = modelOf({ indicators }, { filters: [] })
    Object.assign(model.config.indicators, { broken: { expression: 'mean(' } })
    expect([...configuredScores(model)]).toEqual([['rating', true]])
    expect([...configuredScores(modelOf({ indicators: { mean: { expression: 'mean(rating)' } } }))]).toEqual([
      ['rating', false],
    ])
  })
})

test('a period starts on its first day', () => {
  expect(startOfPeriod('month', '2026-02-28')).toBe('2026-02-01')
  expect(startOfPeriod('quarter', '2026-03-31')).toBe('2026-01-01')
  expect(startOfPeriod('quarter', '2026-04-01')).toBe('2026-04-01')
})
