import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compose } from '#server/compose.ts'
import { appendChange } from '#server/domain/figures/feed/change-log.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Deps } from '#server/domain/context.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabaseForOne } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import { runForTest } from '../testing/run-for-test.ts'
import { backup } from './backup.ts'
import { query } from './query.ts'
import { rebuild } from './rebuild-analytics.ts'
import { restore } from './restore.ts'

const questions = {
  shop: { type: 'single', choices: ['a', 'b'] },
  rating: { type: 'scale', min: 1, max: 5 },
} as const

async function figures(deps: Deps): Promise<unknown> {
  const indicators = 'mean(rating),median(rating),nps(rating),count()'
  const args = ['--survey', 'visits', '--by', 'shop', '--indicators', indicators, '--format', 'json']
  const { exitCode, printed, noted } = await runForTest(query, args, deps)
  expect({ exitCode, noted }).toEqual({ exitCode: 0, noted: '' })
  return JSON.parse(printed)
}

test.each([
  ['a file that is not there', null, /There is no file/],
  ['a file of another program', 'a,b\n1,2\n', /not a backup of Gensvar\. Nothing was changed/],
])('%s is refused before a data folder is made', async (_what, content, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-restore-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'given.backup')
  if (content !== null) await writeFile(file, content)
  const config = readConfig({ GENSVAR_DATA: join(folder, 'data') })
  const deps = { config, log: createLogger('silent') }
  const signal = new AbortController().signal
  const call = restore.run([file], { deps, cwd: folder, print: () => {}, note: () => {}, signal, address: null })
  await expect(call).rejects.toThrow(words)
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

async function addOne(deps: Deps, surveyId: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const rows = [{ date: '2026-03-02', answers: { shop: 'b', rating: 2 } }]
    await appendChange(trx, surveyId, await addResponses(trx, surveyId, rows))
  })
}

test('a restored database gives the same figures, from the feed and rebuilt, and goes on from there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-restore-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const source = await testDeps()
  onTestFinished(() => source.close())
  const rows = Array.from({ length: 40 }, (_, index) => ({
    date: '2026-03-01',
    answers: { shop: index % 3 ? 'a' : 'b', rating: 1 + (index % 5) },
  }))
  const { surveyId } = await makeSurvey(source.deps.db, {
    extName: 'visits',
    questions,
    views: { organisation: ['shop'] },
    rows,
  })
  // A change the feed has not processed yet when the backup is made.
  await source.deps.analytics.feed.stop()
  await addOne(source.deps, surveyId)
  expect((await runForTest(backup, ['all.backup'], source.deps, folder)).exitCode).toBe(0)
  // The expected figures: those of a store rebuilt from PostgreSQL.
  const fresh = await testAnalytics(source.deps)
  onTestFinished(() => fresh.close())
  const before = await figures({ ...source.deps, analytics: fresh.analytics })

  const target = await testDatabaseForOne()
  const config = readConfig({ GENSVAR_DATA: join(folder, 'data'), DATABASE_URL: target.url })
  const log = createLogger('silent')
  const told: string[] = []
  await restore.run(['all.backup'], {
    deps: { config, log },
    cwd: folder,
    print: () => {},
    note: (text) => void told.push(text),
    signal: new AbortController().signal,
    address: null,
  })
  expect(told.at(-1)).toBe('Done.\n')
  const { deps, close } = await compose(config)
  try {
    expect(await figures(deps)).toEqual(before)
    await runForTest(rebuild, [], deps)
    expect(await figures(deps)).toEqual(before)
    await Promise.all([addOne(deps, surveyId), addOne(source.deps, surveyId)])
    const after = await figures(deps)
    expect(after).not.toEqual(before)
    expect(after).toEqual(await figures({ ...source.deps, analytics: fresh.analytics }))
  } finally {
    await close()
  }
})
