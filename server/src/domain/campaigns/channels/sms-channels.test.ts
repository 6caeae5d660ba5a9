import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { statuses } from '#server/platform/smpp/pdu.ts'
import { SmppServer, textingTo } from '#server/testing/smpp-server.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import type { Channel, Delivery, OutgoingMessage } from './channel.ts'
import { openChannel } from './open-channel.ts'
import { SmsHttpChannel } from './sms-http-channel.ts'

const message: OutgoingMessage = {
  ...{ key: '12.1.abc', to: '+46701234567', subject: '', html: '', unsubscribe: '', bouncesTo: null },
  text: 'Hej! Svara här: https://feedback.example/a/x',
  sender: { name: '', address: 'Shop', replyTo: null, bcc: null },
}
const from = (address: string) => ({ sender: { ...message.sender, address } })
const reasonOf = (delivery: Delivery): string => ('reason' in delivery ? String(delivery.reason) : '')

async function sendBy(channel: Channel, change: Partial<OutgoingMessage> = {}): Promise<Delivery> {
  return (await channel.prepare({ ...message, ...change })).send()
}

const unfit: [string, Partial<OutgoingMessage>, string, boolean][] = [
  ['a number that is none', { to: 'eva@example.org' }, 'This is no phone number.', true],
  ['no number', { to: '' }, 'This is no phone number.', true],
  ['a text that its values left empty', { text: ' \n ' }, 'The message has no text for this recipient.', false],
  [
    'a text of too many parts',
    { text: 'å'.repeat(153 * 20 + 1) },
    'The message would have 21 parts; at most 20',
    false,
  ],
  ['a sender that is an address', from('shop@shop.example'), 'neither a phone number nor a name', false],
  ['no sender', from(''), 'neither a phone number nor a name', false],
]

describe('by SMPP', () => {
  let deps: TestDeps
  let server: SmppServer
  let channel: Channel
  beforeAll(async () => {
    deps = await testDeps()
  })
  afterAll(() => deps.close())
  beforeEach(async () => {
    server = await SmppServer.start()
    const config = readConfig({ ...textingTo(server), GENSVAR_SMPP_WINDOW: '4' })
    channel = openChannel({ ...deps.deps, config }, 'SMS')
  })
  afterEach(async () => {
    channel.close()
    await server.close()
  })
  const send = (change: Partial<OutgoingMessage> = {}) => sendBy(channel, change)

  test('a text arrives at its number from its sender, and a receipt is asked for', async () => {
    const { port } = server
    expect(await send()).toEqual({ outcome: 'sent', parts: [`shop@127.0.0.1:${port} abc1`] })
    expect(server.messages).toEqual([{ to: '46701234567', from: 'Shop', text: message.text }])
    expect(server.parts[0]?.raw).toMatchObject({
      ...{ from: { ton: 5, npi: 0 }, to: { ton: 1, npi: 1 }, registeredDelivery: 1, esmClass: 0, dataCoding: 0 },
    })
  })

  test.each([
    ['+46700000001', { ton: 1, npi: 1, address: '46700000001' }],
    ['0700000001', { ton: 0, npi: 1, address: '0700000001' }],
    ['72456', { ton: 3, npi: 0, address: '72456' }],
    ['Shop & Co', { ton: 5, npi: 0, address: 'Shop & Co' }],
  ])('messages can be from %s', async (sender, expected) => {
    await send(from(sender))
    expect(server.parts[0]?.raw.from).toEqual(expected)
  })

  test('a long text is put together again by the phone, in either alphabet', async () => {
    const texts = [`${'Ett långt brev. '.repeat(30)}€`, `${'Łódź 👍 '.repeat(30)}slut`]
    for (const text of texts) expect(await send({ text })).toMatchObject({ outcome: 'sent' })
    expect(server.messages.map(({ text }) => text)).toEqual(texts)
    expect(new Set(server.parts.map(({ reference }) => reference)).size).toBe(2)
    expect(server.parts.every(({ raw }) => raw.esmClass === 0x40 && raw.message.length <= 160)).toBe(true)
  })

  test.each(unfit)('%s is refused before anybody is asked', async (_what, change, reason, isAddress) => {
    const delivery = await send(change)
    expect(delivery).toMatchObject({ outcome: 'refused', isTemporary: false, isAddress })
    expect(reasonOf(delivery)).toContain(reason)
    expect(server.parts).toEqual([])
  })

  test.each([
    ['ESME_RINVDSTADR', false, true, 'is no phone number (ESME_RINVDSTADR)'],
    ['ESME_RINVSRCADR', false, false, 'refused it (ESME_RINVSRCADR)'],
    ['ESME_RSUBMITFAIL', false, false, 'refused it (ESME_RSUBMITFAIL)'],
    ['ESME_RSYSERR', true, false, 'refused it (ESME_RSYSERR)'],
  ] as const)('%s is told in words', async (status, isTemporary, isAddress, reason) => {
    server.answer = () => ({ status: statuses[status] })
    const delivery = await send()
    expect(delivery).toMatchObject({ outcome: 'refused', isTemporary, isAddress })
    expect(reasonOf(delivery)).toContain(reason)
  })

  test('a message of which a part was taken and another refused is of unknown fate, and the rest is not sent', async () => {
    server.answer = ({ at }) => ({ status: at === 2 ? statuses.ESME_RSUBMITFAIL : 0 })
    const delivery = await send({ text: 'a'.repeat(400) })
    expect(delivery.outcome).toBe('unknown')
    expect(reasonOf(delivery)).toContain('took 1 of its 3 parts')
    expect(server.parts.map(({ at }) => at)).toEqual([1])
  })

  test('a link that is lost before the answer leaves a message of unknown fate', async () => {
    server.answer = () => 'drop'
    const delivery = await send()
    expect(delivery.outcome).toBe('unknown')
    expect(reasonOf(delivery)).toContain('whether it arrived is not known')
    expect(server.parts).toHaveLength(1)
  })
})

