import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { identifyByToken } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { addResponses } from '#server/testing/survey-data.ts'

let board: Dashboard
let roleId = 0

beforeAll(async () => {
  board = await openDashboard()
  roleId = await createRole(board.deps.db, board.universeId, { surveys: { [board.surveyId]: {} } })
})

afterAll(() => board.close())

function member(): Promise<MadeUser> {
  return createUser(board.deps.db, { universes: [{ universeId: board.universeId, roleId }] })
}

/**
 * Writes a low rating in Norway with an alert in a user's session, by a context without figures, as another process
 * would. An older transaction keeps it out of the figures until `release`.
 */
async function writeHeldBack() {
  const { db, pool } = board.deps
  const token = await signIn(board.deps, await member())
  const identity = await identifyByToken(board.deps, token)
  const older = await pool.connect()
  onTestFinished(() => older.release(true))
  await older.query('begin')
  await older.query('select pg_current_xact_id()')
  await write({ db, identity, requestId: 'elsewhere' }, async (tx) => {
    const rows = [{ date: '2026-02-06', answers: { country: 'Norway', store: 'Oslo', channel: 'web', rating: 1 } }]
    const ids = await addResponses(tx.db, board.surveyId, rows)
    for (const id of ids)
      await tx.db.insertInto('alert').values({ survey_id: board.surveyId, response_id: id, rule: 'low' }).execute()
    await tx.changed(board.surveyId, ids)
  })
  return { token, release: () => older.query('commit') }
}

async function read(url: string, token: string) {
  const response = await board.app.inject({ url: `/rest/${url}`, headers: bearer(token) })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

test.each([
  ['the drill path bar', (survey: string) => `paths/segments/${survey}/country=Norway`],
  ['the children of a place', (survey: string) => `paths/children/${survey}/root`],
  ['tiles', (survey: string) => `widgets/data/${survey}/head/root`],
  ['a ranking', (survey: string) => `rankings/data/${survey}/root`],
])('%s: figures hold what the session wrote before, in whichever process', async (_name, urlOf) => {
  const { feed } = board.deps.analytics
  const url = urlOf(board.survey)
  await feed.catchUp()
  await vi.waitUntil(() => !feed.freshness().updating)
  const before = await read(url, await signIn(board.deps, await member()))
  const { token, release } = await writeHeldBack()
  const waitFor = feed.waitFor.bind(feed)
  // A read that does not wait sees figures without the write, as the older transaction ends only after it.
  const waited = vi.spyOn(feed, 'waitFor').mockImplementation(async (xid, timeout) => {
    await release()
    return waitFor(xid, timeout)
  })
  onTestFinished(() => waited.mockRestore())
  expect(await read(url, token)).not.toEqual(before)
})
