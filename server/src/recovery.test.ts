import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation } from './testing/installation.ts'
import type { Answered } from './testing/installation.ts'

/** In ms: five seconds are promised and about one is needed; the rest is for a machine under load from other tests. */
const restartBound = 10_000

let installation: Installation

beforeAll(async () => {
  installation = await Installation.make()
})
afterAll(() => installation.remove())

test('a killed PostgreSQL is back within seconds, and nobody is answered 500 or kept waiting meanwhile', async () => {
  const answers: (Answered & { at: number; message: string })[] = []
  let isOver = false
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      const message = `writer ${writer} comment ${count}`
      answers.push({ ...(await installation.comment(message)), at: performance.now(), message })
    }
  }
  const writers = Array.from({ length: 10 }, (_, index) => write(index))
  await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(20)
  const killed = await installation.killPostgres()
  const killedAt = performance.now()
  const succeeded = () => answers.filter(({ status, at }) => status === 200 && at > killedAt + 50)
  await expect.poll(() => succeeded().length, { timeout: 20_000 }).toBeGreaterThan(10)
  isOver = true
  await Promise.all(writers)
  expect(succeeded()[0]!.at - killedAt).toBeLessThan(restartBound)
  expect(await installation.postgresPid()).not.toBe(killed)
  for (const { status, retryAfter, body } of answers) {
    expect([200, 503], body).toContain(status)
    if (status === 503) expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', message: expect.any(String) })
    if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  const rows = await installation.ask('select message from response_comment')
  const stored = rows.map(({ message }) => message)
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored).toEqual(
    expect.arrayContaining(answers.filter(({ status }) => status === 200).map(({ message }) => message)),
  )
})

/** Waits until the server says that its stores work; a restart takes long on a machine under load. */
async function recovered(): Promise<void> {
  await expect
    .poll(async () => JSON.parse((await installation.request('GET', 'health')).body) as unknown, { timeout: 60_000 })
    .toMatchObject({ status: 'ok', database: { status: 'ok' }, figures: { status: 'ok' } })
}

test('the change feed and the health check recover with it', async () => {
  await recovered()
  const killed = await installation.killPostgres()
  await expect.poll(() => installation.postgresPid(), { timeout: 60_000 }).not.toBe(killed)
  await recovered()
  await installation.importScores(new Map([['after', 5]]))
  expect(await installation.figures()).toEqual(
    expect.arrayContaining([expect.objectContaining({ country: 'Sweden', 'count()': 31 })]),
  )
  await recovered()
})
