import { mkdtemp, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT, importJWK, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { loadProviderKeys, publicKey } from './keys.ts'

let dataFolder = ''
let folder = ''
let file = ''

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'gensvar-keys-'))
  folder = join(dataFolder, 'identity-provider')
  file = join(folder, 'keys.json')
  return () => rm(dataFolder, { recursive: true, force: true })
})

test('keys are made on first use, and read from then on', async () => {
  const made = await loadProviderKeys(dataFolder)
  expect(made).toMatchObject({ signing: { kid: expect.stringMatching(/^[0-9a-f]{16}$/), use: 'sig', alg: 'RS256' } })
  expect(made.cookies).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  expect(await loadProviderKeys(dataFolder)).toEqual(made)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(made)
})

test('only their owner can read them, and nothing else is left beside them', async () => {
  await loadProviderKeys(dataFolder)
  expect(await readdir(folder)).toEqual(['keys.json'])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('processes that start together have the same keys', async () => {
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadProviderKeys(dataFolder)))
  expect(new Set(loaded.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(await loadProviderKeys(dataFolder)).toEqual(loaded[0])
  expect(await readdir(folder)).toEqual(['keys.json'])
})

test('the public half verifies what the private one signs, and holds nothing else', async () => {
  const keys = await loadProviderKeys(dataFolder)
  const shown = publicKey(keys)
  expect(Object.keys(shown).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  const key = await importJWK(keys.signing, 'RS256')
  const token = await new SignJWT({ sub: 'anna' }).setProtectedHeader({ alg: 'RS256' }).sign(key)
  expect((await jwtVerify(token, await importJWK(shown, 'RS256'))).payload).toEqual({ sub: 'anna' })
})

test.each([
  ['no JSON', 'none'],
  ['no keys', '{}'],
  ['no secret for cookies', '{ "signing": {}, "cookies": [] }'],
  ['a short secret for cookies', '{ "signing": {}, "cookies": ["secret"] }'],
])('a file with %s is named, and kept', async (_what, text) => {
  await mkdir(folder)
  await writeFile(file, text)
  await expect(loadProviderKeys(dataFolder)).rejects.toMatchObject({
    message: expect.stringContaining(`keys in ${file} cannot be read`),
    cause: expect.any(Error),
  })
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('keys that cannot be stored are not used', async () => {
  await mkdir(folder)
  await symlink(join(dataFolder, 'nowhere', 'keys.json'), file)
  await expect(loadProviderKeys(dataFolder)).rejects.toThrow('EEXIST')
  expect(await readdir(folder)).toEqual(['keys.json'])
})
