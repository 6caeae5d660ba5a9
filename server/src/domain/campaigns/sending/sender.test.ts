import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '#server/domain/context.ts'
import { recipientTable } from '#server/domain/figures/store/tables.ts'
import { write } from '#server/domain/write.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { SendingBench } from '#server/testing/sending-bench.ts'
import type { SentCampaign, TestCampaign } from '#server/testing/sent-campaign.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { progressOf } from './progress.ts'
import { pauseOnSpike } from './stop-by-itself.ts'

const morning = new Date('2026-02-11T09:00:00Z')
const minute = 60_000
let now = morning
let bench: SendingBench
let server: TestDeps
let sink: MailSink
let ctx: Ctx

beforeAll(async () => {
  bench = await SendingBench.open({ clock: { now: () => now } })
  server = bench.server
})
afterAll(() => bench.close())
beforeEach(async () => {
  now = morning
  await bench.clear()
  await server.deps.db.deleteFrom('mail').execute()
  sink = await startMailSink()
  ctx = contextTo(sink)
})
afterEach(() => sink.close())

const contextTo = ({ port }: { port: number }): Ctx =>
  bench.context({ ...sendingTo({ port }), GENSVAR_URL: 'https://feedback.example.org' })
const campaign = (given: TestCampaign) => bench.campaign(given)
const send = (context = ctx) => bench.send(context)
const later = (time: number): void => void (now = new Date(now.getTime() + time))

