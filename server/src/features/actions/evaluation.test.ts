import { afterAll, beforeAll, expect, test } from 'vitest'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { nextFire } from '#server/domain/tasks/schedule.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { evaluationTask } from './evaluation-task.ts'

let board: Dashboard
let root: Caller

beforeAll(async () => {
  board = await openDashboard({ extra: 'actions: { items: [satisfaction] }' })
  root = await board.as({ isRoot: true })
  const values = (goal: number, deadline: string) => ({
    ...{ survey_id: board.surveyId, view: 'stores', extname: 'satisfaction', expression: 'mean(rating)' },
    ...{ period: 'rel_-3m_0d', period_start: '2026-01-01', goal, deadline },
  })
  await board.deps.db
    .insertInto('action')
    .values([values(1, '2026-02-09'), values(5, '2026-02-09'), values(5, '2026-02-09'), values(5, '2026-02-10')])
    .execute()
})

afterAll(() => board.close())

const evaluate = () => root('POST', `/rest/actions/evaluate/${board.survey}`)
const statusOf = (uuid: string) => root('GET', `/rest/actions/evaluate/${board.survey}/${uuid}`)

test('root starts an evaluation of the actions that are due, and sees how far it is (ACTION-46)', async () => {
  const { status, body } = await evaluate()
  expect(status).toBe(200)
  // It is under way already.
  expect((await evaluate()).body).toEqual(body)
  expect((await statusOf(body.taskUUID)).body).toEqual({
    ...{ done: 0, total: 0, state: 'running', error: null, completed: 0, failed: 0 },
  })
  const engine = new TaskEngine(board.deps, [evaluationTask], { slots: 1 })
  engine.start()
  try {
    await expect
      .poll(async () => (await statusOf(body.taskUUID)).body, { timeout: 20_000 })
      .toEqual({
        ...{ done: 3, total: 3, state: 'finished', error: null, completed: 1, failed: 2 },
      })
  } finally {
    await engine.stop()
  }
  const again = await evaluate()
  expect(again.body.taskUUID).not.toBe(body.taskUUID)
  await board.deps.db
    .updateTable('task')
    .set({ state: 'FAILED', reason: JSON.stringify({ text: 'Stop', template: 'Stop', values: [] }) })
    .where('state', '=', 'OPEN')
    .execute()
  expect((await statusOf(again.body.taskUUID)).body).toMatchObject({ state: 'failed', error: { en: 'Stop' } })
})

test('nobody else starts one or sees one, and an unknown one is told (ACTION-46)', async () => {
  const unknown = '3f2b8a52-6f65-4c3e-9d6b-2b1f0c9f0a11'
  for (const user of [{}, { admin: true }, { filters: { store: ['Stockholm'] } }]) {
    const call = await board.as(user)
    expect((await call('POST', `/rest/actions/evaluate/${board.survey}`)).status).toBe(403)
    expect((await call('GET', `/rest/actions/evaluate/${board.survey}/${unknown}`)).status).toBe(403)
  }
  expect((await statusOf(unknown)).status).toBe(404)
})

test('each night one is started for all surveys', () => {
  const { schedule, payload } = evaluationTask
  const next = schedule && nextFire(schedule, new Date('2026-02-10T12:00:00Z'))
  expect(next).toEqual(new Date('2026-02-11T03:37:00Z'))
  expect(payload.parse({})).toEqual({})
})
