import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { messageKey } from '#server/domain/campaigns/tracking/message-key.ts'
import { startBounceServer } from '#server/domain/campaigns/tracking/reports/bounce-server.ts'
import { verpAddress } from '#server/domain/campaigns/tracking/verp.ts'
import { largestMessage } from '#server/platform/mail/inbound.ts'
import type { InboundServer } from '#server/platform/mail/inbound.ts'
import { createSurvey, createUniverse, smallSurvey } from '#server/testing/factories.ts'
import { hasOpenSmtpd, startOpenSmtpd } from '#server/testing/opensmtpd.ts'
import { bounceDomain, createCampaign, createMessage } from '#server/testing/sent-messages.ts'
import type { SentMessage } from '#server/testing/sent-messages.ts'
import type { MadeSurvey, TestSurvey } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'

let parts: TestDeps
let listener: InboundServer
let survey: MadeSurvey
let campaignId = 0
let message: SentMessage

beforeAll(async () => {
  parts = await testDeps()
  listener = await startBounceServer(parts.deps, { host: '127.0.0.1', port: 0, domain: bounceDomain })
})
afterAll(async () => {
  await listener.close()
  await parts.close()
})
beforeEach(() => start(smallSurvey))

async function start(of: TestSurvey): Promise<void> {
  const { id } = await createUniverse(parts.deps.db)
  survey = await createSurvey(parts.deps.db, id, of)
  campaignId = await createCampaign(parts.deps.db, survey.surveyId)
  message = await send()
}

const send = (values: Parameters<typeof createMessage>[2] = {}) =>
  createMessage(
    parts.deps.db,
    { universeId: survey.universeId, campaignId, responseId: survey.responseIds[5] ?? 0 },
    values,
  )

const rowOf = ({ recipientId }: SentMessage) =>
  parts.deps.db
    .selectFrom('recipient')
    .select(['bounce', 'complained', 'state'])
    .where('id', '=', recipientId)
    .executeTakeFirstOrThrow()
const eventsOf = ({ recipientId }: SentMessage) =>
  parts.deps.db
    .selectFrom('recipient_event')
    .select(['kind', 'details'])
    .where('recipient_id', '=', recipientId)
    .execute()
const suppressed = async () =>
  (
    await parts.deps.db
      .selectFrom('suppression')
      .select('reason')
      .where('universe_id', '=', survey.universeId)
      .execute()
  ).map(({ reason }) => reason)

/** Sends a message as a mail server does; answers with the code it was refused with, or 250. */
async function deliver(to: string | string[], raw: string | Buffer, from = ''): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, secure: false, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from, to }, raw })
    return 250
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0
  } finally {
    transport.close()
  }
}

