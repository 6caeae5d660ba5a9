import { afterAll, beforeAll, expect, test } from 'vitest'
import { escalateAlerts } from '#server/domain/alerts/escalate.ts'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { write } from '#server/domain/write.ts'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { MadeSurvey, TestSurvey } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { escalationTask } from './escalation-task.ts'

// Friday, 15:00 in Stockholm.
const friday = new Date('2026-02-13T14:00:00Z')
let now = friday
let program: TestDeps
let ctx: Ctx
beforeAll(async () => {
  program = await testDeps({ clock: { now: () => now } })
  ctx = programContext(program.deps, 'test')
})
afterAll(() => program.close())

const config = `
timeZone: Europe/Stockholm
alerts:
  - extname: unhappy
    when: rating <= 3
    escalate: [{ after: 4h, to: store }, { after: 2d, to: country }]`

/** A survey whose alerts were raised on Friday, owned by Sweden's owner where one is given. */
async function survey(more: Partial<TestSurvey> = {}): Promise<MadeSurvey> {
  now = friday
  const { id } = await createUniverse(program.deps.db)
  const made = await createSurvey(program.deps.db, id, { ...smallSurvey, config, ...more })
  await write(ctx, async (tx) => raiseAlerts(tx, await loadSurveyModelById(tx, made.surveyId), made.responseIds))
  return made
}

async function owner(made: MadeSurvey, unit: string): Promise<number> {
  const { db } = program.deps
  const roleId = await createRole(db, made.universeId, { surveys: { [made.surveyId]: { canHandleAlerts: true } } })
  const { id } = await createUser(db, { universes: [{ universeId: made.universeId, roleId }] })
  await db
    .updateTable('unit')
    .set({ owner_user_id: id })
    .where('universe_id', '=', made.universeId)
    .where('ext_name', '=', unit)
    .execute()
  await write(ctx, (tx) => tx.surveyChanged(made.surveyId))
  return id
}

const alerts = ({ surveyId }: MadeSurvey) =>
  program.deps.db
    .selectFrom('alert')
    .select(['id', 'owner_user_id as owner', 'escalated', 'version', 'response_id as response'])
    .where('survey_id', '=', surveyId)
    .orderBy('response_id')
    .execute()

const steps = async (made: MadeSurvey) => (await alerts(made)).map(({ owner, escalated }) => [owner, escalated])

async function escalateAt(time: string): Promise<number> {
  now = new Date(time)
  return escalateAlerts(ctx)
}

test('an alert goes up the path when its working time is over, once per step', async () => {
  const made = await survey()
  const [store, country] = [await owner(made, 'Stockholm'), await owner(made, 'Sweden')]
  // 15:00 to 17:00 on Friday, 08:00 to 10:00 on Monday.
  expect(await escalateAt('2026-02-16T08:59:59Z')).toBe(0)
  expect(await escalateAt('2026-02-16T09:00:00Z')).toBe(3)
  // Gothenburg has no owner, Sweden has; Norway has none.
  expect(await steps(made)).toEqual([
    [store, 1],
    [country, 1],
    [null, 1],
  ])
  expect(await escalateAt('2026-02-17T13:59:59Z')).toBe(0)
  expect(await escalateAt('2026-02-17T14:00:00Z')).toBe(3)
  expect(await escalateAt('2026-03-17T14:00:00Z')).toBe(0)
  expect(await steps(made)).toEqual([
    [country, 2],
    [country, 2],
    [null, 2],
  ])
  const [first] = await alerts(made)
  const log = await program.deps.db
    .selectFrom('alert_log')
    .select(['event', 'state', 'owner_user_id as owner', 'created_at as at', 'username'])
    .where('alert_id', '=', first?.id ?? 0)
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { event: 'raised', state: 2, owner: null, at: friday, username: '' },
    { event: 'escalated', state: 2, owner: store, at: new Date('2026-02-16T09:00:00Z'), username: '' },
    { event: 'escalated', state: 2, owner: country, at: new Date('2026-02-17T14:00:00Z'), username: '' },
  ])
  expect(first?.version).toBe(3)
  const audit = await program.deps.db
    .selectFrom('audit')
    .select(['object', 'universe_id as universe', 'details'])
    .where('survey_id', '=', made.surveyId)
    .where('action', '=', 'alert.escalate')
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { object: 'unhappy', universe: made.universeId, details: { step: 1, to: 'store' } },
    { object: 'unhappy', universe: made.universeId, details: { step: 2, to: 'country' } },
  ])
})

test('steps missed while nothing ran are made up for, and closed alerts stay', async () => {
  const made = await survey()
  const [store, country] = [await owner(made, 'Stockholm'), await owner(made, 'Norway')]
  const [first, second] = await alerts(made)
  await program.deps.db
    .updateTable('alert')
    .set({ state: 3 })
    .where('id', '=', second?.id ?? 0)
    .execute()
  await program.deps.db
    .updateTable('alert')
    .set({ state: 6 })
    .where('id', '=', first?.id ?? 0)
    .execute()
  expect(await escalateAt('2026-02-27T09:00:00Z')).toBe(4)
  expect(await steps(made)).toEqual([
    [store, 2],
    [null, 0],
    [country, 2],
  ])
})

test('several servers take each step once, in batches', async () => {
  const rows = Array.from({ length: 1200 }, () => ({ date: '2026-02-13', answers: { country: 'Norway', rating: 1 } }))
  const made = await survey({ rows })
  now = new Date('2026-02-16T10:00:00Z')
  const taken = await Promise.all([escalateAlerts(ctx), escalateAlerts(ctx), escalateAlerts(ctx)])
  // What one server is changing the others leave out; nothing is left for a later run but that.
  const rest = await escalateAlerts(ctx)
  expect(taken.reduce((sum, one) => sum + one, rest)).toBe(1200)
  expect((await alerts(made)).every(({ escalated, version }) => escalated === 1 && version === 2)).toBe(true)
})

test('the task escalates, and runs that had nothing to do are not listed for ever', async () => {
  const made = await survey()
  const { db } = program.deps
  const engine = new TaskEngine(program.deps, [escalationTask], { slots: 1 })
  engine.start()
  const run = async () => {
    const id = await write(ctx, (tx) => enqueueTask(tx, escalationTask, { payload: {} }))
    const state = async () =>
      (await db.selectFrom('task').select('state').where('id', '=', id).executeTakeFirst())?.state ?? null
    await expect.poll(state).toBe('CLOSED')
    return id
  }
  try {
    now = new Date('2026-02-16T10:00:00Z')
    const first = await run()
    const idle = await run()
    const last = await run()
    const kept = await db.selectFrom('task').select('id').where('type', '=', 'ESCALATE_ALERTS').orderBy('id').execute()
    expect(kept.map(({ id }) => id)).toEqual([first, last])
    expect(idle).toBeLessThan(last)
    expect((await alerts(made)).map(({ escalated }) => escalated)).toEqual([1, 1, 1])
  } finally {
    await engine.stop()
  }
})
