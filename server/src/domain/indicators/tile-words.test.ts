import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { parseDrillPath } from '@gensvar/contract/drill-path'
import type { LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { describe, expect, test } from 'vitest'
import { withheldValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { Places } from '#server/domain/rights/places.ts'
import type { SurveyModel, View } from '#server/domain/survey/survey-model.ts'
import { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { indicatorRequest } from './figure-request.ts'
import type { FigureRequest } from './figure-request.ts'
import type { Figure } from './figures.ts'
import { indicatorOf } from './indicator.ts'
import { indicatorVariableOf } from './indicator-variable.ts'
import { childrenOf, segmentedDrillPathOf } from './segmented-drill-path.ts'

const stores: View = { id: 1, extName: 'stores', title: { en: 'Stores' }, levels: ['country', 'store'] }
const unit = (id: number, parentId: number | null, extName: string, titles = {}): Unit => ({
  ...{ id, viewId: 1, parentId, extName, titles, aliases: [], ownerUserId: null, validFrom: null, validTo: null },
  ...{ succeedsId: null, depth: parentId === null ? 1 : 2 },
})
const tree = new UnitTree([
  unit(1, null, 'SE', { en: 'Sweden', sv: 'Sverige' }),
  unit(2, null, 'NO', { en: 'Norway' }),
  unit(3, 1, 'store10'),
  unit(4, 1, 'store9'),
])

const config = surveyConfig.parse({
  indicators: {
    csi: { expression: 'mean(rating)', goal: 70, decimals: 1, unit: '%', minValue: 0, maxValue: 100 },
    asked: { expression: 'responserate()' },
    samples: { expression: 'samples()' },
    spaced: { expression: 'samples ()' },
    waiting: { expression: 'samples(2)' },
    alerts: { expression: 'alerts(open)' },
    reopened: { expression: 'alerts(reopened)' },
    late: { expression: '100 - alertshare(due)' },
    mails: { expression: 'messageshare(opened)' },
    waitingShare: { expression: '100 * samples(2) / samples()' },
    sum: { expression: 'mean(rating) - nps(rating)' },
    place: { rank: 'csi' },
  },
  goals: [{ indicator: 'csi', path: 'country=SE', goal: 80, from: '2026-02-01' }],
  lowBase: 30,
})
const question = (variable: string, type: string, title = {}) => ({
  variable,
  type,
  title,
  scaleMin: 1,
  scaleMax: 5,
  choices: [],
})
const model = {
  hooks: [],
  ...{ id: 1, extName: 'survey', universeName: 'retail', views: [stores], config, anonymity: null },
  questions: new Map([
    ['rating', question('rating', 'scale')],
    ['country', question('country', 'single', { en: 'Country' })],
    ['store', question('store', 'single')],
  ]),
} as unknown as SurveyModel

interface Asked {
  path?: string
  filters?: Record<string, string[]>
  scopes?: [string, string]
  canViewInterviews?: boolean
  canViewSamples?: boolean
  locale?: 'en' | 'sv'
}

function requestOf({ path: text = 'root', filters = {}, scopes = ['a', 'a'], locale = 'en', ...may }: Asked = {}) {
  const path = parseDrillPath(text, model.views)
  const names = path.place.map((token) => token.values[0]?.text ?? '')
  const places = new Places(model, tree, [new Map(Object.entries(filters))])
  const access = {
    ...{ model, places, views: [stores], canViewInterviews: true, canViewSamples: true },
    ...{ caseScope: { key: scopes[0] }, compareScope: { key: scopes[1] }, ...may },
  }
  const requested = {
    ...{ path, tree, view: stores, unit: names.length > 0 ? (tree.find(1, names) ?? null) : null },
    ...{ placeConditions: [], filterConditions: [], conditions: [], today: '2026-03-15' },
  }
  return { ctx: { locale }, access, requested } as unknown as FigureRequest
}

const value = (number: number | null, n = 100, more: Partial<IndicatorValue> = {}): IndicatorValue => ({
  ...{ value: number, n, low: null, high: null, suppressed: false, ...more },
})

function tile(name: string, now: IndicatorValue, more: Partial<Figure> = {}, asked: Asked = {}) {
  const figure: Figure = {
    ...{ indicator: indicatorOf(model, name), now, base: null, against: null, among: null },
    ...{ comparison: { difference: null, chance: null, why: null }, ...more },
  }
  return indicatorVariableOf(requestOf(asked), figure)
}
const en = (text: LocalText | null): string | undefined | null => (typeof text === 'object' && text ? text['en'] : text)

describe('a tile', () => {
  test('shows a value with its change, base, goal and number of answers', () => {
    const figure = {
      base: value(72),
      comparison: { difference: -0.8, chance: { low: -1.9, high: 0.3, isMore: false }, why: null },
    }
    const shown = tile('csi', value(71.2, 1234, { low: 69, high: 73 }), figure, { locale: 'sv' })
    expect(shown).toMatchObject({
      ...{ formattedValue: '71,2\u00a0%', value: 71.2, formattedDiff: '\u22120,8', diffArrow: 2 },
      ...{ chance: { low: -1.9, high: 0.3, isMore: false } },
      ...{ formattedBase: '72,0\u00a0%', goalValue: 70, formattedGoal: '70,0\u00a0%', goalStatus: true },
      ...{ nInterviews: 1234, low: 69, high: 73, weight: 'near', lowBase: 30, suppressed: false, withheld: null },
      ...{ nodeName: 'Alla', isRounded: false, cases: 'interviews', baseWithheld: null, universeName: 'retail' },
      extraVariables: [],
    })
    expect(en(shown.interviewsTooltip)).toBe('1,234 answers')
    expect(en(shown.goalTooltip)).toBe('Goal 70.0\u00a0%')
    expect(en(shown.period)).toBe('All time')
    expect(en(tile('csi', value(71, 1)).interviewsTooltip)).toBe('1 answer')
  })

  test('shows the goal of the place and since when', () => {
    const shown = tile('csi', value(71.2), {}, { path: 'country=SE' })
    expect(shown).toMatchObject({ nodeName: 'Sweden', goalValue: 80, goalStatus: false })
    expect(en(shown.goalTooltip)).toBe('Goal 80.0\u00a0% (from 2026-02-01)')
    expect(tile('asked', value(50))).toMatchObject({ goalValue: null, formattedGoal: null, goalTooltip: null })
  })

  test('that is withheld shows nothing but why', () => {
    const shown = tile('csi', { ...withheldValue(say`Fewer than ${10} answers.`), value: 5, n: 7, low: 1, high: 9 })
    expect(shown).toMatchObject({
      ...{ formattedValue: null, value: null, nInterviews: null, interviewsTooltip: null, low: null, high: null },
      ...{ suppressed: true, goalStatus: null },
    })
    expect(en(shown.withheld)).toBe('Fewer than 10 answers.')
    const why = say`No comparison: the period is not over.`
    expect(en(tile('csi', value(1), { comparison: { difference: null, chance: null, why } }).baseWithheld)).toBe(
      String(why),
    )
  })

  test('of an anonymous survey rounds its number of answers, and lists no cases', () => {
    const shown = tile('csi', value(71), {}, { canViewInterviews: false })
    expect(shown).toMatchObject({ isRounded: true, cases: null })
    expect(en(shown.interviewsTooltip)).toBe('≈ 100 answers')
  })

  test('that is a rank says among how many', () => {
    expect(tile('place', value(2), { among: 14 }).formattedValue).toBe('2 / 14')
    expect(tile('place', value(2)).formattedValue).toBe('2')
    expect(tile('place', value(null), { among: 14 }).formattedValue).toBeNull()
  })

  test('of those asked says so, of samples how many there are, or of which state', () => {
    expect(en(tile('asked', value(50, 200)).interviewsTooltip)).toBe('200 asked')
    for (const name of ['samples', 'spaced'])
      expect(en(tile(name, value(200, 200)).interviewsTooltip)).toBe('200 samples')
    const waiting = tile('waiting', value(200, 200)).interviewsTooltip
    expect(waiting).toMatchObject({
      en: '200 in state “Approved, no response yet”',
      sv: '200 med status ”Godkänd, inget svar än”',
    })
  })

  test('of alerts or messages counts these; of how many alerts there are, the answers they are of', () => {
    const words = (name: string, n: number) => tile(name, value(50, n)).interviewsTooltip
    expect(words('late', 4)).toMatchObject({ en: '4 alerts', sv: '4 larm', no: '4 varsler', fi: '4 hälytystä' })
    expect(words('late', 1)).toMatchObject({ en: '1 alert', no: '1 varsel', da: '1 alarm' })
    expect(en(words('reopened', 4))).toBe('4 alerts')
    expect(en(words('alerts', 4))).toBe('4 answers')
    expect(en(words('mails', 4))).toBe('4 messages')
    expect(en(words('waitingShare', 4))).toBe('4 samples')
    expect(words('asked', 1)).toMatchObject({ en: '1 asked', sv: '1 tillfrågad', fi: '1 kysytty' })
  })

  test('says that few are behind it as these are called', () => {
    const few = (name: string, n: number) => tile(name, value(50, n)).few
    expect(few('csi', 29)).toMatchObject({
      short: { en: 'Few answers', fi: 'Vähän vastauksia' },
      long: { en: 'Fewer than 30 answers: read the value with care. No change of it is told.' },
    })
    expect(few('late', 29)).toMatchObject({
      short: { en: 'Few alerts', sv: 'Få larm' },
      long: { sv: 'Färre än 30 larm: läs värdet med försiktighet. Ingen förändring anges.' },
    })
    expect([few('asked', 29)?.short, few('mails', 29)?.short].map((text) => en(text ?? null))).toEqual([
      'Few asked',
      'Few messages',
    ])
    expect([few('csi', 30), few('alerts', 3)]).toEqual([null, null])
  })

  test.each<[string, string | null, Asked]>([
    ['csi', 'interviews', {}],
    ['alerts', 'alerts', {}],
    ['samples', 'samples', {}],
    ['samples', 'closed', { canViewSamples: false }],
    ['csi', 'interviews', { canViewSamples: false }],
    ['sum', null, {}],
    ['place', null, {}],
    ['csi', 'closed', { scopes: ['a', 'b'], filters: { country: ['SE'] } }],
    ['csi', 'interviews', { scopes: ['a', 'a'], filters: { country: ['SE'] } }],
    ['sum', null, { scopes: ['a', 'b'], filters: { country: ['SE'] } }],
    ['csi', null, { scopes: ['a', 'b'], filters: { country: ['SE'] }, canViewInterviews: false }],
    ['csi', 'interviews', { scopes: ['a', 'b'], filters: { country: ['SE'] }, path: 'country=SE' }],
    ['csi', 'interviews', { scopes: ['a', 'b'], filters: { country: ['SE'] }, path: 'country=SE;store=store9' }],
    ['csi', 'closed', { scopes: ['a', 'b'], filters: { country: ['SE'] }, path: 'country=NO' }],
  ])('of %s lists as cases: %s', (name, cases, asked) => {
    expect(tile(name, value(1), {}, asked).cases).toBe(cases)
  })
})

test('an indicator is requested by its expression and condition, a rank by a count', () => {
  const where = { ...indicatorOf(model, 'csi'), where: 'rating > 2' }
  expect(indicatorRequest(where)).toEqual({ key: 'csi', expression: 'mean(rating)', where: 'rating > 2' })
  expect(indicatorRequest(indicatorOf(model, 'place'))).toEqual({ key: 'place', expression: 'count()' })
})

describe('the path bar', () => {
  const closed = { canViewInterviews: false }

  test('has a step for each unit from the top, with the units below it by name', async () => {
    const asked = { path: 'country=SE;store=store9', filters: { country: ['SE'] }, ...closed }
    const { segments, nOpenAlerts } = await segmentedDrillPathOf(requestOf(asked))
    expect(segments).toEqual([
      {
        ...{ path: 'root', text: 'All', helpText: { en: 'Stores' }, entityId: null, isCompleted: false },
        children: [
          { path: 'country=NO', text: 'Norway', accessAllowed: false },
          { path: 'country=SE', text: 'Sweden', accessAllowed: true },
        ],
      },
      {
        ...{ path: 'country=SE', text: 'Sweden', helpText: { en: 'Country' }, entityId: 1, isCompleted: false },
        children: [
          { path: 'country=SE;store=store9', text: 'store9', accessAllowed: true },
          { path: 'country=SE;store=store10', text: 'store10', accessAllowed: true },
        ],
      },
      {
        ...{ path: 'country=SE;store=store9', text: 'store9', helpText: 'store', entityId: 4, isCompleted: false },
        children: [],
      },
    ])
    expect(nOpenAlerts).toBe(0)
    const many = new UnitTree(Array.from({ length: 1001 }, (_, at) => unit(at + 1, null, `country${at}`)))
    const request = requestOf(closed)
    const wide = { ...request, requested: { ...request.requested, tree: many } }
    expect((await segmentedDrillPathOf(wide)).segments[0]?.children).toHaveLength(1000)
  })

  test('keeps the filters in every step', async () => {
    const { segments, filterTitles } = await segmentedDrillPathOf(requestOf({ path: 'country=SE;rating=5', ...closed }))
    expect(segments.map(({ path }) => path)).toEqual(['rating=5', 'country=SE;rating=5'])
    expect(segments[0]?.children.map(({ path }) => path)).toEqual(['country=NO;rating=5', 'country=SE;rating=5'])
    expect(filterTitles).toEqual([])
  })

  test('has one step in a survey without views, and words in the language of the reader', async () => {
    const request = requestOf({ locale: 'sv', ...closed })
    const bare = { ...request, requested: { ...request.requested, view: null } }
    expect((await segmentedDrillPathOf(bare)).segments).toMatchObject([{ text: 'Alla', helpText: null, children: [] }])
    expect((await segmentedDrillPathOf(request)).segments[0]?.children.map(({ text }) => text)).toEqual([
      'Norway',
      'Sverige',
    ])
  })

  test('computes the units below a step once per request, step and language', () => {
    const { access, requested } = requestOf()
    const first = childrenOf(access, requested, null, 0, 'en')
    expect(childrenOf(access, requested, null, 0, 'en')).toBe(first)
    expect(childrenOf(access, requested, null, 0, 'sv')).not.toBe(first)
    const [sweden] = tree.children(1, null)
    expect(childrenOf(access, requested, sweden ?? null, 1, 'en').map(({ text }) => text)).toEqual([
      'store9',
      'store10',
    ])
    expect(childrenOf(access, requested, null, 0, 'en')).toBe(first)
  })
})
