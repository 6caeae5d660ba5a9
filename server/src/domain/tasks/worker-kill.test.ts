import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { authorise } from '#server/domain/rights/authorise.ts'
import { identify } from '#server/domain/rights/identify.ts'
import { write } from '#server/domain/write.ts'
import { testTask } from '#server/features/tasks/types/test.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { runWorker } from '#server/testing/server-process.ts'
import { testAnalytics } from '#server/testing/survey-data.ts'
import { TaskEngine } from './engine.ts'
import { enqueueTask } from './enqueue.ts'

let database: TestDatabase
const running = new Set<ChildProcess>()
const folders = new Set<string>()

beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([...running].map((child) => once(child, 'close')))
  await database.drop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  folders.clear()
})

async function startWorker(): Promise<ChildProcess> {
  const folder = await mkdtemp(join(inject('testFolder'), 'worker-'))
  folders.add(folder)
  const { child, ready } = runWorker(database.url, folder)
  running.add(child)
  child.on('close', () => running.delete(child))
  // A worker that has not started yet could not be told to stop in order.
  await ready
  return child
}

const deps = () => ({ ...database, clock: systemClock, log: createLogger('silent'), config: readConfig({}) })

function enqueue(count: number, payload: { steps: number; stepMs: number }): Promise<number[]> {
  return write(programContext(deps(), 'test'), async (tx) => {
    const ids: number[] = []
    for (let made = 0; made < count; made++) ids.push(await enqueueTask(tx, testTask, { payload }))
    return ids
  })
}

/** A process of its own needs a while to start on a busy machine. */
const whenStarted = { timeout: 90_000 }

const tasks = () => database.db.selectFrom('task').selectAll().orderBy('id').execute()
const statesOf = async () => (await tasks()).map(({ state }) => state)

test('two workers on one database process every task once, and end in order', async () => {
  const workers = await Promise.all([startWorker(), startWorker()])
  await enqueue(40, { steps: 1, stepMs: 20 })
  await expect.poll(statesOf, whenStarted).toEqual(Array(40).fill('CLOSED'))
  const done = await tasks()
  expect(done.map(({ attempt }) => attempt)).toEqual(Array(40).fill(1))
  for (const child of workers) child.kill('SIGTERM')
  await expect.poll(() => workers.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([0, 0])
})

test('a worker that is told to stop gives back what it has not finished', async () => {
  const [id] = await enqueue(1, { steps: 1000, stepMs: 20 })
  const child = await startWorker()
  await expect.poll(async () => (await tasks())[0]?.progress?.done ?? 0, whenStarted).toBeGreaterThan(0)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  expect((await tasks())[0]).toMatchObject({ id, state: 'OPEN', attempt: 0, run_token: null })
})

test('a killed worker leaves every task in a true state, and another one finishes them', async () => {
  await enqueue(30, { steps: 3, stepMs: 10 })
  const child = await startWorker()
  await expect.poll(async () => (await statesOf()).includes('CLOSED'), whenStarted).toBe(true)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const left = await tasks()
  for (const task of left) {
    const isRunning = task.state === 'PROCESSING'
    expect(task.run_token !== null, task.state).toBe(isRunning)
    expect(task.finished !== null).toBe(task.state === 'CLOSED')
    expect(task.attempt).toBe(task.state === 'OPEN' ? 0 : 1)
  }
  // A minute later, when the leases have expired.
  const later = { now: () => new Date(Date.now() + 60_000) }
  const { analytics, close } = await testAnalytics(database)
  const engine = new TaskEngine({ ...deps(), clock: later, analytics, identify, authorise }, [testTask])
  engine.start()
  await expect.poll(async () => (await statesOf()).filter((state) => state !== 'CLOSED')).not.toContain('PROCESSING')
  await expect.poll(async () => (await statesOf()).filter((state) => state === 'OPEN')).toEqual([])
  await engine.stop()
  await close()
  const after = await tasks()
  for (const [index, before] of left.entries())
    expect(after[index]).toMatchObject(
      before.state === 'PROCESSING'
        ? { state: 'RETRY', reason: { text: 'The server that processed it has stopped.' } }
        : { state: 'CLOSED', attempt: 1 },
    )
})
