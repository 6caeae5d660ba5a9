import { describe, expect, test } from 'vitest'
import { locales } from '@gensvar/contract/local-text'
import type { Question, QuestionType, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { definitionOf } from './definition.ts'
import { indicatorOf, isEverPublished, isIndicator, isYesNo, mainIndicatorName, titleOf } from './indicator.ts'

function question(variable: string, type: QuestionType, ends: [number, number] | null, title = {}): Question {
  return { variable, type, title, scaleMin: ends?.[0] ?? null, scaleMax: ends?.[1] ?? null } as unknown as Question
}

const cause = { questionId: 'cause', title: { en: 'Cause' }, reasons: [{ choiceId: 2, title: 'Staff $&' }] }
const questions = [
  question('staff', 'scale', [1, 10], { en: 'Staff', sv: 'Personal' }),
  question('again', 'scale', [0, 1]),
  question('zero', 'scale', [0, 5]),
  question('wait', 'numeric', null),
  question('comment', 'text', null),
  question('store name', 'numeric', null),
]

function modelOf(indicators: Record<string, object>, of = questions): SurveyModel {
  return {
    config: { indicators, goals: [], alerts: [{ questions: [cause] }] },
    questions: new Map(of.map((one) => [one.variable, one])),
    views: [],
  } as unknown as SurveyModel
}

const configured = { inverse: false, decimals: 2, base: 'parent', hideProgressBar: false }
const model = modelOf({
  place: { ...configured, rank: 'csi' },
  csi: {
    ...{ ...configured, title: 'Satisfaction', expression: 'csi(staff, zero)', where: 'wait < 5', unit: '%' },
    ...{ goal: 0, minValue: 0, maxValue: 100, helpText: 'Help', type: 'bar', alertMode: 'all' },
    ...{ shortcutPage: 'ranking', shortcutDrillPath: 'root' },
  },
  bare: { ...configured, expression: 'mean(staff)' },
})

describe('an indicator', () => {
  test('of the configuration has what is configured, and else nothing', () => {
    expect(indicatorOf(model, 'csi')).toEqual({
      ...{ name: 'csi', title: 'Satisfaction', expression: 'csi(staff, zero)', rank: null, where: 'wait < 5' },
      // A percentage has one decimal, whatever is configured.
      ...{ unit: '%', goal: 0, inverse: false, decimals: 1, minValue: 0, maxValue: 100, base: 'parent' },
      ...{ hideProgressBar: false, helpText: 'Help', type: 'bar', alertMode: 'all', shortcutPage: 'ranking' },
      ...{ shortcutDrillPath: 'root', counts: false, goalsOf: 'csi' },
    })
    expect(indicatorOf(model, 'bare')).toMatchObject({
      ...{ title: 'bare', rank: null, where: null, unit: null, goal: null, minValue: null, maxValue: null },
      ...{ helpText: null, type: null, alertMode: null, shortcutPage: null, shortcutDrillPath: null },
    })
  })

  test('that is a rank is a whole number without an expression', () => {
    expect(indicatorOf(model, 'place')).toMatchObject({ expression: null, rank: 'csi', decimals: 0 })
  })

  test('counts if it is a count and nothing else', () => {
    const counts = (expression: string) => indicatorOf(modelOf({ x: { ...configured, expression } }), 'x').counts
    for (const one of ['count()', ' samples( 2 ) ', 'alerts(open)', 'samples()']) expect(counts(one), one).toBe(true)
    for (const one of [
      'count() / 2',
      '100 * count()',
      'count() - count()',
      'mean(count)',
      'responserate()',
      'account()',
    ])
      expect(counts(one), one).toBe(false)
  })

  test('of a scale is its mean, of a yes/no question the share of yes', () => {
    // Without an indicator that is its mean, which would name its scale and decimals.
    expect(indicatorOf(modelOf({}), 'staff')).toMatchObject({
      ...{ title: { en: 'Staff', sv: 'Personal' }, expression: 'mean(staff)', decimals: 1, unit: null },
      ...{ minValue: 1, maxValue: 10, base: 'trend', goal: null, inverse: false, counts: false },
    })
    expect(indicatorOf(model, 'again')).toMatchObject({
      ...{ title: 'again', expression: 'share(again, 1)', decimals: 1, unit: '%', minValue: 0, maxValue: 100 },
    })
    expect(indicatorOf(model, 'zero')).toMatchObject({ expression: 'mean(zero)', minValue: 0, maxValue: 5 })
    expect(indicatorOf(model, 'wait')).toMatchObject({ expression: 'mean(wait)', minValue: null, maxValue: null })
    expect(indicatorOf(model, 'store name').expression).not.toBe('mean(store name)')
    expect(questions.map(isYesNo)).toEqual([false, true, false, false, false, false])
    const others = [question('x', 'scale', [-1, 1]), question('y', 'numeric', [0, 1]), question('z', 'scale', [0, 2])]
    expect(others.map(isYesNo)).toEqual([false, false, false])
  })

  test('of a question is its first mean or index over all its answers', () => {
    const shown = (...expressions: string[]) =>
      indicatorOf(
        modelOf(Object.fromEntries(expressions.map((expression, at) => [`i${at}`, { ...configured, expression }]))),
        'staff',
      ).goalsOf
    expect(shown('mean(staff)', 'index(staff)')).toBe('i0')
    expect(shown('nps(staff)', 'mean(zero)', ' index(staff)', 'mean(staff)')).toBe('i2')
    expect(shown('mean(', 'mean(staff) + 1')).toBe('staff')
  })

  test('named n is the number of answers', () => {
    expect(indicatorOf(model, 'n')).toMatchObject({ expression: 'count()', decimals: 0, counts: true })
    const title = indicatorOf(model, 'n').title
    for (const locale of locales) expect((title as Record<string, string>)[locale]).toMatch(/\w+/)
  })

  test('of an unknown name, or of a question without a number, is an error there', () => {
    for (const name of ['nothing', 'comment'])
      expect(() => indicatorOf(model, name)).toThrow(
        expect.objectContaining({ code: 'validation', fields: { [name]: expect.anything() } }),
      )
    const known = ['csi', 'place', 'n', 'staff', 'wait', 'comment', 'nothing', 'constructor']
    expect(known.map((name) => isIndicator(model, name))).toEqual([true, true, true, true, true, false, false, false])
  })

  test('for lists is the first computed from rows, else the first scale', () => {
    expect(mainIndicatorName(model)).toBe('csi')
    expect(mainIndicatorName(modelOf({ place: { ...configured, rank: 'csi' } }))).toBe('staff')
    expect(mainIndicatorName(modelOf({}, questions.slice(3)))).toBeNull()
  })

  test('is never published with a kind of figure that an anonymous survey does not show', () => {
    const isShown = (expression: string | null) => isEverPublished(model, { expression })
    for (const one of [null, 'mean(staff)', 'mean(staff) + 1', 'nps(staff) - mean(zero)', 'mean('])
      expect(isShown(one)).toBe(true)
    for (const one of ['median(staff)', 'mean(wait)', 'mean(staff) + sum(wait)', 'alerts(open)'])
      expect(isShown(one)).toBe(false)
  })

  test('takes a question’s title, or its variable where it has none', () => {
    expect(titleOf({ variable: 'x', title: {} })).toBe('x')
    expect(titleOf({ variable: 'x', title: { en: 'X' } })).toEqual({ en: 'X' })
  })
})

describe('what an indicator counts is said', () => {
  const said = (expression: string | null, where: string | null = null, rank: string | null = null) => {
    const text = definitionOf(model, { ...indicatorOf(model, 'bare'), expression, where, rank })
    return typeof text === 'string' || text === null ? text : text['en']
  }

  test.each([
    ['mean(staff)', 'Mean of “Staff”'],
    ['index(wait)', 'Index 0–100 of “wait”'],
    ['csi(staff, zero)', 'Satisfaction index 0–100: mean of “Staff”, “zero”'],
    ['nps(gone)', 'Promoters less detractors, in percent, of “gone”'],
    ['topbox(staff, 2)', 'Share of the top 2 of “Staff”, in percent'],
    ['bottombox(staff, 3)', 'Share of the bottom 3 of “Staff”, in percent'],
    ['share(staff, 9, 10)', 'Share of 9, 10 among answers to “Staff”, in percent'],
    ['median(wait)', 'Median of “wait”'],
    ['sum(wait)', 'Sum of “wait”'],
    ['count()', 'Number of completed interviews'],
    ['samples()', 'Number of samples'],
    ['samples(3)', 'Number of samples in state “Not approved”'],
    [
      'samples(2)',
      'Number of samples in state “Approved, no response yet”, also where the sending failed or waits; new samples are not among them, even if they were sent the questions',
    ],
    [
      'responserate()',
      'Completed of those asked, in percent; asked are all who completed, approved samples unless the sending failed or waits, and new samples that were sent the questions',
    ],
    ['alerts(open)', 'Number of alerts'],
    ['alerts(reopened)', 'Number of alerts that were reopened at least once'],
    ['alerttime(first)', 'Median time from alert to first action, in hours (nights and weekends included)'],
    [
      'alerttime(close)',
      'Median time from alert to closing, in hours (nights and weekends included), of closed alerts',
    ],
    [
      'alertshare(due)',
      'Alerts closed in time, in percent of those with a due time that are closed or were due before today',
    ],
    ['alertshare(reopened)', 'Alerts that were reopened at least once, in percent of those ever closed'],
    ['alertreason(cause, 2)', 'Share of “Staff $&” among alerts with an answer to “Cause”, in percent'],
    ['alertreason(cause, 9)', 'Share of “9” among alerts with an answer to “cause”, in percent'],
  ])('%s: %s', (expression, words) => {
    expect(said(expression)).toBe(words)
    expect(said(expression, 'wait < 5')).toBe(`${words} (wait < 5)`)
    const all = definitionOf(model, { ...indicatorOf(model, 'bare'), expression })
    for (const locale of locales) expect((all as Record<string, string>)[locale]).toMatch(/\p{L}{3}/u)
  })

  test('of a compound expression as it is written, of a rank in words, of nothing not at all', () => {
    expect(said('mean(staff) - mean(zero)')).toBe('mean(staff) - mean(zero)')
    expect(said('mean(staff) - mean(zero)', 'wait < 5')).toBe('mean(staff) - mean(zero) (wait < 5)')
    expect(said(null, null, 'csi')).toBe('Rank among the units beside it')
    expect(said(null)).toBeNull()
  })
})
