import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { competitionRanks } from './sibling-rank.ts'

describe('ranks', () => {
  const ranks = (values: (number | null)[], decimals = 0, inverse = false) =>
    competitionRanks(values, { decimals, inverse })

  test('are shared by equal values, and the next ones are skipped', () => {
    expect(ranks([80, 90, 90, 70])).toEqual([3, 1, 1, 4])
    expect(ranks([5, 5, 5])).toEqual([1, 1, 1])
    expect(ranks([90, 80, 80, 80, 70])).toEqual([1, 2, 2, 2, 5])
  })

  test('are of the values as shown', () => {
    expect(ranks([80.4, 79.6, 79.4])).toEqual([1, 1, 3])
    expect(ranks([80.4, 79.6, 79.4], 1)).toEqual([1, 2, 3])
    expect(ranks([-0.4, 0.4])).toEqual([1, 1])
  })

  test('are none of a missing value, which takes no place of another', () => {
    expect(ranks([null, 70, null, 90])).toEqual([null, 2, null, 1])
    expect(ranks([0, null, -5])).toEqual([1, null, 2])
    expect(ranks([null])).toEqual([null])
    expect(ranks([])).toEqual([])
  })

  test('begin with the lowest of an inverse indicator', () => {
    expect(ranks([3, 1, null, 2, 1], 0, true)).toEqual([4, 1, null, 3, 1])
  })

  test('are by number and not by text', () => {
    expect(ranks([9, 10, 100])).toEqual([3, 2, 1])
    expect(ranks([9, 10, 100], 0, true)).toEqual([1, 2, 3])
  })
})

describe('the rank of a place among its siblings', () => {
  let board: Dashboard
  let everyone: Caller

  beforeAll(async () => {
    // Enough answers each for a rank whatever number it takes.
    const shop = (store: string, rating?: number) =>
      Array.from({ length: 40 }, () => ({
        date: '2026-01-05',
        answers: { country: 'Sweden', store, channel: 'web', ...(rating !== undefined && { rating }) },
      }))
    board = await openDashboard({
      rows: [...shop('Malmo'), ...shop('Stockholm', 4), ...shop('Oslo', 2), ...shop('Gothenburg', 4)],
      questions: { store: { type: 'single', choices: ['Stockholm', 'Gothenburg', 'Oslo', 'Malmo'] } },
    })
    everyone = await board.as()
  })

  afterAll(() => board.close())

  test.each([
    ['Stockholm', 1, '1 / 3'],
    ['Gothenburg', 1, '1 / 3'],
    ['Oslo', 3, '3 / 3'],
    ['Malmo', null, null],
  ])('of %s is %s', async (store, value, text) => {
    const path = `country=Sweden;store=${store}`
    const { body } = await everyone('GET', `/rest/widgets/data/${board.survey}/head/${path}`)
    const rank = body.variables.find((one: { name: string }) => one.name === 'place')
    expect(rank.value).toBe(value)
    if (text !== null) expect(rank.formattedValue).toBe(text)
  })

  test.each([
    ['true', ['Gothenburg', 'Stockholm', 'Oslo', 'Malmo'], [1, 1, 3, null]],
    ['false', ['Oslo', 'Gothenburg', 'Stockholm', 'Malmo'], [3, 1, 1, null]],
  ])('comes last in a ranking without a value, sorted descending: %s', async (direction, stores, ranks) => {
    const sorting = `?sortVar=satisfaction&sortDesc=${direction}`
    const url = `/rest/widgets/data/${board.survey}/units/country=Sweden${sorting}`
    const { rows } = (await everyone('GET', url)).body.rankingData
    const placed = rows.map((row: { drillPath: string; rankTarget: number | null }) => [
      row.drillPath.split('store=')[1],
      row.rankTarget,
    ])
    // Equal values are in the order of their names.
    expect(placed).toEqual(stores.map((store, at) => [store, ranks[at]]))
  })
})
