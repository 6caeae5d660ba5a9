import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MadeUser } from '#server/testing/factories.ts'
import { SubscriptionBench, actions } from './testing/subscription-bench.ts'

/** The Thursday of a week, counted from the first one after the bench begins. */
const thursday = (week: number): Date => new Date(Date.UTC(2026, 1, 12 + 7 * week, 6, 2))

let bench: SubscriptionBench
let owner: MadeUser
beforeEach(async () => {
  bench = await SubscriptionBench.start()
  owner = await bench.member()
})
afterEach(() => bench.close())

const refuse = (responseCode: number) => () => {
  throw Object.assign(new Error('No such user here'), { responseCode })
}

test('a report that was sent, and one that was without rows, say so; until then it is being made', async () => {
  const [id] = await bench.subscribe(owner)
  expect((await bench.ask(owner, 'POST', `send/${id}`, {})).status).toBe(200)
  expect(await bench.list(owner)).toMatchObject([{ last: { result: 'made' }, lastReason: '' }])
  bench.work()
  await bench.runDue()
  // The small survey has no actions.
  const sent = { last: { result: 'empty', at: bench.now.toISOString() }, lastReason: '' }
  expect(await bench.list(owner)).toMatchObject([sent])
  await bench.server.deps.db.updateTable('subscription_delivery').set({ is_empty: false }).execute()
  expect(await bench.list(owner)).toMatchObject([{ last: { result: 'sent' } }])
  await bench.runDue(thursday(0))
  await bench.runDue()
  // What is noted stays when reports and mails are removed.
  await bench.server.deps.db.deleteFrom('report').execute()
  await bench.server.deps.db.deleteFrom('mail').execute()
  expect(await bench.list(owner)).toMatchObject([{ last: { result: 'empty', at: thursday(0).toISOString() } }])
}, 60_000)

test('a refused mail is told with its reason, and the third in a row pauses the subscription', async () => {
  const [id] = await bench.subscribe(owner)
  bench.work()
  bench.sink.onMail = refuse(550)
  for (const week of [0, 1]) {
    await bench.runDue(thursday(week))
    expect(await bench.list(owner)).toMatchObject([
      { active: true, last: { result: 'refused' }, lastReason: expect.stringContaining('No such user here') as string },
    ])
  }
  bench.sink.onMail = () => {}
  await bench.runDue(thursday(2))
  expect(await bench.list(owner)).toMatchObject([{ active: true, last: { result: 'empty' } }])
  bench.sink.onMail = refuse(550)
  for (const week of [3, 4, 5]) await bench.runDue(thursday(week))
  await bench.runDue()
  const [paused] = await bench.list(owner)
  expect(paused).toMatchObject({ id, active: false, nextAt: null, last: { result: 'refused' } })
  expect(paused?.['reason']).toMatch(/^The last 3 reports did not arrive: .*No such user here/)
  const { db } = bench.server.deps
  expect(await db.selectFrom('subscription').select('stopped').execute()).toEqual([{ stopped: 'failed' }])
  const taken = bench.sink.mails.length
  await bench.runDue(thursday(6))
  expect(bench.sink.mails).toHaveLength(taken)
  // Letting it go on begins to count anew.
  const { version } = paused as { version: number }
  await bench.ask(owner, 'POST', `save/${id}`, { ...timesOf(), active: true, version })
  await bench.runDue(thursday(7))
  await bench.runDue()
  expect(await bench.list(owner)).toMatchObject([{ active: true, reason: '', last: { result: 'refused' } }])
}, 120_000)

test('a report that cannot be made, a reader without an address and a mail of unknown fate are told', async () => {
  const [id] = await bench.subscribe(owner)
  const { db } = bench.server.deps
  bench.work()
  await db.updateTable('app_user').set({ email: '', username: 'noaddress' }).where('id', '=', owner.id).execute()
  await bench.runDue(thursday(0))
  expect(await bench.list(owner)).toMatchObject([
    { last: { result: 'failed' }, lastReason: 'There is no e-mail address to send it to.' },
  ])
  await db.updateTable('app_user').set({ email: 'owner@example.org' }).where('id', '=', owner.id).execute()
  await bench.runDue(thursday(1))
  await db.updateTable('subscription_delivery').set({ settled: true }).execute()
  expect((await bench.ask(owner, 'POST', `send/${id}`, {})).status).toBe(200)
  await expect.poll(() => bench.sink.mails.length, { timeout: 20_000 }).toBe(2)
  const words = JSON.stringify({ text: 'It stopped.', template: 'It stopped.', values: [] })
  const last = await db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await bench.runDue()
  await db.updateTable('subscription_delivery').set({ settled: false }).where('mail_id', '=', last.id).execute()
  await db.updateTable('mail').set({ state: 'UNKNOWN', reason: words }).where('id', '=', last.id).execute()
  expect(await bench.list(owner)).toMatchObject([{ last: { result: 'unknown' }, lastReason: 'It stopped.' }])
  await bench.runDue()
  expect(await bench.list(owner)).toMatchObject([{ active: true, last: { result: 'unknown' } }])
  const task = await db
    .selectFrom('report')
    .select(['uuid', 'task_id'])
    .orderBy('created', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('task')
    .set({ state: 'FAILED', reason: JSON.stringify({ text: 'Full.', template: 'Full.', values: [] }) })
    .where('id', '=', task.task_id)
    .execute()
  await db.updateTable('subscription_delivery').set({ settled: false }).where('report_uuid', '=', task.uuid).execute()
  expect(await bench.list(owner)).toMatchObject([{ last: { result: 'failed' }, lastReason: 'Full.' }])
}, 60_000)

function timesOf() {
  const { cadence, weekday, monthDay, hour } = actions
  return { cadence, weekday, monthDay, hour }
}