describe('by HTTP', () => {
  interface Call {
    method: string | undefined
    url: string | undefined
    headers: IncomingHttpHeaders
    body: string
  }
  let server: Server
  let calls: Call[] = []
  let answer: { status: number; body?: string; headers?: Record<string, string> } | 'none' | 'drop' = { status: 200 }
  beforeEach(async () => {
    calls = []
    answer = { status: 200 }
    server = createServer((request, reply) => {
      void textOf(request).then((body) => {
        calls.push({ method: request.method, url: request.url, headers: request.headers, body })
        if (answer === 'none') return
        if (answer === 'drop') return void request.socket.destroy()
        reply.writeHead(answer.status, answer.headers).end(answer.body ?? '')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const now = new Date('2026-02-11T09:00:00Z')
  const place = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`

  async function send(
    change: Partial<OutgoingMessage> = {},
    env: Record<string, string> = {},
    timeout = 2000,
  ): Promise<Delivery> {
    const { sms } = readConfig({ GENSVAR_SMS_URL: place(), GENSVAR_SMS_PRIVATE: 'on', ...env })
    if (sms?.kind !== 'http') throw new Error('no provider is set up')
    return sendBy(new SmsHttpChannel(sms, () => now, { ...(timeout !== undefined && { timeout }) }), change)
  }

  test('a message is a call, with the recipient, the text, the sender and a key of its own', async () => {
    expect(await send()).toEqual({ outcome: 'sent' })
    expect(calls).toMatchObject([{ method: 'POST', url: '/send', headers: { 'content-type': 'application/json' } }])
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      ...{ to: '+46701234567', from: 'Shop', text: message.text, reference: '12.1.abc' },
    })
  })

  test('what the call is like can be set: method, headers with a secret, and a body within bodies', async () => {
    const body = '{"api":1,"messages":[{"dest":"{number}","content":{"text":"{text}"},"ref":"x-{key}","dry":false}]}'
    const env = {
      ...{ GENSVAR_SMS_METHOD: 'PUT', GENSVAR_SMS_BODY: body, GENSVAR_SMS_TOKEN: 't0ken-of-ours' },
      GENSVAR_SMS_HEADERS: '{"Authorization":"Bearer {token}","X-App":"{text}"}',
    }
    expect(await send({}, env)).toEqual({ outcome: 'sent' })
    expect(calls[0]).toMatchObject({
      method: 'PUT',
      headers: { authorization: 'Bearer t0ken-of-ours', 'x-app': '{text}' },
    })
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      api: 1,
      messages: [{ dest: '46701234567', content: { text: message.text }, ref: 'x-12.1.abc', dry: false }],
    })
  })

  test.each([
    ['json', (body: string) => (JSON.parse(body) as { text: string }).text],
    ['form', (body: string) => new URLSearchParams(body).get('text')],
  ])('a text is a value alone, whatever it holds (%s)', async (format, read) => {
    for (const text of [
      '"}, {"to": "+4670"',
      'a&to=+4670&b=å%20+',
      '{to} {token} {key}',
      'rad 1\r\nrad 2 \\ 👍 $& $1',
    ]) {
      await send({ text }, { GENSVAR_SMS_FORMAT: format })
      const { body = '' } = calls.at(-1) ?? {}
      expect(read(body)).toBe(text.replaceAll('\r\n', '\n'))
      expect(
        format === 'json' ? Object.keys(JSON.parse(body) as object) : [...new URLSearchParams(body).keys()],
      ).toEqual([...['to', 'from', 'text', 'reference']])
    }
  })

  test('with GET the fields are in the address', async () => {
    await send({ text: 'a&b=å' }, { GENSVAR_SMS_METHOD: 'GET', GENSVAR_SMS_FORMAT: 'form' })
    expect(Object.fromEntries(new URL(calls[0]?.url ?? '', place()).searchParams)).toMatchObject({
      ...{ to: '+46701234567', text: 'a&b=å' },
    })
    expect(calls[0]?.body).toBe('')
  })

  test.each(unfit)('%s is refused before anybody is asked', async (_what, change, reason, isAddress) => {
    const delivery = await send(change)
    expect(delivery).toMatchObject({ outcome: 'refused', isTemporary: false, isAddress })
    expect(reasonOf(delivery)).toContain(reason)
    expect(calls).toEqual([])
  })

  test('which answers mean that it was taken can be set', async () => {
    const env = { GENSVAR_SMS_ACCEPTED: '200, 202', GENSVAR_SMS_ACCEPTED_TEXT: '"ok"' }
    answer = { status: 202, body: '{"status":"ok"}' }
    expect(await send({}, env)).toEqual({ outcome: 'sent' })
    answer = { status: 200, body: '{"status":"no credit"}' }
    const refused = await send({}, env)
    expect(refused).toMatchObject({ outcome: 'refused', isTemporary: false })
    expect(reasonOf(refused)).toContain('(200): {"status":"no credit"}')
    answer = { status: 201 }
    expect(await send({}, env)).toMatchObject({ outcome: 'refused' })
  })

  test.each([
    ['17', 17_000],
    ['Wed, 11 Feb 2026 09:02:00 GMT', 120_000],
    ['Tue, 10 Feb 2026 09:00:00 GMT', 0],
    ['soon', 0],
  ])('"too many" with Retry-After %s is waited for, and nothing counts as sent', async (asked, retryAfter) => {
    answer = { status: 429, headers: { 'retry-after': asked } }
    expect(await send()).toMatchObject({ outcome: 'unreachable', retryAfter })
  })

  test.each([
    [500, { outcome: 'refused', isTemporary: true }],
    [503, { outcome: 'refused', isTemporary: true }],
    [400, { outcome: 'refused', isTemporary: false, isAddress: false }],
    [422, { outcome: 'refused', isTemporary: false }],
    [401, { outcome: 'unreachable' }],
    [302, { outcome: 'unreachable' }],
  ])('%i is for now, for good, or true of every message', async (status, expected) => {
    answer = { status, body: 'no', headers: { location: 'http://127.0.0.1:1/' } }
    const delivery = await send()
    expect(delivery).toMatchObject(expected)
    expect(reasonOf(delivery)).toContain(String(status))
    expect(calls).toHaveLength(1)
  })

  test.each(['none', 'drop'] as const)(
    'a provider that ends with %s leaves the message of unknown fate',
    async (what) => {
      answer = what
      const delivery = await send({}, {}, 200)
      expect(delivery.outcome).toBe('unknown')
      expect(calls).toHaveLength(1)
    },
  )

  test('a provider that cannot be reached, or is in a private network, has got nothing', async () => {
    expect(await send({}, { GENSVAR_SMS_PRIVATE: 'off' })).toMatchObject({ outcome: 'unreachable' })
    expect(calls).toEqual([])
    expect(await send({}, { GENSVAR_SMS_URL: 'http://127.0.0.1:1/' })).toMatchObject({ outcome: 'unreachable' })
  })

  test('a secret that the provider repeats is told to nobody', async () => {
    answer = { status: 400, body: 'bad token t0ken-of-ours,\u0000\n basic c2VjcmV0' }
    const env = {
      ...{ GENSVAR_SMS_TOKEN: 't0ken-of-ours' },
      GENSVAR_SMS_HEADERS: '{"X-Token":"{token}","Authorization":"Basic c2VjcmV0"}',
    }
    expect(reasonOf(await send({}, env))).toBe('The SMS provider refused it (400): bad token •••, basic •••')
  })
})
