import { parsePath } from '@gensvar/contract/drill-path'
import { expect, test } from 'vitest'
import { differing } from './differing.ts'
import { sidePeriods } from './side-periods.ts'

const rules = { dateNames: new Set(['date', 'visited']), own: 'last_3m', today: '2026-11-22' }

test('the period before and the same a year earlier are of the chosen period, else of the page’s own', () => {
  const of = (path: string, own: string | null = rules.own) => sidePeriods(parsePath(path), { ...rules, own })
  expect(of('root')).toEqual({ preceding: 'custom_01052026_01082026', yearBefore: 'custom_01082025_01112025' })
  expect(of('date=last_1m')).toEqual({ preceding: '2026-09', yearBefore: '2025-10' })
  expect(of('visited=2026-Q1')).toEqual({ preceding: '2025-Q4', yearBefore: '2025-Q1' })
  // Days relative to today stay so, so that a link to the comparison moves along with the days.
  expect(of('date=rel_-30d_0d')).toMatchObject({ preceding: 'rel_-61d_-31d' })
  expect(of('date=rel_-3m_0d').preceding).toMatch(/^custom_/)
  expect(of('date=all_time')).toEqual({ preceding: null, yearBefore: null })
  expect(of('date=rel_after_back_30d')).toEqual({ preceding: null, yearBefore: null })
  expect(of('root', null)).toEqual({ preceding: null, yearBefore: null })
})

test('sides differ in the place, the period, or filters by name', () => {
  const views = [{ extName: 'stores', levels: ['country'] }]
  const of = (a: string, b: string) => {
    const [first, second] = [a, b].map((text) => {
      const tokens = parsePath(text)
      const isPlace = (name: string) => name === 'country'
      return {
        view: views[0]?.extName ?? '',
        place: tokens.filter(({ name }) => isPlace(name)),
        filters: tokens.filter(({ name }) => !isPlace(name)),
      }
    })
    if (!first || !second) throw new Error('two paths')
    return differing(first, second, rules.dateNames)
  }
  expect(of('country=SE', 'country=NO')).toEqual({ place: true, period: false, filters: [] })
  expect(of('country=SE', 'country=SE;date=2025')).toEqual({ place: false, period: true, filters: [] })
  expect(of('gender=a;age=b', 'age=c')).toEqual({ place: false, period: false, filters: ['gender', 'age'] })
  expect(of('gender=a', 'gender=a')).toEqual({ place: false, period: false, filters: [] })
})
