import { maxMovedAtOnce } from '@gensvar/contract/units'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { write } from '#server/domain/write.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { unitTask } from './service.ts'
import { makeUnits, openUnits } from './testing/units-bench.ts'
import type { UnitsBench } from './testing/units-bench.ts'
import { noteTaskDone } from './unit-task-store.ts'

const many = maxMovedAtOnce + 1

let board: Dashboard
let admin: Caller
let engine: TaskEngine | null = null

beforeAll(async () => {
  ;({ board, admin } = await openUnits())
})
afterEach(async () => {
  await engine?.stop()
  engine = null
  await board.deps.db.deleteFrom('task').execute()
})
afterAll(() => board.close())

/** A hierarchy whose Gothenburg has more responses than a request moves. */
async function makeMany(more: Parameters<typeof makeUnits>[1] = {}): Promise<UnitsBench & { id: number }> {
  const units = await makeUnits(board, more)
  const id = await units.unit('Sweden', 'Gothenburg')
  await sql`insert into response (survey_id, event_date, completed_at, answers, unit_ids)
            select ${units.surveyId}, '2026-01-01'::date + n % 60, now(),
                   '{"country":"Sweden","store":"Gothenburg","rating":3}', array[${id}::int]
              from generate_series(1, ${many - 2}) n`.execute(board.deps.db)
  await write(programContext(board.deps, 'test'), (tx) => tx.surveyChanged(units.surveyId))
  return { ...units, id }
}

function work(): void {
  engine = new TaskEngine(board.deps, [unitTask])
  engine.start()
}

const listed = async (units: UnitsBench, call: Caller = admin) =>
  (await call('GET', `/rest/units/tasks/${units.survey}`)).body.tasks

const places = (units: UnitsBench) => units.counted()
const before = { 'Sweden/Stockholm': 2, 'Sweden/Gothenburg': many, 'Norway/Oslo': 1 }

test('a move of very many responses is a task: with progress, then in the figures, and done once however often it runs', async () => {
  const units = await makeMany()
  const { db } = board.deps
  const norway = await units.unit('Norway')
  const answer = await units.move(admin, units.id, { parentId: norway })
  expect(answer).toMatchObject({ status: 200, body: { unitId: null, touches: { responses: many } } })
  const { task } = answer.body
  // Asked for twice, it is done once.
  expect((await units.move(admin, units.id, { parentId: norway })).body.task).toBe(task)
  expect(await places(units)).toEqual(before)
  expect(await listed(units)).toMatchObject([
    { id: task, act: 'move', name: 'Gothenburg', to: 'Norway', state: 'waiting' },
  ])
  // It is whoever asked for it who sees it.
  expect(await listed(units, await board.as({ admin: true }))).toEqual([])
  work()
  await expect.poll(async () => (await listed(units))[0].state, { timeout: 60_000 }).toBe('done')
  expect((await listed(units))[0]).toMatchObject({ progress: { done: many, total: many }, reason: '' })
  expect(await places(units)).toEqual({ 'Sweden/Stockholm': 2, 'Norway/Gothenburg': many, 'Norway/Oslo': 1 })
  expect(await units.figure(admin, 'country=Norway')).toBe(many + 1)
  // Its server died before it could say so: the next run moves nothing.
  const version = await units.version(units.id)
  await db.updateTable('task').set({ state: 'OPEN', finished: null }).where('id', '=', task).execute()
  engine?.wake()
  await expect.poll(async () => (await listed(units))[0].state, { timeout: 60_000 }).toBe('done')
  expect(await units.version(units.id)).toBe(version)
  // What is done stays done.
  await admin('POST', `/rest/units/cancel/${units.survey}/${task}`)
  expect((await listed(units))[0].state).toBe('done')
})

test('a merge too, and the smaller ones are done at once', async () => {
  const units = await makeMany()
  const stockholm = await units.unit('Sweden', 'Stockholm')
  const { body } = await units.merge(admin, units.id, { into: stockholm })
  expect(body).toMatchObject({ unitId: null, task: expect.any(Number) })
  work()
  await expect.poll(async () => (await listed(units))[0].state, { timeout: 60_000 }).toBe('done')
  expect(await places(units)).toEqual({ 'Sweden/Stockholm': many + 2, 'Norway/Oslo': 1 })
  const oslo = await units.unit('Norway', 'Oslo')
  const moved = await units.move(admin, oslo, { parentId: await units.unit('Sweden') })
  expect(moved.body).toMatchObject({ unitId: oslo, task: null })
})

test('of a unit that changed since, or of an administrator who may no longer, nothing moves and the reason is told', async () => {
  const units = await makeMany()
  const norway = await units.unit('Norway')
  await units.move(admin, units.id, { parentId: norway })
  const version = await units.version(units.id)
  await admin('PUT', `/rest/units/unit/${units.survey}/${units.id}`, {
    ...{ titles: { en: 'West' }, aliases: [], validFrom: null, validTo: null, ownerUserId: null },
    version,
  })
  const gone = await board.as({ admin: true })
  await units.move(gone, units.id, { parentId: norway })
  const { db } = board.deps
  await sql`update user_universe set admin = false where user_id =
            (select max(owner_id) from task)`.execute(db)
  work()
  await expect.poll(async () => (await listed(units))[0].state, { timeout: 60_000 }).toBe('failed')
  expect((await listed(units))[0].reason).toMatch(/changed this unit meanwhile/)
  // Whoever lost the right is refused, though nothing changed since they asked.
  const states = () => db.selectFrom('task').select('state').orderBy('id').execute()
  await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'FAILED' }, { state: 'FAILED' }])
  expect(await places(units)).toEqual(before)
})

test('cancelled while it runs, it has changed nothing', async () => {
  const units = await makeMany()
  const { db } = board.deps
  const { task } = (await units.move(admin, units.id, { parentId: await units.unit('Norway') })).body
  // Somebody holds the survey, so the run is in the middle of its write.
  const held = Promise.withResolvers<null>()
  onTestFinished(() => held.resolve(null))
  const isHeld = Promise.withResolvers<null>()
  const holding = db.transaction().execute(async (trx) => {
    await trx.selectFrom('survey').select('id').where('id', '=', units.surveyId).forUpdate().execute()
    isHeld.resolve(null)
    await held.promise
  })
  await isHeld.promise
  work()
  await expect.poll(async () => (await listed(units))[0].state, { timeout: 60_000 }).toBe('running')
  const stranger = await board.as({ admin: true })
  expect((await stranger('POST', `/rest/units/cancel/${units.survey}/${task}`)).status).toBe(404)
  expect((await admin('POST', `/rest/units/cancel/${units.survey}/${task}`)).status).toBe(200)
  expect((await listed(units))[0].state).toBe('cancelled')
  await engine?.stop()
  held.resolve(null)
  await holding
  expect(await places(units)).toEqual(before)
  expect(await units.figure(admin, 'country=Norway')).toBe(1)
  // A run that has not noticed yet finds out at its end, in the write that it then takes back.
  expect(await db.transaction().execute((trx) => noteTaskDone({ db: trx } as never, task))).toBe(false)
})

test('how many responses move is not told in an anonymous survey', async () => {
  const units = await makeMany({ config: 'anonymity: { filters: [] }' })
  await units.move(admin, units.id, { parentId: await units.unit('Norway') })
  work()
  await expect.poll(async () => (await listed(units))[0].state, { timeout: 60_000 }).toBe('done')
  expect((await listed(units))[0].progress).toBeNull()
})
