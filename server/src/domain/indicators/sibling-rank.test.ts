import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

describe('the rank of a place among its siblings', () => {
  let board: Dashboard
  let everyone: Caller

  beforeAll(async () => {
    // Enough answers each for a rank whatever number it takes.
    const shop = (store: string | null, rating?: number) =>
      Array.from({ length: 40 }, () => ({
        date: '2026-01-05',
        answers: {
          country: 'Sweden',
          ...(store && { store }),
          channel: 'web',
          ...(rating !== undefined && { rating }),
        },
      }))
    board = await openDashboard({
      // The best answers state no store.
      rows: [...shop('Malmo'), ...shop('Stockholm', 4), ...shop('Oslo', 2), ...shop('Gothenburg', 4), ...shop(null, 5)],
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
    ['-', null, null],
  ])('of %s is %s', async (store, value, text) => {
    const path = `country=Sweden;store=${store}`
    const { body } = await everyone('GET', `/rest/widgets/data/${board.survey}/head/${path}`)
    const rank = body.variables.find((one: { name: string }) => one.name === 'place')
    expect(rank.value).toBe(value)
    if (text !== null) expect(rank.formattedValue).toBe(text)
  })

  test('of the top, which has nothing beside it, is none, for a reason', async () => {
    const { body } = await everyone('GET', `/rest/widgets/data/${board.survey}/head/root`)
    const rank = body.variables.find((one: { name: string }) => one.name === 'place')
    expect(rank).toMatchObject({
      value: null,
      nInterviews: null,
      withheld: { en: 'There is no place beside this one to rank it against.' },
    })
  })

  test.each([
    ['sortVar=satisfaction&sortDesc=true', ['Gothenburg', 'Stockholm', 'Oslo', 'Malmo', '-'], [1, 1, 3, null, null]],
    ['sortVar=satisfaction&sortDesc=false', ['Oslo', 'Gothenburg', 'Stockholm', 'Malmo', '-'], [3, 1, 1, null, null]],
    ['sortVar=name&sortDesc=true', ['Stockholm', 'Oslo', 'Malmo', 'Gothenburg', '-'], [1, 3, null, 1, null]],
    ['sortVar=name&sortDesc=false', ['Gothenburg', 'Malmo', 'Oslo', 'Stockholm', '-'], [1, null, 3, 1, null]],
  ])('comes last in a ranking without a value or a store, by %s', async (sorting, stores, ranks) => {
    const url = `/rest/widgets/data/${board.survey}/units/country=Sweden?${sorting}`
    const { rows, footer } = (await everyone('GET', url)).body.rankingData
    const placed = rows.map((row: { drillPath: string; rankTarget: number | null }) => [
      row.drillPath.split('store=')[1],
      row.rankTarget,
    ])
    // Equal values are in the order of their names.
    expect(placed).toEqual(stores.map((store, at) => [store, ranks[at]]))
    // The total counts the answers that state no store: the mean of 4, 2, 4 and 5.
    expect(footer.cells[1]).toMatchObject({ value: 3.75, n: 160 })
  })
})
