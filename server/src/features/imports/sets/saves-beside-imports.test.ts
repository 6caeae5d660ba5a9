import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { sampleAccess } from '#server/domain/samples/sample-access.ts'
import { plainField } from '#server/domain/samples/fields.ts'
import { saveSample } from '#server/domain/samples/save-sample.ts'
import { write } from '#server/domain/write.ts'
import { decideDoubt, listDoubts } from '../doubts/service.ts'
import { importFile } from '../service.ts'
import type { ImportRequest } from '../service.ts'
import { importProgram } from '../testing/import-program.ts'
import type { ImportProgram } from '../testing/import-program.ts'
import { csvOf } from '../testing/planned-file.ts'
import { testFile } from '../testing/test-files.ts'
import { removeImportSet } from './undo.ts'

// What somebody saves of a response while an import, a decision or an undoing is under way.

let program: ImportProgram
let ctx: Ctx
let made = 0
let survey = ''
beforeAll(async () => {
  program = await importProgram()
  ctx = program.ctx
})
afterAll(() => program.close())

const fresh = (): Ctx => ({ ...ctx, identity: { ...ctx.identity } })
const headers = ['id', 'region', 'store', 'visited', 'overall_rating', 'helpful_rating']

/** A file of responses with the ids 0, 1, ..., one in ten of which has a rating below its scale. */
function rows(count: number, store = (index: number) => `s${index % 6}`, rating = (index: number) => 1 + (index % 5)) {
  return csvOf(headers, count, (index) => [
    ...[index, `r${index % 3}`, store(index), `2024-01-${10 + (index % 18)}`],
    ...[index % 10 === 5 ? 0 : rating(index), 2],
  ])
}

async function load(text: string, more: Partial<ImportRequest> = {}): Promise<number> {
  const file = await testFile('data.csv', text)
  const request = { universe: 'u', survey, key: 'id', hierarchy: ['region', 'store'], ...more, file }
  const { stored } = await importFile(programContext(program.deps, 'import'), request)
  if (!stored) throw new Error('nothing was stored')
  return stored.importSetId
}

async function newSurvey(): Promise<void> {
  survey = `s${++made}`
  await load(rows(120))
}

const undo = (id: number) => removeImportSet(fresh(), survey, id)
const doubt = async () => {
  const found = (await listDoubts(fresh(), survey)).doubts.find(({ id }) => id === 'below:overall_rating')
  if (!found) throw new Error('there is no doubt')
  return found
}
const surveyId = async () => (await sampleAccess(fresh(), survey)).model.id
const response = async (key: string) =>
  program.deps.db
    .selectFrom('response')
    .select(['id', 'answers', 'version', 'unit_ids'])
    .where('survey_id', '=', await surveyId())
    .where('foreign_id', '=', key)
    .executeTakeFirstOrThrow()

/** Saves answers in a transaction that is committed once `work` waits for it, or has ended. */
async function savedDuring<T>(key: string, answers: object, work: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  const { id } = await response(key)
  const saving = await program.deps.pool.connect()
  try {
    await saving.query('begin')
    await saving.query('update response set answers = answers || $2, version = version + 1 where id = $1', [
      id,
      answers,
    ])
    const [working] = [Promise.allSettled([work()])]
    await waitingOr(working)
    await saving.query('commit')
    const [result] = await working
    return result
  } finally {
    saving.release()
  }
}

/** Resolves when something waits for a lock, or when the work has ended without. */
async function waitingOr(work: Promise<unknown>): Promise<void> {
  let isOver = false
  void work.then(() => (isOver = true))
  await vi.waitFor(async () => {
    const { rowCount } = await program.deps.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(isOver || rowCount === 1).toBe(true)
  }, 20_000)
}

test('a decision that rewrites answers keeps the one that is saved at the same moment', async () => {
  await newSurvey()
  const { id, version } = await doubt()
  await savedDuring('5', { overall_rating: 4 }, () => decideDoubt(fresh(), survey, id, { choice: 'blank', version }))
  expect((await response('5')).answers).toMatchObject({ overall_rating: 4 })
  expect((await response('15')).answers).not.toHaveProperty('overall_rating')
})

