import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '#server/domain/rights/sessions.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { bearer, createUniverse, createUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { importTask } from './import-task.ts'

let now = new Date()
const server = await testApp({ clock: { now: () => now } })
const { app, deps } = server
let root: Record<string, string> = {}

beforeAll(async () => {
  const universe = await createUniverse(deps.db)
  const { id } = await createUser(deps.db, { isRoot: true })
  root = bearer((await startSession(deps, { userId: id, universeId: universe.id, actorUserId: null })).token)
})
afterAll(() => server.close())

async function post<T>(url: string, payload: object): Promise<T> {
  const type = Buffer.isBuffer(payload) ? { 'content-type': 'application/octet-stream' } : {}
  const answer = await app.inject({
    method: 'POST',
    url: `/rest/newsurvey/${url}`,
    headers: { ...root, ...type },
    payload,
  })
  return answer.json<T>()
}

test('a database without room ends an import in words and leaves nothing of it; with room it works', async () => {
  const text = [
    'day,rating',
    ...Array.from({ length: 50 }, (_, at) => `2026-01-${10 + (at % 9)},${1 + (at % 5)}`),
  ].join('\n')
  const { uploadId } = await post<{ uploadId: string }>('upload?filename=data.csv', Buffer.from(text))
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    deps.db,
  )
  await sql`create trigger no_room before insert on response execute function no_room()`.execute(deps.db)
  const engine = new TaskEngine(deps, [importTask])
  engine.start()
  const status = async (id: number) =>
    (await app.inject({ url: `/rest/newsurvey/status/${id}`, headers: root })).json<{ state: string; error: string }>()
  try {
    const failing = await post<{ importId: number }>(`create/${uploadId}`, { survey: 'made', title: 'Made' })
    const attempt = async () =>
      (await deps.db.selectFrom('task').select(['attempt', 'state']).where('id', '=', failing.importId).execute())[0]
    for (const number of [1, 2, 3]) {
      await expect.poll(attempt).toMatchObject({ attempt: number, state: number < 3 ? 'RETRY' : 'FAILED' })
      now = new Date(now.getTime() + 120_000)
      engine.wake()
    }
    expect(await status(failing.importId)).toMatchObject({
      state: 'failed',
      error: "The server's disk is full. Tell whoever runs it.",
    })
    expect(await deps.db.selectFrom('survey').select('id').execute()).toEqual([])
    await sql`drop trigger no_room on response`.execute(deps.db)
    const working = await post<{ importId: number }>(`create/${uploadId}`, { survey: 'made', title: 'Made' })
    await expect.poll(async () => (await status(working.importId)).state).toBe('done')
  } finally {
    await engine.stop()
  }
})
