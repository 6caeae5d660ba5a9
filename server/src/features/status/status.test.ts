import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { createRole, createTask, createUser, signIn, bearer } from '#server/testing/factories.ts'
import { createSamples } from '#server/testing/route-walk-rows.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'

let board: Dashboard

beforeAll(async () => {
  board = await openDashboard()
  const ids = await createSamples(board.deps, board.surveyId)
  // Two of them are approved, one is cancelled.
  await setState(ids.slice(0, 2), 2)
  await setState(ids.slice(2, 3), 4)
})

afterAll(() => board.close())

async function setState(ids: readonly number[], state: number): Promise<void> {
  await write(programContext(board.deps, 'test'), async (tx) => {
    await tx.db.updateTable('response').set({ state }).where('id', 'in', ids).execute()
    await tx.changed(board.surveyId, ids)
  })
}

async function statusAt(path: string, { rights = {}, filters = {} as Record<string, string[]> } = {}) {
  const { deps, surveyId, universeId, survey, app } = board
  const roleId = await createRole(deps.db, universeId, {
    surveys: { [surveyId]: { canAccessStatusPage: true, ...rights } },
  })
  const user = await createUser(deps.db, { universes: [{ universeId, roleId, filters }] })
  const headers = bearer(await signIn(deps, user, universeId))
  const response = await app.inject({ method: 'GET', url: `/rest/status/${survey}/${path}`, headers })
  return { status: response.statusCode, body: response.json() }
}

/** Samples of a country by state, counted in PostgreSQL. */
async function counted(country: string | null): Promise<number[]> {
  const rows = await board.deps.db
    .selectFrom('response')
    .select(['state', 'answers'])
    .where('survey_id', '=', board.surveyId)
    .execute()
  const own = rows.filter(({ answers }) => country === null || answers['country'] === country)
  return [0, 1, 2, 3, 4].map((state) => own.filter((row) => row.state === state).length)
}

describe('the status page of a survey', () => {
  test('counts samples by state, of the place and the units below it', async () => {
    const { status, body } = await statusAt('root')
    expect(status).toBe(200)
    expect(body.whole.states).toEqual(await counted(null))
    expect(body.units.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['Sweden', 'Norway']),
    )
    for (const { title, states, path } of body.units) {
      expect(states).toEqual(await counted(title))
      expect((await statusAt(path)).body.whole.states).toEqual(states)
    }
    const [completed = 0, , approved = 0] = body.whole.states
    expect(body.whole.responseRate).toBeCloseTo((100 * completed) / (completed + approved), 5)
  })

  test('says what waits or has failed in the whole survey, to whom sees all of it', async () => {
    const { db } = board.deps
    await createTask(db, board.universeId, { survey_id: board.surveyId, state: 'FAILED' })
    await createTask(db, board.universeId, { survey_id: board.surveyId })
    expect((await statusAt('root')).body.work).toEqual({
      deliveries: { waiting: 0, failed: 0, unknown: 0 },
      tasks: { waiting: 1, running: 0, failed: 1 },
    })
    expect((await statusAt('country=Sweden', { filters: { country: ['Sweden'] } })).body.work).toBeNull()
  })

  test('shows a reader their own places alone', async () => {
    const { body } = await statusAt('root', { filters: { country: ['Sweden'] } })
    expect(body.units.map(({ title }: { title: string }) => title)).toEqual(['Sweden'])
    expect((await statusAt('country=Norway', { filters: { country: ['Sweden'] } })).status).toBe(403)
  })

  test('is refused without the right (ROLES-14a)', async () => {
    const { status } = await statusAt('root', { rights: { canAccessStatusPage: false } })
    expect(status).toBe(403)
    expect((await statusAt('root')).status).toBe(200)
  })
})
