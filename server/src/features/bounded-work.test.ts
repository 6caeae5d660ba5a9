import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '../testing/dashboard.ts'
import type { Caller, Dashboard } from '../testing/dashboard.ts'
import { copyRows, manyRanges } from '../testing/many-rows.ts'

/** Rows of the survey: as many as are held in memory. */
const rows = 490_000
/** Ranges of a filter that takes several seconds to count. */
const heavy = 4000

let board: Dashboard
let flooder: Caller
let other: Caller

beforeAll(async () => {
  board = await openDashboard({ env: { GENSVAR_REQUEST_SECONDS: '4' } })
  flooder = await board.as()
  other = await board.as()
  await board.deps.analytics.feed.catchUp()
  await copyRows(board.deps.analytics, board.surveyId, Math.floor(rows / 6))
  // What is loaded once is loaded here.
  for (const path of ['root', 'rating=range_1_4']) expect((await ask(other, path)).status).toBe(200)
}, 60_000)

afterAll(() => board.close())

let seed = 0

/** An address for a filter that takes seconds, in memory or in SQL, and that nobody asked for before. */
async function heavyPath(answeredBy: 'memory' | 'SQL' = 'memory'): Promise<string> {
  const ranges = manyRanges('rating', heavy, ++seed)
  // Open answers are in a table of their own, which memory does not hold.
  const path = answeredBy === 'SQL' ? `${ranges};comment=_nobody~` : ranges
  return (await flooder('POST', `/rest/paths/store/${board.survey}`, { path })).body.path
}

function ask(call: Caller, path: string) {
  return call('GET', `/rest/widgets/data/${board.survey}/units/${path}`)
}

test('a request that takes too long is ended with words, and holds up nobody meanwhile', async () => {
  const path = await heavyPath()
  let isDone = false
  const answer = ask(flooder, path).finally(() => (isDone = true))
  // Of several windows one is free of what else the machine does; counted in this thread, none would even come.
  const delays: number[] = []
  while (delays.length < 3) {
    const loop = monitorEventLoopDelay({ resolution: 5 })
    loop.enable()
    await sleep(500)
    loop.disable()
    delays.push(loop.max / 1e6)
    expect(isDone).toBe(false)
  }
  expect(Math.min(...delays)).toBeLessThan(100)
  const { status, body } = await answer
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' })
  expect(body.message).toMatch(/longer than 4 seconds.*shorter period/)
  // What it was counting has ended with it.
  await board.deps.analytics.turns.idle()
}, 30_000)

describe('one user who asks for the heaviest figures without a pause', () => {
  const ordinary = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => `channel=web;rating=range_1_${(1 + (from + at) / 1000).toFixed(3)}`)

  async function timesOf(paths: readonly string[]): Promise<number[]> {
    const times: number[] = []
    for (const path of paths) {
      const began = performance.now()
      expect((await ask(other, path)).status).toBe(200)
      times.push(performance.now() - began)
    }
    return times.sort((a, b) => a - b)
  }

  const p95 = (sorted: readonly number[]) => sorted[Math.floor(0.95 * sorted.length)] ?? Number.NaN

  test('holds up another one little', async () => {
    await timesOf(ordinary(5, 0))
    const alone = await timesOf(ordinary(40, 10))
    const paths: string[] = []
    for (let at = 0; at < 40; at++) paths.push(await heavyPath(at % 2 ? 'SQL' : 'memory'))
    const statuses: number[] = []
    const flood = async (): Promise<void> => {
      for (let path = paths.pop(); path; path = paths.pop()) statuses.push((await ask(flooder, path)).status)
    }
    const floods = Promise.all(Array.from({ length: 8 }, flood))
    const beside = await timesOf(ordinary(40, 100)).finally(() => paths.splice(0))
    await floods
    console.log({ alone: [alone[20], p95(alone)], beside: [beside[20], p95(beside)], statuses })
    expect(statuses).toContain(503)
    expect(p95(beside)).toBeLessThan(3 * p95(alone))
  }, 60_000)
})