test('an import that decides something does not take a save at the same moment for its own', async () => {
  await newSurvey()
  const decisions = [{ id: 'below:overall_rating', choice: 'blank' }]
  const set = await savedDuring('75', { helpful_rating: 5 }, () => load(rows(10), { decisions }))
  if (set.status === 'rejected') throw set.reason
  expect((await response('75')).answers).toMatchObject({ helpful_rating: 5 })
  await undo(set.value)
  expect((await response('75')).answers).toMatchObject({ helpful_rating: 5, overall_rating: 0 })
})

test('an import is not undone over what is saved at the same moment', async () => {
  await newSurvey()
  const set = await load(rows(20, undefined, () => 1))
  const undone = await savedDuring('7', { helpful_rating: 5 }, () => undo(set))
  expect(undone).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
  expect((await response('7')).answers).toMatchObject({ helpful_rating: 5, overall_rating: 1 })
})

test('a version that somebody opened never comes back with other contents', async () => {
  await newSurvey()
  const versions = [(await response('7')).version]
  const first = await load(rows(20, undefined, () => 1))
  versions.push((await response('7')).version)
  const second = await load(rows(20, undefined, () => 4))
  versions.push((await response('7')).version)
  await undo(second)
  versions.push((await response('7')).version)
  expect((await response('7')).answers).toMatchObject({ overall_rating: 1 })
  // What the later one restored is not a change that keeps the earlier one.
  await undo(first)
  versions.push((await response('7')).version)
  expect((await response('7')).answers).toMatchObject({ overall_rating: 3 })
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  const made = await load(rows(130, undefined, () => 5))
  const changed = await load(rows(130, undefined, () => 1))
  await undo(changed)
  expect(await undo(made)).toMatchObject({ removed: 10 })
})

/** A sample at a place, whose place can be changed. */
async function newSample(): Promise<number> {
  const { unit_ids, answers } = await response('0')
  const { id } = await program.deps.db
    .insertInto('response')
    .values({
      survey_id: await surveyId(),
      state: 1,
      event_date: new Date().toISOString().slice(0, 10),
      answers: JSON.stringify({ region: answers['region'], store: answers['store'] }),
      contact: '{}',
      unit_ids,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const unitsOf = async (id: number) => {
  const { unit_ids } = await program.deps.db
    .selectFrom('response')
    .select('unit_ids')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return program.deps.db.selectFrom('unit').select('ext_name').where('id', 'in', unit_ids).execute()
}

/** Moves a sample to a store; `before` the save ends, `work` is done. */
async function move(sample: number, store: string, work: () => Promise<void> = async () => {}): Promise<void> {
  const access = await sampleAccess(fresh(), survey)
  await write(fresh(), async (tx) => {
    const values = { region: 'r0', store }
    const defs = [plainField('region'), plainField('store')]
    await saveSample(tx, access, { id: sample }, { values, defs, version: 1, overwrite: true })
    await work()
  })
}

test('an import is not undone while somebody moves a sample to a place that it brought', async () => {
  await newSurvey()
  const sample = await newSample()
  const set = await load(rows(20, () => 'new'))
  let undone: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([])
  await move(sample, 'new', async () => {
    undone = Promise.allSettled([undo(set)])
    await waitingOr(undone)
  })
  expect(await undone).toMatchObject([{ status: 'rejected', reason: { code: 'conflict' } }])
  expect(await unitsOf(sample)).toEqual([{ ext_name: 'new' }])
})

test('a sample is not moved to a place that is removed at the same moment', async () => {
  await newSurvey()
  const sample = await newSample()
  await load(rows(20, () => 'new'))
  const removing = await program.deps.pool.connect()
  try {
    // As an import is undone: the survey is locked, then its units are removed.
    await removing.query('begin')
    await removing.query('select from survey where id = $1 for update', [await surveyId()])
    const moved = Promise.allSettled([move(sample, 'new')])
    await waitingOr(moved)
    await removing.query(
      "delete from unit where ext_name = 'new' and view_id in (select id from view where survey_id = $1)",
      [await surveyId()],
    )
    await removing.query('commit')
    expect(await moved).toMatchObject([{ status: 'rejected', reason: { code: 'validation' } }])
    expect(await unitsOf(sample)).toHaveLength(1)
  } finally {
    removing.release()
  }
})
