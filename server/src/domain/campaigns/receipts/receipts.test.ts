import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '#server/domain/context.ts'
import { translate } from '#server/platform/translate.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { SmppServer, textingTo } from '#server/testing/smpp-server.ts'
import { createHookRow } from '#server/testing/script-rows.ts'
import { SendingBench } from '#server/testing/sending-bench.ts'
import type { SentCampaign, TestCampaign } from '#server/testing/sent-campaign.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { statusOf } from '../lists/messages.ts'
import { keepSmppLink } from './smpp-links.ts'
import { partName, reportedName } from './part-name.ts'

let bench: SendingBench
let server: TestDeps
let operator: SmppServer
let ctx: Ctx
let kept: ReturnType<typeof keepSmppLink> = null

beforeAll(async () => {
  bench = await SendingBench.open()
  server = bench.server
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.clear()
  await server.deps.db.deleteFrom('sms_receipt').execute()
  operator = await SmppServer.start()
  ctx = contextTo()
  kept = keepSmppLink(ctx)
})
afterEach(async () => {
  await operator.close()
  await kept?.close()
})

const contextTo = (env: Record<string, string> = {}): Ctx =>
  bench.context({ ...textingTo(operator), GENSVAR_URL: 'https://feedback.example.org', ...env })

const template = (contents: string) => ({ template: { contents, design: contents } })
const campaign = (given: Partial<TestCampaign> = {}) => bench.campaign({ sendingType: 'SMS', people: 1, ...given })
const send = () => bench.send(ctx)
const rows = (made: SentCampaign) => bench.rows(made)
const status = async (made: SentCampaign): Promise<string[]> =>
  (await rows(made)).map(({ state, bounce, arrived }) => statusOf(state, bounce, arrived))
const events = async (made: SentCampaign) =>
  server.deps.db
    .selectFrom('recipient_event as e')
    .innerJoin('recipient as r', 'r.id', 'e.recipient_id')
    .select(['e.kind', 'e.details'])
    .where('r.campaign_id', '=', made.id)
    .orderBy('e.id')
    .execute()
const receipts = () => server.deps.db.selectFrom('sms_receipt').selectAll().execute()

test('a campaign by text message reaches its people, each with a text and links of their own, from its sender', async () => {
  const made = await campaign({
    ...{
      people: 30,
      fromEmail: 'Shop & Co',
      ...template('Hej {{contact.name|du}}! {{survey.link}} Nej: {{unsubscribe.link}}'),
    },
  })

  expect(await send()).toMatchObject({ sent: 30, nextAt: null })
  const sent = operator.messages.toSorted((one, other) => one.to.localeCompare(other.to))
  expect(sent.map(({ to }) => to)).toEqual(
    Array.from({ length: 30 }, (_one, at) => `4670${String(at + 1).padStart(7, '0')}`),
  )
  expect(new Set(sent.map(({ from }) => from))).toEqual(new Set(['Shop & Co']))
  expect(sent[6]?.text).toMatch(/^Hej Person 7! https:\/\/feedback\.example\.org\/\S+ Nej: https:\S+$/)
  expect(new Set(sent.map(({ text }) => text.split(' ')[3])).size).toBe(30)
  expect(new Set(await status(made))).toEqual(new Set(['SENT']))
})

test('a receipt is told of its message: delivered, or come back with the reason and the number left alone', async () => {
  const made = await campaign({ people: 4 })
  await send()
  const ids = operator.parts.toSorted((one, other) => one.to.localeCompare(other.to)).map(({ id }) => id)
  operator.report(ids[0] ?? '', 'ACCEPTD')
  operator.report(ids[0] ?? '', 'DELIVRD')
  operator.report(ids[1] ?? '', 'UNDELIV', { error: '001' })
  operator.report(ids[2] ?? '', 'EXPIRED')
  await expect.poll(() => status(made)).toEqual(['DELIVERED', 'BOUNCED', 'BOUNCED', 'SENT'])
  const [arrived, hard, soft] = await rows(made)
  expect(arrived).toMatchObject({ bounce: null, reason: null })
  expect([hard?.bounce, soft?.bounce]).toEqual(['hard', 'soft'])
  const words = hard?.reason && readWords(hard.reason)
  expect(words && String(words)).toBe('The SMS operator reports that it did not arrive (UNDELIV 001).')
  expect(words && translate(words, 'fi')).toContain('UNDELIV 001')
  await expect
    .poll(async () => (await events(made)).map(({ kind }) => kind).toSorted())
    .toEqual([...['bounce', 'bounce', 'delivered']])
  const suppressed = await server.deps.db
    .selectFrom('suppression')
    .select(['address', 'reason'])
    .where('universe_id', '=', made.universeId)
    .execute()
  expect(suppressed).toEqual([{ address: '+46700000002', reason: 'bounced' }])
  await expect.poll(receipts).toEqual([])
  expect(operator.confirmed).toEqual([0, 0, 0, 0])
})

test('a message has arrived once all its parts have, and a receipt that comes twice is one', async () => {
  const made = await campaign(template(`${'Ett långt brev. '.repeat(25)}`))
  await send()
  expect(operator.parts).toHaveLength(3)
  const [one, two, three] = operator.parts.map(({ id }) => id)
  for (const id of [one, two, one]) operator.report(id ?? '', 'DELIVRD')
  await expect.poll(() => operator.confirmed.length).toBe(3)
  await expect.poll(receipts).toEqual([])
  expect(await status(made)).toEqual(['SENT'])
  for (const id of [three, three]) operator.report(id ?? '', 'DELIVRD')
  await expect.poll(() => status(made)).toEqual(['DELIVERED'])
  await expect.poll(receipts).toEqual([])
  expect((await events(made)).map(({ kind }) => kind)).toEqual(['delivered'])
})

