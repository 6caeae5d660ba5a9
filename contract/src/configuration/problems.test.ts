import { describe, expect, test } from 'vitest'
import { checkShape } from './problems.ts'
import { surveyConfig } from './survey-config.ts'

/** What is wrong, as `path: message`. */
function wrong(input: unknown): string[] {
  return checkShape(surveyConfig, input).problems.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

function onPage(...components: unknown[]): unknown {
  return { pages: [{ extname: 'home', components }] }
}

describe('checkShape', () => {
  test('accepts an empty configuration and fills in the defaults', () => {
    for (const empty of [{}, null, undefined]) {
      const { data, problems } = checkShape(surveyConfig, empty)
      expect(problems).toEqual([])
      expect(data).toMatchObject({ version: 1, anonymity: 'off', pages: [], effects: 'computed' })
    }
  })

  test('names an unknown key and the one it was probably meant for', () => {
    expect(wrong({ titel: 'Visits' })).toEqual(["titel: unknown key 'titel'; did you mean 'title'?"])
    expect(wrong({ title: { se: 'Besök' } })).toEqual(["title.se: unknown key 'se'; did you mean 'sv'?"])
  })

  test('lists the keys there are where none is near', () => {
    expect(wrong({ goals: [{ indicator: 'csi', goal: 5, colour: 'red' }] })).toEqual([
      "goals.0.colour: unknown key 'colour'; known here: indicator, path, from, goal",
    ])
  })

  test('names unknown keys deep inside components and components inside those', () => {
    const chart = { type: 'development-chart', config: { id: 'a', variables: ['csi'], period: ['days'] } }
    expect(wrong(onPage(chart))).toEqual([
      "pages.0.components.0.config.period: unknown key 'period'; did you mean 'periods'?",
    ])
    const menu = { type: 'menu-block', config: { id: 'b', items: [{ title: 'Trend', component: chart }] } }
    expect(wrong(onPage(menu))).toEqual([
      "pages.0.components.0.config.items.0.component.config.period: unknown key 'period'; did you mean 'periods'?",
    ])
  })

  test('picks the alternative a value was meant for', () => {
    const table = { type: 'data-table', config: { id: 'a', source: 'server', tabelId: 'x' } }
    expect(wrong(onPage(table))).toEqual([
      'pages.0.components.0.config.tableId: is missing: a text is needed',
      "pages.0.components.0.config.tabelId: unknown key 'tabelId'; did you mean 'tableId'?",
    ])
    expect(wrong({ anonymity: { comments: 9 } })).toEqual(['anonymity.comments: must be at least 10'])
  })

  test('says what a value may be', () => {
    expect(wrong({ effects: 'computd' })).toEqual([
      "effects: must be computed or administration or a list; did you mean 'computed'?",
    ])
    const chart = { type: 'development-chart', config: { id: 'a', size: 5, variables: ['csi'], periods: ['month'] } }
    expect(wrong(onPage(chart))).toEqual([
      'pages.0.components.0.config.size: must be 2 or 4 or 6 or 8 or 12',
      "pages.0.components.0.config.periods.0: must be one of days, weeks, months, quarters, years; did you mean 'months'?",
    ])
  })

  test('says what kind of value is needed', () => {
    expect(wrong({ pages: 'home', sharing: 'yes' })).toEqual([
      'sharing: must be true or false, not a text',
      'pages: must be a list, not a text',
    ])
    expect(wrong('visits')).toEqual([': must be keys with values, not a text'])
  })

  test('says what is wrong with names, addresses, dates and time zones', () => {
    expect(wrong({ indicators: { 'a b': { expression: 'count()' } } })).toEqual([
      "indicators.a b: 'a b' cannot be a name here: use letters, digits, _ and - only",
    ])
    expect(wrong({ support: { email: 'help', faq: 'faq' }, timeZone: 'Mars/Base' })).toEqual([
      'timeZone: unknown time zone; write a name such as Europe/Stockholm',
      'support.faq: is not a web address; write it with https://',
      'support.email: is not an e-mail address',
    ])
    expect(wrong({ goals: [{ indicator: 'csi', goal: 5, from: '1 March' }] })).toEqual([
      'goals.0.from: write a date as 2026-01-31',
    ])
  })

  test('takes periods of the calendar and rolling ones, and says how they are written', () => {
    const page = (selectionInterval: string) => ({ pages: [{ extname: 'home', selectionInterval }] })
    const periods = 'last_1w last_12m last_4q last_1y this_m all_time rel_-30d_0d 2026 2026-Q3 2026-11 2026-W53'
    expect(periods.split(' ').flatMap((period) => wrong(page(period)))).toEqual([])
    for (const period of ['last_0m', 'last_3d', 'this_3m', '2026-13', '2026-Q5', 'rel_3m'])
      expect(wrong(page(period)), period).toEqual([
        'pages.0.selectionInterval: write a period as last_3m (w weeks, m months, q quarters, y years), this_q, all_time, 2026-Q3 or rel_-30d_0d',
      ])
  })

  test('refuses values that contradict each other', () => {
    expect(wrong({ indicators: { csi: { goal: 5 } } })).toEqual([
      'indicators.csi: an indicator needs either an expression or a rank',
    ])
    const config = { id: 'a', variables: ['csi'], lowerY: 10, upperY: 10 }
    expect(wrong(onPage({ type: 'development-chart', config }))).toEqual([
      'pages.0.components.0.config.lowerY: must be less than upperY',
    ])
  })

  test('keeps an unknown component as it is written', () => {
    const { data, problems } = checkShape(surveyConfig, onPage({ type: 'weather', config: { id: 'w', city: 'Oslo' } }))
    expect(problems).toEqual([])
    expect(data?.pages[0]?.components[0]).toEqual({ type: 'weather', config: { id: 'w', size: 12, city: 'Oslo' } })
  })

  test('asks for the type and the configuration of a component', () => {
    expect(wrong(onPage({ tpye: 'effect' }))).toEqual(['pages.0.components.0.type: is missing'])
    expect(wrong(onPage({ type: 'effect' }))).toEqual([
      'pages.0.components.0.config: is missing: keys with values is needed',
    ])
  })
})
