import { execFileSync } from 'node:child_process'
import { readdir, rename, symlink } from 'node:fs/promises'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getHealth } from '@gensvar/contract/health'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testPostgres } from '#server/testing/postgres.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp, TestParts } from '#server/testing/test-app.ts'
import { trialFile, tryDisk } from './disk.ts'
import { Probe } from './probe.ts'

async function started(parts: TestParts = {}): Promise<TestApp> {
  const server = await testApp(parts)
  onTestFinished(() => server.close())
  return server
}

/** Requests `/health`, and expects an answer by the contract within the time limit. */
async function ask({ app }: TestApp, headers: Record<string, string> = {}) {
  const begun = performance.now()
  const response = await app.inject({ method: 'GET', url: '/health', headers })
  expect(performance.now() - begun).toBeLessThan(4000)
  const health = getHealth.response.parse(response.json())
  expect(response.statusCode).toBe(health.status === 'unavailable' ? 503 : 200)
  return health
}

describe('health', () => {
  test('says that all parts are well, and leaves nothing behind', async () => {
    const server = await started()
    await caughtUp(server.deps.analytics, server.deps.pool)
    expect(await ask(server)).toEqual({
      status: 'ok',
      database: { status: 'ok' },
      figures: {
        ...{
          status: 'ok',
          updatedAt: expect.any(String),
          secondsBehind: expect.any(Number),
          updating: false,
          problem: null,
        },
        store: 'own',
      },
      disk: { status: 'ok' },
    })
    expect(await readdir(server.deps.config.dataFolder)).not.toContain(trialFile)
  })

  test('tells figures that are behind, which is no reason to take the server away', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const server = await started({ clock: { now: () => now } })
    await caughtUp(server.deps.analytics, server.deps.pool)
    await server.deps.analytics.feed.stop()
    now = new Date('2026-01-01T00:01:01Z')
    expect(await ask(server)).toMatchObject({ status: 'degraded', figures: { status: 'behind', secondsBehind: 61 } })
  })

  test('tells an analytics store that does not answer', async () => {
    const server = await started()
    await server.deps.analytics.feed.stop()
    await server.deps.analytics.store.write((writer) => writer.dropTable('feed_position'))
    expect(await ask(server)).toMatchObject({ status: 'unavailable', figures: { status: 'unavailable' } })
  })

  test('tells a database that is gone, whoever asks', async () => {
    const server = await started()
    await onServer((client, name) => client.query(`drop database ${name} with (force)`), server)
    const gone = { status: 'unavailable', database: { status: 'unavailable' }, disk: { status: 'ok' } }
    expect(await ask(server)).toMatchObject(gone)
    expect(await ask(server, { authorization: 'Bearer stale' })).toMatchObject(gone)
  })

  test('answers within its bound while the database is silent, without piling up questions', async () => {
    const server = await started()
    const { pool } = server.deps
    await ask(server)
    await wait(600)
    const pids = await stopConnections(server)
    try {
      const asked = Array.from({ length: 30 }, () => ask(server, { authorization: 'Bearer stale' }))
      for (const health of await Promise.all(asked)) expect(health.database).toEqual({ status: 'unavailable' })
      expect(pool.totalCount - pool.idleCount).toBeLessThanOrEqual(pids.length)
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(async () => (await ask(server)).database.status, { timeout: 60_000 }).toBe('ok')
  })

  test.runIf(existsSync('/dev/full'))('tells a disk that is full', async () => {
    const server = await started()
    await symlink('/dev/full', join(server.deps.config.dataFolder, trialFile))
    expect(await ask(server)).toMatchObject({
      status: 'unavailable',
      database: { status: 'ok' },
      disk: { status: 'unavailable' },
    })
  })

  test('tells a data folder that is gone', async () => {
    const server = await started()
    const { dataFolder } = server.deps.config
    await rename(dataFolder, `${dataFolder}-away`)
    expect(await ask(server)).toMatchObject({ status: 'unavailable', disk: { status: 'unavailable' } })
    await rename(`${dataFolder}-away`, dataFolder)
  })

  test.runIf(process.platform !== 'win32')('answers within its bound while the disk is silent', async () => {
    const server = await started()
    const path = join(server.deps.config.dataFolder, trialFile)
    // A pipe without a reader: opening it for writing waits for ever.
    execFileSync('mkfifo', [path])
    expect(await ask(server)).toMatchObject({ status: 'unavailable', disk: { status: 'unavailable' } })
    createReadStream(path)
      .resume()
      .on('error', () => {})
  })
})

/** Suspends the server process of every connection of the application's pool; returns their process numbers. */
async function stopConnections(server: TestApp): Promise<number[]> {
  const found = await onServer(
    (client, name) => client.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1', [name]),
    server,
  )
  const pids = found.rows.map(({ pid }) => pid)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return pids
}

/** Queries PostgreSQL about the application's database from another connection. */
async function onServer<T>(work: (client: pg.Client, database: string) => Promise<T>, { deps }: TestApp): Promise<T> {
  const database = await deps.pool.query<{ name: string }>('select current_database() as name')
  const client = new pg.Client({ connectionString: testPostgres() })
  await client.connect()
  try {
    return await work(client, database.rows[0]?.name ?? '')
  } finally {
    await client.end()
  }
}

describe('a probe', () => {
  test('looks once for many who ask, and keeps the answer for a while', async () => {
    let looks = 0
    const probe = new Probe({ check: async () => void looks++, keep: 60_000, timeout: 1000 })
    expect(await Promise.all([probe.isOk(), probe.isOk(), probe.isOk()])).toEqual([true, true, true])
    expect(await probe.isOk()).toBe(true)
    expect(looks).toBe(1)
  })

  test('that waits too long says no at once to those who come later, until it is answered', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const probe = new Probe({ check: () => promise, keep: 60_000, timeout: 50 })
    expect(await probe.isOk()).toBe(false)
    const begun = performance.now()
    expect(await probe.isOk()).toBe(false)
    expect(performance.now() - begun).toBeLessThan(40)
    resolve()
    await promise
    await expect.poll(() => probe.isOk()).toBe(true)
  })
})

test('trying the disk says what is wrong with it', async () => {
  await expect(tryDisk(join(inject('testFolder'), 'nowhere'))).rejects.toThrow(/ENOENT/)
})
