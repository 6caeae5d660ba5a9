import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeZombie } from '#server/testing/zombie.ts'
import { findHolder, openDataFolder } from './data-folder.ts'
import { ownIdentity } from './processes.ts'
import type { ProcessIdentity } from './processes.ts'

let parent: string
let path: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'gensvar-folder-'))
  await chmod(parent, 0o711)
  path = join(parent, 'some', 'data')
})
afterEach(async () => {
  await rm(parent, { recursive: true, force: true })
})

/** Writes a lock as another process would have; what is not said is as this process would. */
async function lockAs(holder: Partial<ProcessIdentity>, at = path): Promise<void> {
  const folder = await openDataFolder(at)
  await folder.release()
  await writeFile(join(at, 'server.lock'), JSON.stringify({ ...(await ownIdentity()), ...holder }))
}

describe('a data folder', () => {
  test('is made where it is missing, closed to other users', async () => {
    const folder = await openDataFolder(path)
    expect((await stat(path)).mode & 0o066).toBe(0)
    expect((await stat(join(path, 'server.lock'))).mode & 0o777).toBe(0o600)
    await folder.release()
    expect(await readdir(path)).not.toContain('server.lock')
  })

  test('belongs to one process at a time, and tells the others how to reach it', async () => {
    const folder = await openDataFolder(path)
    await expect(openDataFolder(path)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`Process ${process.pid} already works`),
    })
    expect(await findHolder(path)).toEqual({ pid: process.pid, server: null })
    await folder.announce({ url: 'http://127.0.0.1:1', secret: 's' })
    expect(await findHolder(path)).toEqual({ pid: process.pid, server: { url: 'http://127.0.0.1:1', secret: 's' } })
    await folder.release()
    expect(await findHolder(path)).toBeNull()
  })

  test('is given to exactly one of several that open it at once over a stale lock', async () => {
    const gone = spawn('true')
    await once(gone, 'exit')
    for (let round = 0; round < 20; round++) {
      await lockAs({ pid: gone.pid ?? 0, started: '' })
      const tries = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => openDataFolder(path)))
      const opened = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(opened).toHaveLength(1)
      for (const folder of opened) await folder.release()
    }
    expect((await readdir(path)).filter((name) => name.startsWith('server.lock'))).toEqual([])
  })

  test('is taken over also after a process that took over was killed in the middle', async () => {
    const gone = spawn('true')
    await once(gone, 'exit')
    await lockAs({ pid: gone.pid ?? 0, started: '' })
    const stale = await readFile(join(path, 'server.lock'), 'utf8')
    // What it left: the right to replace just this lock.
    const right = createHash('sha256').update(stale).digest('hex').slice(0, 16)
    await writeFile(join(path, `server.lock.${right}`), stale)
    await (await openDataFolder(path)).release()
    expect((await readdir(path)).filter((name) => name.startsWith('server.lock'))).toEqual([])
  })

  test.runIf(process.platform === 'linux')('is not held by a later process that got the same number', async () => {
    await lockAs({ started: '1' })
    const folder = await openDataFolder(path)
    expect(JSON.parse(await readFile(join(path, 'server.lock'), 'utf8')).started).not.toBe('1')
    await folder.release()
  })

  test('is not held by a process that ended and that nobody collected', async () => {
    const zombie = await makeZombie()
    await lockAs({ pid: zombie.pid, started: zombie.started })
    expect(await findHolder(path)).toBeNull()
    await (await openDataFolder(path)).release()
    zombie.end()
  })

  test('is not held by a process that ended in another container, or before a reboot, even if its number is in use here', async () => {
    const holders = [{ pid: 1, space: 'pid:[1]' }, { space: 'pid:[1]' }, { boot: 'before' }]
    await Promise.all(
      holders.map(async (holder, index) => {
        const at = `${path}${index}`
        await lockAs(holder, at)
        await (await openDataFolder(at)).release()
      }),
    )
  })

  test('is held by a process of another container that keeps updating its lock', async () => {
    await lockAs({ pid: 1, space: 'pid:[1]' })
    const lock = join(path, 'server.lock')
    const heartbeat = setInterval(() => void utimes(lock, new Date(), new Date()), 500)
    try {
      await expect(openDataFolder(path)).rejects.toThrow(/Process 1 \(in another container .* already works with/)
      expect(await findHolder(path)).toEqual({ pid: 1, server: null })
    } finally {
      clearInterval(heartbeat)
    }
  })

  test('has its lock updated as long as it is held', async () => {
    const folder = await openDataFolder(path)
    const lock = join(path, 'server.lock')
    const first = (await stat(lock)).mtimeMs
    await expect.poll(async () => (await stat(lock)).mtimeMs).toBeGreaterThan(first)
    await folder.release()
  })

  test.runIf(process.getuid?.() === 0)(
    'of root, closed to others, has its PostgreSQL where another user gets to',
    async () => {
      await chmod(parent, 0o700)
      const folder = await openDataFolder(path)
      expect(folder.postgres).toMatch(/^\/var\/lib\/gensvar\/./)
      await folder.release()
      const again = await openDataFolder(path)
      expect(again.postgres).toBe(folder.postgres)
      await again.release()
      await rm(folder.postgres, { recursive: true })
      await expect(openDataFolder(path)).rejects.toThrow(/files are missing: .* says they are in/)
    },
  )

  test.runIf(process.getuid?.() === 0)(
    'of root that is closed itself lets the user of PostgreSQL through',
    async () => {
      await mkdir(path, { recursive: true })
      await chmod(path, 0o700)
      const folder = await openDataFolder(path)
      expect(folder.postgres).toBe(join(path, 'postgres'))
      expect((await stat(path)).mode & 0o777).toBe(0o711)
      await folder.release()
    },
  )

  test('that cannot be made is refused with the setting to change', async () => {
    await writeFile(join(parent, 'some'), 'a file')
    await expect(openDataFolder(path)).rejects.toThrow(/cannot be used: .*GENSVAR_DATA/)
  })
})
