import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import { copyRows, manyRanges } from '#server/testing/many-rows.ts'

let board: Dashboard
let headers: Record<string, string>

beforeAll(async () => {
  board = await openDashboard()
  const { deps } = board
  const root = await createUser(deps.db, { isRoot: true })
  headers = bearer(await signIn(deps, root, board.universeId))
  await caughtUp(deps.analytics, deps.pool)
  await copyRows(deps.analytics, board.surveyId, 60_000)
}, 60_000)

afterAll(() => board.close())

let seed = 0

/** The address of a figure that takes seconds to count. */
async function heavyUrl(): Promise<string> {
  const payload = { path: manyRanges('rating', 4000, ++seed) }
  const stored = await board.app.inject({ method: 'POST', url: `/rest/paths/store/${board.survey}`, headers, payload })
  return `/rest/widgets/data/${board.survey}/units/${stored.json<{ path: string }>().path}`
}

test('what a closed connection asked for is no longer counted', async () => {
  const { turns } = board.deps.analytics
  const address = await board.app.listen({ host: '127.0.0.1', port: 0 })
  const leaver = new AbortController()
  const answer = fetch(`${address}${await heavyUrl()}`, { headers, signal: leaver.signal }).catch(() => 'left')
  await expect.poll(() => turns.isIdle).toBe(false)
  await sleep(200)
  expect(turns.isIdle).toBe(false)
  const began = performance.now()
  leaver.abort()
  expect(await answer).toBe('left')
  await turns.idle()
  // Not cancelled it takes several seconds; the time limit of a request is twenty.
  expect(performance.now() - began).toBeLessThan(2000)
})
