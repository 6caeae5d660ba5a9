import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { MailServer } from './mail-server.ts'
import type { Sending } from './mail-server.ts'

let sink: MailSink
beforeEach(async () => {
  sink = await startMailSink()
})
afterEach(() => sink.close())

const mail = {
  to: 'anna@example.org',
  subject: 'Nytt larm',
  text: 'Störst: {…}',
  html: '<p>Störst</p>',
  id: '1.a',
  headers: {},
}

async function send(env: Record<string, string> = {}, more: Partial<typeof mail> = {}): Promise<Sending> {
  const settings = readConfig({ ...sendingTo(sink), ...env }).mail
  if (!settings) throw new Error('no mail server is configured')
  const server = new MailServer(settings)
  try {
    return await server.send({ ...mail, ...more })
  } finally {
    server.close()
  }
}

const refusing = (responseCode: number) => () => {
  throw Object.assign(new Error('no'), { responseCode })
}

test('a mail arrives as it was written, signed where a key is given', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const dkim = { GENSVAR_DKIM_DOMAIN: 'example.org', GENSVAR_DKIM_SELECTOR: 'k1', GENSVAR_DKIM_KEY: key }
  expect(await send(dkim, { subject: 'One\r\nBcc: eve@example.org' })).toEqual({ outcome: 'sent' })
  const [received] = sink.mails
  expect(received?.to).toBe('anna@example.org')
  expect(received?.body).toContain('Störst: {…}')
  expect(received?.headers.get('subject')).toBe('One Bcc: eve@example.org')
  expect(received?.headers.has('bcc')).toBe(false)
  expect(received?.headers.get('message-id')).toBe('<1.a@example.org>')
  expect(received?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(received?.headers.get('dkim-signature')).toMatch(/d=example\.org;.*s=k1/)
})

test('a mail that is refused for now may be tried again, one refused for good may not', async () => {
  sink.onMail = refusing(451)
  expect(await send()).toMatchObject({ outcome: 'refused', isTemporary: true })
  sink.onMail = refusing(550)
  expect(await send()).toMatchObject({ outcome: 'refused', isTemporary: false })
  expect(await send({}, { to: 'nobody' })).toMatchObject({ outcome: 'refused', isTemporary: false })
  await sink.close()
  expect(await send()).toMatchObject({ outcome: 'refused', isTemporary: true })
  expect(sink.mails).toEqual([])
  sink = await startMailSink()
})

test('whether a mail was taken is not known where the connection breaks after it was handed over', async () => {
  // Says yes to everything and hangs up instead of confirming the mail.
  const handed: string[] = []
  const server = createServer((socket) => {
    let isData = false
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const said = chunk.toString()
      if (isData) {
        handed.push(said)
        if (handed.join('').endsWith('\r\n.\r\n')) socket.destroy()
        return
      }
      isData = /^DATA/m.test(said)
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await send(sendingTo({ port }))).toMatchObject({ outcome: 'unknown' })
  // It was not handed over a second time.
  expect(handed.join('').split('\r\n.\r\n')).toHaveLength(2)
  server.close()
})

test('a password is not sent to a server without encryption', async () => {
  const url = `smtp://anna:secret@127.0.0.1:${sink.port}`
  expect(await send({ GENSVAR_SMTP_URL: url })).toMatchObject({ outcome: 'refused' })
  expect(sink.mails).toEqual([])
})
