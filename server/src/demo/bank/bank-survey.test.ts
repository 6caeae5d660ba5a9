import { periodName, periodIndex } from '@gensvar/contract/periods'
import { toDayNumber } from '@gensvar/contract/dates'
import { describe, expect, test } from 'vitest'
import type { PlannedResponse } from '../plan.ts'
import { planBank } from './bank-survey.ts'

describe('the answers of the bank', () => {
  const plan = planBank('2026-11-22')
  const rows = [...plan.responses()]
  const quarterOf = (row: PlannedResponse) => periodName('quarter', periodIndex('quarter', toDayNumber(row.eventDate)))
  const last = rows.filter((row) => quarterOf(row) === '2026-Q3')
  const branches = plan.views[0]!.units.filter((unit) => unit.path.length === 3)
  const inBranch = (answered: readonly PlannedResponse[]) =>
    branches.map(({ path }) => answered.filter((row) => row.places[0]?.[2] === path[2]).length)

  test('lie in eight whole quarters and the running one', () => {
    expect(new Set(rows.map(quarterOf)).size).toBe(9)
    expect(rows.every((row) => row.eventDate >= '2024-10-01')).toBe(true)
  })

  test('are many in most branches and few in some, so that every minimum is met and missed', () => {
    const counts = inBranch(last)
    expect(branches.length).toBeGreaterThan(38)
    expect(counts.filter((n) => n >= 90 && n <= 430).length).toBeGreaterThan(0.75 * branches.length)
    expect(counts.filter((n) => n >= 10 && n < 40).length).toBeGreaterThan(2)
    expect(counts.filter((n) => n < 10).length).toBeGreaterThan(2)
  })

  test('are enough for one background in most branches, and by two in some', () => {
    const women = last.filter((row) => row.answers['gender'] === 'female')
    const middleAged = women.filter((row) => row.answers['age_group'] === '45-64')
    expect(inBranch(women).filter((n) => n >= 25).length).toBeGreaterThan(0.75 * branches.length)
    const byTwo = inBranch(middleAged).filter((n) => n >= 50).length
    expect(byTwo).toBeGreaterThan(0)
    expect(byTwo).toBeLessThan(branches.length / 2)
  })

  test('hang on who answers, and backgrounds on each other', () => {
    const mean = (variable: string, by: string, value: string) => {
      const answers = last.filter((row) => row.answers[by] === value).map((row) => row.answers[variable])
      const numbers = answers.filter((one): one is number => typeof one === 'number')
      return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
    }
    expect(mean('digital', 'age_group', '18-29') - mean('digital', 'age_group', '65-')).toBeGreaterThan(0.8)
    expect(mean('overall', 'segment', 'premium') - mean('overall', 'segment', 'business')).toBeGreaterThan(0.3)
    const young = last.filter((row) => row.answers['age_group'] === '18-29')
    const business = (some: readonly PlannedResponse[]) =>
      some.filter((row) => row.answers['segment'] === 'business').length / some.length
    expect(business(young)).toBeLessThan(0.6 * business(last))
  })
})
