import { checkConfiguration } from '@gensvar/contract/configuration/check'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { resolveDateValue } from '@gensvar/contract/date-filters'
import { locales, pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { wholePeriods } from '@gensvar/contract/periods'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { component, isKnownType } from '@gensvar/contract/widgets/index'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { planBank } from './bank/bank-survey.ts'
import { planOrders } from './orders/orders-survey.ts'
import { planRetail } from './retail/retail-survey.ts'

const today = '2026-03-31'

describe.each([planRetail(today), planOrders(today), planBank(today)])('the configuration of $extName', (plan) => {
  const document: unknown = parse(plan.configuration)
  const config = surveyConfig.parse(document)

  test('fits the questions of its survey', () => {
    const questions = plan.questions.map(({ variable, type, choices }) => ({
      variable,
      type,
      choices: choices?.map((choice) => choice.extName),
    }))
    expect(checkConfiguration(config, { questions })).toEqual([])
    expect(config.extName).toBe(plan.extName)
    expect(Object.entries(config.views).map(([extName, view]) => [extName, view.levels])).toEqual(
      plan.views.map((view) => [view.extName, view.levels]),
    )
  })

  test('shows only widgets that there are', () => {
    const pages = config.pages.map((page) => ({ components: page.components.map((one) => component.parse(one)) }))
    const types = [...walkComponents(pages)].map((placed) => placed.component.type)
    expect(types.filter((type) => !isKnownType(type))).toEqual([])
  })

  test('offers and covers whole periods of the calendar, under which units are compared', () => {
    const charts = config.pages.flatMap((page) => page.components.map((one) => component.parse(one).config))
    const periods = [
      ...config.filters.time.flatMap((group) => group.quickSelect),
      ...[...config.pages, ...charts].flatMap((part) =>
        'selectionInterval' in part && typeof part.selectionInterval === 'string' ? part.selectionInterval : [],
      ),
    ]
    expect(periods.length).toBeGreaterThan(5)
    const isWhole = (period: string): boolean => {
      const dates = resolveDateValue(period, today)
      if (dates?.kind !== 'span') return false
      return dates.from === null || dates.to === null
        ? period === 'all_time'
        : wholePeriods(dates.from, dates.to) !== null
    }
    expect(periods.filter((period) => !isWhole(period))).toEqual([])
  })

  test('gives what has one title one figure', () => {
    const titled = config.groups.map((group) => {
      const named = Object.entries(config.indicators).find(([, { title }]) => sameTitle(title, group.title))
      return { group: group.extname, figure: group.indicator, expected: named?.[0] }
    })
    expect(titled.filter(({ figure, expected }) => figure !== expected)).toEqual([])
  })

  test('has every title in every language', () => {
    expect(incompleteTexts(document, '')).toEqual([])
    expect(incompleteTexts([plan.title, plan.questions, plan.groups], '')).toEqual([])
  })
})

/** Places of texts given in some languages only. A name that is the same in all languages is given only in English. */
function incompleteTexts(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Object.keys(value)
  if (keys.includes('en') && keys.length > 1) return locales.every((locale) => keys.includes(locale)) ? [] : [place]
  return Object.entries(value).flatMap(([key, inner]) => incompleteTexts(inner, `${place}/${key}`))
}

function sameTitle(one: LocalText | undefined, other: LocalText | undefined): boolean {
  return one !== undefined && other !== undefined && pickText(one, 'en') === pickText(other, 'en')
}