/** Sends until it is told to stop, and tells what that ended with. */
function sendUntilStopped(context = ctx): { stop: () => Promise<void> } {
  const controller = new AbortController()
  const run = bench.send(context, controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  return {
    stop: async () => {
      controller.abort(new Error('stopped'))
      await run
    },
  }
}

const rows = (made: SentCampaign) => bench.rows(made)
const states = async (made: SentCampaign): Promise<Record<string, number>> => {
  const all = await rows(made)
  return Object.fromEntries([...Map.groupBy(all, ({ state }) => state)].map(([state, own]) => [state, own.length]))
}
const setState = ({ id }: SentCampaign, state: 'STARTED' | 'PAUSED') =>
  server.deps.db.updateTable('campaign').set({ state }).where('id', '=', id).execute()
const refusing = (responseCode: number) => () => {
  throw Object.assign(new Error('no'), { responseCode })
}

test('each message of a campaign is sent once, filled for its recipient, with how to end them', async () => {
  const made = await campaign({ people: 250 })
  await write(ctx, (tx) => tx.surveyChanged(made.surveyId))
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
  await server.deps.analytics.feed.catchUp()
  const { columns } = await server.deps.analytics.store.query(
    portableSql`select count(*) from ${ident(recipientTable(made.surveyId))} where state = 'SENT'`,
  )
  expect(columns).toEqual([[250]])
  expect(await progressOf(server.deps, made.id)).toEqual({ perMinute: 3000, secondsLeft: null })
})

test('two workers share campaigns, in turn, and nobody gets two', async () => {
  const made = [await campaign({ people: 300 }), await campaign({ people: 300 })]
  const sent = await Promise.all([send(), send()])
  expect(sent.reduce((sum, one) => sum + one.sent, 0)).toBe(600)
  for (const one of sent) expect(one.sent).toBeGreaterThan(0)
  for (const one of made) expect(await states(one)).toEqual({ SENT: 300 })
  expect(sink.mails).toHaveLength(600)
  expect(new Set(sink.mails.map(({ headers }) => headers.get('message-id'))).size).toBe(600)
})

test('a large campaign does not keep a small one waiting', async () => {
  const large = await campaign({ people: 400 })
  const small = await campaign({ people: 5 })
  const { stop } = sendUntilStopped()
  await expect.poll(() => states(small)).toEqual({ SENT: 5 })
  expect((await states(large))['PENDING']).toBeGreaterThan(100)
  await stop()
})

test('a pause takes effect within a batch, and what was claimed waits again', async () => {
  sink.onMail = () => new Promise((resolve) => setTimeout(resolve, 40))
  const made = await campaign({ people: 2000 })
  const { stop } = sendUntilStopped()
  await expect.poll(() => sink.mails.length).toBeGreaterThan(20)
  await setState(made, 'PAUSED')
  await expect.poll(async () => (await states(made))['SENDING'] ?? 0).toBe(0)
  const arrived = sink.mails.length
  // Far from all: what was not handed over was given back.
  expect(arrived).toBeLessThan(1000)
  expect((await states(made))['SENT']).toBe(arrived)
  expect((await rows(made)).filter(({ state, attempts }) => state === 'PENDING' && attempts !== 0)).toEqual([])
  await stop()
  await setState(made, 'STARTED')
  const again = sendUntilStopped()
  await expect.poll(() => sink.mails.length).toBeGreaterThan(arrived)
  await again.stop()
  expect((await states(made))['SENDING']).toBeUndefined()
})

test('a server that stops gives back what it has not handed over', async () => {
  sink.onMail = () => new Promise((resolve) => setTimeout(resolve, 40))
  const made = await campaign({ people: 200 })
  const { stop } = sendUntilStopped()
  await expect.poll(() => sink.mails.length).toBeGreaterThan(5)
  await stop()
  expect(await states(made)).toEqual({ SENT: sink.mails.length, PENDING: 200 - sink.mails.length })
})

test('an address that is refused for good has failed, and nothing is sent to it again', async () => {
  sink.onRecipient = (address) => {
    if (address === 'p2@example.org') refusing(550)()
  }
  const made = await campaign({ people: 3 })
  expect(await send()).toMatchObject({ sent: 2 })
  const failed = (await rows(made)).find(({ state }) => state === 'FAILED')
  expect(failed).toMatchObject({ address: 'p2@example.org', bounce: null })
  expect(failed?.reason?.text).toContain('550')
  const suppressed = await server.deps.db.selectFrom('suppression').selectAll().execute()
  expect(suppressed).toMatchObject([{ address: 'p2@example.org', reason: 'bounced', campaign_id: made.id }])
  const {
    sent,
    failed: count,
    bounced,
    refused,
  } = await server.deps.db
    .selectFrom('campaign_count')
    .selectAll()
    .where('campaign_id', '=', made.id)
    .executeTakeFirstOrThrow()
  expect({ sent, count, bounced, refused }).toEqual({ sent: 2, count: 1, bounced: 0, refused: 1 })
})

test('what is refused for now is tried again later, and fails after the last attempt', async () => {
  sink.onRecipient = refusing(451)
  const made = await campaign({ people: 1 })
  expect((await send()).nextAt).toEqual(new Date(morning.getTime() + 5 * minute))
  expect(await rows(made)).toMatchObject([{ state: 'PENDING', attempts: 1, bounce: null }])
  await send()
  expect(await rows(made)).toMatchObject([{ attempts: 1 }])
  for (const pause of [5, 15, 60, 240, 720]) {
    later(pause * minute)
    await send()
  }
  expect(await rows(made)).toMatchObject([{ state: 'FAILED', attempts: 6, bounce: null }])
  const again = await campaign({ people: 1 })
  await send()
  sink.onRecipient = () => {}
  later(5 * minute)
  await send()
  expect(await rows(again)).toMatchObject([{ state: 'SENT', attempts: 2 }])
})

test('a message whose content was handed over when the connection broke is of unknown fate, and stays so', async () => {
  const handed: string[] = []
  const { port, close } = await startRudeServer((content, hangUp) => {
    handed.push(content)
    hangUp()
  })
  const made = await campaign({ people: 4 })
  await send(contextTo({ port }))
  expect(await states(made)).toEqual({ UNKNOWN: 4 })
  expect((await rows(made))[0]?.reason?.text).toContain('broke')
  later(24 * 60 * minute)
  await send()
  expect(sink.mails).toEqual([])
  expect(handed).toHaveLength(4)
  close()
})

test('while the mail server cannot be reached everything waits, and nothing counts as an attempt', async () => {
  await sink.close()
  const made = await campaign({ people: 30 })
  const { stop } = sendUntilStopped()
  await expect.poll(async () => (await rows(made))[0]?.reason?.text ?? '').toContain('cannot be reached')
  await stop()
  expect(await states(made)).toEqual({ PENDING: 30 })
  expect((await rows(made)).every(({ attempts }) => attempts === 0)).toBe(true)
  const noted = server.deps.db.selectFrom('contact_ledger').where('universe_id', '=', made.universeId)
  const moments = (await noted.select('sent_at').execute()).flatMap(({ sent_at: at }) => at)
  expect(moments).toEqual([])
  sink = await startMailSink()
})

test('a minute has no more messages than the rules allow, with two workers, to all and to a domain', async () => {
  const made = await campaign({ people: 100, otherDomain: 'slow.example' })
  await bench.setRules(made, { perMinute: 36, perDomain: [{ domain: 'slow.example', perMinute: 6 }] })
  const runs = [sendUntilStopped(), sendUntilStopped()]
  const arrived = () => [sink.mails.length, sink.mails.filter(({ to }) => to.endsWith('@slow.example')).length]
  // A sixth of it in each ten seconds.
  await expect.poll(arrived, { timeout: 60_000 }).toEqual([6, 1])
  for (let part = 2; part <= 6; part++) {
    later(11_000)
    await expect.poll(arrived, { timeout: 60_000 }).toEqual([6 * part, part])
  }
  await Promise.all(runs.map(({ stop }) => stop()))
  expect(await states(made)).toEqual({ SENT: 36, PENDING: 64 })
})

test('a new domain sends few messages on its first day, and more on each day that it sends on', async () => {
  const made = await campaign({ people: 60 })
  await bench.setRules(made, { warmUp: { first: 5, factor: 2 } })
  for (const total of [5, 15, 35]) {
    await Promise.all([send(), send()])
    expect(sink.mails).toHaveLength(total)
    later(24 * 60 * minute)
  }
  const known = await campaign({ people: 8, universeId: made.universeId, fromEmail: 'a@other.example' })
  await setState(made, 'PAUSED')
  await send()
  expect((await states(known))['SENT']).toBe(5)
})

test('a campaign pauses by itself when too much is refused, says why, and can go on', async () => {
  sink.onRecipient = (address) => {
    if (/^p\d*[05]@/.test(address)) refusing(550)()
  }
  const made = await campaign({ people: 400 })
  await bench.setRules(made, { pauseAt: { bouncePercent: 15, complaintPercent: 1, after: 100 } })
  sink.onMail = () => new Promise((resolve) => setTimeout(resolve, 60))
  await send()
  const paused = await bench.stored(made)
  expect(paused.state).toBe('PAUSED')
  expect(paused.state_reason?.text).toMatch(/^It paused by itself: \d+ of \d+ messages came back\.$/)
  const { PENDING: left = 0, SENDING: underWay = 0 } = await states(made)
  expect(left).toBeGreaterThan(100)
  expect(underWay).toBe(0)
  const audit = await server.deps.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'campaign.pause')
    .execute()
  expect(audit).toHaveLength(1)
  await setState(made, 'STARTED')
  expect(await pauseOnSpike(ctx, made.id)).toBe(false)
  sink.onRecipient = () => {}
  await send()
  expect((await bench.stored(made)).state).toBe('STARTED')
  expect((await states(made))['PENDING']).toBeUndefined()
})

