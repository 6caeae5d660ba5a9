import { locales, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { ChartData, ChartSummary, PeriodState } from '@gensvar/contract/entities/chart'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatIn } from '#web/lib/format.ts'
import { changeLocale, i18n } from '#web/lib/i18n.ts'
import { chartViewOf, periodName } from './chart-view.ts'
import { periodLabel } from './period-label.ts'
import { textsOf } from '#web/lib/texts.ts'
import type en from '#web/locales/en/chart.json'

const t = textsOf<typeof en>('chart')
const texts = import.meta.glob<Record<string, string>>('../../locales/*/{chart,app}.json', {
  import: 'default',
  eager: true,
})

const data: ChartData = {
  categories: ['2026-02-01', '2026-03-01'],
  series: [{ name: { en: 'NPS', sv: 'Rekommendation' }, data: [48, 42], n: [100, 100] }],
  descriptors: [{ title: 'NPS', variable: 'nps', color: null }],
  summary: {
    value: '42',
    few: false,
    change: '6',
    arrow: 2,
    base: '48',
    chance: null,
    at: 1,
    before: 0,
    period: null,
    against: null,
    why: null,
  },
}

async function speak(locale: Locale) {
  await changeLocale(locale)
  return {
    t,
    format: formatIn(locale),
    text: (text: Parameters<typeof pickText>[0] | null) => pickText(text ?? undefined, locale),
  }
}

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } })
  await i18n.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      locales.map((locale) => [
        locale,
        {
          chart: texts[`../../locales/${locale}/chart.json`] ?? {},
          app: texts[`../../locales/${locale}/app.json`] ?? {},
        },
      ]),
    ),
  })
})

describe('the periods of a marked time', () => {
  const months = { ...data, categories: ['2026-01-01', '2026-02-01', '2026-03-01'] }

  test.each([
    ['2026-01-31', '2026-02-01', { first: 0, last: 1 }],
    ['2026-02-01', '2026-02-28', { first: 1, last: 1 }],
    ['2025-06-01', '2027-06-01', { first: 0, last: 2 }],
    ['2026-03-15', '2026-09-01', { first: 2, last: 2 }],
    ['2026-06-01', '2026-09-01', null],
    ['2025-06-01', '2025-12-31', null],
  ])('from %s to %s', async (from, to, expected) => {
    const view = chartViewOf(months, { period: 'months', band: { from, to, name: 'Action' } }, await speak('en'))
    expect(view.band).toEqual(expected && { ...expected, name: 'Action' })
  })
})

describe('the sentence over a chart', () => {
  test.each([
    ['en', 'NPS fell by 6 to 42 in March 2026, from 48 in February 2026'],
    ['sv', 'Rekommendation sjönk med 6 till 42 i mars 2026, från 48 i februari 2026'],
    ['no', 'NPS falt med 6 til 42 i mars 2026, fra 48 i februar 2026'],
    ['da', 'NPS faldt med 6 til 42 i marts 2026, fra 48 i februar 2026'],
    ['fi', 'NPS laski 6, nyt 42 (maaliskuu 2026), aiemmin 48 (helmikuu 2026)'],
  ] as const)('in %s', async (locale, sentence) => {
    expect(chartViewOf(data, { period: 'months' }, await speak(locale)).answer).toBe(sentence)
  })

  test.each([
    ['days', 'NPS fell by 6 to 42 on 1 March 2026, from 48 on 1 February 2026'],
    ['weeks', 'NPS fell by 6 to 42 in week 9, 2026, from 48 in week 5, 2026'],
    ['quarters', 'NPS fell by 6 to 42 in Q1 2026, from 48 in Q1 2026'],
    ['years', 'NPS fell by 6 to 42 in 2026, from 48 in 2026'],
    ['seasons', 'NPS fell by 6 to 42 in the period from 1 March 2026, from 48 in the period from 1 February 2026'],
  ])('names %s', async (period, sentence) => {
    expect(chartViewOf(data, { period }, await speak('en')).answer).toBe(sentence)
  })
})

