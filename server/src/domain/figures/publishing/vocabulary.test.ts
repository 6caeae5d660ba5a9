import type { Condition } from '@gensvar/contract/conditions'
import { parseRule } from '@gensvar/contract/row-rule'
import type { Rule } from '@gensvar/contract/row-rule'
import { describe, expect, test } from 'vitest'
import type { Question, SurveyShape } from '#server/domain/survey/survey-model.ts'
import type { GroupBy } from '../rows/grouping.ts'
import type { PublishingRules } from './publishing-rules.ts'
import { OutsideVocabulary, readPublished, readRule } from './vocabulary.ts'

const survey = {
  questions: new Map([
    ['gender', single('gender', ['f', 'm', 'x'], { en: 'Gender' })],
    ['score', { variable: 'score', type: 'scale', title: {}, choices: [] } as unknown as Question],
    ['age', single('age', ['young', 'middle', 'old'])],
    ['tenure', single('tenure', ['short', 'long'])],
    ['reason', single('reason', ['a', 'b'])],
  ]),
} as unknown as SurveyShape

function single(variable: string, names: readonly string[], title = {}): Question {
  const choices = names.map((extName, code) => ({ extName, code, title: {} }))
  const choiceByName = new Map(choices.map((choice) => [choice.extName, choice]))
  return { variable, type: 'single', title, choices, choiceByName } as unknown as Question
}

const anonymous: PublishingRules = {
  isAnonymous: true,
  minimum: [10, 25, 50],
  backgrounds: new Map(['gender', 'age', 'tenure'].map((variable) => [variable, ''])),
  scores: new Map(),
  bands: { age: [['young', 'middle']] },
  base: 'quarter',
  runningFrom: '2026-04-01',
}
const comparison: PublishingRules = { ...anonymous, isAnonymous: false, minimum: [5, 25], base: null, runningFrom: '' }

function choice(variable: string, include: string[], more: Partial<Condition & { kind: 'choice' }> = {}): Condition {
  return { kind: 'choice', variable, include, exclude: [], contains: [], excludeContains: [], ...more }
}

function dates(from: string | null, to: string | null, variable = 'date'): Condition {
  return { kind: 'dates', variable, from, to }
}

const quarter = dates('2026-01-01', '2026-04-01')
const place: Condition = { kind: 'unit', view: 'stores', depth: 1, path: ['Sweden'] }

function asks(rules: PublishingRules, conditions: Condition[], by: GroupBy = 'none'): boolean {
  try {
    readPublished(survey, rules, { conditions, by })
    return true
  } catch (error) {
    if (error instanceof OutsideVocabulary) return false
    throw error
  }
}

/** Conditions of every kind (the compiler reports a missing one): `yes` in the vocabulary, `no` outside it. */
const kinds: Readonly<Record<Condition['kind'], { yes: Condition[]; no: Condition[] }>> = {
  choice: {
    yes: [choice('gender', ['f']), choice('age', ['young', 'middle'])],
    no: [
      choice('gender', ['f', 'm']),
      choice('gender', []),
      choice('gender', ['none']),
      choice('gender', ['f'], { exclude: ['m'] }),
      choice('gender', [], { exclude: ['m'] }),
      choice('gender', [], { contains: ['f'] }),
      choice('gender', ['f'], { excludeContains: ['m'] }),
      choice('gender', ['gone']),
      choice('gender', ['f', 'gone']),
      choice('reason', ['a']),
      choice('gender', ['f'], { asOf: '2026-01-01' }),
      choice('email', [], { contains: ['a'] }),
    ],
  },
  range: {
    yes: [],
    no: [
      { kind: 'range', variable: 'age', from: 1, to: 2 },
      { kind: 'range', variable: 'age', from: null, to: null },
    ],
  },
  dates: {
    yes: [quarter, dates('2025-01-01', '2026-01-01'), dates(null, null)],
    no: [
      dates('2026-01-01', null),
      dates(null, '2026-04-01'),
      dates('2026-01-02', '2026-04-01'),
      dates('2026-01-01', '2026-04-01', 'birthday'),
      dates('2026-04-01', '2026-01-01'),
      dates('2026-01-01', '2026-01-01'),
    ],
  },
  monthDay: { yes: [], no: [{ kind: 'monthDay', variable: 'date', month: 1, day: 1 }] },
  campaign: { yes: [], no: [{ kind: 'campaign', campaign: 1, state: 'any', opened: 'any', clicked: 'any' }] },
  sampleState: { yes: [], no: [{ kind: 'sampleState', states: [0] }] },
  unit: {
    yes: [place, { kind: 'unit', view: 'stores', depth: 0, path: [] }],
    no: [{ kind: 'unit', view: 'stores', depth: 1, path: ['Sweden'], asOf: '2026-01-01' }],
  },
  units: { yes: [], no: [{ kind: 'units', asOf: '2026-01-01' }] },
  any: {
    yes: [],
    no: [
      { kind: 'any', of: [quarter, dates('2025-01-01', '2025-04-01')] },
      { kind: 'any', of: [] },
      { kind: 'any', of: [quarter] },
      { kind: 'any', of: [choice('gender', ['f'])] },
    ],
  },
  not: {
    yes: [],
    no: [
      { kind: 'not', of: quarter },
      { kind: 'not', of: choice('gender', ['m']) },
      { kind: 'not', of: { kind: 'not', of: quarter } },
    ],
  },
}

