import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import type { Deps } from '../../platform/context.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/log.ts'
import { authorise } from '../../platform/rights/authorise.ts'
import { identify } from '../../platform/rights/identify.ts'
import { testDatabase } from '../../testing/postgres.ts'
import type { TestDatabase } from '../../testing/postgres.ts'
import { testAnalytics } from '../../testing/survey-data.ts'
import type { Command } from '../command.ts'
import { runCommand } from '../run.ts'
import { importCommand } from './import.ts'
import { query } from './query.ts'

let database: TestDatabase
let deps: Deps
let closeAnalytics: () => Promise<void>
let folder = ''

beforeAll(async () => {
  database = await testDatabase()
  const opened = await testAnalytics(database)
  closeAnalytics = opened.close
  deps = {
    config: readConfig({}),
    db: database.db,
    pool: database.pool,
    analytics: opened.analytics,
    clock: systemClock,
    log: createLogger('silent'),
    identify,
    authorise,
  }
  folder = await mkdtemp(join(tmpdir(), 'gensvar-import-test-'))
})

afterAll(async () => {
  await closeAnalytics()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function run(command: Command, args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const print = (text: string): void => void (out += text)
  const note = (text: string): void => void (err += text)
  const code = await runCommand(command, args, { deps, cwd: folder, print, note, signal: new AbortController().signal })
  return { code, out, err }
}

const rows = Array.from({ length: 60 }, (_, index) => ({
  id: index,
  region: `r${index % 3}`,
  store: `s${index % 6}`,
  day: `2024-01-${10 + (index % 20)}`,
  rating: 1 + (index % 5),
  recommended: index % 2,
}))

async function writeCsv(name: string): Promise<void> {
  const lines = rows.map((row) => Object.values(row).join(';'))
  await writeFile(join(folder, name), [Object.keys(rows[0] ?? {}).join(';'), ...lines].join('\n'))
}

test('the figures of an import are those of its file', async () => {
  await writeCsv('visits.csv')
  const done = await run(importCommand, ['visits.csv', '--universe', 'u', '--survey', 'visits', '--key', 'id'])
  expect(done).toMatchObject({ code: 0 })
  expect(done.out).toContain('Hierarchy: region > store (found by itself).')
  expect(done.out).toContain('60 rows: 60 added, 0 updated, 0 unchanged.')
  expect(done.err).toContain('Storing the rows: 100 %')
  const indicators = 'mean(rating),share(recommended,1),mean(recommended),count()'
  const asked = await run(query, [
    '--survey',
    'visits',
    '--by',
    'region',
    '--indicators',
    indicators,
    '--format',
    'json',
  ])
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const expected = ['r0', 'r1', 'r2'].map((region) => {
    const own = rows.filter((row) => row.region === region)
    const share = mean(own.map((row) => row.recommended))
    return {
      region,
      'mean(rating)': mean(own.map((row) => row.rating)),
      'share(recommended,1)': share * 100,
      'mean(recommended)': share,
      'count()': own.length,
    }
  })
  expect(JSON.parse(asked.out)).toEqual(expected)
})

test('a dry run prints the report and the configuration and stores nothing', async () => {
  await writeCsv('dry.csv')
  const { code, out } = await run(importCommand, ['dry.csv', '--universe', 'dry', '--survey', 'dry', '--dry-run'])
  expect(code).toBe(0)
  expect(out).toMatch(/rating +rating +scale 1-5 +1 to 5 +0 +5 +main rating/)
  expect(out).toContain('Give --key id')
  expect(out).toContain('pages:')
  expect(out).toContain('Nothing was changed. 60 rows can be imported.')
  expect(await database.db.selectFrom('universe').where('name', '=', 'dry').selectAll().execute()).toEqual([])
})

test.each([
  [['visits.csv', '--survey', 's'], 2, '--universe is missing'],
  [['visits.csv', '--universe', 'u'], 2, '--survey is missing'],
  [['--universe', 'u', '--survey', 's'], 2, 'FILE is missing'],
  [['none.csv', '--universe', 'u', '--survey', 's'], 1, 'There is no file'],
  [['visits.csv', '--universe', 'u', '--survey', 's', '--config', 'none.yaml'], 1, 'There is no file'],
  [['visits.csv', '--universe', 'u', '--survey', 's', '--date-format', 'x'], 2, 'is not a date format'],
])('%j ends with %i and words', async (args, code, words) => {
  await writeCsv('visits.csv')
  const result = await run(importCommand, args)
  expect(result).toMatchObject({ code, err: expect.stringContaining(words) })
})

test('a second import without a key ends with 1 and says what to give', async () => {
  await writeCsv('twice.csv')
  const args = ['twice.csv', '--universe', 'u', '--survey', 'twice']
  expect(await run(importCommand, args)).toMatchObject({ code: 0 })
  expect(await run(importCommand, args)).toMatchObject({ code: 1, err: expect.stringContaining('Give --key COLUMN') })
})
