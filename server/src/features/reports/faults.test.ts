import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { reportTaskTypes } from './service.ts'
import { rootCaller } from './testing/report-bench.ts'
import type { ReportCaller } from './testing/report-bench.ts'
import { caughtUp } from '#server/testing/caught-up.ts'

let board: Dashboard
let root: ReportCaller

beforeAll(async () => {
  board = await openDashboard()
  await caughtUp(board.deps.analytics, board.deps.pool)
  root = await rootCaller(board)
})
afterAll(() => board.close())

const storedFiles = () => board.deps.db.selectFrom('stored_file').select('id').execute()

/** Responses that a report takes seconds to write. */
const rows = 200_000

/** Many responses, so that a report of them runs for a while. */
async function addMany(count: number): Promise<void> {
  await sql`insert into response (survey_id, event_date, answers)
    select ${board.surveyId}::int, '2026-01-01'::date + (n % 30), jsonb_build_object('rating', 1 + n % 5, 'comment', 'many ' || n)
      from generate_series(1, ${count}::int) n`.execute(board.deps.db)
}

test('a running report is cancelled at once, by its owner or by root, and leaves no file', async () => {
  await addMany(rows)
  const engine = new TaskEngine(board.deps, reportTaskTypes)
  engine.start()
  try {
    for (const stop of ['owner', 'root'] as const) {
      const { taskUUID } = (await root.create('interviews/root', { columns: ['rating', 'comment', 'eventdate'] })).body
      const statusOf = async () => (await root.call('GET', `status/${board.survey}/${taskUUID}`)).body
      await expect.poll(async () => (await statusOf()).progress?.done ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
      const { id } = await board.deps.db.selectFrom('task').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      if (stop === 'owner') await root.call('DELETE', `delete/${board.survey}/${taskUUID}`)
      else {
        const url = `/rest/tasks/assignstate/${id}`
        const headers = { authorization: `Bearer ${root.token}` }
        await board.app.inject({ method: 'POST', url, headers, payload: { state: 'FAILED' } })
      }
      await expect.poll(storedFiles, { interval: 20, timeout: 60_000 }).toEqual([])
      const task = await board.deps.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(task.state).toBe('FAILED')
      // A clock would measure how busy the machine is: the run ended long before its last row.
      expect(task.progress?.done).toBeLessThan(rows / 2)
    }
  } finally {
    await engine.stop()
  }
}, 60_000)

test('a database without room ends a report in words, and leaves nothing of its file', async () => {
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    board.deps.db,
  )
  await sql`create trigger no_room before insert on stored_file_part execute function no_room()`.execute(board.deps.db)
  let now = new Date()
  const deps = { ...board.deps, clock: { now: () => now } }
  const engine = new TaskEngine(deps, reportTaskTypes)
  const { taskUUID } = (await root.create('ranking/root')).body
  const statusOf = async () => (await root.call('GET', `status/${board.survey}/${taskUUID}`)).body
  const attempts = async () =>
    (await board.deps.db.selectFrom('task').select(['attempt', 'state']).orderBy('id', 'desc').executeTakeFirst()) ??
    null
  engine.start()
  try {
    for (const attempt of [1, 2, 3]) {
      await expect
        .poll(attempts, { timeout: 60_000 })
        .toMatchObject({ attempt, state: attempt < 3 ? 'RETRY' : 'FAILED' })
      now = new Date(now.getTime() + 3_600_000)
      engine.wake()
    }
    expect(await statusOf()).toMatchObject({
      status: 'FAILED',
      reason: "The server's disk is full. Tell whoever runs it.",
    })
    expect(await storedFiles()).toEqual([])
    expect((await root.download(taskUUID)).status).toBe(404)
  } finally {
    await engine.stop()
    await sql`drop trigger no_room on stored_file_part`.execute(board.deps.db)
  }
}, 60_000)

test('a run that lost its task names no file: the report is delivered whole by the run that holds it, or not at all', async () => {
  const { taskUUID } = (await root.create('ranking/root')).body
  const type = reportTaskTypes.find((one) => one.type === 'RANKING_REPORT')
  if (!type) throw new Error('there is no ranking report')
  /** Loses the task between the end of the work and its being stored. */
  const losing = {
    ...type,
    async handle(...given: Parameters<typeof type.handle>) {
      const result = await type.handle(...given)
      await board.deps.db
        .updateTable('task')
        .set({ run_token: crypto.randomUUID() })
        .where('id', '=', given[0].id)
        .execute()
      return result
    },
  }
  const engine = new TaskEngine(board.deps, [losing], { finishTime: 0, noticeTime: 0 })
  engine.start()
  await expect.poll(async () => (await storedFiles()).length).toBe(1)
  await engine.stop()
  const report = await board.deps.db
    .selectFrom('report')
    .selectAll()
    .where('uuid', '=', taskUUID)
    .executeTakeFirstOrThrow()
  expect(report).toMatchObject({ file_id: null, expires: null })
  expect((await root.download(taskUUID)).status).toBe(404)
})
