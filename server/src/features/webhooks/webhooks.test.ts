import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Webhook, WebhookKind } from '@gensvar/contract/webhooks'
import { noteAlerts } from '#server/domain/webhooks/note.ts'
import { Deliverer } from '#server/domain/webhooks/deliverer.ts'
import { fullWebhooks, removeOldDeliveries } from '#server/domain/webhooks/delivery-store.ts'
import { webhooksTask } from '#server/domain/webhooks/webhooks-task.ts'
import { pauseCampaign, resumeCampaign } from '#server/domain/campaigns/lifecycle.ts'
import { openCampaigns } from '#server/domain/campaigns/testing/campaign-bench.ts'
import type { CampaignBench, CampaignWorld } from '#server/domain/campaigns/testing/campaign-bench.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { completeSamples } from '#server/domain/samples/complete-sample.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { write } from '#server/domain/write.ts'
import { readBell } from '#server/domain/notices/read-notices.ts'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  renewWebhookSecret,
  replayWebhookDelivery,
  resumeWebhook,
  saveWebhook,
  testWebhook,
} from './service.ts'
import { Receiver, addAnswer } from './testing/receiver.ts'
import type { Received } from './testing/receiver.ts'

let bench: CampaignBench
let receiver: Receiver
let received: Received[]
let port: number

beforeAll(async () => {
  bench = await openCampaigns({ GENSVAR_WEBHOOK_PRIVATE: 'on' })
  receiver = await Receiver.open()
  port = receiver.port
  const value = JSON.stringify({ egress: { allow: [`localhost:${port}`, 'example.org', '127.0.0.1:9'] } })
  await bench.deps.db.insertInto('setting').values({ key: 'server', value, updated_at: new Date() }).execute()
})
afterAll(async () => {
  await receiver.close()
  await bench.close()
})
beforeEach(() => {
  received = receiver.received = []
  bench.clock.set('2026-02-10T11:00:00Z')
})
afterEach(async () => {
  await bench.deps.db.deleteFrom('webhook').execute()
  await bench.deps.db.deleteFrom('task').execute()
})

const config = { alerts: [{ extname: 'low', title: 'Low', when: 'rating <= 2' }] }

/** Sends what is due, once, as the task does. */
function send(change: Partial<Ctx> = {}) {
  const ctx = { ...programContext(bench.deps, 'webhooks'), ...change }
  return new Deliverer(ctx, { look: 5, linger: 0 }).run(new AbortController().signal, () => {})
}

async function hook(
  ctx: Ctx,
  path: string,
  { events = ['response'], survey = null }: { events?: WebhookKind[]; survey?: string | null } = {},
): Promise<Webhook & { secret: string }> {
  const url = path.startsWith('/') ? `http://localhost:${port}${path}` : path
  const { webhook, secret } = await createWebhook(ctx, { title: path, url, survey, events, version: 0 })
  return { ...webhook, secret }
}

const answer = (world: CampaignWorld, given: Record<string, number | string> = {}) =>
  addAnswer(bench.deps, world, given)
const log = async (ctx: Ctx, { id }: { id: number }) =>
  (await listWebhookDeliveries(ctx, id, { rowFrom: 0, rowTo: 100, filter: '' })).rows

const alertOf = async (response: number) =>
  (await bench.deps.db.selectFrom('alert').select('id').where('response_id', '=', response).executeTakeFirstOrThrow())
    .id

async function opened(more: Record<string, unknown> = {}) {
  const world = await bench.world({ config: { ...config, ...more } })
  await world.customers({})
  return { world, root: await world.as({ isRoot: true }) }
}

