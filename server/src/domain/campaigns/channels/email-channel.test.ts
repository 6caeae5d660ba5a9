import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink, ReceivedMail } from '#server/testing/mail-sink.ts'
import { hasOpenSmtpd, startOpenSmtpd } from '#server/testing/opensmtpd.ts'
import { verifyDkim } from '#server/testing/verify-dkim.ts'
import type { Delivery, OutgoingMessage } from './channel.ts'
import { EmailChannel } from './email-channel.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signing = {
  GENSVAR_DKIM_DOMAIN: 'shop.example',
  GENSVAR_DKIM_SELECTOR: 'k1',
  GENSVAR_DKIM_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

const message: OutgoingMessage = {
  key: '12.1.abc',
  to: 'eva@customers.example',
  subject: `Hur var besöket, Åsa? ${'Mycket lång rubrik. '.repeat(6)}`,
  text: 'Hej!\n\n.en rad med punkt\nslut  \n\n\n',
  html: `<p style="color:#123">Störst   är 5 = fem</p>\n.\n${'x'.repeat(400)}\n  <b>mellan  rum</b>\t\n`,
  unsubscribe: `https://feedback.example/u/${'k'.repeat(90)}`,
  sender: { name: 'Åhléns "City"', address: 'shop@shop.example', replyTo: 'svar@shop.example', bcc: null },
  bouncesTo: 'bounce+abc@bounces.example',
}

let sink: MailSink
beforeEach(async () => {
  sink = await startMailSink()
})
afterEach(() => sink.close())

async function send(
  change: Partial<OutgoingMessage> = {},
  port = sink.port,
  timeouts?: ConstructorParameters<typeof EmailChannel>[2],
): Promise<Delivery> {
  const { mail } = readConfig({ ...sendingTo({ port }), ...signing })
  if (!mail) throw new Error('no mail server is configured')
  const channel = new EmailChannel(mail, () => new Date('2026-02-11T09:00:00Z'), timeouts)
  const delivery = await (await channel.prepare({ ...message, ...change })).send()
  channel.close()
  return delivery
}

/** Checks everything a mail program and a mail server look at. */
function demandWhole(mail: ReceivedMail | undefined): void {
  const { headers, isValid, ...signature } = verifyDkim(mail?.raw ?? '', pem)
  expect({ isValid, ...signature }).toEqual({ isValid: true, domain: 'shop.example', selector: 'k1' })
  for (const name of ['from', 'to', 'subject', 'date', 'reply-to', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect(headers).toContain(name)
  expect(mail?.headers.get('list-unsubscribe')).toBe(`<${message.unsubscribe}>`)
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.headers.get('message-id')).toBe('<12.1.abc@shop.example>')
  expect(mail?.headers.get('reply-to')).toBe('svar@shop.example')
  expect(mail?.body).toContain(message.html.trimEnd().split('\n').join('\r\n'))
  for (const line of (mail?.raw ?? '').split('\r\n')) expect(line.length).toBeLessThan(200)
}

test('a mail is signed with both headers that unsubscribe, and says where bounces go', async () => {
  const senders: string[] = []
  sink.onSender = (address) => void senders.push(address)
  expect(await send()).toEqual({ outcome: 'sent' })
  expect(senders).toEqual(['bounce+abc@bounces.example'])
  demandWhole(sink.mails[0])
  const changed = (sink.mails[0]?.raw ?? '').replace('One-Click', 'Two-Click')
  expect(verifyDkim(changed, pem).isValid).toBe(false)
})

test('no value begins a header or another line of one', async () => {
  const evil = 'Hi\r\nBcc: all@example.org\r\n\r\n<script>'
  await send({ subject: evil, sender: { ...message.sender, name: evil, replyTo: 'a@b.example\r\nX-Evil: 1' } })
  const [mail] = sink.mails
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.headers.has('x-evil')).toBe(false)
  expect(mail?.headers.get('subject')).toBe('Hi Bcc: all@example.org <script>')
  expect(verifyDkim(mail?.raw ?? '', pem).isValid).toBe(true)
  expect(await send({ to: 'eva@x.example>\r\nRCPT TO:<all@x.example' })).toMatchObject({ outcome: 'refused' })
  expect(sink.mails).toHaveLength(1)
})

test('a copy goes to a second address, whose refusal does not matter; that of the recipient does', async () => {
  const sender = { ...message.sender, bcc: 'copies@shop.example' }
  await send({ sender })
  expect(sink.mails[0]?.to).toBe('eva@customers.example, copies@shop.example')
  const refusing = (refused: string) => (address: string) => {
    if (address === refused) throw Object.assign(new Error('no'), { responseCode: 550 })
  }
  sink.onRecipient = refusing('copies@shop.example')
  expect(await send({ sender })).toEqual({ outcome: 'sent' })
  sink.onRecipient = refusing('eva@customers.example')
  expect(await send({ sender })).toMatchObject({ outcome: 'refused', isTemporary: false, isAddress: true })
})

test.each([
  ['the greeting', '', 'unreachable'],
  ['the recipient', 'RCPT', 'unreachable'],
  ['the wish to send', 'DATA', 'unreachable'],
  ['the content', '.', 'unknown'],
])('a server that never answers %s is waited for no longer than the limit', async (_what, unanswered, outcome) => {
  const contents: string[] = []
  const silent = createServer((socket) => {
    let isContent = false
    let content = ''
    socket.on('error', () => {})
    if (unanswered !== '') socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const said = chunk.toString()
      if (isContent) {
        content += said
        if (content.endsWith('\r\n.\r\n')) contents.push(content)
        return
      }
      if (said.startsWith(unanswered)) return
      isContent = said.startsWith('DATA')
      socket.write(isContent ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const short = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }
  expect(await send({}, (silent.address() as AddressInfo).port, short)).toMatchObject({ outcome })
  // Handed over once at most, and never again by itself.
  expect(contents).toHaveLength(outcome === 'unknown' ? 1 : 0)
  await new Promise((resolve) => silent.close(resolve))
})

describe.skipIf(!hasOpenSmtpd)("with Debian's OpenSMTPD between (it needs root and the package opensmtpd)", () => {
  test('a signed mail arrives whole and verifies', async () => {
    const mta = await startOpenSmtpd({ 'customers.example': sink.port })
    try {
      expect(await send({}, mta.port)).toEqual({ outcome: 'sent' })
      expect(await send({ to: 'eva@elsewhere.example' }, mta.port)).toMatchObject({
        outcome: 'refused',
        isTemporary: false,
        isAddress: true,
      })
      await expect.poll(() => sink.mails.length, { timeout: 20_000 }).toBe(1)
    } finally {
      await mta.stop()
    }
    expect(sink.mails[0]?.headers.get('received')).toContain('mta.example')
    demandWhole(sink.mails[0])
  })
})
