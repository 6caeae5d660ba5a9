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
import { SmppServer, textingTo } from '#server/testing/smpp-server.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { statuses } from '#server/platform/smpp/pdu.ts'
import { hashedAddresses } from '../rules/addresses.ts'
import { suppress } from '../rules/suppression.ts'
import { runRounds } from '../rounds/run-rounds.ts'
import { finishCampaigns } from '../rounds/finish-campaigns.ts'
import { takeReport } from '../tracking/reports/take-report.ts'

const morning = new Date('2026-02-11T09:00:00Z')
let now = morning
let bench: SendingBench
let server: TestDeps
let sink: MailSink
let operator: SmppServer
let ctx: Ctx

beforeAll(async () => {
  bench = await SendingBench.open({ clock: { now: () => now } })
  server = bench.server
})
afterAll(() => bench.close())
beforeEach(async () => {
  now = morning
  await bench.clear()
  sink = await startMailSink()
  operator = await SmppServer.start()
  ctx = bench.context({ ...sendingTo(sink), ...textingTo(operator), GENSVAR_URL: 'https://ways.example.org' })
})
afterEach(async () => {
  await sink.close()
  await operator.close()
})

const ways = { ways: ['SMS', 'PHONE'] } as const
const campaign = (given: TestCampaign) => bench.campaign(given)
const send = () => bench.send(ctx)
const rows = (made: SentCampaign) => bench.rows(made)
const stand = async (made: SentCampaign) =>
  (await rows(made)).map(({ channel, state, address }) => [channel, state, address])
const counts = ({ id }: SentCampaign) =>
  server.deps.db.selectFrom('campaign_count').selectAll().where('campaign_id', '=', id).executeTakeFirstOrThrow()
const stop = ({ universeId }: SentCampaign, address: string, reason: Parameters<typeof suppress>[3]) =>
  write(ctx, (tx) => suppress(tx, universeId, address, reason))
const refuse = (...addresses: string[]): void => {
  sink.onRecipient = (address) => {
    if (addresses.includes(address)) throw Object.assign(new Error('no such mailbox'), { responseCode: 550 })
  }
}
const bounce = async (made: SentCampaign, at: number, isHard = true, by: 'mail' | 'phone' = 'mail') => {
  const recipientId = (await rows(made))[at]?.id ?? 0
  await takeReport(
    ctx,
    { universeId: made.universeId, recipientId, by },
    { kind: 'bounce', isHard, status: '5.1.1', diagnostic: 'no such user' },
  )
}
const noted = async ({ universeId }: SentCampaign, ...addresses: string[]) => {
  const hashes = await hashedAddresses(server.deps.db, universeId, addresses)
  return Promise.all(
    hashes.map(async (one) => {
      const row = await server.deps.db
        .selectFrom('contact_ledger')
        .select('sent_at')
        .where('universe_id', '=', universeId)
        .where('address_hash', '=', one?.hash ?? '')
        .executeTakeFirst()
      return row?.sent_at.length ?? 0
    }),
  )
}
/** Whether the numbers that are kept are those of the messages. */
async function demandSums(made: SentCampaign): Promise<void> {
  const kept = await counts(made)
  const all = await rows(made)
  const number = (state: string) => all.filter((row) => row.state === state).length
  expect(kept).toMatchObject({
    ...{ total: all.length, pending: number('PENDING'), sending: number('SENDING'), sent: number('SENT') },
    ...{ failed: number('FAILED'), unknown: number('UNKNOWN') },
    bounced: all.filter(({ bounce: came }) => came !== null).length,
  })
  expect(new Set(all.map(({ response_id: id }) => id)).size).toBe(all.length)
}