describe('a response', () => {
  test('reaches a webhook signed, with its answers and its place and without its contact', async () => {
    const { world, root } = await opened()
    const made = await hook(root, '/ok')
    const other = await opened()
    await hook(other.root, '/elsewhere')
    const id = await answer(world, { comment: 'Fine' })
    await send()
    expect(received.map(({ path }) => path)).toEqual(['/ok'])
    const [{ headers, body, json }] = received as [Received]
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const secret = Buffer.from(made.secret.replace('whsec_', ''), 'base64')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
    expect(Number(headers['webhook-timestamp'])).toBe(bench.clock.now().getTime() / 1000)
    expect(json).toMatchObject({
      type: 'response.completed',
      data: {
        survey: { name: world.survey },
        response: {
          ...{ id, eventDate: '2026-02-09' },
          place: [
            { level: 'country', name: 'Sweden' },
            { level: 'store', name: 'Stockholm' },
          ],
          answers: { rating: 4, comment: 'Fine' },
        },
      },
    })
    expect(body).not.toContain('kim@')
    expect(await log(root, made)).toMatchObject([
      {
        ...{ event: 'response.completed', survey: world.survey, state: 'DELIVERED', attempts: 1, status: 200 },
        ...{
          message: headers['webhook-id'],
          reason: '',
          dueAt: null,
          answer: expect.stringMatching(/^thanks x{190,}$/),
        },
      },
    ])
  })

  test('of a sample that is completed is told once, and one whose write fails is not', async () => {
    const { world, root } = await opened()
    await hook(root, '/ok', { survey: world.survey })
    const [id = 0] = await world.customers({})
    const model = await loadSurveyModelById(bench.deps, world.surveyId)
    const tree = await loadUnitTree(bench.deps, model)
    const row = await bench.deps.db.selectFrom('response').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const after = {
      answers: { ...row.answers, rating: 5 },
      contact: {},
      eventDate: '2026-02-08',
      unitIds: row.unit_ids,
    }
    const complete = (fails: boolean) =>
      write(programContext(bench.deps, 'test'), async (tx) => {
        await completeSamples(tx, model, [{ sample: { id, state: 1, version: row.version }, after, changed: [] }], tree)
        if (fails) throw new Error('no')
      })
    await expect(complete(true)).rejects.toThrow('no')
    await send()
    expect(received).toEqual([])
    await complete(false)
    await send()
    expect(received.map(({ json }) => json.data.response)).toMatchObject([{ id, answers: { rating: 5 } }])
  })

  test('that a hidden filter leaves out, that was erased or that is completed no more is not told', async () => {
    const { world, root } = await opened({ filters: { hidden: [{ extName: 'illegal', value: 'channel=_till' }] } })
    const made = await hook(root, '/ok')
    await answer(world, { channel: 'till' })
    const id = await answer(world)
    await sql`select erase_responses(array[${id}]::bigint[])`.execute(bench.deps.db)
    const kept = await answer(world)
    await bench.deps.db.updateTable('response').set({ state: 4 }).where('id', '=', kept).execute()
    expect(await log(root, made)).toHaveLength(2)
    await send()
    expect(received).toEqual([])
    expect(await log(root, made)).toEqual([])
  })

  test('whose respondent is anonymised leaves nothing of what was answered in the log', async () => {
    const { world, root } = await opened()
    const made = await hook(root, '/ok')
    const id = await answer(world)
    await send()
    expect((await log(root, made))[0]?.answer).toContain('thanks')
    await sql`select anonymise_responses(array[${id}]::bigint[], array['rating'])`.execute(bench.deps.db)
    expect((await log(root, made))[0]).toMatchObject({ answer: '', status: 200 })
  })
})

test('of an anonymous survey no response, alert or import is told, only that answers were published', async () => {
  const { world, root } = await opened({
    anonymity: { period: 'quarter', filters: ['channel'] },
    alerts: [],
    campaigns: {},
  })
  const made = await hook(root, '/ok', { events: ['response', 'alert', 'action', 'campaign'] })
  const model = await loadSurveyModelById(bench.deps, world.surveyId)
  await answer(world, { comment: 'My boss is Kim' })
  const program = programContext(bench.deps, 'test')
  await write(program, (tx) => raiseAlerts(tx, model, [1]))
  await send()
  expect(received).toEqual([])
  await world.customers(...Array.from({ length: 30 }, () => ({ state: 0, date: '2026-02-01' })))
  await caughtUp(bench.deps.analytics, bench.deps.pool)
  const access = await programAccess(bench.deps, model)
  await figures(program, access, { conditions: [], by: 'none', indicators: [{ key: 'n', expression: 'count()' }] })
  await send()
  expect(received.map(({ json }) => json)).toEqual([
    {
      type: 'responses.released',
      timestamp: expect.any(String),
      data: { survey: { name: world.survey, title: expect.any(Object) } },
    },
  ])
  expect(await log(root, made)).toHaveLength(1)
  // One that was noted while the survey was named is not sent any more.
  const [response = 0] = await world.customers({ state: 0 })
  const row = {
    webhook_id: made.id,
    survey_id: world.surveyId,
    due_at: bench.clock.now(),
    created_at: bench.clock.now(),
  }
  await bench.deps.db
    .insertInto('webhook_delivery')
    .values(['response.completed', 'responses.imported'].map((event) => ({ ...row, event, response_id: response })))
    .execute()
  await send()
  expect(received).toHaveLength(1)
  expect(await log(root, made)).toHaveLength(1)
})

