import { spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeZombie } from '#server/testing/zombie.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './launcher.ts'
import type { EmbeddedPostgres } from './launcher.ts'
import { isRunning } from '../processes.ts'
import { waitForEnd } from './postmaster.ts'

let parent: string
let folder: string
let server: EmbeddedPostgres
const settings = { fsync: 'off', shared_buffers: '16MB' }

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'gensvar-launcher-'))
  await chmod(parent, 0o711)
  folder = join(parent, 'postgres')
  server = await startEmbeddedPostgres({ folder, settings })
})
afterAll(async () => {
  await server.stop()
  await rm(parent, { recursive: true, force: true })
})

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Leaves a pid file as a PostgreSQL that was killed. */
async function writePidFile(pid: number): Promise<void> {
  const lines = [pid, join(folder, 'cluster'), 1, 59_999, '', '127.0.0.1', '0 0', 'ready']
  await writeFile(join(folder, 'cluster', 'postmaster.pid'), `${lines.join('\n')}\n`)
}

describe('the embedded PostgreSQL', () => {
  test('listens on this machine alone and demands the password', async () => {
    const [row] = await ask(server.url, `SELECT current_setting('listen_addresses') AS listen`)
    expect(row).toEqual({ listen: '127.0.0.1' })
    const wrong = new URL(server.url)
    wrong.password = 'guessed'
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600)
  })

  test('knows upper and lower case beyond ASCII', async () => {
    expect(await ask(server.url, `SELECT lower('ÅRE') AS low, 'Öl' ILIKE 'öl' AS same`)).toEqual([
      { low: 'åre', same: true },
    ])
  })

  test('keeps its data over a stop and a moved folder', async () => {
    await ask(server.url, 'CREATE TABLE kept (a int); INSERT INTO kept VALUES (7)')
    await server.stop()
    expect(await findRunningPostgres(folder)).toBeNull()
    await mkdir(join(parent, 'elsewhere'), { mode: 0o755 })
    const moved = join(parent, 'elsewhere', 'postgres')
    await rename(folder, moved)
    folder = moved
    server = await startEmbeddedPostgres({ folder, settings })
    expect(server.adopted).toBe(false)
    expect(await ask(server.url, 'SELECT a FROM kept')).toEqual([{ a: 7 }])
  })

  test('adopts one that was left running, and finds it for a second process', async () => {
    const again = await startEmbeddedPostgres({ folder, settings })
    expect(again).toMatchObject({ adopted: true, url: server.url, pid: server.pid })
    expect(await findRunningPostgres(folder)).toBe(server.url)
  })

  test('starts again at once after its main process was killed', async () => {
    await ask(server.url, `INSERT INTO kept VALUES (8)`)
    process.kill(server.pid, 'SIGKILL')
    const before = server.pid
    server = await startEmbeddedPostgres({ folder, settings })
    expect(server.pid).not.toBe(before)
    expect(await ask(server.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 2 }])
  })

  test('waits for one that is about to end', async () => {
    process.kill(server.pid, 'SIGINT')
    const before = server.pid
    server = await startEmbeddedPostgres({ folder, settings })
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    if (server.pid !== before) expect(await isRunning(before)).toBe(false)
  })

  test('is not held up by a pid file whose number now belongs to another program', async () => {
    await server.stop()
    const other = spawn('sleep', ['60'])
    await writePidFile(other.pid ?? 0)
    try {
      server = await startEmbeddedPostgres({ folder, settings })
      expect(server.adopted).toBe(false)
    } finally {
      other.kill()
    }
  })

  test('is not held up by a pid file of a process that ended and that nobody collected', async () => {
    await server.stop()
    const zombie = await makeZombie()
    await writePidFile(zombie.pid)
    server = await startEmbeddedPostgres({ folder, settings })
    expect(server.adopted).toBe(false)
    zombie.end()
  })

  test('is not held up by a pid file of the PostgreSQL of another folder, as another container leaves it', async () => {
    await server.stop()
    const elsewhere = await startEmbeddedPostgres({ folder: join(parent, 'neighbour'), settings })
    await writePidFile(elsewhere.pid)
    server = await startEmbeddedPostgres({ folder, settings })
    expect(server.adopted).toBe(false)
    await elsewhere.stop()
  })

  test('says what PostgreSQL said when it cannot start', async () => {
    const bad = startEmbeddedPostgres({ folder: join(parent, 'bad'), settings: { shared_buffers: 'many' } })
    await expect(bad).rejects.toThrow(/did not start:[\s\S]*shared_buffers/)
  })

  test('starts again after an interrupted first start', async () => {
    const half = join(parent, 'half')
    await mkdir(join(half, 'cluster.new', 'base'), { recursive: true })
    const started = await startEmbeddedPostgres({ folder: half, settings })
    await started.stop()
    expect(await waitForEnd(started.pid, 0)).toBe(true)
    expect(await readFile(join(half, 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n')
  })

  test('takes a copied folder although the copy changed owner and permissions', async () => {
    await server.stop()
    const copy = join(parent, 'copy')
    await cp(folder, copy, { recursive: true })
    await chmod(join(copy, 'cluster'), 0o755)
    const started = await startEmbeddedPostgres({ folder: copy, settings })
    expect(await ask(started.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 2 }])
    await started.stop()
    server = await startEmbeddedPostgres({ folder, settings })
  })
})
