import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { retryExpired } from '#server/domain/tasks/expired.ts'
import { bearer, createUniverse, createUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { importTask } from './import-task.ts'

test('an import whose server died in its last attempt, after it was stored, does not count as failed', async () => {
  let now = new Date()
  const { app, deps, close } = await testApp({ clock: { now: () => now } })
  onTestFinished(close)
  const universe = await createUniverse(deps.db)
  const { id: userId } = await createUser(deps.db, { isRoot: true })
  const headers = bearer((await startSession(deps, { userId, universeId: universe.id, actorUserId: null })).token)
  const post = async (url: string, payload: object | Buffer, more = {}) =>
    (
      await app.inject({ method: 'POST', url: `/rest/newsurvey/${url}`, headers: { ...headers, ...more }, payload })
    ).json()
  const file = Buffer.from(`day,rating\n${'2026-01-10,4\n2026-01-11,5\n'.repeat(10)}`)
  const { uploadId } = await post('upload?filename=data.csv', file, { 'content-type': 'application/octet-stream' })
  const { importId: id } = await post(`create/${uploadId}`, { survey: 'made', title: 'Made' })

  await sql`update task set state = 'PROCESSING', attempt = 3, run_token = gen_random_uuid(), lease_until = ${now}
    where id = ${id}`.execute(deps.db)
  const task = await deps.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ofTask = {
    id,
    universeId: task.universe_id,
    surveyId: task.survey_id,
    ownerId: task.owner_id,
    key: null,
    isLastAttempt: false,
    done: 0,
  }
  const payload = importTask.payload.parse(task.payload)
  const ctx = programContext(deps, importTask.type)
  await importTask.handle({ ...ofTask, payload, ctx }, new AbortController().signal, () => {})
  // The server dies here: nobody closes the task.
  await retryExpired(deps)

  now = new Date(now.getTime() + 120_000)
  const engine = new TaskEngine(deps, [importTask])
  engine.start()
  onTestFinished(() => engine.stop())
  const status = async () => (await app.inject({ url: `/rest/newsurvey/status/${id}`, headers })).json().state
  await expect.poll(status).toBe('done')
  const stored = async (table: 'import_set' | 'response') =>
    (await deps.db.selectFrom(table).select('id').execute()).length
  expect([await stored('import_set'), await stored('response')]).toEqual([1, 20])
})