test('alerts, campaigns and imports tell what happened to them, to webhooks of their kind and survey', async () => {
  const { world, root } = await opened()
  await hook(root, '/alerts', { events: ['alert'] })
  await hook(root, '/campaigns', { events: ['campaign'] })
  const elsewhere = await opened()
  await hook(elsewhere.root, '/elsewhere', { events: ['alert', 'campaign', 'response', 'action'] })
  const response = await answer(world, { rating: 1 })
  const alert = await alertOf(response)
  await world.customers({ email: 'a@example.org' })
  const { campaign } = await world.create(root)
  await pauseCampaign(root, campaign)
  await resumeCampaign(root, await world.read(campaign))
  await send()
  const told = (path: string) => received.filter((one) => one.path === path).map(({ json }) => json)
  expect(told('/alerts')).toMatchObject([
    {
      type: 'alert.raised',
      data: {
        alert: {
          id: alert,
          rule: 'low',
          state: 'open',
          response,
          link: expect.stringContaining(`/alert/${world.survey}/${alert}`),
        },
      },
    },
  ])
  expect(
    told('/campaigns')
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['campaign.paused', 'campaign.started', 'campaign.started'])
  expect(told('/campaigns')[0]).toMatchObject({
    data: { campaign: { id: campaign.id, name: campaign.extName, state: 'started' } },
  })
  expect(told('/elsewhere')).toEqual([])
})

