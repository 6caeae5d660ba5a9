import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { write } from '#server/domain/write.ts'
import { insertSamples } from '#server/features/sample-list/insert-samples.ts'
import { importFile } from '#server/features/imports/service.ts'
import { testFile } from '#server/features/imports/testing/test-files.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { createSurvey, smallSurvey } from '#server/testing/factories.ts'
import { createHookRow } from '#server/testing/script-rows.ts'
import { sampleAccess } from '../sample-access.ts'
import { saveSample } from '../save-sample.ts'
import { handleUpdates } from './handle-updates.ts'
import { updatesTask } from './updates-task.ts'

let board: Dashboard
let ctx: Ctx
beforeAll(async () => {
  board = await openDashboard()
  ctx = await board.contextAs({ isRoot: true })
})
afterAll(() => board.close())

interface Hooked {
  survey: string
  surveyId: number
  responseIds: number[]
  scriptId: number
}

async function hooked(text: string, config = ''): Promise<Hooked> {
  const { universeId, deps } = board
  const { surveyId, extName, responseIds } = await createSurvey(deps.db, universeId, { ...smallSurvey, config })
  const scriptId = await createHookRow(deps.db, { surveyId, universeId }, 'HANDLE_SAMPLE_UPDATED', text)
  return { survey: extName, surveyId, responseIds, scriptId }
}

/** Saves the last response of the small survey, which is a sample. */
async function save({ survey, responseIds }: Hooked, values: Record<string, string>) {
  const access = await sampleAccess(ctx, survey)
  const id = responseIds.at(-1) ?? 0
  const { version } = await readCase(ctx, access, id)
  const defs = Object.keys(values).map((question) => ({
    ...{ question, optional: true, cancelledComment: false, approvedComment: false },
  }))
  await write(ctx, (tx) => saveSample(tx, access, { id }, { values, defs, version, overwrite: false }))
  return id
}

const waiting = ({ surveyId }: Hooked) =>
  board.deps.db.selectFrom('sample_update').selectAll().where('survey_id', '=', surveyId).orderBy('id').execute()
const response = (id: number) =>
  board.deps.db.selectFrom('response').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const events = async ({ scriptId }: Hooked) =>
  (await board.deps.db.selectFrom('script_event').where('script_id', '=', scriptId).select('message').execute()).map(
    ({ message }) => message,
  )
const comments = ({ surveyId }: Hooked) =>
  board.deps.db
    .selectFrom('response_comment as c')
    .innerJoin('response as r', 'r.id', 'c.response_id')
    .select('message')
    .where('survey_id', '=', surveyId)
    .execute()
const program = () => programContext(board.deps, 'scripts')
const handle = ({ surveyId }: Hooked, signal = new AbortController().signal) =>
  handleUpdates(program(), surveyId, signal, () => undefined)

const noting = `function main({ sample, change }) {
  return { answers: { comment: 'seen ' + sample.answers.rating + ' ' + JSON.stringify(change) } }
}`