test('whom a refused address keeps from getting an e-mail gets a text message, and is one recipient', async () => {
  const made = await campaign({ people: 3, ...ways })
  await write(ctx, (tx) => tx.surveyChanged(made.surveyId))
  refuse('p2@example.org')
  expect(await send()).toMatchObject({ sent: 3, nextAt: null })
  expect(await stand(made)).toEqual([
    ['EMAIL', 'SENT', 'p1@example.org'],
    ['SMS', 'SENT', '+46700000002'],
    ['EMAIL', 'SENT', 'p3@example.org'],
  ])
  expect(sink.mails.map(({ to }) => to).toSorted()).toEqual(['p1@example.org', 'p3@example.org'])
  expect(operator.messages).toEqual([{ to: '46700000002', from: 'Shop', text: 'Hello' }])
  await demandSums(made)
  expect(await counts(made)).toMatchObject({ total: 3, sent: 3, failed: 0, refused: 1 })
  // Figures have each person once, as sent.
  await server.deps.analytics.feed.catchUp()
  const { columns } = await server.deps.analytics.store.query(
    portableSql`select state, by_mail, count(*) from ${ident(recipientTable(made.surveyId))} group by all order by by_mail`,
  )
  expect(columns).toEqual([
    ['SENT', 'SENT'],
    [0, 1],
    [1, 2],
  ])
})

test('an e-mail that comes back goes on, also of a campaign that had finished; a later report of it changes nothing', async () => {
  const made = await campaign({ people: 2, ...ways })
  await bench.setRules(made, { contact: { times: 1, days: 90 } })
  await send()
  await finishCampaigns(ctx, null)
  expect(await bench.stored(made)).toMatchObject({ state: 'STOPPED' })
  expect(await noted(made, 'p1@example.org', '+46700000001')).toEqual([1, 1])
  await bounce(made, 0)
  // The e-mail is not among what the person was written to any more.
  expect(await noted(made, 'p1@example.org', '+46700000001')).toEqual([0, 0])
  expect(await stand(made)).toEqual([
    ['SMS', 'PENDING', '+46700000001'],
    ['EMAIL', 'SENT', 'p2@example.org'],
  ])
  await demandSums(made)
  await runRounds(ctx, { surveyId: null, signal: new AbortController().signal })
  expect(await bench.stored(made)).toMatchObject({ state: 'STARTED' })
  await send()
  await bounce(made, 0)
  expect(await stand(made)).toEqual([
    ['SMS', 'SENT', '+46700000001'],
    ['EMAIL', 'SENT', 'p2@example.org'],
  ])
  expect(operator.messages).toHaveLength(1)
  expect(await noted(made, 'p1@example.org', '+46700000001')).toEqual([1, 1])
  await demandSums(made)
  expect(await counts(made)).toMatchObject({ sent: 2, bounced: 0, refused: 1 })
})

test('what comes back on the last way stays so', async () => {
  const made = await campaign({ people: 1, ways: ['SMS'] })
  refuse('p1@example.org')
  await send()
  await bounce(made, 0, true, 'phone')
  expect(await stand(made)).toEqual([['SMS', 'SENT', '+46700000001']])
  expect(await counts(made)).toMatchObject({ sent: 1, bounced: 1 })
  await demandSums(made)
})

test('a number that an operator refuses is not called either, and what came back for now goes nowhere', async () => {
  const made = await campaign({ people: 2, ...ways })
  refuse('p1@example.org')
  operator.answer = () => ({ status: statuses.ESME_RINVDSTADR })
  await send()
  await bounce(made, 1, false)
  expect(await stand(made)).toEqual([
    // The number is known to be wrong, so nobody calls it either.
    ['SMS', 'FAILED', '+46700000001'],
    ['EMAIL', 'SENT', 'p2@example.org'],
  ])
  await demandSums(made)
})

test('an unsubscribe ends all ways, of whichever address it is', async () => {
  const made = await campaign({ people: 4, ...ways })
  await stop(made, 'p1@example.org', 'unsubscribed')
  await stop(made, 'p2@example.org', 'bounced')
  await stop(made, '+46700000003', 'unsubscribed')
  refuse('p3@example.org', 'p4@example.org')
  await send()
  expect(await stand(made)).toEqual([
    ['EMAIL', 'FAILED', 'p1@example.org'],
    ['SMS', 'SENT', '+46700000002'],
    ['EMAIL', 'FAILED', 'p3@example.org'],
    ['SMS', 'SENT', '+46700000004'],
  ])
  await demandSums(made)
})