describe('a webhook', () => {
  test('shows its secret once, and is made for allowed hosts alone', async () => {
    const { world, root } = await opened()
    const made = await hook(root, '/ok?token=abc', { survey: world.survey })
    expect(made.secret).toMatch(/^whsec_[\w+/=]{40,}$/)
    const listed = await listWebhooks(root, { survey: world.survey })
    expect(listed).toMatchObject({
      webhooks: [{ id: made.id, survey: { extname: world.survey }, state: 'ACTIVE', waiting: 0 }],
    })
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    const audit = await bench.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'webhook.create')
      .execute()
    expect(JSON.stringify(audit)).not.toMatch(/whsec_|token=abc/)
    await expect(hook(root, 'https://evil.example/hook')).rejects.toMatchObject({
      code: 'validation',
      fields: { url: expect.objectContaining({}) },
    })
    await expect(hook(root, '/ok', { survey: 'none-such' })).rejects.toMatchObject({
      fields: { survey: expect.anything() },
    })
    const closed = { ...root, config: { ...root.config, privateWebhooks: false } }
    await expect(hook(closed, 'http://example.org/hook')).rejects.toThrow('must begin with https')
  })

  test('is saved over the version that was read', async () => {
    const { root } = await opened()
    const { title, url, events, id, version } = await hook(root, '/ok')
    const saved = await saveWebhook(root, id, { title: 'New', url, survey: null, events, version })
    expect(saved).toMatchObject({ title: 'New', version: version + 1 })
    await expect(saveWebhook(root, id, { title, url, survey: null, events, version })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test.each([
    ['a redirect', '/moved', {}, 302, 'redirects are not followed'],
    ['a private address', '/ok', { privateWebhooks: false }, null, 'private network'],
    ['nobody there', 'http://127.0.0.1:9/', {}, null, 'cannot be reached'],
    ['an error of its own', '/fails', {}, 500, 'status 500'],
  ])('with %s says so in its log, and is tried again', async (_what, path, change, status, words) => {
    const { world, root } = await opened()
    const made = await hook(root, path)
    await answer(world)
    await send({ config: { ...bench.deps.config, ...change } })
    const [row] = await log(root, made)
    expect(row).toMatchObject({ state: 'WAITING', attempts: 1, status, reason: expect.stringContaining(words) })
    expect(Date.parse(row?.dueAt ?? '')).toBeGreaterThan(bench.clock.now().getTime())
    expect(received.filter(({ path: one }) => one === '/secret')).toEqual([])
  })

  test('whose host root no longer allows gets nothing', async () => {
    const { world, root } = await opened()
    const made = await hook(root, '/ok')
    await bench.deps.db.updateTable('webhook').set({ url: 'http://localhost:1/' }).where('id', '=', made.id).execute()
    await answer(world)
    await send()
    expect(await log(root, made)).toMatchObject([{ state: 'WAITING', reason: expect.stringContaining('not allowed') }])
  })

  test('that does not answer is tried less and less, under the same name, until the message is given up', async () => {
    const { world, root } = await opened()
    const made = await hook(root, '/fails')
    await answer(world)
    const pauses: number[] = []
    for (;;) {
      await send()
      const [row] = await log(root, made)
      if (row?.state !== 'WAITING' || row.dueAt === null) break
      pauses.push(Date.parse(row.dueAt) - bench.clock.now().getTime())
      // The webhook is not given up meanwhile.
      await bench.deps.db.updateTable('webhook').set({ failing_since: bench.clock.now(), retry_at: null }).execute()
      bench.clock.set(row.dueAt)
    }
    expect(pauses).toHaveLength(8)
    expect(pauses.every((pause, at) => at === 0 || pause > 2 * (pauses[at - 1] ?? 0) * 0.8)).toBe(true)
    expect(await log(root, made)).toMatchObject([{ state: 'FAILED', attempts: 9, dueAt: null }])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('that does not answer holds up no other, and is asked one message at a time', async () => {
    const { world, root } = await opened()
    const dead = await hook(root, '/fails')
    const alive = await hook(root, '/ok')
    await sql`
      insert into webhook_delivery (webhook_id, event, survey_id, due_at, created_at)
      select ${dead.id}, 'responses.imported', ${world.surveyId}, ${bench.clock.now()}, ${bench.clock.now()}
        from generate_series(1, 1000)`.execute(bench.deps.db)
    await answer(world)
    await send()
    expect(received.filter(({ path }) => path === '/ok')).toHaveLength(1)
    expect(await log(root, alive)).toMatchObject([{ state: 'DELIVERED' }])
    // Those that were under way together, and the one that was tried after them.
    expect(received.filter(({ path }) => path === '/fails').length).toBeLessThanOrEqual(10)
    const { webhooks } = await listWebhooks(root, {})
    expect(webhooks.find(({ id }) => id === dead.id)).toMatchObject({ waiting: 1001, failingSince: expect.any(String) })
    expect(await fullWebhooks(bench.deps, 1000)).toEqual([dead.id])
    expect(await fullWebhooks(bench.deps, 1001)).toEqual([])
  })

  test('that asks for a pause gets it', async () => {
    const { world, root } = await opened()
    await hook(root, '/closed')
    await answer(world)
    await answer(world)
    await send()
    const before = received.length
    bench.clock.set('2026-02-10T11:01:20Z')
    await send()
    expect(received).toHaveLength(before)
    bench.clock.set('2026-02-10T11:01:31Z')
    await send()
    expect(received.length).toBeGreaterThan(before)
  })

  test('that failed for a day is paused and root is told; while it is paused nothing is kept, and then it goes on', async () => {
    const { world, root } = await opened()
    const made = await hook(root, '/fails')
    await answer(world)
    await send()
    await bench.deps.db
      .updateTable('webhook')
      .set({ failing_since: new Date('2026-02-09T11:00:00Z'), retry_at: null })
      .execute()
    await answer(world)
    await send()
    const { webhooks } = await listWebhooks(root, {})
    expect(webhooks).toMatchObject([{ state: 'PAUSED', cause: 'failing', waiting: 2 }])
    const { notices } = await readBell(root, { most: 10 })
    expect(notices.map(({ title, link }) => [String(title), link])).toEqual([
      ['Webhook paused: /fails', `/surveylist/${world.survey}`],
    ])
    await answer(world)
    bench.clock.set('2026-02-11T12:00:00Z')
    const before = received.length
    await send()
    expect(received).toHaveLength(before)
    const [{ version, title, events }] = webhooks as [Webhook]
    await saveWebhook(root, made.id, { url: `http://localhost:${port}/ok`, title, events, survey: null, version })
    expect(await resumeWebhook(root, made.id)).toMatchObject({ state: 'ACTIVE', cause: null, failingSince: null })
    await send()
    expect((await log(root, made)).map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED'])
  })

  test('that is gone for good is paused at once', async () => {
    const { world, root } = await opened()
    const made = await hook(root, '/gone')
    await answer(world)
    await send()
    expect((await listWebhooks(root, {})).webhooks).toMatchObject([{ state: 'PAUSED', cause: 'gone' }])
    expect(await log(root, made)).toMatchObject([{ state: 'FAILED', status: 410 }])
  })

  test('gets a test and a message again also while it is paused, each once', async () => {
    const { world, root } = await opened()
    const made = await hook(root, '/ok')
    await answer(world)
    await send()
    await pauseWebhook(root, made.id)
    const [told] = await log(root, made)
    await replayWebhookDelivery(root, told?.id ?? 0)
    await expect(replayWebhookDelivery(root, told?.id ?? 0)).rejects.toMatchObject({ code: 'conflict' })
    expect(await testWebhook(root, made.id)).toMatchObject({ event: 'test', state: 'WAITING', dueAt: null })
    await send()
    expect(received.map(({ json }) => json.type).toSorted()).toEqual([
      'response.completed',
      'response.completed',
      'test',
    ])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    await bench.deps.db
      .updateTable('webhook')
      .set({ url: `http://localhost:${port}/fails` })
      .execute()
    await testWebhook(root, made.id)
    await send()
    expect((await log(root, made))[0]).toMatchObject({ event: 'test', state: 'FAILED', attempts: 1, status: 500 })
  })

  test('with a new secret signs with the old one too, for a day', async () => {
    const { root } = await opened()
    const made = await hook(root, '/ok')
    const { secret } = await renewWebhookSecret(root, made.id)
    expect(secret).not.toBe(made.secret)
    const signatures = async () => {
      await testWebhook(root, made.id)
      await send()
      const { headers, body } = received.at(-1) as Received
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
      const of = (text: string) => {
        const key = Buffer.from(text.replace('whsec_', ''), 'base64')
        return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
      }
      return { given: headers['webhook-signature'], both: `${of(secret)} ${of(made.secret)}`, one: of(secret) }
    }
    const now = await signatures()
    expect(now.given).toBe(now.both)
    bench.clock.set('2026-02-11T11:00:01Z')
    const later = await signatures()
    expect(later.given).toBe(later.one)
  })
})

test('a task sends what is noted by itself, and old messages are removed', async () => {
  const { world, root } = await opened()
  const made = await hook(root, '/ok')
  const engine = new TaskEngine(bench.deps, [webhooksTask])
  onTestFinished(() => engine.stop())
  engine.start()
  const id = await answer(world)
  await expect.poll(() => received.map(({ json }) => json.data.response)).toMatchObject([{ id }])
  await expect.poll(async () => (await log(root, made)).map(({ state }) => state)).toEqual(['DELIVERED'])
  expect(await removeOldDeliveries(bench.deps, bench.clock.now())).toBe(0)
  expect(await removeOldDeliveries(bench.deps, new Date('2026-02-10T11:00:01Z'))).toBe(1)
})

test('alerts of another organisation are not told by their number', async () => {
  const { world, root } = await opened()
  await hook(root, '/ok', { events: ['alert'] })
  const other = await opened()
  const response = await answer(other.world, { rating: 1 })
  const id = await alertOf(response)
  const model = await loadSurveyModelById(bench.deps, world.surveyId)
  await write(programContext(bench.deps, 'test'), (tx) => noteAlerts(tx, model, 'alert.closed', [id]))
  await send()
  expect(received).toEqual([])
})
