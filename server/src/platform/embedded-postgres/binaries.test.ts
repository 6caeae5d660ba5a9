import { chmod, chown, mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries, prepareBinaries } from './binaries.ts'

const nobody = { uid: 65534, gid: 65534 }
const isRoot = process.getuid?.() === 0

let parent: string
let native: string
let cache: string

/** A package as it is unpacked when install scripts are switched off: its links are missing. */
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'gensvar-binaries-'))
  await chmod(parent, 0o755)
  native = join(parent, 'package', 'native')
  cache = join(parent, 'cache')
  for (const name of ['bin', 'lib']) await mkdir(join(native, name), { recursive: true })
  await writeFile(join(native, 'bin', 'postgres'), 'the server', { mode: 0o755 })
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'a library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

function prepare(user: typeof nobody | null): Promise<string> {
  return prepareBinaries({ native, version: '18.4', user, cache })
}

describe('the binaries', () => {
  test('get the links that an install without scripts left out', async () => {
    expect(await prepare(null)).toBe(native)
    expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
    expect(await prepare(null)).toBe(native)
  })

  test('get a new link for one that leads nowhere', async () => {
    await symlink('gone.so', join(native, 'lib', 'libpq.so.5'))
    await prepare(null)
    expect(await readFile(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('a library')
  })

  test.runIf(isRoot)('stay where they are when the other user gets there', async () => {
    expect(await prepare(nobody)).toBe(native)
  })

  test.runIf(isRoot)('are copied once for a user who does not get to them', async () => {
    await chmod(join(parent, 'package'), 0o700)
    await chmod(join(native, 'bin'), 0o700)
    const copy = await prepare(nobody)
    expect(copy).toBe(join(cache, `postgresql-18.4-${process.arch}`))
    expect((await stat(join(copy, 'bin'))).mode & 0o777).toBe(0o755)
    expect((await stat(join(copy, 'bin', 'postgres'))).mode & 0o777).toBe(0o755)
    expect(await readFile(join(copy, 'lib', 'libpq.so.5'), 'utf8')).toBe('a library')
    const made = (await stat(join(copy, 'bin', 'postgres'))).mtimeMs
    expect(await prepare(nobody)).toBe(copy)
    expect((await stat(join(copy, 'bin', 'postgres'))).mtimeMs).toBe(made)
  })

  test.runIf(isRoot)('are not run from a cache that somebody else prepared', async () => {
    await chmod(join(parent, 'package'), 0o700)
    await mkdir(join(cache, `postgresql-18.4-${process.arch}`, 'bin'), { recursive: true })
    await chown(cache, nobody.uid, nobody.gid)
    const copy = await prepare(nobody)
    expect(copy.startsWith(cache)).toBe(false)
    await rm(join(copy, '..'), { recursive: true })
  })

  test('for a platform without any, the setting for a PostgreSQL of one’s own is named', async () => {
    await expect(findBinaries(null, 'plan9-mips')).rejects.toMatchObject({
      message: expect.stringMatching(/No PostgreSQL comes with Gensvar for plan9-mips.*DATABASE_URL=postgres/),
    })
  })
})