describe('the vocabulary of published figures', () => {
  test.each(Object.entries(kinds))('accepts a condition of the kind %s or rejects it', (_, { yes, no }) => {
    for (const rules of [anonymous, comparison]) {
      for (const condition of yes) expect(asks(rules, [condition]), JSON.stringify(condition)).toBe(true)
      for (const condition of no) expect(asks(rules, [condition]), JSON.stringify(condition)).toBe(false)
    }
  })

  test('accepts one place, one period, and each question once', () => {
    expect(asks(anonymous, [place, quarter, choice('gender', ['f'])])).toBe(true)
    expect(asks(anonymous, [place, { ...place, path: ['Norway'] } as Condition])).toBe(false)
    // The top of a view is no place.
    expect(asks(anonymous, [{ ...place, depth: 0, path: [] } as Condition, place])).toBe(true)
    expect(asks(anonymous, [quarter, dates('2025-01-01', '2026-01-01')])).toBe(false)
    expect(asks(anonymous, [choice('gender', ['f']), choice('gender', ['f'])])).toBe(false)
  })

  test('accepts two backgrounds in an anonymous survey, one in a comparison; grouping by one counts', () => {
    const two = [choice('gender', ['f']), choice('age', ['old'])]
    expect(asks(anonymous, two)).toBe(true)
    expect(asks(comparison, two)).toBe(false)
    expect(asks(comparison, two.slice(1))).toBe(true)
    expect(asks(anonymous, [...two, choice('tenure', ['short'])])).toBe(false)
    expect(asks(anonymous, two, { question: 'tenure' })).toBe(false)
    expect(asks(anonymous, two.slice(1), { question: 'tenure' })).toBe(true)
    expect(asks(comparison, two.slice(1), { question: 'tenure' })).toBe(false)
  })

  test('accepts single periods from the base on in an anonymous survey, any whole periods in a comparison', () => {
    const spans: [string, string, boolean][] = [
      ['2026-01-01', '2026-02-01', false],
      ['2026-01-05', '2026-01-12', false],
      ['2026-01-01', '2026-04-01', true],
      ['2026-01-01', '2026-07-01', false],
      ['2025-10-01', '2026-04-01', false],
      ['2025-01-01', '2026-01-01', true],
      ['2024-01-01', '2026-01-01', false],
    ]
    for (const [from, to, isKnown] of spans) {
      expect(asks(anonymous, [dates(from, to)]), from + to).toBe(isKnown)
      expect(asks(comparison, [dates(from, to)]), from + to).toBe(true)
    }
    expect(asks({ ...anonymous, base: 'month' }, [dates('2026-01-01', '2026-02-01')])).toBe(true)
    expect(asks({ ...anonymous, base: 'month' }, [dates('2026-01-05', '2026-01-12')])).toBe(false)
  })

  test('accepts several periods when grouped by period', () => {
    expect(asks(anonymous, [dates('2024-04-01', '2026-04-01')], { period: 'quarters' })).toBe(true)
    expect(asks(anonymous, [dates('2026-01-01', '2026-03-01')], { period: 'quarters' })).toBe(false)
    expect(asks(anonymous, [dates('2024-04-01', '2026-04-01')], { level: { view: 'stores', depth: 1 } })).toBe(false)
  })

  test('groups by levels, backgrounds and accepted periods', () => {
    const groupings: [GroupBy, boolean, boolean][] = [
      ['none', true, true],
      [{ level: { view: 'stores', depth: 2 } }, true, true],
      [{ question: 'gender' }, true, true],
      [{ question: 'reason' }, false, false],
      [{ period: 'days' }, false, false],
      [{ period: 'weeks' }, false, true],
      [{ period: 'months' }, false, true],
      [{ period: 'quarters' }, true, true],
      [{ period: 'years' }, true, true],
      [{ period: { starts: ['01-01'] } }, false, false],
    ]
    for (const [by, ofAnonymous, ofComparison] of groupings) {
      expect(asks(anonymous, [], by), JSON.stringify(by)).toBe(ofAnonymous)
      expect(asks(comparison, [], by), JSON.stringify(by)).toBe(ofComparison)
    }
  })

  test("accepts an indicator's rule that uses backgrounds only", () => {
    const rules: Readonly<Record<Rule['kind'], { yes: string[]; no: string[] }>> = {
      compare: { yes: ['gender = f'], no: ['gender != f', 'score >= 9', 'reason = a'] },
      in: { yes: ['gender in (f)', 'age in (young, middle)'], no: ['gender in (f, m)', 'reason in (a)'] },
      answered: { yes: [], no: ['answered(gender)'] },
      and: { yes: ['gender = f and age = old'], no: ['gender = f and reason = a'] },
      or: { yes: [], no: ['gender = f or gender = m'] },
      not: { yes: [], no: ['not gender = f'] },
    }
    const isRead = (rule: string): boolean => {
      try {
        return readRule(survey, anonymous, parseRule(rule)).length > 0
      } catch (error) {
        if (error instanceof OutsideVocabulary) return false
        throw error
      }
    }
    for (const { yes, no } of Object.values(rules)) {
      expect(yes.filter((rule) => !isRead(rule))).toEqual([])
      expect(no.filter(isRead)).toEqual([])
    }
  })
})

