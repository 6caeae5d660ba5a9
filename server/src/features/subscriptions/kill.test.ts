import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { mailTaskOf } from '#server/domain/notices/mail-tasks.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { write } from '#server/domain/write.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { runWorker } from '#server/testing/server-process.ts'
import type { Run } from '#server/testing/server-process.ts'
import { subscriptionTask } from './service.ts'

const readers = 5
const within = { timeout: 40_000, interval: 50 }

let database: TestDatabase
let sink: MailSink
let folder: string
let worker: Run | null
beforeEach(async () => {
  worker = null
  database = await testDatabase()
  sink = await startMailSink()
  folder = await mkdtemp(join(inject('testFolder'), 'subscribed-'))
})
afterEach(async () => {
  await kill()
  await sink.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function work(): void {
  worker = runWorker(database.url, folder, { ...sendingTo(sink), GENSVAR_URL: 'https://feedback.example.org' })
}

/** Ends the worker as a power cut does. */
async function kill(): Promise<void> {
  if (worker === null) return
  const { child } = worker
  worker = null
  child.kill('SIGKILL')
  await once(child, 'close')
}

/** Lets everybody notice that a worker is gone. */
async function endLeases(): Promise<void> {
  await database.pool.query(`update task set lease_until = now() - interval '1 hour' where state = 'PROCESSING'`)
  await database.pool.query(`update mail set lease_until = now() - interval '1 hour' where state = 'SENDING'`)
}

async function count(what: string): Promise<number> {
  return (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]?.n ?? 0
}

/** Users with a report that is due. */
async function makeDue(): Promise<void> {
  const { db } = database
  const universeId = (await createUniverse(db)).id
  const { surveyId } = await createSurvey(db, universeId, { ...smallSurvey, config: 'reports: { actions: true }' })
  const roleId = await createRole(db, universeId, { surveys: { [surveyId]: {} } })
  for (let at = 0; at < readers; at++) {
    const { id } = await createUser(db, { universes: [{ universeId, roleId }] })
    await db
      .insertInto('subscription')
      .values({
        ...{ survey_id: surveyId, universe_id: universeId, owner_id: id, kind: 'actions', title: 'Actions' },
        asked: JSON.stringify({ drillPath: 'root', format: 'xlsx' }),
        ...{ cadence: 'monthly', weekday: 1, month_day: 1, hour: 7, locale: 'en' },
        ...{ next_at: new Date(Date.now() - 60_000), created_at: new Date() },
      })
      .execute()
  }
}

const enqueue = (type: typeof subscriptionTask | ReturnType<typeof mailTaskOf>) =>
  write(programContext({ ...database, clock: systemClock }, 'test'), (tx) => enqueueTask(tx, type, { payload: {} }))

test('killed between a report and its mail, and while mails are sent, nobody gets two, and those of unknown fate are told', async () => {
  const taken: string[] = []
  await makeDue()
  await enqueue(subscriptionTask)

  // First: the files are made, and their mails cannot be stored while the table is locked.
  const lock = await database.pool.connect()
  await lock.query('begin')
  await lock.query('lock table mail in share row exclusive mode')
  work()
  const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into "mail"%'`
  await expect.poll(() => count('subscription_delivery'), within).toBe(readers)
  await expect.poll(() => count(waiting), within).toBeGreaterThan(0)
  await kill()
  await lock.query('rollback')
  lock.release()
  await endLeases()
  expect(await count('mail')).toBe(0)

  // Then: all mails are stored, some are sent, and others are under way.
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  sink.onMail = (to) => {
    taken.push(to)
    if (taken.length < 3) return undefined
    resolve()
    return new Promise<void>(() => {})
  }
  work()
  await expect
    .poll(async () => {
      await database.pool.query(`update task set scheduled = null where state = 'PENDING' and scheduled is not null`)
      return count('mail')
    }, within)
    .toBe(readers)
  await reached
  await kill()
  expect(await count(`mail where state = 'SENDING'`)).toBeGreaterThan(0)
  await endLeases()

  // At last nothing is in the way.
  sink.onMail = (to) => void taken.push(to)
  await enqueue(mailTaskOf('mention'))
  work()
  await expect.poll(() => count(`mail where state in ('PENDING', 'SENDING')`), within).toBe(0)
  await enqueue(subscriptionTask)
  await expect.poll(() => count('subscription_delivery where not settled'), within).toBe(0)
  expect(new Set(taken).size).toBe(taken.length)
  expect(await count('report')).toBe(readers)
  const { rows } = await database.pool.query<{ email: string; state: string; result: string; reason: string }>(
    `select u.email, m.state, s.result, s.result_reason->>'text' as reason
       from subscription s join app_user u on u.id = s.owner_id
       join subscription_delivery d on d.subscription_id = s.id join mail m on m.id = d.mail_id order by u.id`,
  )
  expect(rows).toHaveLength(readers)
  for (const { email, state, result, reason } of rows) {
    if (state === 'SENT') {
      expect(taken).toContain(email)
      expect(result).toBe('empty')
    } else {
      expect([state, result]).toEqual(['UNKNOWN', 'unknown'])
      expect(reason).toContain('it is not sent again')
    }
  }
  expect(rows.filter(({ state }) => state === 'UNKNOWN').length).toBeGreaterThan(0)
}, 240_000)