test('a value that is missing or would be a header stops its recipient alone, in words', async () => {
  const made = await campaign({ people: 3, template: { subject: 'For {{contact.name}}' } })
  const [first, second] = await rows(made)
  const setName = (id: number | undefined, name: string) =>
    sql`update response set contact = contact || jsonb_build_object('name', ${name}::text) where id = ${id ?? 0}`.execute(
      server.deps.db,
    )
  await setName(first?.response_id, 'Eve\r\nBcc: all@example.org')
  await setName(second?.response_id, '')
  await send()
  expect(await states(made)).toEqual({ FAILED: 2, SENT: 1 })
  const reasons = (await rows(made)).map(({ reason }) => reason?.text ?? '')
  expect(reasons[0]).toContain('line breaks')
  expect(reasons[1]).toContain('{{contact.name}} has no value')
  expect(sink.mails.map(({ to }) => to)).toEqual(['p3@example.org'])
})

test('a template that cannot be compiled stops the campaign, in words', async () => {
  const made = await campaign({ people: 3, template: { subject: 'For {{nobody}}' } })
  expect(await send()).toMatchObject({ sent: 0, nextAt: null })
  expect(await bench.stored(made)).toMatchObject({ state: 'ERROR' })
  expect((await bench.stored(made)).state_reason?.text).toContain('There is no merge tag "nobody".')
  expect(await states(made)).toEqual({ PENDING: 3 })
})