describe('a script that handles samples', () => {
  test('is told of what was changed, after it is committed, and what it writes does not call it again', async () => {
    const made = await hooked(noting)
    const id = await save(made, { rating: '2' })
    const before = await response(id)
    expect(before.answers).not.toHaveProperty('comment')
    expect(await waiting(made)).toMatchObject([{ response_id: id, fields: ['rating'], state_before: 1 }])
    expect(await handle(made)).toBe(1)
    const change = { fields: ['rating'], stateBefore: 1, stateAfter: 1 }
    const after = await response(id)
    expect(after.answers['comment']).toBe(`seen 2 ${JSON.stringify(change)}`)
    expect(after.version).toBe(before.version + 1)
    expect(await waiting(made)).toEqual([])
    const { db } = board.deps
    const audit = db.selectFrom('audit').select(['program', 'details']).where('survey_id', '=', made.surveyId)
    expect(await audit.where('action', '=', 'sample.script').execute()).toEqual([
      { program: 'scripts', details: { responses: [id] } },
    ])
    const [log] = await db
      .selectFrom('response_change')
      .selectAll()
      .where('response_id', '=', id)
      .where('version', '=', after.version)
      .execute()
    expect(log).toMatchObject({ fields: ['comment'], username: 'scripts', user_id: null })
  })

  test('is called by a task, once for what was changed several times', async () => {
    const made = await hooked("function main({ change }) { return { comment: change.fields.join(' ') } }")
    await save(made, { rating: '3' })
    const id = await save(made, { comment: 'why' })
    const tasks = () =>
      board.deps.db.selectFrom('task').select(['state']).where('survey_id', '=', made.surveyId).execute()
    expect(await tasks()).toHaveLength(1)
    const engine = new TaskEngine(board.deps, [updatesTask])
    engine.start()
    try {
      await expect.poll(tasks, { timeout: 60_000 }).toEqual([{ state: 'CLOSED' }])
    } finally {
      await engine.stop()
    }
    const said = board.deps.db.selectFrom('response_comment').select('message').where('response_id', '=', id)
    expect(await said.execute()).toEqual([{ message: 'rating comment' }])
    expect(await waiting(made)).toEqual([])
  })

  test('is told of new samples and of what an import brings, with no change', async () => {
    const text = 'function main({ change }) { return { comment: String(change) } }'
    const made = await hooked(text)
    const access = await sampleAccess(ctx, made.survey)
    const draft = { answers: { country: 'Sweden', store: 'Stockholm' }, contact: {}, eventDate: '2026-02-01' }
    await write(ctx, (tx) => insertSamples(tx, access, [{ ...draft, unitIds: [], eventSource: null }]))
    expect(await waiting(made)).toMatchObject([{ fields: null }])
    await handle(made)
    expect(await comments(made)).toEqual([{ message: 'null' }])
    const imported = async (rows: string) =>
      importFile(program(), {
        ...{ universe: 'samples-of-scripts', survey: 'visits', key: 'id' },
        file: await testFile('more.csv', `id,date,store,rating\n${rows}\n`),
      })
    await imported('a,2026-02-01,Stockholm,1')
    const at = await board.deps.db
      .selectFrom('survey')
      .innerJoin('universe', 'universe.id', 'survey.universe_id')
      .select(['survey.id as surveyId', 'universe.id as universeId'])
      .where('universe.name', '=', 'samples-of-scripts')
      .executeTakeFirstOrThrow()
    const scriptId = await createHookRow(board.deps.db, at, 'HANDLE_SAMPLE_UPDATED', text)
    await imported('a,2026-02-01,Stockholm,2\nb,2026-02-01,Stockholm,3')
    const there = { ...made, surveyId: at.surveyId, scriptId }
    expect(await waiting(there)).toHaveLength(2)
    await handle(there)
    expect(await comments(there)).toEqual([{ message: 'null' }, { message: 'null' }])
  })

  test('has what is wrong in its answers left out and told, as in a form, and keeps the rest', async () => {
    const made = await hooked(`function main() {
      return { answers: { rating: 9, channel: 'moon', nothing: 'x', comment: 'kept', store: 'Oslo' } }
    }`)
    const id = await save(made, { rating: '2' })
    await handle(made)
    expect((await response(id)).answers).toMatchObject({ rating: 2, comment: 'kept', store: 'Oslo', country: 'Norway' })
    expect((await events(made)).toSorted()).toEqual([
      expect.stringContaining(`Response ${id}: There is no question "nothing"`),
      expect.stringMatching(/channel: .*moon/),
      expect.stringMatching(/rating: /),
    ])
  })

  test.each([
    ['fails', 'function main() { throw new Error("no") }', /no/],
    ['answers something else', 'function main() { return { answers: { rating: {} } } }', /does not fit/],
    ['answers what cannot be stored', "function main() { return { comment: 'a\\u0000' } }", /cannot be stored/],
  ])('and %s changes nothing, and is not asked again', async (_how, text, message) => {
    const made = await hooked(text)
    const id = await save(made, { rating: '2' })
    const before = await response(id)
    await handle(made)
    expect(await response(id)).toEqual(before)
    expect((await events(made)).join(' ')).toMatch(message)
    expect(await waiting(made)).toEqual([])
  })

  test('is asked about nothing in an anonymous survey', async () => {
    const anonymity = 'anonymity: { period: quarter, filters: [channel], minimum: [10, 25, 50], comments: 10 }'
    const made = await hooked(noting, anonymity)
    const access = await sampleAccess(ctx, made.survey)
    const draft = { answers: {}, contact: {}, eventDate: '2026-02-01', unitIds: [], eventSource: null }
    await write(ctx, (tx) => insertSamples(tx, access, [draft]))
    expect(await waiting(made)).toEqual([])
  })
})

describe('nothing is lost, and nothing applied twice', () => {
  const counting = "function main({ sample }) { return { answers: { comment: (sample.answers.comment ?? '') + 'x' } } }"

  test('where the handler is stopped, or what it wrote is not committed', async () => {
    const made = await hooked(counting)
    const id = await save(made, { rating: '2' })
    await expect(handle(made, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    await expect(
      write(program(), async (tx) => {
        await handleUpdates(tx, made.surveyId, new AbortController().signal, () => undefined)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect((await response(id)).answers).not.toHaveProperty('comment')
    await handle(made)
    await handle(made)
    expect((await response(id)).answers['comment']).toBe('x')
  })

  test('where two handle the same changes at once, or somebody saves meanwhile', async () => {
    const made = await hooked(counting)
    const id = await save(made, { rating: '2' })
    await Promise.all([handle(made), handle(made)])
    expect((await response(id)).answers['comment']).toBe('x')
    const asking = await hooked("async function main() { await host.figure('count()'); return { comment: 'done' } }")
    const other = await save(asking, { rating: '2' })
    await Promise.all([handle(asking), save(asking, { rating: '4' })])
    await handle(asking)
    expect((await response(other)).answers['rating']).toBe(4)
  })
})