describe('what is outside the vocabulary is said, with the field at fault', () => {
  const monthly: PublishingRules = { ...anonymous, base: 'month' }
  const two: PublishingRules = { ...anonymous, minimum: [10, 25] }
  const sv = (rules: PublishingRules, conditions: Condition[], by: GroupBy = 'none') => {
    try {
      readPublished(survey, rules, { conditions, by })
    } catch (error) {
      if (error instanceof OutsideVocabulary) return [error.field, String(error.words)]
      throw error
    }
    return null
  }
  const half = dates('2026-01-01', '2026-02-15')
  const backgrounds = [choice('gender', ['f']), choice('age', ['old']), choice('tenure', ['long'])]

  test.each<[string, PublishingRules, Condition[], GroupBy]>([
    ['filters: Two background questions can be chosen at a time.', anonymous, backgrounds, 'none'],
    ['filters: One background question can be chosen at a time.', two, backgrounds.slice(1), 'none'],
    ['stores: Only one place can be chosen at a time.', anonymous, [place, place], 'none'],
    ['date: Only one period can be chosen at a time.', anonymous, [quarter, quarter], 'none'],
    ['date: The period has to be whole weeks, months, quarters or years.', comparison, [half], 'none'],
    ['date: The period has to be one month, quarter or year, or all time.', monthly, [half], 'none'],
    ['date: The period has to be one quarter or year, or all time.', anonymous, [half], 'none'],
    ['period: The period has to be one quarter or year, or all time.', anonymous, [], { period: 'months' }],
    [
      'gender: A background question can be chosen once.',
      anonymous,
      [choice('gender', ['f']), choice('gender', ['m'])],
      'none',
    ],
    ['gender: "Gender" has no answer "gone".', anonymous, [choice('gender', ['f', 'gone'])], 'none'],
    ['gender: One answer to "Gender" can be chosen at a time.', anonymous, [choice('gender', ['f', 'm'])], 'none'],
    ['reason: It cannot be filtered by "reason".', anonymous, [choice('reason', ['a'])], 'none'],
    ['score: It cannot be filtered by "score".', anonymous, [choice('score', ['1'])], 'none'],
    [
      'by: Answers are counted one by one for background questions alone.',
      anonymous,
      [choice('gender', ['f'])],
      { question: 'gender' },
    ],
  ])('%s', (said, rules, conditions, by) => {
    expect(sv(rules, conditions, by)?.join(': ')).toBe(said)
  })

  test('of a rule with more than backgrounds', () => {
    expect(() => readRule(survey, anonymous, parseRule('gender != f'))).toThrow('It counts by more than background')
  })

  test('a listed question that has no choices, or is not there, cannot be filtered by', () => {
    const listed = { ...anonymous, backgrounds: new Map(['score', 'gone'].map((name) => [name, ''])) }
    expect(sv(listed, [choice('score', ['1'])])?.[1]).toBe('It cannot be filtered by "score".')
    expect(sv(listed, [choice('gone', ['1'])])?.[1]).toBe('It cannot be filtered by "gone".')
    expect(sv(listed, [], { question: 'gone' })?.[0]).toBe('by')
  })
})

test('a request is read as place, period, backgrounds and grouping', () => {
  const asked = { conditions: [place, quarter, choice('age', ['middle', 'young'])], by: 'none' } as const
  const request = readPublished(survey, anonymous, asked)
  expect(request).toMatchObject({
    place: { view: 'stores', path: ['Sweden'] },
    period: { kind: 'quarter', count: 1 },
    backgrounds: [{ question: { variable: 'age' }, choices: [{ extName: 'young' }, { extName: 'middle' }] }],
    by: { kind: 'none' },
  })
  const by = (grouping: GroupBy) => readPublished(survey, anonymous, { conditions: [], by: grouping }).by
  expect(by({ level: { view: 'stores', depth: 2 } })).toEqual({ kind: 'level', view: 'stores', depth: 2 })
  expect(by({ question: 'age' })).toMatchObject({ kind: 'background', question: { variable: 'age' } })
  expect(by({ period: 'years' })).toEqual({ kind: 'period', period: 'year' })
})
