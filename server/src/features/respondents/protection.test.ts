import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { protectMany } from '#server/domain/respondents/protect-many.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { retentionTask } from './retention-task.ts'
import { listRetentionsDue } from './retention-store.ts'
import { respondentTasks } from './service.ts'
import { openPeople } from './testing/people.ts'
import type { Person } from './testing/people.ts'

const people = await openPeople()
const { deps, db, world, ctx, call, respond, shown, counted, tablesWith } = people
const { survey, anonymous } = world

afterAll(() => people.server.close())
beforeEach(async () => {
  await people.clear({ state: 0 })
  await db.deleteFrom('task').execute()
  await db.updateTable('question').set({ anonymizable: true }).where('variable', '=', 'comment').execute()
  await sql`update survey set model_version = model_version + 1`.execute(db)
})

const person = (index: number): Person => ({
  name: `Robin Marker ${index}`,
  email: `robin.marker${index}@example.org`,
  phone: '',
  foreignId: `robinid-${index}`,
})

/** Stores responses of one day each from 1 January on. */
async function respondents(surveyId: number, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const date = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
    ids.push(await respond(surveyId, person(index), { date, rating: 1 + (index % 5) }))
  }
  return ids
}

/** Runs the tasks that wait until one of them is in a state. */
async function process(taskId: number, state = 'CLOSED'): Promise<void> {
  const engine = new TaskEngine(deps, respondentTasks)
  const stored = () => db.selectFrom('task').select('state').where('id', '=', taskId).executeTakeFirst()
  try {
    engine.start()
    await expect.poll(stored).toEqual({ state })
  } finally {
    await engine.stop()
  }
}

const rowsOf = (surveyId: number) =>
  db
    .selectFrom('response')
    .select(['id', 'foreign_id', 'contact', 'answers', 'record_key'])
    .where('survey_id', '=', surveyId)
    .where('state', '=', 0)
    .orderBy('id')
    .execute()

describe('ANONYMIZE_DATA', () => {
  test('removes who the respondents of some days are, as was told before, and leaves all figures as they were', async () => {
    const ids = await respondents(survey.surveyId, 6)
    await db
      .insertInto('response_comment')
      .values({ response_id: ids[0] ?? 0, username: 'u', message: 'Robin Marker 0 called' })
      .execute()
    const days = { from: '2026-01-01', to: '2026-01-04' }
    const { body: preview } = await call('administrator', 'POST', 'preview/*', days)
    expect(preview).toMatchObject({
      counts: { responses: 4, contacts: 4, keys: 4, comments: 1, alerts: 0 },
      questions: [{ variable: 'comment', answers: 4 }],
      kept: [],
    })
    const before = { shown: await shown(survey.extName), counted: await counted(survey.surveyId) }
    expect(before.shown).toEqual(before.counted)
    const { status, body } = await call('administrator', 'POST', 'anonymise/*', days)
    expect(status).toBe(200)
    await process(body.taskId)
    const rows = await rowsOf(survey.surveyId)
    for (const row of rows.slice(0, 4))
      expect(row).toMatchObject({
        foreign_id: null,
        contact: {},
        answers: { store: 'Oslo', channel: 'web', country: 'Norway', rating: expect.any(Number) },
      })
    expect(rows.slice(0, 4).some(({ answers }) => 'comment' in answers)).toBe(false)
    expect(rows.slice(4).map((row) => row.foreign_id)).toEqual(['robinid-4', 'robinid-5'])
    for (const index of [0, 1, 2, 3]) {
      expect(await tablesWith(`robin.marker${index}`)).toEqual([])
      expect(await tablesWith(`robin marker ${index}`)).toEqual([])
    }
    expect({ shown: await shown(survey.extName), counted: await counted(survey.surveyId) }).toEqual(before)
    expect((await call('administrator', 'POST', 'preview/*', days)).body.counts.responses).toBe(0)
    const { body: rules } = await call('administrator', 'GET', 'rules/*')
    expect(rules.tasks).toMatchObject([{ act: 'anonymise', state: 'done', progress: { done: 4, total: 4 }, ...days }])
  })

  test('goes on where it was stopped, and what it has done stays done', async () => {
    await respondents(survey.surveyId, 5)
    const model = await loadSurveyModelById(deps, survey.surveyId)
    // More than a write holds, so that there is something between two of them.
    await sql`
      insert into response (survey_id, event_date, contact, unit_ids)
      select ${survey.surveyId}, '2025-06-01', '{"name": "Robin Marker"}', '{}' from generate_series(1, 700)`.execute(
      db,
    )
    const stopping = new AbortController()
    const days = { from: null, to: null }
    const run = (signal: AbortSignal, onBatch: (count: number) => void) =>
      protectMany(ctx(), model, { act: 'anonymise', days, signal, onBatch })
    const counts: number[] = []
    const stopped = run(stopping.signal, (count) => {
      counts.push(count)
      stopping.abort(new Error('stopped'))
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(counts).toEqual([500])
    const named = async () => (await rowsOf(survey.surveyId)).filter(({ contact }) => Object.keys(contact).length > 0)
    // The walkers' six samples have a contact as well, and are among the first.
    expect(await named()).toHaveLength(211)
    expect(await run(new AbortController().signal, () => {})).toBe(211)
    expect(await named()).toEqual([])
    const waiting = (await call('root', 'POST', 'anonymise/*', days)).body.taskId
    expect((await call('root', 'POST', `stop/*/${waiting}`)).status).toBe(200)
    const task = db.selectFrom('task').select('state').where('id', '=', waiting)
    expect(await task.executeTakeFirst()).toEqual({ state: 'FAILED' })
  })

  test('keeps in an anonymous survey what its figures count and their noise, and tells no numbers', async () => {
    await respondents(anonymous.surveyId, 3)
    await db.updateTable('response').set({ released: true }).where('survey_id', '=', anonymous.surveyId).execute()
    await db.updateTable('question').set({ anonymizable: true }).where('variable', '=', 'rating').execute()
    await sql`update survey set model_version = model_version + 1`.execute(db)
    const before = await rowsOf(anonymous.surveyId)
    const { body: preview } = await call('root', 'POST', 'preview/*', { from: null, to: null }, anonymous.extName)
    expect(preview).toMatchObject({
      counts: null,
      questions: [{ variable: 'comment', answers: null }],
      kept: [{ variable: 'rating' }],
    })
    const { body } = await call('root', 'POST', 'anonymise/*', { from: null, to: null }, anonymous.extName)
    await process(body.taskId)
    const after = await rowsOf(anonymous.surveyId)
    expect(after.map(({ id, record_key: key, answers }) => ({ id, key, rating: answers['rating'] }))).toEqual(
      before.map(({ id, record_key: key, answers }) => ({ id, key, rating: answers['rating'] })),
    )
    expect(after.every(({ contact, foreign_id: key }) => key === null && Object.keys(contact).length === 0)).toBe(true)
    expect(await tablesWith('robin.marker')).toEqual([])
    const { body: rules } = await call('root', 'GET', 'rules/*', undefined, anonymous.extName)
    expect(rules.tasks).toMatchObject([{ state: 'done', progress: null }])
    const stored = await db.selectFrom('task').selectAll().where('id', '=', body.taskId).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ progress: null, result: null })
    await db.updateTable('question').set({ anonymizable: false }).where('variable', '=', 'rating').execute()
  })
})

