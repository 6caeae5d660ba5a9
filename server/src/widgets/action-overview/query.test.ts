import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'

const extra = `
actions: { items: [satisfaction] }
pages:
  - extname: overview
    components:
      - { type: action-overview, config: { id: actions, size: 8, rootOnly: false } }
      - { type: action-overview, config: { id: secret, size: 8, rootOnly: true } }
  - extname: managed
    components:
      - { type: action-manager, config: { id: manager } }
      - { type: action-overview, config: { id: beside } }
`
const places = ['Sweden', 'Stockholm', 'Gothenburg', 'Norway', 'Oslo', null]

let board: Dashboard
let unitIds: Map<string, number>

beforeAll(async () => {
  board = await openDashboard({ extra })
  const { db } = board.deps
  const units = await db
    .selectFrom('unit')
    .select(['id', 'ext_name as name'])
    .where('universe_id', '=', board.universeId)
    .execute()
  unitIds = new Map(units.map(({ id, name }) => [name, id]))
  await db
    .insertInto('action')
    .values(
      Array.from({ length: 120 }, (_, at) => ({
        survey_id: board.surveyId,
        view: 'stores',
        unit_id: unitIds.get(places[(at * 5) % 6] ?? '') ?? null,
        ...{ extname: 'satisfaction', expression: 'mean(rating)', goal: 4, period: 'rel_-3m_0d' },
        period_start: '2025-10-01',
        // Today is 10 February: of four open ones, one is due.
        deadline: ['2026-02-09', '2026-02-10', '2026-03-01', '2026-05-01'][at % 4] ?? '',
        state: at % 3,
      })),
    )
    .execute()
})

afterAll(() => board.close())

type User = NonNullable<Parameters<Dashboard['as']>[0]>

async function overviewAt(path: string, user: User = {}, component = 'actions') {
  const call = await board.as(user)
  return call('GET', `/rest/widgets/data/${board.survey}/${component}/${path}`)
}

/** Counts of the actions at some units, from the table itself. */
async function counted(names: readonly string[]) {
  const rows = await board.deps.db
    .selectFrom('action')
    .select(['state', 'deadline'])
    .where(
      'unit_id',
      'in',
      names.map((name) => unitIds.get(name) ?? 0),
    )
    .execute()
  const open = rows.filter(({ state }) => state === 0)
  return {
    nOpen: open.length,
    nCompleted: rows.filter(({ state }) => state === 1).length,
    nFailed: rows.filter(({ state }) => state === 2).length,
    nDue: open.filter(({ deadline }) => deadline < '2026-02-10').length,
  }
}

describe('an overview of actions', () => {
  test('counts those of each unit right below the place and all below it', async () => {
    const { body } = await overviewAt('root')
    const sweden = await counted(['Sweden', 'Stockholm', 'Gothenburg'])
    expect(sweden.nDue).toBeGreaterThan(0)
    expect(body).toEqual({
      rows: [
        { drillPath: 'country=Sweden', title: expect.anything(), ...sweden },
        { drillPath: 'country=Norway', title: expect.anything(), ...(await counted(['Norway', 'Oslo'])) },
      ],
      canEvaluate: false,
    })
    const below = await overviewAt('country=Sweden;channel=web')
    expect(below.body.rows).toMatchObject([
      { drillPath: 'country=Sweden;store=Stockholm;channel=web', ...(await counted(['Stockholm'])) },
      { drillPath: 'country=Sweden;store=Gothenburg;channel=web', ...(await counted(['Gothenburg'])) },
    ])
    const lowest = await overviewAt('country=Norway;store=Oslo')
    expect(lowest.body.rows).toMatchObject([{ drillPath: 'country=Norway;store=Oslo', ...(await counted(['Oslo'])) }])
  })

  test('counts nothing outside the places of its reader', async () => {
    const store: User = { filters: { store: ['Stockholm'] } }
    const own = await counted(['Stockholm'])
    expect((await overviewAt('root', store)).body.rows).toMatchObject([{ drillPath: 'country=Sweden', ...own }])
    expect((await overviewAt('country=Sweden', store)).body.rows).toMatchObject([
      { drillPath: 'country=Sweden;store=Stockholm', ...own },
    ])
    expect((await overviewAt('country=Norway', store)).status).toBe(403)
    expect((await overviewAt('country=Sweden;store=Gothenburg', store)).status).toBe(403)
  })

  test('flagged rootOnly is answered to root alone, who may evaluate (ACTION-30)', async () => {
    for (const user of [{}, { admin: true }, { filters: { store: ['Stockholm'] } }])
      expect((await overviewAt('root', user, 'secret')).status).toBe(403)
    const { status, body } = await overviewAt('root', { isRoot: true }, 'secret')
    expect([status, body.canEvaluate, body.rows.length]).toEqual([200, true, 2])
  })

  test('leaves evaluating to the manager of actions on its page', async () => {
    const { status, body } = await overviewAt('root', { isRoot: true }, 'beside')
    expect([status, body.canEvaluate, body.rows.length]).toEqual([200, false, 2])
  })
})