/** A report as mail servers write it (RFC 3464). */
function report(fields: Record<string, string>, { encoding = '7bit', boundary = '=_b 1' } = {}): string {
  const status = `Reporting-MTA: dns; mx.example\r\n\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n`
  return [
    'From: MAILER-DAEMON@mx.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    `\tboundary="${boundary}"`,
    '',
    'This is a report.',
    `--${boundary}`,
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    encoding === 'base64' ? Buffer.from(status).toString('base64') : status,
    `--${boundary}`,
    'Content-Type: message/rfc822',
    '',
    'Subject: hello',
    '',
    'hello',
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

const failed = (Status: string, diagnostic = '') => ({
  'Final-Recipient': 'rfc822; kim@example.org',
  Action: 'failed',
  Status,
  ...(diagnostic && { 'Diagnostic-Code': `smtp; ${diagnostic}` }),
})

const complaint = (type: string) =>
  [
    'From: feedback@provider.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=fb',
    '',
    '--fb',
    'Content-Type: text/plain',
    '',
    'This is a complaint.',
    '--fb',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Provider/1.0',
    'Version: 1',
    '--fb',
    'Content-Type: message/rfc822',
    '',
    'Subject: hello',
    '--fb--',
    '',
  ].join('\r\n')

const plain = (from: string, subject: string, more = '') =>
  `From: ${from}\r\nSubject: ${subject}\r\n${more}\r\nHi. I could not deliver your message: 550 user unknown.\r\n`

describe('a report of a message that came back', () => {
  test.each([
    ['5.1.1', '550 5.1.1 <kim@example.org>: Recipient address rejected: User unknown', 'hard'],
    ['5.1.10', '', 'hard'],
    ['5.2.1', '550 mailbox disabled', 'hard'],
    ['5.0.0', '550 No such user here', 'hard'],
    ['5.0.0', '550 5.1.1 Not here', 'hard'],
    ['5.2.2', '552 mailbox full', 'soft'],
    ['5.7.1', '550 5.7.1 blocked because of spam', 'soft'],
    ['5.0.0', '550 message denied by policy: user unknown', 'soft'],
    ['4.4.7', '', 'soft'],
    ['5.0.0', '', 'soft'],
  ])('with the status %s (%s) is %s', async (status, diagnostic, kind) => {
    const waiting = await send({ state: 'PENDING', sent_at: null, wave: 2, address: await addressOf(message) })
    expect(await deliver(message.verp, report(failed(status, diagnostic)))).toBe(250)
    expect(await rowOf(message)).toMatchObject({ bounce: kind, state: 'SENT' })
    expect(await suppressed()).toEqual(kind === 'hard' ? ['bounced'] : [])
    expect((await rowOf(waiting)).state).toBe(kind === 'hard' ? 'FAILED' : 'PENDING')
    expect(await eventsOf(message)).toMatchObject([
      { kind: 'bounce', details: { isHard: String(kind === 'hard'), status } },
    ])
  })

  test.each(['delayed', 'relayed', 'delivered', 'expanded'])('that says "%s" is none', async (action) => {
    expect(await deliver(message.verp, report({ ...failed('4.2.0'), Action: action }))).toBe(250)
    expect(await rowOf(message)).toMatchObject({ bounce: null })
  })

  test('counts once, and for good once it was for good', async () => {
    const soft = report(failed('4.4.7'))
    const hard = report(failed('5.1.1'), { encoding: 'base64', boundary: 'x' })
    for (const one of [soft, soft, hard, hard, soft]) expect(await deliver(message.verp, one)).toBe(250)
    expect(await rowOf(message)).toMatchObject({ bounce: 'hard' })
    expect(await eventsOf(message)).toHaveLength(2)
    const { bounced } = await parts.deps.db
      .selectFrom('campaign_count')
      .select('bounced')
      .where('campaign_id', '=', campaignId)
      .executeTakeFirstOrThrow()
    expect(bounced).toBe(1)
  })

  test('that is plain text of a mail server is for now, and answers of people are none', async () => {
    for (const one of [
      plain('Kim <kim@example.org>', 'Out of office', 'Auto-Submitted: auto-replied\r\n'),
      plain('Kim <kim@example.org>', 'Re: returned mail'),
      plain('MAILER-DAEMON@mx.example', 'Your mail is delayed'),
      '',
      'nothing at all',
    ])
      expect(await deliver(message.verp, one || '\r\n')).toBe(250)
    expect(await rowOf(message)).toMatchObject({ bounce: null })
    await deliver(message.verp, plain('MAILER-DAEMON@mx.example', 'failure notice'))
    expect(await rowOf(message)).toMatchObject({ bounce: 'soft' })
    expect(await suppressed()).toEqual([])
  })
})

test('a complaint (RFC 5965) ends messages to whoever complained; that it is no spam is none', async () => {
  await deliver(message.verp, complaint('not-spam'))
  expect(await rowOf(message)).toMatchObject({ complained: false })
  for (let at = 0; at < 2; at++) await deliver(message.verp, complaint('abuse'))
  expect(await rowOf(message)).toMatchObject({ complained: true })
  expect(await suppressed()).toEqual(['complained'])
  expect(await eventsOf(message)).toHaveLength(1)
})

describe('complaints at the address for them', () => {
  const forward = (fields: string[], original: string[], type = 'message/rfc822') =>
    [
      'From: feedback@provider.example',
      'Content-Type: multipart/report; report-type=feedback-report; boundary=fb',
      '',
      '--fb',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      ...fields,
      '--fb',
      `Content-Type: ${type}`,
      '',
      ...original,
      '--fb--',
      '',
    ].join('\r\n')
  const abuse = `abuse@${bounceDomain}`
  const ways = {
    'the address it was sent from': ({ verp }: SentMessage) =>
      forward([`Original-Mail-From: <${verp}>`], ['Subject: x']),
    'its path back': ({ verp }: SentMessage) => forward([], [`Return-Path: <${verp}>`, 'Subject: x']),
    'its number': ({ recipientId }: SentMessage, secret: Buffer) =>
      forward([], [`Message-ID: <${messageKey(secret, recipientId, 1)}@shop.example>`], 'text/rfc822-headers'),
    'the link that ends such messages': ({ links }: SentMessage) =>
      forward([], ['Subject: x', 'List-Unsubscribe:', ` <${links.unsubscribe}>`, '', 'Hello']),
  }

  test.each(Object.entries(ways))('name the message by %s', async (_way, write) => {
    const secret = await addressSecret(parts.deps.db, survey.universeId)
    expect(await deliver(abuse, write(message, secret))).toBe(250)
    expect(await rowOf(message)).toMatchObject({ complained: true })
    expect(await suppressed()).toEqual(['complained'])
  })

  test('that are forged, or none, end nothing', async () => {
    const wrong = randomBytes(32)
    const { recipientId } = message
    const forged = { ...message, verp: verpAddress(wrong, survey.universeId, recipientId, bounceDomain) }
    const { unsubscribe } = message.links
    const links = { ...message.links, unsubscribe: `${unsubscribe.slice(0, -4)}AAAA` }
    for (const [write, of] of [
      [ways['the address it was sent from'], forged],
      [ways['its path back'], forged],
      [ways['its number'], message],
      [ways['the link that ends such messages'], { ...message, links }],
    ] as const)
      expect(await deliver(abuse, write(of, wrong))).toBe(250)
    for (const one of ['x', report(failed('5.1.1')), complaint('abuse')]) expect(await deliver(abuse, one)).toBe(250)
    expect(await rowOf(message)).toMatchObject({ complained: false, bounce: null })
    expect(await suppressed()).toEqual([])
  })
})

test('what becomes of a copy says nothing of the message', async () => {
  const { db } = parts.deps
  await db.updateTable('campaign').set({ bcc: 'copy@shop.example' }).where('id', '=', campaignId).execute()
  const ofCopy = { ...failed('5.1.1'), 'Final-Recipient': 'rfc822; Copy@shop.example' }
  expect(await deliver(message.verp, report(ofCopy))).toBe(250)
  const complained = complaint('abuse').replace('Feedback', 'Original-Rcpt-To: <copy@shop.example>\r\nFeedback')
  expect(await deliver(message.verp, complained)).toBe(250)
  expect(await rowOf(message)).toMatchObject({ bounce: null, complained: false })
  expect(await suppressed()).toEqual([])
  await deliver(message.verp, report(failed('5.1.1')))
  expect(await rowOf(message)).toMatchObject({ bounce: 'hard' })
})

test('a message that came back was sent, also where that was not known', async () => {
  const lost = await send({ wave: 2, state: 'UNKNOWN', sent_at: null })
  expect(await deliver(lost.verp, report(failed('5.2.2')))).toBe(250)
  expect(await rowOf(lost)).toMatchObject({ bounce: 'soft', state: 'SENT' })
  const count = await parts.deps.db
    .selectFrom('campaign_count')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()
  expect(count).toMatchObject({ total: 2, sent: 2, unknown: 0, bounced: 1 })
})

test('a letter that waits is sent although an e-mail came back, not after a complaint', async () => {
  const letters = await createCampaign(parts.deps.db, survey.surveyId, { sending_type: 'LETTER' })
  const at = { universeId: survey.universeId, campaignId: letters, responseId: survey.responseIds[5] ?? 0 }
  const waits = { state: 'PENDING', sent_at: null, address: await addressOf(message) } as const
  const letter = await createMessage(parts.deps.db, at, waits)
  await deliver(message.verp, report(failed('5.1.1')))
  expect(await rowOf(letter)).toMatchObject({ state: 'PENDING' })
  await deliver(message.verp, complaint('abuse'))
  expect(await rowOf(letter)).toMatchObject({ state: 'FAILED' })
})

test('a campaign of which too many messages come back pauses by itself, and says why', async () => {
  const more = await Promise.all(Array.from({ length: 99 }, (_, at) => send({ wave: at + 10 })))
  const stateOf = () =>
    parts.deps.db
      .selectFrom('campaign')
      .select(['state', 'state_reason as reason'])
      .where('id', '=', campaignId)
      .executeTakeFirstOrThrow()
  for (const one of more.slice(0, 9)) await deliver(one.verp, report(failed('5.2.2')))
  expect(await stateOf()).toMatchObject({ state: 'STARTED' })
  await deliver(message.verp, report(failed('5.2.2')))
  expect(await stateOf()).toMatchObject({ state: 'PAUSED', reason: { text: expect.stringContaining('10 of 100') } })
})

test('in an anonymous survey no event is kept', async () => {
  await start({ ...smallSurvey, config: 'anonymity: { filters: [] }\n' })
  await deliver(message.verp, report(failed('5.1.1')))
  expect(await rowOf(message)).toMatchObject({ bounce: 'hard' })
  expect(await eventsOf(message)).toEqual([])
})

describe('the listener', () => {
  test('takes nothing for anybody else: it relays nothing, and signatures decide', async () => {
    const { recipientId } = message
    const forged = verpAddress(randomBytes(32), survey.universeId, recipientId, bounceDomain)
    const elsewhere = message.verp.replace(bounceDomain, 'example.org')
    for (const to of [
      'victim@example.org',
      `postmaster@${bounceDomain}`,
      forged,
      elsewhere,
      `bounce+${'a'.repeat(40)}@${bounceDomain}`,
    ])
      expect(await deliver(to, report(failed('5.1.1')), 'spammer@example.org')).toBe(550)
    expect(await rowOf(message)).toMatchObject({ bounce: null })
    // Of several addresses the known one is served alone.
    expect(await deliver(['victim@example.org', message.verp], report(failed('5.1.1')))).toBe(250)
    expect(await rowOf(message)).toMatchObject({ bounce: 'hard' })
  })

  test('an organisation cannot report for another one', async () => {
    const { id } = await createUniverse(parts.deps.db)
    const foreign = await send({ wave: 3 })
    const other = verpAddress(await addressSecret(parts.deps.db, id), id, foreign.recipientId, bounceDomain)
    expect(await deliver(other, report(failed('5.1.1')))).toBe(250)
    expect(await rowOf(foreign)).toMatchObject({ bounce: null })
    expect(await suppressed()).toEqual([])
  })

  test('refuses what is huge, and reads what is made to be slow quickly', async () => {
    expect(await deliver(message.verp, Buffer.alloc(largestMessage + 1000, 'x\r\n'))).toBe(552)
    const started = performance.now()
    const slow = [
      `Content-Type: multipart/report; ${'x="'.repeat(100_000)}\r\n\r\n`,
      `Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(100_000)}`,
      `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${'a:\r\n\r\n \t'.repeat(100_000)}`,
      `Subject: ${'undeliver '.repeat(80_000)}\r\nFrom: postmaster ${'<'.repeat(200_000)}\r\n\r\n`,
      'x:\r\n '.repeat(150_000),
    ]
    for (const one of slow) expect(await deliver(message.verp, one)).toBe(250)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('writes no header and no address of a report anywhere: a diagnostic is one line of plain signs', async () => {
    await deliver(
      message.verp,
      report(failed('5.1.1', `550 unknown user\r\n\t\u0007Bcc: x@example.org ${'y'.repeat(2000)}`)),
    )
    const [event] = await eventsOf(message)
    expect(event?.details['diagnostic']).toMatch(/^smtp; 550 unknown user [\x20-\x7e]{0,300}$/)
    expect(event?.details['diagnostic']?.length).toBeLessThanOrEqual(300)
  })
})

test.runIf(hasOpenSmtpd)(
  'a real mail server brings back what its next one refuses',
  async () => {
    // Knows nobody.
    const refusing = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false },
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 })),
    })
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
    const { port: next } = refusing.server.address() as AddressInfo
    const mta = await startOpenSmtpd({ 'example.org': next, [bounceDomain]: listener.port })
    try {
      const transport = createTransport({ host: '127.0.0.1', port: mta.port, ignoreTLS: true })
      await transport.sendMail({
        ...{ envelope: { from: message.verp, to: 'kim@example.org' }, from: 'us@example.net', to: 'kim@example.org' },
        ...{ subject: 'Hello', text: 'Hello' },
      })
      transport.close()
      await expect.poll(() => rowOf(message), { timeout: 30_000, interval: 200 }).toMatchObject({ bounce: 'hard' })
      expect(await suppressed()).toEqual(['bounced'])
      expect(await eventsOf(message)).toMatchObject([
        { kind: 'bounce', details: { diagnostic: 'kim@example.org: 550 5.1.1 User unknown' } },
      ])
    } finally {
      await mta.stop()
      await new Promise<void>((resolve) => refusing.close(() => resolve()))
    }
  },
  120_000,
)

async function addressOf({ recipientId }: SentMessage): Promise<string> {
  const row = await parts.deps.db
    .selectFrom('recipient')
    .select('address')
    .where('id', '=', recipientId)
    .executeTakeFirstOrThrow()
  return row.address
}
