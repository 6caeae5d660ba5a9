import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { readConfig } from '#server/platform/config.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { createSentCampaign } from '#server/testing/sent-campaign.ts'
import type { SentCampaign } from '#server/testing/sent-campaign.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { Sender } from './sender.ts'

const morning = new Date('2026-02-11T09:00:00Z')
let now = morning
let server: TestDeps
let sink: MailSink
let ctx: Ctx

beforeAll(async () => {
  server = await testDeps({ clock: { now: () => now } })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = morning
  await server.deps.db.deleteFrom('campaign').execute()
  sink = await startMailSink()
  ctx = contextTo(sink)
})
afterEach(() => sink.close())

const contextTo = ({ port }: { port: number }, env: Record<string, string> = {}): Ctx => {
  const { dataFolder } = server.deps.config
  const settings = { ...sendingTo({ port }), GENSVAR_URL: 'https://feedback.example.org', ...env }
  return programContext({ ...server.deps, config: { ...readConfig(settings), dataFolder } }, 'test')
}

const campaign = (given: Parameters<typeof createSentCampaign>[1]): Promise<SentCampaign> =>
  createSentCampaign(server.deps, given)
const send = (context = ctx) => new Sender(context).run(new AbortController().signal)

const states = async ({ id }: SentCampaign): Promise<Record<string, number>> => {
  const rows = await server.deps.db
    .selectFrom('recipient')
    .where('campaign_id', '=', id)
    .select((row) => ['state', row.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

test('each message of a campaign is sent once, filled for its recipient, with how to end them', async () => {
  const made = await campaign({ people: 250 })
  expect(await send()).toMatchObject({ sent: 250, nextAt: null })
  expect(await states(made)).toEqual({ SENT: 250 })
  expect(new Set(sink.mails.map(({ to }) => to)).size).toBe(250)
  expect(sink.mails).toHaveLength(250)
  const mail = sink.mails.find(({ to }) => to === 'p7@example.org')
  expect(mail?.body).toContain('Hello Person 7')
  expect(mail?.headers.get('from')).toBe('"Shop" <shop@shop.example>')
  expect(mail?.headers.get('list-unsubscribe')).toMatch(/^<https:\/\/feedback\.example\.org\/u\/[\w-]+>$/)
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.headers.get('message-id')).toMatch(/^<\d+\.1\.[0-9a-f]{16}@shop\.example>$/)
})