test('a receipt that comes before its message is stored waits for it', async () => {
  operator.onPart = ({ id }) => operator.report(id, 'DELIVRD')
  const made = await campaign({ people: 20 })
  await send()
  await expect.poll(async () => new Set(await status(made))).toEqual(new Set(['DELIVERED']))
})

test('a receipt of a message that is not ours changes nothing, and keeps nobody waiting', async () => {
  const made = await campaign()
  await send()
  for (const id of ['4711', "x'; drop table recipient; --", `${'9'.repeat(200)}`]) operator.report(id, 'UNDELIV')
  operator.deliver({ message: Buffer.from('STOP'), esmClass: 0 })
  await expect.poll(() => operator.confirmed).toEqual([0, 0, 0, 0])
  expect(await status(made)).toEqual(['SENT'])
  operator.report(operator.parts[0]?.id ?? '', 'DELIVRD')
  await expect.poll(() => status(made)).toEqual(['DELIVERED'])
  expect(await receipts()).toHaveLength(3)
})

test('a script is told that a text message was delivered when it is on the phone, not when it is handed over', async () => {
  const made = await campaign({ people: 2 })
  await createHookRow(server.deps.db, made, 'HANDLE_MSG_EVENT', 'function main() { return {} }')
  await send()
  const told = () =>
    server.deps.db
      .selectFrom('message_event')
      .select(['kind', 'bounce'])
      .where('survey_id', '=', made.surveyId)
      .execute()
  expect(await told()).toEqual([])
  const [one, two] = operator.parts
  operator.report(one?.id ?? '', 'DELIVRD')
  operator.report(two?.id ?? '', 'REJECTD')
  await expect
    .poll(async () => (await told()).toSorted((a, b) => b.kind.localeCompare(a.kind)))
    .toEqual([
      { kind: 'delivered', bounce: null },
      { kind: 'bounced', bounce: 'soft' },
    ])
})

test('in an anonymous survey it is told that a message arrived, and no moment is kept', async () => {
  const made = await campaign({ config: 'anonymity: { filters: [] }\n' })
  await send()
  operator.report(operator.parts[0]?.id ?? '', 'DELIVRD')
  await expect.poll(() => status(made)).toEqual(['DELIVERED'])
  expect(await events(made)).toEqual([])
})

test('a number that the operator does not know, and a message without text, fail alone, in words', async () => {
  operator.answer = ({ to }) => ({ status: to.endsWith('1') ? 0x0b : 0 })
  const made = await campaign({ people: 2, ...template('{{contact.email|}}') })
  await server.deps.db.updateTable('response').set({ contact: '{}' }).where('survey_id', '=', made.surveyId).execute()
  const filled = await campaign({ people: 2 })
  await send()
  expect((await rows(made)).map(({ state, reason }) => [state, reason?.text])).toEqual([
    ['FAILED', 'The message has no text for this recipient.'],
    ['FAILED', 'The message has no text for this recipient.'],
  ])
  expect((await rows(filled)).map(({ state, reason }) => [state, reason?.text ?? null])).toEqual([
    ['FAILED', 'The SMS operator says that this is no phone number (ESME_RINVDSTADR).'],
    ['SENT', null],
  ])
})

test('a link that is lost while a campaign is sent leaves what was under way unknown; everybody else gets one message', async () => {
  let asked = 0
  operator.pause = 10
  operator.answer = () => (++asked === 50 ? 'drop' : { status: 0 })
  const made = await campaign({ people: 120 })
  await send()
  const all = await rows(made)
  const unknown = all.filter(({ state }) => state === 'UNKNOWN')
  expect(unknown.length).toBeGreaterThanOrEqual(1)
  expect(unknown.length).toBeLessThanOrEqual(20)
  expect(unknown.every(({ reason }) => reason?.text.includes('not known'))).toBe(true)
  expect(all.filter(({ state }) => state === 'SENT')).toHaveLength(120 - unknown.length)
  expect(new Set(operator.parts.map(({ to }) => to)).size).toBe(operator.parts.length)
})

test('the rules of sending hold for text messages: the pace, and nobody twice within days', async () => {
  const made = await campaign({ people: 40 })
  await bench.setRules(made, { perMinute: 60, contact: { times: 1, days: 30 } })
  const controller = new AbortController()
  const run = bench.send(ctx, controller.signal).catch(() => {})
  await expect.poll(() => operator.parts.length).toBe(10)
  controller.abort(new Error('enough'))
  await run
  expect(operator.parts).toHaveLength(10)
  await bench.setRules(made, { contact: { times: 1, days: 30 } })
  await send()
  const again = await campaign({ people: 40, universeId: made.universeId })
  await send()
  expect((await rows(made)).every(({ state }) => state === 'SENT')).toBe(true)
  expect((await rows(again)).map(({ state, reason }) => `${state} ${reason?.text}`)).toEqual(
    Array.from({ length: 40 }, () => 'FAILED They were written to within 30 days.'),
  )
})

test('names of parts are the same however the operator writes them in a receipt', () => {
  const account = { host: 'smsc', port: 2775, systemId: 'shop', hasDecimalReceipts: false }
  expect(reportedName(account, '00ABC')).toBe(partName(account, 'abc'))
  expect(reportedName(account, '0')).toBe(partName(account, '0'))
  expect(reportedName(account, '123')).not.toBe(partName(account, '291'))
  const decimal = { ...account, hasDecimalReceipts: true }
  expect(reportedName(decimal, '0000000291')).toBe(partName(decimal, '00000123'))
  expect(reportedName({ ...account, systemId: 'other' }, 'abc')).not.toBe(partName(account, 'abc'))
})