test('who unsubscribes by the first way before the next one is sent gets nothing', async () => {
  const made = await campaign({ people: 1, ...ways })
  await send()
  await bounce(made, 0)
  // Another message of the organisation to the e-mail address was what they ended.
  await sql`delete from suppression where universe_id = ${made.universeId}`.execute(server.deps.db)
  await stop(made, 'p1@example.org', 'unsubscribed')
  await send()
  expect(operator.messages).toEqual([])
  expect(await stand(made)).toEqual([['SMS', 'FAILED', '+46700000001']])
})

test('two campaigns count together over their ways: who got a text message gets no e-mail of another', async () => {
  const texts = await campaign({ people: 1, sendingType: 'SMS' })
  await bench.setRules(texts, { contact: { times: 1, days: 90 } })
  await send()
  const mails = await campaign({ people: 2, universeId: texts.universeId, ...ways })
  refuse('p2@example.org')
  await send()
  expect(operator.messages.map(({ to }) => to)).toEqual(['46700000001', '46700000002'])
  expect(await stand(mails)).toEqual([
    ['EMAIL', 'FAILED', 'p1@example.org'],
    ['SMS', 'SENT', '+46700000002'],
  ])
  expect(sink.mails).toEqual([])
})

test('nobody gets the message of somebody else who is reached at the same number', async () => {
  const made = await campaign({ people: 2, ways: ['SMS'] })
  await sql`update response set contact = contact || '{"phone": "+46700000009"}' where survey_id = ${made.surveyId}`.execute(
    server.deps.db,
  )
  refuse('p1@example.org', 'p2@example.org')
  await send()
  expect(operator.messages.map(({ to }) => to)).toEqual(['46700000009'])
  await demandSums(made)
})

test('a paused campaign keeps what goes on, a stopped one ends it', async () => {
  const made = [await campaign({ people: 1, ...ways }), await campaign({ people: 1, ...ways })] as const
  await send()
  for (const [at, state] of (['PAUSED', 'STOPPED'] as const).entries())
    await server.deps.db
      .updateTable('campaign')
      .set({ state })
      .where('id', '=', made[at]?.id ?? 0)
      .execute()
  for (const one of made) await bounce(one, 0)
  await runRounds(ctx, { surveyId: null, signal: new AbortController().signal })
  await send()
  expect(operator.messages).toEqual([])
  expect(await stand(made[0])).toEqual([['SMS', 'PENDING', '+46700000001']])
  expect(await stand(made[1])).toEqual([['EMAIL', 'SENT', 'p1@example.org']])
})

test('in an anonymous survey messages go on as well, and nothing of what happened before is kept', async () => {
  const made = await campaign({ people: 2, ...ways, config: 'anonymity: { filters: [] }\n' })
  await send()
  await bounce(made, 0)
  expect(await stand(made)).toEqual([
    ['SMS', 'PENDING', '+46700000001'],
    ['EMAIL', 'SENT', 'p2@example.org'],
  ])
  await send()
  expect(operator.messages.map(({ to }) => to)).toEqual(['46700000001'])
  const { rows: kept } = await sql<{ events: number; told: number }>`
    select (select count(*)::int from recipient_event e join recipient r on r.id = e.recipient_id
             where r.campaign_id = ${made.id}) as events,
           (select count(*)::int from message_event where survey_id = ${made.surveyId}) as told`.execute(server.deps.db)
  expect(kept).toEqual([{ events: 0, told: 0 }])
  await demandSums(made)
})

test('ways do not wait for each other: a mail server that is away leaves the text messages their turn', async () => {
  const made = await campaign({ people: 4, ...ways })
  await sql`
    update recipient r set channel = 'SMS', address = p.contact->>'phone' from response p
     where p.id = r.response_id and r.campaign_id = ${made.id} and (r.id % 2) = 0`.execute(server.deps.db)
  await sink.close()
  const controller = new AbortController()
  const run = bench.send(ctx, controller.signal).catch(() => null)
  await expect.poll(() => operator.messages.length, { timeout: 20_000 }).toBe(2)
  controller.abort(new Error('enough'))
  await run
  sink = await startMailSink()
  expect((await stand(made)).filter(([, state]) => state === 'SENT').map(([channel]) => channel)).toEqual([
    'SMS',
    'SMS',
  ])
})
