import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT, importJWK, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { testDatabaseForOne } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { loadProviderKeys, publicKey } from './keys.ts'
import type { ProviderKeys } from './keys.ts'

let database: TestDatabase
let dataFolder = ''
let file = ''

beforeEach(async () => {
  database = await testDatabaseForOne()
  dataFolder = await mkdtemp(join(tmpdir(), 'gensvar-keys-'))
  file = join(dataFolder, 'identity-provider', 'keys.json')
  await mkdir(join(dataFolder, 'identity-provider'))
  return () => rm(dataFolder, { recursive: true, force: true })
})

const load = (): Promise<ProviderKeys> => loadProviderKeys(database.db, dataFolder)

test('keys are made on first use, and read from then on', async () => {
  const made = await load()
  expect(made).toMatchObject({ signing: { kid: expect.stringMatching(/^[0-9a-f]{16}$/), use: 'sig', alg: 'RS256' } })
  expect(made.cookies).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  expect(await load()).toEqual(made)
})

test('servers on one database have the same keys, whatever their folders, also when they start together', async () => {
  const loaded = await Promise.all(
    Array.from({ length: 8 }, (_, at) => loadProviderKeys(database.db, join(dataFolder, String(at)))),
  )
  expect(new Set(loaded.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(await load()).toEqual(loaded[0])
})

test('the public half verifies what the private one signs, and holds nothing else', async () => {
  const keys = await load()
  const shown = publicKey(keys)
  expect(Object.keys(shown).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  const key = await importJWK(keys.signing, 'RS256')
  const token = await new SignJWT({ sub: 'anna' }).setProtectedHeader({ alg: 'RS256' }).sign(key)
  expect((await jwtVerify(token, await importJWK(shown, 'RS256'))).payload).toEqual({ sub: 'anna' })
})

test('keys of an earlier version, in the data folder, are taken where the database has none', async () => {
  const earlier = await loadProviderKeys((await testDatabaseForOne()).db, dataFolder)
  await writeFile(file, JSON.stringify(earlier))
  expect(await load()).toEqual(earlier)
  await writeFile(file, JSON.stringify({ ...earlier, cookies: ['x'.repeat(43)] }))
  expect(await load()).toEqual(earlier)
})

test.each([
  ['no JSON', 'none'],
  ['no keys', '{}'],
  ['no secret for cookies', '{ "signing": {}, "cookies": [] }'],
  ['a short secret for cookies', '{ "signing": {}, "cookies": ["secret"] }'],
])('a file with %s is named, and kept', async (_what, text) => {
  await writeFile(file, text)
  await expect(load()).rejects.toMatchObject({
    message: expect.stringContaining(`keys in ${file} cannot be read`),
    cause: expect.any(Error),
  })
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('keys that cannot be stored are not used', async () => {
  await database.pool.query(`create function refuse() returns trigger language plpgsql as 'begin raise ''full''; end';
    create trigger refuse before insert on provider_key for each row execute function refuse()`)
  await expect(load()).rejects.toThrow('full')
})
