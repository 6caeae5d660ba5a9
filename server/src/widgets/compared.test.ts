import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const extra = `
lowBase: 5
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", goal: 3, decimals: 1, minValue: 1, maxValue: 5 }
pages:
  - extname: overview
    selectionInterval: last_1m
    components:
      - type: indicator-block
        config:
          id: places
          title: Where
          indicator: satisfaction
          groups:
            - { title: Countries, paths: [root, country=Sweden, country=Norway] }
            - { title: Stores, paths: ["country=Sweden;store=Stockholm", "country=Sweden;store=Closed", "country=Sweden;channel=web", "country=Norway;date=2025-12"] }
`

/** Answers of one store in a month, a day after the other. */
function month(at: string, country: string, store: string, ratings: readonly number[]): TestRow[] {
  return ratings.map((rating, day) => ({
    date: `${at}-${String(day + 1).padStart(2, '0')}`,
    answers: { country, store, rating, channel: day % 2 === 0 ? 'web' : 'till' },
  }))
}

const rows = [
  ...month('2026-01', 'Sweden', 'Stockholm', [5, 5, 4, 5, 5, 4]),
  ...month('2026-01', 'Sweden', 'Gothenburg', [3, 3, 2, 3, 3, 4]),
  ...month('2026-01', 'Norway', 'Oslo', [1, 2, 1, 2, 1, 2, 1, 2]),
  ...month('2025-12', 'Norway', 'Oslo', [4, 4, 5, 5, 4]),
]

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows })
  everyone = await board.as()
})

afterAll(() => board.close())

async function ask(caller: Caller, component: string, path = 'root', query = '') {
  const { status, body } = await caller('GET', `/rest/widgets/data/${board.survey}/${component}/${path}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('an indicator block', () => {
  test('has a title, groups, and the indicator of each of their places', async () => {
    const { title, groups } = await ask(everyone, 'places')
    expect(title).toBe('Where')
    expect(groups.map((group: { title: string }) => group.title)).toEqual(['Countries', 'Stores'])
    expect(groups[0].variables).toMatchObject([
      { title: { en: 'All', fi: 'Kaikki' }, formattedValue: '2.9', nInterviews: 20, path: 'root' },
      { title: { en: 'Sweden' }, formattedValue: '3.8', nInterviews: 12, goalStatus: true, path: 'country=Sweden' },
      { title: { en: 'Norway' }, formattedValue: '1.5', nInterviews: 8, goalStatus: false, path: 'country=Norway' },
    ])
    for (const { definition, period } of groups[0].variables) {
      expect(definition).toBe('Satisfaction')
      expect(period.en).toBe('1 – 31 Jan 2026')
    }
  })

  test('says of a place that is gone that it is, and leads to no other', async () => {
    const { groups } = await ask(everyone, 'places')
    expect(groups[1].variables[1]).toMatchObject({
      title: 'Closed',
      ...{ value: null, suppressed: true, path: null, cases: null, formattedGoal: null },
      withheld: { en: 'There is no "Sweden / Closed" in this survey.' },
    })
  })

  test('takes the filters and the period of its reader, and those of a place', async () => {
    const { groups } = await ask(everyone, 'places', 'country=Norway;channel=till;date=2026-01')
    const [stockholm, , online, december] = groups[1].variables
    expect(stockholm).toMatchObject({
      formattedValue: '4.7',
      nInterviews: 3,
      path: 'country=Sweden;store=Stockholm;channel=till;date=2026-01',
    })
    // Both filters hold, which no answer fits.
    expect(online).toMatchObject({ title: { en: 'Sweden · channel: WEB' }, value: null, nInterviews: 0 })
    // Neither do both periods; without a chosen one the place has its own.
    expect(december).toMatchObject({ value: null, nInterviews: 0 })
    const { groups: plain } = await ask(everyone, 'places')
    expect(plain[1].variables[3]).toMatchObject({ value: 4.4, nInterviews: 5, path: 'country=Norway;date=2025-12' })
  })

  test('shows places outside of the reader’s rights as comparisons that cannot be opened', async () => {
    const stockholm = await board.as({ filters: { store: ['Stockholm'] } })
    const { groups } = await ask(stockholm, 'places')
    // The places above their own are open for going there, but what is counted is not theirs.
    expect(groups[0].variables).toMatchObject([
      { formattedValue: '2.9', path: 'root', cases: 'closed' },
      { formattedValue: '3.8', path: 'country=Sweden', cases: 'closed' },
      { formattedValue: '1.5', path: null, cases: 'closed' },
    ])
    expect(groups[1].variables[0]).toMatchObject({ formattedValue: '4.7', cases: 'interviews' })
    const { groups: filtered } = await ask(stockholm, 'places', 'comment=a~')
    expect(filtered[0].variables[2]).toMatchObject({
      value: null,
      suppressed: true,
      withheld: { en: expect.stringContaining('cannot be filtered by "comment"') },
    })
    // What nobody answered looks as what too few did.
    const { groups: few } = await ask(stockholm, 'places', 'date=2026-02')
    expect(few[0].variables[2]).toMatchObject({ value: null, nInterviews: null, suppressed: true })
  })
})