describe('the sentence', () => {
  const said = async (change: Partial<ChartSummary> | null, states?: PeriodState[]) => {
    const summary = change === null ? null : { ...(data.summary as ChartSummary), ...change }
    return chartViewOf({ ...data, summary, states }, { period: 'months' }, await speak('en'))
  }

  test('says against what: another period or another place', async () => {
    const whole = { at: null, before: null, period: { en: '1 Jan – 31 Mar 2026' } }
    const before = { kind: 'period', name: { en: '1 Oct – 31 Dec 2025' } } as const
    expect((await said({ ...whole, against: before })).answer).toBe(
      'NPS fell by 6 to 42 (1 Jan – 31 Mar 2026), from 48 (1 Oct – 31 Dec 2025)',
    )
    expect((await said({ ...whole, against: { kind: 'place', name: 'Sweden' } })).answer).toBe(
      'NPS was 42 (1 Jan – 31 Mar 2026), 6 below Sweden (48)',
    )
    expect((await said({ arrow: 0, change: '0', base: '42' })).answer).toBe(
      'NPS stayed at 42 in March 2026, as in February 2026',
    )
  })

  test('says so where the change may be chance', async () => {
    const fell = 'NPS fell by 6 to 42 in March 2026, from 48 in February 2026'
    expect((await said({ chance: { low: -13, high: 1, isMore: false } })).answer).toBe(`${fell} (may be chance)`)
    expect((await said({ chance: { low: -11, high: -1, isMore: true } })).answer).toBe(fell)
  })

  test('tells no change where the server tells none, and nothing where there is nothing', async () => {
    expect((await said({ change: null })).answer).toBe('NPS was 42 in March 2026')
    expect((await said({ change: null, few: true })).answer).toBe('NPS was 42 in March 2026 (few answers)')
    expect((await said({ change: null, few: true }, ['whole', 'running'])).answer).toBe(
      'NPS was 42 in March 2026 (so far, few answers)',
    )
    const days = { at: null, period: { en: '1 Jan – 31 Mar 2026' } }
    expect((await said({ ...days, change: null, few: true })).answer).toBe(
      'NPS was 42 (1 Jan – 31 Mar 2026, few answers)',
    )
    expect((await said(null)).answer).toBe('There are no values to show')
  })

  test('names a period that is not whole, as the table does', async () => {
    const view = await said({ change: null }, ['part', 'running'])
    expect(view.answer).toBe('NPS was 42 in March 2026 (so far)')
    expect([periodName(view, 0), periodName(view, 1)]).toEqual(['Feb 2026 (in part)', 'Mar 2026 (so far)'])
  })
})

test('numbers have the decimals of the standard number format, interviews none (DEVCH-12)', async () => {
  const view = chartViewOf(data, { period: 'months' }, await speak('sv'))
  expect([view.number(42), view.number(42.25), view.count(1234)]).toEqual(['42,0', '42,3', '1\u{a0}234'])
  i18n.addResource('sv', 'app', 'FORMAT_STD_NUMBER', '0.00')
  expect(view.number(42.256)).toBe('42,26')
  i18n.addResource('sv', 'app', 'FORMAT_STD_NUMBER', '0.0')
})

test('periods are named by their length; anything else stands for itself', async () => {
  const { format } = await speak('en')
  const words = { locale: format.locale, t }
  const names = ['days', 'weeks', 'months', 'quarters', 'years', 'seasons'].map((period) =>
    periodLabel('2026-02-16', period, words),
  )
  expect(names).toEqual(['16 Feb 2026', 'W8 2026', 'Feb 2026', 'Q1 2026', '2026', '16 Feb 2026'])
  expect(periodLabel('Store A', 'months', words)).toBe('Store A')
})
