import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { makeSurvey } from '#server/testing/survey-data.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import type { SumsRequest } from '../rows/sums.ts'
import { openAnalytics } from './analytics.ts'

const all = { kind: 'all' as const, of: [] }
const grouping = { parts: [{ key: { kind: 'column' as const, column: 'day' }, where: null }], isWhole: false }
const request: SumsRequest = { grouping, where: all, atoms: [{ kind: 'rows', where: all }] }

test('a counting thread that dies is told in the log; SQL gives the same figures, and then new threads do', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-lost-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { surveyId } = await makeSurvey(database.db, {
    questions: { overall: { type: 'scale', min: 1, max: 10 } },
    rows: Array.from({ length: 300 }, (_, at) => ({
      date: `2026-03-${String(1 + (at % 28)).padStart(2, '0')}`,
      answers: { overall: 1 + (at % 10) },
    })),
  })
  let said = ''
  const log = createLogger('warn', { write: (line: string) => void (said += line) })
  const analytics = await openAnalytics({ folder, ...database, clock: systemClock, log })
  onTestFinished(() => analytics.close())
  await caughtUp(analytics, database.pool)

  const threads: Worker[] = []
  const note = (thread: Worker): void => void threads.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const reading = vi.spyOn(analytics.store, 'query')
  onTestFinished(() => reading.mockRestore())
  const { signal } = new AbortController()
  const sums = async () => {
    reading.mockClear()
    const table = await analytics.sums(surveyId, request, signal)
    const groups = [...table.ids].toSorted((a, b) => a - b)
    return { groups: groups.map((id) => [id, ...table.get(id)]), statements: reading.mock.calls.length }
  }

  await sums()
  const counted = await sums()
  expect(counted.statements).toBe(0)
  expect(counted.groups).toHaveLength(28)
  const [thread] = threads
  if (!thread) throw new Error('No thread was started')
  const before = threads.length
  // Asked before it has died, answered after it.
  const meanwhile = sums()
  await thread.terminate()
  expect((await meanwhile).groups).toEqual(counted.groups)
  await expect.poll(() => said).toContain('A thread that counts has died: SQL answers until')
  expect((await sums()).groups).toEqual(counted.groups)
  await expect.poll(sums).toEqual(counted)
  expect(threads.length).toBeGreaterThan(before)
  expect(said.match(/has died/g)).toHaveLength(1)
})
