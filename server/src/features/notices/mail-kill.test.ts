import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { sendMails } from '#server/domain/notices/send-mails.ts'
import { mailTaskOf } from '#server/domain/notices/mail-tasks.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { write } from '#server/domain/write.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { runWorker } from '#server/testing/server-process.ts'

let database: TestDatabase
let sink: MailSink
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  sink = await startMailSink()
  folder = await mkdtemp(join(inject('testFolder'), 'mailing-'))
})
afterEach(async () => {
  await sink.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Mails there are, and after how many each process is killed while the next ones are under way. */
const mails = 120
const kills = [3, 17, 30]

const states = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await database.db
        .selectFrom('mail')
        .select((row) => ['state', row.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute()
    ).map(({ state, count }) => [state, count]),
  )

// A short part of `npm run attack -- kill-mail`.
test('killed while it sends, a server sends nobody two mails, and those of unknown fate are listed and not sent again', async () => {
  const { db, pool } = database
  await pool.query(
    `insert into mail (recipient, subject, text, send_at, created_at)
     select 'user' || n || '@example.org', 'Hello', 'Text', now(), now() from generate_series(1, $1::int) n`,
    [mails],
  )
  const deps = { ...database, clock: systemClock, config: readConfig(sendingTo(sink)) }
  for (const after of kills) {
    const before = sink.mails.length
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    // Some are under way when the process is killed: taken here, and not confirmed yet.
    sink.onMail = () => {
      if (sink.mails.length - before < after) return undefined
      resolve()
      return new Promise<void>(() => {})
    }
    await write(programContext(deps, 'test'), (tx) => enqueueTask(tx, mailTaskOf('alert-raised'), { payload: {} }))
    const { child } = runWorker(database.url, folder, sendingTo(sink))
    await reached
    child.kill('SIGKILL')
    await once(child, 'close')
    // The task is not run again before its lease has expired; the next process begins with one of its own.
    await db.updateTable('task').set({ state: 'FAILED', run_token: null, lease_until: null }).execute()
    expect(await states()).toMatchObject({
      PENDING: expect.any(Number) as number,
      SENDING: expect.any(Number) as number,
    })
    // An hour later somebody notices.
    const later = { now: () => new Date(Date.now() + 3_600_000) }
    sink.onMail = () => {
      throw Object.assign(new Error('not now'), { responseCode: 451 })
    }
    const stopped = new AbortController()
    stopped.abort(new Error('only what was lost is looked for'))
    await expect(sendMails({ ...deps, clock: later }, stopped.signal)).rejects.toThrow('only what was lost')
    expect((await states())['SENDING']).toBeUndefined()
    await db
      .updateTable('mail')
      .set({ send_at: new Date(0) })
      .where('state', '=', 'PENDING')
      .execute()
  }
  sink.onMail = () => {}
  await sendMails(deps, new AbortController().signal)
  const received = sink.mails.map(({ to }) => to)
  expect(new Set(received).size).toBe(received.length)
  const { SENT: sent = 0, UNKNOWN: unknown = 0, ...others } = await states()
  expect(others).toEqual({})
  expect(sent + unknown).toBe(mails)
  expect(unknown).toBeGreaterThanOrEqual(kills.length)
  // What is noted as sent was received; of the others it may have been.
  const rows = await db.selectFrom('mail').select(['recipient', 'state', 'reason']).execute()
  const arrived = new Set(received)
  expect(rows.filter(({ state, recipient }) => state === 'SENT' && !arrived.has(recipient))).toEqual([])
  for (const { state, reason } of rows) if (state === 'UNKNOWN') expect(reason?.text).toContain('it is not sent again')
}, 120_000)
