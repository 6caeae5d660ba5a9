import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { runForTest } from '../testing/run-for-test.ts'
import { settingsCommand } from './settings.ts'

let server: TestApp
let folder = ''

beforeAll(async () => {
  server = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'gensvar-settings-'))
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

function run(...args: string[]) {
  return runForTest(settingsCommand, args, server.deps, folder)
}

async function set(text: string) {
  await writeFile(join(folder, 'server.yaml'), text)
  return run('server.yaml')
}

const shown = async () => (await server.app.inject({ url: '/config/client' })).json()

const given = `
server:
  language: sv
  upgrade: { reopens: "2026-12-01T06:00:00+01:00" }
  forward: { finland: { universes: [fi1], address: "https://login.example.fi" } }
`

test('what a file says is what the server tells from then on, in place of all before', async () => {
  expect((await set(given)).exitCode).toBe(0)
  expect(await shown()).toMatchObject({
    language: 'sv',
    upgrade: { reopens: '2026-12-01T06:00:00+01:00' },
    forward: { finland: 'https://login.example.fi' },
  })
  expect(parse((await run()).printed)).toEqual(parse(given))
  expect((await set('server: { language: fi }')).exitCode).toBe(0)
  expect(await shown()).toMatchObject({ language: 'fi', upgrade: null, forward: { finland: null } })
  const noted = await server.deps.db.selectFrom('audit').select('object').where('action', '=', 'settings.set').execute()
  expect(noted).toEqual([{ object: 'server.yaml' }, { object: 'server.yaml' }])
})

test('what is wrong is told with line and column, and changes nothing', async () => {
  const before = await shown()
  const wrong = await set('server:\n  language: sv\n  upgrade: { reopens: tomorrow }\n')
  expect(wrong.exitCode).toBe(2)
  expect(wrong.noted).toMatch(/server\.yaml, line 3, column 23 \(server\.upgrade\.reopens\): write a moment as/)
  expect((await set('server: { langage: sv }')).noted).toMatch(/line 1, column \d+.*langage.*language/)
  expect((await set('language: sv')).exitCode).toBe(2)
  expect((await run('missing.yaml')).noted).toContain('missing.yaml cannot be read')
  expect(await shown()).toEqual(before)
})

test.each([
  ['NUL', 'server: { systemMessage: { text: "a\\0b" } }', 'server.systemMessage.text must not contain NUL'],
  ['half a surrogate pair', 'server: { systemMessage: { text: "a\\ud800" } }', 'server.systemMessage.text must not'],
  ['a NUL outside of texts', 'server: { language: sv } # \0', 'server.yaml: the text must not contain NUL'],
])('a file with %s is refused by the setting', async (_, text, words) => {
  const { exitCode, noted } = await set(text)
  expect(noted).toContain(words)
  expect(exitCode).toBe(2)
})
