import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { compose } from '#server/compose.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLogger } from '#server/platform/log.ts'
import { readServices } from '#server/platform/services.ts'
import { testDatabaseForOne } from '#server/testing/postgres.ts'
import { testDeps } from '#server/testing/test-app.ts'
import { loaderOf } from '../commands.ts'
import { runForTest } from '../testing/run-for-test.ts'
import { restore } from './restore.ts'

const page = fileURLToPath(new URL('../../../../docs/operations.md', import.meta.url))

test('every command of the page for operators runs, a restored backup included, and its settings are ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-operations-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'settings.yaml'), 'server: { egress: { allow: [hooks.example.org] } }\n')
  const text = await readFile(page, 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('npm run -s gensvar -- '))
  expect(lines.length).toBeGreaterThan(5)
  const source = await testDeps()
  onTestFinished(() => source.close())
  const log = createLogger('silent')
  for (const line of lines) {
    const [name = '', ...args] = line
      .replace('npm run -s gensvar -- ', '')
      .replaceAll('/var/backups', folder)
      .split(' ')
    if (name === 'restore') {
      const target = await testDatabaseForOne()
      const config = readConfig({ GENSVAR_DATA: join(folder, 'data'), DATABASE_URL: target.url })
      const told: string[] = []
      await restore.run(args, {
        deps: { config, log },
        ...{ cwd: folder, print: () => {}, note: (words: string) => void told.push(words) },
        ...{ signal: new AbortController().signal, address: null },
      })
      expect(told.at(-1)).toBe('Done.\n')
      const restored = await compose(config)
      const users = await restored.deps.db.selectFrom('app_user').select('username').execute()
      await restored.close()
      expect(users.map(({ username }) => username)).toContain('root@example.com')
      continue
    }
    const command = await loaderOf(name ?? '')?.()
    expect(command, line).toBeDefined()
    if (command) expect(await runForTest(command, args, source.deps, folder), line).toMatchObject({ exitCode: 0 })
  }
  // The settings of the first installation, as they would be read at its start.
  const exports = [...text.matchAll(/^export (.+)$/gm)].flatMap(([, all = '']) => [
    ...all.matchAll(/(\w+)=("[^"]*"|\S+)/g),
  ])
  const env = Object.fromEntries(exports.map(([, key = '', value = '']) => [key, value.replaceAll('"', '')]))
  await writeFile(join(folder, 'database-url'), 'postgres://gensvar:x@db.example.org/gensvar')
  await writeFile(join(folder, 'smtp-url'), 'smtp://mail.example.com:587')
  for (const [key, value] of Object.entries(env))
    if (key.endsWith('_FILE')) env[key] = value.replace('/etc/gensvar', folder)
  const config = readConfig(env)
  expect(config).toMatchObject({ mode: 'production', publicUrl: 'https://survey.example.com', demo: false })
  for (const [, services = ''] of text.matchAll(/npm start -- (--services=\w+)/g))
    expect(readServices([services], config).size).toBe(1)
  for (const [setting] of text.matchAll(/GENSVAR_[A-Z_]+(?==)/g))
    expect(await readFile(join(page, '../../README.md'), 'utf8'), setting).toContain(setting.replace(/_FILE$/, ''))
}, 60_000)
