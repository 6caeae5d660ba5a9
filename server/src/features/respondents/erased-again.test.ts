import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { protectMany } from '#server/domain/respondents/protect-many.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { restoreBackup } from '#server/platform/backup/read-backup.ts'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import { importFile } from '#server/features/imports/service.ts'
import { importProgram } from '#server/features/imports/testing/import-program.ts'
import type { ImportProgram } from '#server/features/imports/testing/import-program.ts'
import { testFile } from '#server/features/imports/testing/test-files.ts'
import { eraseRespondent } from './erase.ts'

let program: ImportProgram
let ctx: Ctx
let folder: string
beforeAll(async () => {
  program = await importProgram()
  ctx = program.ctx
  folder = await mkdtemp(join(tmpdir(), 'gensvar-erased-'))
})
afterAll(async () => {
  await program.close()
  await rm(folder, { recursive: true, force: true })
})

const fresh = (): Ctx => ({ ...ctx, identity: { ...ctx.identity } })
const rows = Array.from(
  { length: 30 },
  (_, index) => `c${index},2024-01-${10 + (index % 18)},r${index % 3},${1 + (index % 5)},person${index}@example.org`,
)
const file = ['customer_id,visited,region,overall_rating,email', ...rows].join('\n')

async function load(survey: string) {
  const { stored } = await importFile(programContext(program.deps, 'import'), {
    universe: 'u',
    survey,
    key: 'customer_id',
    file: await testFile('data.csv', file),
  })
  if (!stored) throw new Error('nothing was stored')
  return stored
}

async function keysOf(surveyId: number): Promise<string[]> {
  const found = program.deps.db.selectFrom('response').select('foreign_id').where('survey_id', '=', surveyId)
  return (await found.execute()).flatMap((row) => row.foreign_id ?? []).toSorted()
}

async function erase(survey: string, surveyId: number, key: string, mayImportAgain: boolean): Promise<void> {
  const { id } = await program.deps.db
    .selectFrom('response')
    .select('id')
    .where('survey_id', '=', surveyId)
    .where('foreign_id', '=', key)
    .executeTakeFirstOrThrow()
  await eraseRespondent(fresh(), survey, { responses: [{ survey, responseId: id }], mayImportAgain })
}

describe('an import of the same rows', () => {
  test('skips who was erased, and says how many, unless they may be imported again', async () => {
    const { surveyId, inserted, erased: none } = await load('again')
    expect({ inserted, none }).toEqual({ inserted: 30, none: 0 })
    await erase('again', surveyId, 'c3', false)
    await erase('again', surveyId, 'c4', true)
    expect(await load('again')).toMatchObject({ inserted: 1, updated: 0, unchanged: 28, erased: 1 })
    const keys = await keysOf(surveyId)
    expect([keys.includes('c3'), keys.includes('c4')]).toEqual([false, true])
    const set = program.deps.db.selectFrom('import_set').select('erased').where('survey_id', '=', surveyId)
    expect((await set.orderBy('id').execute()).map((row) => row.erased)).toEqual([0, 1])
    const hashes = await program.deps.db.selectFrom('erased_key').selectAll().execute()
    expect(hashes).toEqual([{ survey_id: surveyId, key_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  test('skips who was anonymised, so that they are neither named nor counted twice', async () => {
    const { surveyId } = await load('nameless')
    const model = await loadSurveyModel(program.deps, ctx.identity.universe?.id ?? 0, 'nameless')
    const days = { from: null, to: '2024-01-10' }
    const signal = new AbortController().signal
    const reached = await protectMany(fresh(), model, { act: 'anonymise', days, signal, onBatch: () => {} })
    expect(await load('nameless')).toMatchObject({ inserted: 0, erased: reached })
    expect(reached).toBeGreaterThan(0)
    const all = program.deps.db.selectFrom('response').select('id').where('survey_id', '=', surveyId)
    expect(await all.execute()).toHaveLength(30)
  })
})

test('the next backup holds nobody who was erased, and an older one is erased again when it is restored', async () => {
  const { pool, db } = program.deps
  const { surveyId } = await load('saved')
  const source = { pool, dataFolder: join(folder, 'data') }
  const older = join(folder, 'older.backup')
  await writeBackup(source, older, new Date())
  await erase('saved', surveyId, 'c7', false)
  const model = await loadSurveyModel(program.deps, ctx.identity.universe?.id ?? 0, 'saved')
  const signal = new AbortController().signal
  const days = { from: '2024-01-12', to: '2024-01-12' }
  const anonymised = await protectMany(fresh(), model, { act: 'anonymise', days, signal, onBatch: () => {} })
  const before = await keysOf(surveyId)
  const next = join(folder, 'next.backup')
  await writeBackup(source, next, new Date())

  expect(await restoreBackup(source, older, { force: true })).toMatchObject({ erasedAgain: anonymised + 1 })
  expect(await keysOf(surveyId)).toEqual(before)
  expect(before).not.toContain('c7')
  const named = db.selectFrom('response').select('contact').where('survey_id', '=', surveyId)
  expect(JSON.stringify(await named.execute())).not.toContain('person7@')
  // Imports still skip them.
  expect((await load('saved')).erased).toBe(anonymised + 1)

  // The next backup holds what was erased already: nothing is left to do.
  expect(await restoreBackup(source, next, { force: true })).toMatchObject({ erasedAgain: 0 })
  expect(await keysOf(surveyId)).toEqual(before)
})