test('who answered, was cancelled or must not be written to any more gets nothing', async () => {
  const made = await campaign({ people: 5 })
  const [first, second, third, fourth] = await rows(made)
  const setResponse = (id: number | undefined, state: number) =>
    server.deps.db
      .updateTable('response')
      .set({ state })
      .where('id', '=', id ?? 0)
      .execute()
  await setResponse(first?.response_id, 0)
  await setResponse(second?.response_id, 4)
  await server.deps.db
    .insertInto('suppression')
    .values({
      ...{ universe_id: made.universeId, address_hash: third?.address_hash ?? '', address: null },
      ...{ reason: 'unsubscribed', created_at: now },
    })
    .execute()
  await bench.setRules(made, { contact: { times: 1, days: 90 } })
  await server.deps.db
    .insertInto('contact_ledger')
    .values({ universe_id: made.universeId, address_hash: fourth?.address_hash ?? '', sent_at: [now] })
    .execute()
  await send()
  expect((await rows(made)).map(({ state, reason }) => [state, reason?.text ?? null])).toEqual([
    ['FAILED', 'They have answered meanwhile.'],
    ['FAILED', 'The sample was cancelled meanwhile.'],
    ['FAILED', 'Nothing is sent to this address any more.'],
    ['FAILED', 'They were written to within 90 days.'],
    ['SENT', null],
  ])
  expect(sink.mails).toHaveLength(1)
})

test('in an anonymous survey no reason tells who has answered', async () => {
  const made = await campaign({ people: 4, config: 'anonymity: { filters: [] }\n' })
  const people = (await rows(made)).map(({ response_id }) => response_id)
  for (const [at, state] of [0, 3, 4].entries())
    await server.deps.db
      .updateTable('response')
      .set({ state })
      .where('id', '=', people[at] ?? 0)
      .execute()
  await send()
  const told = (await rows(made)).map(({ state, reason }) => [state, reason?.text ?? null])
  expect(told.slice(0, 3)).toEqual(Array(3).fill(['FAILED', 'They are not to be written to any more.']))
  expect(told[3]).toEqual(['SENT', null])
})

test('a reminder that waits is not sent to who is known to have answered meanwhile', async () => {
  const made = await campaign({ people: 2 })
  const [first, second] = await rows(made)
  await server.deps.db.updateTable('recipient').set({ state: 'SENT' }).where('campaign_id', '=', made.id).execute()
  await server.deps.db
    .updateTable('recipient')
    .set({ answered: true })
    .where('id', '=', first?.id ?? 0)
    .execute()
  for (const one of [first, second])
    await server.deps.db
      .insertInto('recipient')
      .values({
        ...{ campaign_id: made.id, response_id: one?.response_id ?? 0, wave: 2, kind: 'reminder', reminder: 0 },
        ...{ address: one?.address ?? '', address_hash: one?.address_hash ?? '', send_at: now },
      })
      .execute()
  await send()
  expect((await rows(made)).filter(({ wave }) => wave === 2).map(({ state }) => state)).toEqual(['FAILED', 'SENT'])
})

