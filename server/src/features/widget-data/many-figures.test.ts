import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startSession } from '#server/domain/rights/sessions.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const periods = [1, 2, 3, 4].map((quarter) => `2025-Q${quarter}`)
const stores = [
  { country: 'Sweden', store: 'Stockholm' },
  { country: 'Sweden', store: 'Gothenburg' },
  { country: 'Norway', store: 'Oslo' },
]

/** Answers in each store and quarter. */
const rows: TestRow[] = ['02', '05', '08', '11'].flatMap((month) =>
  stores.map((place) => ({ date: `2025-${month}-03`, answers: { ...place, channel: 'web', rating: 4 } })),
)

/** A ranking with sixty indicators: 180 figures at the top and 180 in Sweden, by period and channel. */
const names = Array.from({ length: 60 }, (_, at) => `indicator${at}`)
const configuration = `
anonymity: { period: quarter, filters: [channel] }
goals: []
filters: { standard: [{ key: visit, filters: [channel] }] }
indicators: { ${names.map((name, at) => `${name}: { title: ${name}, expression: "mean(rating) * ${at + 1}" }`).join(', ')} }
pages:
  - extname: ranking
    kind: rankings
    components: [{ type: ranking-table, config: { id: units, columns: [${names.join(', ')}] } }]
`

let board: Dashboard
let staff: number

beforeAll(async () => {
  board = await openDashboard({ rows, extra: configuration })
  staff = await createRole(board.deps.db, board.universeId, { surveys: { [board.surveyId]: {} } })
})

afterAll(() => board.close())

afterEach(() => {
  vi.restoreAllMocks()
})

const person = (more: { admin?: boolean; actAs?: boolean } = {}): Promise<MadeUser> =>
  createUser(board.deps.db, { universes: [{ universeId: board.universeId, roleId: staff, ...more }] })

async function ask(token: string, path: string): Promise<void> {
  const url = `/rest/widgets/data/${board.survey}/units/${path}`
  const { statusCode, body } = await board.app.inject({ url, headers: bearer(token) })
  expect(statusCode, body).toBe(200)
}

/** Requests every table: each place, period and channel. */
async function enumerate(token: string): Promise<void> {
  for (const place of ['', 'country=Sweden;', 'country=Norway;'])
    for (const channel of ['', ';channel=web', ';channel=till'])
      for (const period of periods) await ask(token, `${place}date=${period}${channel}`)
}

const entriesOf = (actor: MadeUser) =>
  board.deps.db
    .selectFrom('audit')
    .select(['user_id', 'actor_user_id', 'survey_id', 'universe_id', 'object', 'details'])
    .where('action', '=', 'figures.many')
    .where((where) => where.or([where('user_id', '=', actor.id), where('actor_user_id', '=', actor.id)]))
    .execute()

describe('published figures that somebody asks for in a day', () => {
  test('are of no interest while they read pages, however often they look at the same', async () => {
    const reader = await person()
    const token = await signIn(board.deps, reader)
    for (let time = 0; time < 6; time++)
      for (const path of ['date=2025-Q4', 'date=2025-Q3', 'country=Sweden;date=2025-Q4', 'date=2025-Q4;channel=web'])
        await ask(token, path)
    expect(await entriesOf(reader)).toEqual([])
  })

  test('are one entry of the audit log and one line of the log once they are many, and refused never', async () => {
    const warn = vi.spyOn(board.deps.log, 'warn')
    const everything = await person()
    await enumerate(await signIn(board.deps, everything))
    const entries = await entriesOf(everything)
    expect(entries).toEqual([
      {
        user_id: everything.id,
        actor_user_id: null,
        survey_id: board.surveyId,
        universe_id: board.universeId,
        object: board.survey,
        details: { figures: expect.any(Number) },
      },
    ])
    expect(Number(entries[0]?.details['figures'])).toBeGreaterThan(2000)
    expect(warn).toHaveBeenCalledOnce()
  })

  test('are counted for the person at the screen, and name both while one acts as another', async () => {
    const actor = await person({ admin: true, actAs: true })
    const [first, second] = [await person(), await person()]
    for (const user of [first, second]) {
      const { token } = await startSession(board.deps, {
        userId: user.id,
        universeId: board.universeId,
        actorUserId: actor.id,
      })
      await enumerate(token)
    }
    expect(await entriesOf(actor)).toMatchObject([{ user_id: first.id, actor_user_id: actor.id }])
    expect(await entriesOf(second)).toEqual([])
  })

  test('are counted from nothing the next day', async () => {
    const twice = await person()
    await enumerate(await signIn(board.deps, twice))
    expect(await entriesOf(twice)).toHaveLength(1)
    vi.spyOn(board.deps.clock, 'now').mockReturnValue(new Date('2026-02-11T12:00:00Z'))
    const token = await signIn(board.deps, twice)
    await ask(token, 'date=2025-Q4')
    expect(await entriesOf(twice)).toHaveLength(1)
    await enumerate(token)
    expect(await entriesOf(twice)).toHaveLength(2)
  })

  test('are answered and reported in the log where the audit log cannot be written', async () => {
    const unlucky = await person()
    const token = await signIn(board.deps, unlucky)
    const error = vi.spyOn(board.deps.log, 'error')
    await board.deps.pool.query('alter table audit rename to audit_away')
    try {
      await enumerate(token)
    } finally {
      await board.deps.pool.query('alter table audit_away rename to audit')
    }
    expect(error).toHaveBeenCalled()
    await ask(token, 'date=2025-Q4')
    expect(await entriesOf(unlucky)).toHaveLength(1)
  })
})
