import { locales, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { ChartData } from '@gensvar/contract/entities/chart'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatIn } from '#web/lib/format.ts'
import { changeLocale, i18n } from '#web/lib/i18n.ts'
import { chartViewOf } from './chart-view.ts'
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
}

async function speak(locale: Locale) {
  await changeLocale(locale)
  return {
    t,
    format: formatIn(locale),
    text: (text: Parameters<typeof pickText>[0] | null) => pickText(text ?? undefined, locale),
    decimals: 1,
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

describe('the sentence over a chart', () => {
  test.each([
    ['en', 'NPS fell by 6.0 to 42.0 in March 2026'],
    ['sv', 'Rekommendation sjönk med 6,0 till 42,0 i mars 2026'],
    ['no', 'NPS falt med 6,0 til 42,0 i mars 2026'],
    ['da', 'NPS faldt med 6,0 til 42,0 i marts 2026'],
    ['fi', 'NPS laski 6,0, nyt 42,0 (maaliskuu 2026)'],
  ] as const)('in %s', async (locale, sentence) => {
    expect(chartViewOf(data, { period: 'months' }, await speak(locale)).answer).toBe(sentence)
  })

  test.each([
    ['days', 'NPS fell by 6.0 to 42.0 on 1 March 2026'],
    ['weeks', 'NPS fell by 6.0 to 42.0 in week 9, 2026'],
    ['quarters', 'NPS fell by 6.0 to 42.0 in Q1 2026'],
    ['years', 'NPS fell by 6.0 to 42.0 in 2026'],
    ['seasons', 'NPS fell by 6.0 to 42.0 in the period from 1 March 2026'],
  ])('names %s', async (period, sentence) => {
    expect(chartViewOf(data, { period }, await speak('en')).answer).toBe(sentence)
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