describe("a survey's rules", () => {
  const rules = (version: number, anonymiseAfter: number | null, eraseAfter: number | null) =>
    call('administrator', 'PUT', 'retention/*', { anonymiseAfter, eraseAfter, version })

  test('are off at first, are saved by version, and say what they will do', async () => {
    expect((await call('administrator', 'GET', 'rules/*')).body).toMatchObject({
      retention: { anonymiseAfter: null, eraseAfter: null, version: 0 },
      tonight: [],
      refused: null,
    })
    await respond(survey.surveyId, person(1), { date: '2020-01-01' })
    await respond(survey.surveyId, person(2), { date: '2000-01-01' })
    expect((await rules(0, 12, 120)).body).toEqual({ anonymiseAfter: 12, eraseAfter: 120, version: 1 })
    expect(await rules(0, 24, null)).toMatchObject({ status: 409, body: { fields: { version: expect.any(String) } } })
    expect((await rules(1, 0, null)).status).toBe(400)
    const { body } = await call('administrator', 'GET', 'rules/*')
    expect(body.tonight).toMatchObject([
      { act: 'erase', responses: 1 },
      { act: 'anonymise', responses: 2 },
    ])
    expect((await call('regional', 'GET', 'rules/*')).status).toBe(403)
    expect((await call('acting', 'GET', 'rules/*')).body).toMatchObject({ refused: expect.any(String), tonight: [] })
  })

  test('are enforced once a day, at night in the time zone of the survey', async () => {
    await db.deleteFrom('survey_retention').execute()
    await rules(0, 1, 12)
    await db.updateTable('universe').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', survey.universeId).execute()
    const dueAt = (now: string) => listRetentionsDue({ ...ctx(), clock: { now: () => new Date(now) } }, 2)
    // 01:30 and 02:30 in Tokyo.
    expect(await dueAt('2026-05-30T16:30:00Z')).toEqual([])
    expect(await dueAt('2026-05-30T17:30:00Z')).toMatchObject([
      {
        surveyId: survey.surveyId,
        today: '2026-05-31',
        acts: [
          { act: 'erase', to: '2025-05-30' },
          { act: 'anonymise', to: '2026-04-29' },
        ],
      },
    ])
    await db.updateTable('universe').set({ time_zone: 'UTC' }).where('id', '=', survey.universeId).execute()
    const old = await respond(survey.surveyId, person(1), { date: '2001-01-01' })
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const [today, yesterday] = [day(0), day(1)]
    const young = await respond(survey.surveyId, person(2), { date: today })
    // The last one: what is asked for in a night to come is not due yet.
    const night = { ...ctx(), clock: { now: () => new Date(`${yesterday}T03:00:00Z`) } }
    const of = { universeId: null, surveyId: null, ownerId: null, key: null, isLastAttempt: false }
    const task = { ...of, id: 0, payload: {}, done: 0, ctx: night }
    await retentionTask.handle(task, new AbortController().signal, () => {})
    await retentionTask.handle(task, new AbortController().signal, () => {})
    const made = await db
      .selectFrom('task')
      .select(['id', 'survey_id'])
      .where('type', '=', 'ANONYMIZE_DATA')
      .orderBy('id')
      .execute()
    expect(made.map((one) => one.survey_id)).toEqual([survey.surveyId, survey.surveyId])
    for (const { id } of made) await process(id)
    expect((await rowsOf(survey.surveyId)).map(({ id, foreign_id: key }) => ({ id, key }))).toEqual([
      { id: young, key: 'robinid-2' },
    ])
    expect(old).toBeLessThan(young)
    expect(await tablesWith('robin.marker1@')).toEqual([])
    expect(await counted(survey.surveyId)).toEqual(await shown(survey.extName))
  })
})
