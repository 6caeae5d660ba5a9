import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { cancelledBy, cancelTask } from '#server/domain/tasks/cancel.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { write } from '#server/domain/write.ts'
import { readConfig } from '#server/platform/config.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { createSentCampaign } from '#server/testing/sent-campaign.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { bulkMailTask, wakeSending } from './bulk-mail-task.ts'

let server: TestDeps
let sink: MailSink
let ctx: Ctx
const engines: TaskEngine[] = []

beforeAll(async () => {
  server = await testDeps()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('campaign').execute()
  await server.deps.db.deleteFrom('task').execute()
  sink = await startMailSink()
  const { dataFolder } = server.deps.config
  ctx = programContext({ ...server.deps, config: { ...readConfig(sendingTo(sink)), dataFolder } }, 'test')
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  await sink.close()
})

function startEngine(): void {
  const engine = new TaskEngine(ctx, [bulkMailTask])
  engine.start()
  engines.push(engine)
}
const wake = () => write(ctx, (tx) => wakeSending(tx))
const tasks = () =>
  server.deps.db.selectFrom('task').selectAll().where('type', '=', 'BULK_MAIL').orderBy('id').execute()
const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 30))

test('a message is on its way within seconds of the write that wakes sending, and a campaign that is sent has ended', async () => {
  startEngine()
  // The first one also loads the compiler of mails.
  await createSentCampaign(server.deps, { people: 1 })
  await wake()
  await expect.poll(() => sink.mails.length, { timeout: 20_000 }).toBe(1)
  const made = await createSentCampaign(server.deps, { people: 1 })
  await wake()
  const began = performance.now()
  await expect.poll(() => sink.mails.length, { timeout: 60_000 }).toBe(2)
  expect(performance.now() - began).toBeLessThan(5000)
  const state = () =>
    server.deps.db
      .selectFrom('campaign')
      .select(['state', 'finished_at'])
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
  await expect.poll(state).toMatchObject({ state: 'STOPPED', finished_at: expect.any(Date) })
  await expect.poll(async () => new Set((await tasks()).map((task) => task.state))).toEqual(new Set(['CLOSED']))
})

test('a run takes what comes while it sends, and leaves a task for what is due later', async () => {
  sink.onMail = slowly
  startEngine()
  await createSentCampaign(server.deps, { people: 60 })
  await wake()
  await expect.poll(() => sink.mails.length).toBeGreaterThan(3)
  await createSentCampaign(server.deps, { people: 3, otherDomain: 'late.example' })
  await wake()
  const late = await createSentCampaign(server.deps, { people: 1 })
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000)
  await server.deps.db.updateTable('recipient').set({ send_at: tomorrow }).where('campaign_id', '=', late.id).execute()
  await expect.poll(() => sink.mails.length, { timeout: 20_000 }).toBe(63)
  await expect
    .poll(async () => (await tasks()).map(({ state, scheduled }) => [state, scheduled?.toISOString() ?? null]), {
      timeout: 60_000,
    })
    .toEqual([
      ['CLOSED', null],
      ['OPEN', tomorrow.toISOString()],
    ])
})

test('once it is cancelled nothing more is claimed until something wakes it, also by the schedule', async () => {
  sink.onMail = slowly
  startEngine()
  const made = await createSentCampaign(server.deps, { people: 400 })
  await wake()
  await expect.poll(() => sink.mails.length).toBeGreaterThan(10)
  const processed = async () => (await tasks()).find(({ state }) => state === 'PROCESSING')
  await expect.poll(async () => (await processed())?.progress?.total ?? 0).toBeGreaterThan(300)
  const running = await processed()
  await write(ctx, (tx) => cancelTask(tx, running?.id ?? 0, cancelledBy('root')))
  const waiting = async () => {
    const { pending, sending } = await server.deps.db
      .selectFrom('campaign_count')
      .select(['pending', 'sending'])
      .where('campaign_id', '=', made.id)
      .executeTakeFirstOrThrow()
    return { pending, sending }
  }
  await expect.poll(async () => (await waiting()).sending, { timeout: 60_000 }).toBe(0)
  const { pending } = await waiting()
  expect(pending).toBeGreaterThan(100)
  const scheduled = () =>
    write(ctx, (tx) => enqueueTask(tx, bulkMailTask, { payload: {}, dedupeKey: 'schedule BULK_MAIL' }))
  await scheduled()
  await expect.poll(async () => (await tasks()).map(({ state }) => state)).toEqual(['FAILED', 'CLOSED'])
  expect(await waiting()).toEqual({ pending, sending: 0 })
  await wake()
  await expect.poll(async () => (await waiting()).pending, { timeout: 60_000 }).toBeLessThan(pending)
})

test('two servers send one campaign, and nobody gets two', async () => {
  sink.onMail = slowly
  await createSentCampaign(server.deps, { people: 300 })
  await wake()
  startEngine()
  await expect.poll(() => sink.mails.length).toBeGreaterThan(3)
  const running = (await tasks()).find(({ state }) => state === 'PROCESSING')
  await write(ctx, (tx) => enqueueTask(tx, bulkMailTask, { payload: { helps: running?.id ?? 0 } }))
  startEngine()
  const helper = async () => (await tasks()).find(({ payload }) => 'helps' in (payload as object))
  await expect.poll(async () => (await helper())?.state).toBe('PROCESSING')
  await expect.poll(() => sink.mails.length, { timeout: 20_000 }).toBe(300)
  await expect.poll(async () => (await tasks()).filter(({ state }) => state === 'PROCESSING').length).toBe(0)
  expect(new Set(sink.mails.map(({ to }) => to)).size).toBe(300)
  expect(sink.mails).toHaveLength(300)
})