test('a letter goes to who does not get e-mails any more because they came back, not to who complained', async () => {
  const made = await campaign({ people: 3, sendingType: 'LETTER' })
  const [first, second] = await rows(made)
  for (const [one, reason] of [
    [first, 'bounced'],
    [second, 'complained'],
  ] as const)
    await server.deps.db
      .insertInto('suppression')
      .values({ universe_id: made.universeId, address_hash: one?.address_hash ?? '', reason, created_at: now })
      .execute()
  await send()
  expect((await rows(made)).map(({ state }) => state)).toEqual(['SENT', 'FAILED', 'SENT'])
})

test('two campaigns to the same people at once write to each of them once', async () => {
  const made = await campaign({ people: 60 })
  await bench.setRules(made, { contact: { times: 1, days: 30 } })
  const other = await campaign({ people: 60, universeId: made.universeId })
  await Promise.all([send(), send()])
  const sent = [await states(made), await states(other)].map(({ SENT = 0 }) => SENT)
  expect((sent[0] ?? 0) + (sent[1] ?? 0)).toBe(60)
  expect(new Set(sink.mails.map(({ to }) => to)).size).toBe(60)
  expect(sink.mails).toHaveLength(60)
})

test('what a stopped worker had claimed is of unknown fate, listed with the reason', async () => {
  const made = await campaign({ people: 3 })
  await server.deps.db
    .updateTable('recipient')
    .set({ state: 'SENDING', run_token: crypto.randomUUID(), lease_until: new Date(now.getTime() - 1) })
    .where('campaign_id', '=', made.id)
    .where('address', '=', 'p2@example.org')
    .execute()
  await send()
  expect(await states(made)).toEqual({ SENT: 2, UNKNOWN: 1 })
  expect((await rows(made))[1]?.reason?.text).toContain('not sent again')
})

test('outside the hours of a campaign its messages wait for them', async () => {
  const made = await campaign({ people: 2 })
  await server.deps.db
    .updateTable('campaign')
    .set({ send_from: '12:00', send_to: '13:00' })
    .where('id', '=', made.id)
    .execute()
  expect((await send()).nextAt).toEqual(new Date('2026-02-11T12:00:00Z'))
  expect(await states(made)).toEqual({ PENDING: 2 })
  now = new Date('2026-02-11T12:30:00Z')
  await send()
  expect(await states(made)).toEqual({ SENT: 2 })
})

test('without a mail server, and for text messages, what would be sent is kept to be read', async () => {
  const config = { ...ctx.config, mail: null }
  const mails = await campaign({ people: 2 })
  const texts = await campaign({ people: 1, sendingType: 'SMS' })
  await send({ ...ctx, config })
  expect([await states(mails), await states(texts)]).toEqual([{ SENT: 2 }, { SENT: 1 }])
  const kept = await server.deps.db.selectFrom('mail').selectAll().orderBy('id').execute()
  expect(kept).toHaveLength(3)
  expect(kept.find(({ recipient }) => recipient === 'p2@example.org')).toMatchObject({
    state: 'SENT',
    subject: 'Hello',
  })
  expect(kept[0]?.reason?.text).toContain('kept here')
  const production = await campaign({ people: 1 })
  await send({ ...ctx, config: { ...config, mode: 'production' } })
  expect((await bench.stored(production)).state_reason?.text).toContain('not set up')
})

/** A mail server that says yes to everything until it has a whole content. */
async function startRudeServer(
  onContent: (content: string, hangUp: () => void) => void,
): Promise<{ port: number; close: () => void }> {
  const rude = createServer((socket) => {
    let content: string | null = null
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const said = chunk.toString()
      if (content !== null) content += said
      else if (/^DATA/m.test(said)) {
        content = ''
        socket.write('354 go on\r\n')
      } else socket.write('250 ok\r\n')
      if (content?.endsWith('\r\n.\r\n')) onContent(content, () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
  return { port: (rude.address() as AddressInfo).port, close: () => rude.close() }
}
