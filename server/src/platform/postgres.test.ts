import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PostgresSupervisor } from './embedded-postgres/supervisor.ts'
import { createLogger } from './log.ts'
import { explainOutage, openPostgres, withTransaction } from './postgres.ts'
import type { Postgres } from './postgres.ts'

/** In ms: five seconds are promised and about one is needed; the rest is for a machine under load from other tests. */
const restartBound = 10_000
const pauses = [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]

let parent: string
let server: PostgresSupervisor
let postgres: Postgres
let logged: Record<string, unknown>[] = []

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'gensvar-pool-'))
  await chmod(parent, 0o711)
  const log = createLogger('info', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) })
  const settings = { shared_buffers: '16MB' }
  server = await PostgresSupervisor.start({ folder: join(parent, 'postgres'), settings, log, pauses })
  postgres = openPostgres(server)
  await sql`create table kept (a int)`.execute(postgres.db)
})
beforeEach(() => {
  logged = []
})
afterAll(async () => {
  await postgres.close()
  await server.stop()
  await rm(parent, { recursive: true, force: true })
})

async function count(): Promise<number> {
  const result = await postgres.pool.query<{ n: number }>('select count(*) as n from kept')
  return result.rows[0]?.n ?? -1
}

/** Kills the server's main process and returns once that is known. */
async function kill(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.onEnd(resolve)
  process.kill(server.pid, 'SIGKILL')
  await promise
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now()
  return { value: await work, ms: performance.now() - begun }
}

describe('a pool whose PostgreSQL dies', () => {
  test('has work wait for the next one, at the same port, and keeps what was committed', async () => {
    await sql`insert into kept values (1)`.execute(postgres.db)
    const { pid } = server
    const url = server.url()
    await kill()
    const asked = Array.from({ length: 40 }, () => timed(count()))
    for (const { value, ms } of await Promise.all(asked)) {
      expect(value).toBe(1)
      expect(ms).toBeLessThan(restartBound)
    }
    expect(server.pid).not.toBe(pid)
    expect(server.url()).toBe(url)
    expect(logged).toMatchObject([
      { pid, said: expect.stringContaining('ready to accept'), msg: expect.stringContaining('ended by itself') },
      { pid: server.pid, msg: expect.stringContaining('runs again') },
    ])
  })

  test('rolls back a transaction under way, which hears of it with its next statement', async () => {
    const work = withTransaction(postgres, async ({ db }) => {
      await sql`insert into kept values (2)`.execute(db)
      await kill()
      await count()
      await sql`insert into kept values (3)`.execute(db)
    })
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(explainOutage(error)).toMatchObject({ code: 'unavailable', status: 503 })
    expect(await count()).toBe(1)
  })

  test('is not held up by a statement that still runs in what is left of the old one', async () => {
    const endless = postgres.pool.query('select count(*) from generate_series(1, 100000000000)')
    const failed = endless.catch((error: unknown) => explainOutage(error))
    const busy = `select count(*) as n from pg_stat_activity where state = 'active' and query like 'select count%series%'`
    while ((await postgres.pool.query<{ n: number }>(busy)).rows[0]?.n !== 2);
    await kill()
    const { value, ms } = await timed(count())
    expect(value).toBe(1)
    expect(ms).toBeLessThan(restartBound)
    expect(await failed).toMatchObject({ code: 'unavailable' })
  })

  test('waits as well where PostgreSQL recovers by itself from a killed connection', async () => {
    const client = await postgres.pool.connect()
    const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const gone = new Promise((resolve) => client.once('end', resolve))
    const { pid } = server
    process.kill(backend.rows[0]?.pid ?? 0, 'SIGKILL')
    await gone
    client.release(true)
    const asked = await Promise.all(Array.from({ length: 20 }, () => timed(count())))
    expect(new Set(asked.map(({ value }) => value))).toEqual(new Set([1]))
    expect(server.pid).toBe(pid)
  })

  test('follows to another port where the old one was taken meanwhile', async () => {
    const port = Number(new URL(server.url()).port)
    const thief = createServer()
    await kill()
    thief.listen(port, '127.0.0.1')
    expect(await count()).toBe(1)
    expect(Number(new URL(server.url()).port)).not.toBe(port)
    thief.close()
  })

  test('is started again after longer and longer pauses when it keeps dying, each logged once', async () => {
    for (let times = 0; times < 3; times++) {
      await kill()
      expect(await count()).toBe(1)
    }
    const told = logged.flatMap(({ pause }) => (pause === undefined ? [] : [pause]))
    expect(told).toHaveLength(3)
    expect(told).toEqual(pauses.slice(pauses.indexOf(Number(told[0]))).slice(0, 3))
    expect(logged.filter(({ msg }) => String(msg).includes('ended by itself'))).toHaveLength(3)
  })

  test('tells in words that it does not come back', async () => {
    const never = { url: () => server.url(), ready: () => new Promise<void>(() => {}), onEnd: () => {} }
    const waiting = openPostgres(never, { restartTimeout: 50 })
    await expect(waiting.pool.query('select 1')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(sql`select 1`.execute(waiting.db)).rejects.toMatchObject({ code: 'unavailable' })
    await waiting.close()
  })
})
