import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActionResult } from '#server/platform/db-action-types.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'

const extra = `
actions:
  items: [satisfaction, slow]
  kinds: [{ extname: training, title: Training }, { extname: staffing, title: Staffing }]
pages:
  - extname: overview
    components:
      - { type: action-portfolio, config: { id: portfolio, size: 12 } }
`

type Planned = [place: string | null, extname: string, kind: string | null, state: number, effect?: [number, number]]

const planned: Planned[] = [
  ['Stockholm', 'satisfaction', 'training', 1, [0.5, 0.2]],
  ['Gothenburg', 'satisfaction', 'training', 1, [0.7, 0.1]],
  ['Oslo', 'satisfaction', 'training', 2, [0.4, 0.3]],
  ['Stockholm', 'satisfaction', 'training', 2],
  ['Stockholm', 'satisfaction', 'training', 0],
  ['Stockholm', 'satisfaction', 'staffing', 2, [-0.9, 0.1]],
  ['Sweden', 'satisfaction', null, 0],
  ['Sweden', 'slow', 'training', 1, [-3, 0.5]],
  [null, 'slow', 'staffing', 2, [1, 2]],
  ['Stockholm', 'gone', 'training', 2, [4, 0.1]],
]

const figure = { from: '2025-10-01', to: '2026-01-01', value: 3, n: 50, low: 2.8, high: 3.2 }

function resultOf([difference, standardError]: [number, number]): ActionResult {
  const half = 1.96 * standardError
  const counts = { comparable: 3, comparableBefore: 150, comparableAfter: 150 }
  const effect = { difference, standardError, low: difference - half, high: difference + half }
  return { before: figure, end: figure, ...effect, ...counts }
}

async function addActions({ deps, surveyId, universeId }: Dashboard): Promise<void> {
  const units = await deps.db
    .selectFrom('unit')
    .select(['id', 'ext_name'])
    .where('universe_id', '=', universeId)
    .execute()
  const none = { difference: null, standardError: null, low: null, high: null }
  await deps.db
    .insertInto('action')
    .values(
      planned.map(([place, extname, kind, state, effect]) => ({
        ...{ survey_id: surveyId, view: 'stores', extname, kind, state, goal: 4 },
        unit_id: units.find((unit) => unit.ext_name === place)?.id ?? null,
        ...{ expression: 'mean(rating)', period: 'rel_-3m_0d', period_start: '2025-10-01', deadline: '2026-01-31' },
        result: state === 0 ? null : JSON.stringify(effect ? resultOf(effect) : { ...resultOf([0, 0]), ...none }),
      })),
    )
    .execute()
}

let board: Dashboard

beforeAll(async () => {
  board = await openDashboard({ extra })
  await addActions(board)
})

afterAll(() => board.close())

type User = NonNullable<Parameters<Dashboard['as']>[0]>

async function portfolioAt(path: string, user: User = {}, at: Dashboard = board) {
  const call = await at.as(user)
  const { status, body } = await call('GET', `/rest/widgets/data/${at.survey}/portfolio/${path}`)
  expect(status).toBe(200)
  return body
}

const keysOf = (rows: { extname: string; kind: string | null }[]) =>
  rows.map(({ extname, kind }) => `${extname} ${kind}`)

describe('a portfolio of actions', () => {
  test('has a row for each item and kind of the place and all below it, those that helped most first', async () => {
    const { rows, withheld } = await portfolioAt('root')
    expect(withheld).toBeNull()
    expect(keysOf(rows)).toEqual([
      'slow training',
      'satisfaction training',
      'satisfaction staffing',
      'slow staffing',
      'gone training',
      'satisfaction null',
    ])
    expect(rows[1]).toMatchObject({
      title: { en: 'Satisfaction' },
      kindTitle: 'Training',
      nOpen: 1,
      nCompleted: 2,
      nFailed: 2,
    })
    expect(rows.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'helped',
      'helped',
      'worse',
      'unclear',
      'few',
      'few',
    ])
    expect(rows[4]).toMatchObject({ difference: null, text: { en: '"gone" can no longer be acted on.' } })
    expect(rows[5]).toMatchObject({
      nMeasured: 0,
      difference: null,
      text: { en: 'Too few answers to say what they changed.' },
    })
  })

  test('pools the effects of the measured ones', async () => {
    const { rows } = await portfolioAt('root')
    // They differ by no more than chance, so that each counts by one over its variance.
    const weights = [0.2, 0.1, 0.3].map((error) => 1 / error ** 2)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    const mean = [0.5, 0.7, 0.4].reduce((total, value, at) => total + value * (weights[at] ?? 0), 0) / sum
    const half = 1.96 / Math.sqrt(sum)
    const ends = [mean - half, mean + half].map((end) => `+${end.toFixed(1)}`)
    expect(rows[1]).toMatchObject({
      nMeasured: 3,
      difference: Number(mean.toFixed(1)),
      formattedDifference: `+${mean.toFixed(1)}`,
      formattedInterval: ends.join(' to '),
    })
    expect(rows[1].text.en).toBe(
      `On average the change is better than in comparable units: +${mean.toFixed(1)} (95 % interval ${ends.join(' to ')}). Measured actions: 3.`,
    )
  })

  test('is of the reader’s own places alone', async () => {
    const norway = await portfolioAt('root', { filters: { country: ['Norway'] } })
    expect(norway.rows).toMatchObject([
      { extname: 'satisfaction', kind: 'training', nFailed: 1, nCompleted: 0, nOpen: 0 },
    ])
    const stockholm = await portfolioAt('country=Sweden;store=Stockholm')
    expect(keysOf(stockholm.rows).toSorted()).toEqual([
      'gone training',
      'satisfaction staffing',
      'satisfaction training',
    ])
  })

  test('shows no effects to a reader of some answers of each place, nor of an anonymous survey', async () => {
    expect(await portfolioAt('root', { filters: { channel: ['web'] } })).toEqual({
      rows: [],
      withheld: expect.objectContaining({ en: 'Your rights are limited by filters: effects are not shown.' }),
    })
    const anonymous = await openDashboard({
      extra: `anonymity: { filters: [channel] }\ninterview: {}\nfilters: {}${extra}`,
    })
    try {
      await addActions(anonymous)
      for (const user of [{}, { isRoot: true }])
        expect(await portfolioAt('root', user, anonymous)).toEqual({
          rows: [],
          withheld: expect.objectContaining({ en: 'This survey is anonymous: effects are not shown.' }),
        })
    } finally {
      await anonymous.close()
    }
  })
})
