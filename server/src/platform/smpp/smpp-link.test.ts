import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { readConfig } from '../config.ts'
import type { SmppSettings } from '../sms-settings.ts'
import { SmppServer, textingTo } from '#server/testing/smpp-server.ts'
import { commands, cString, statuses, writePdu } from './pdu.ts'
import type { ShortMessage } from './pdu.ts'
import type { SmppReceipt } from './receipt.ts'
import { SmppLink } from './smpp-link.ts'
import type { Handed, LinkTimes } from './smpp-link.ts'

let server: SmppServer
let logged: string[] = []
const links: SmppLink[] = []
beforeEach(async () => {
  server = await SmppServer.start()
  logged = []
})
afterEach(async () => {
  await Promise.all(links.splice(0).map((link) => link.release()))
  await server.close()
})

const quick: Partial<LinkTimes> = { connect: 500, answer: 500, throttle: 20, patience: 400, backOff: [20, 20, 20] }
const log = createLogger('warn', { write: (line: string) => void logged.push(line) })

function settings(port = server.port, env: Record<string, string> = {}): SmppSettings {
  const { sms } = readConfig({ ...textingTo({ port }), ...env })
  if (sms?.kind !== 'smpp') throw new Error('SMPP is not set up')
  return sms
}

function open({
  times = {},
  env = {},
  onReceipt = async () => {},
}: {
  times?: Partial<LinkTimes>
  env?: Record<string, string>
  onReceipt?: (receipt: SmppReceipt) => Promise<void>
} = {}): SmppLink {
  const link = new SmppLink(settings(server.port, env), { log, onReceipt, times: { ...quick, ...times } })
  link.hold()
  links.push(link)
  return link
}

const text = (message = 'Hi'): ShortMessage => ({
  ...{ from: { ton: 5, npi: 0, address: 'Shop' }, to: { ton: 1, npi: 1, address: '46701234567' } },
  ...{ esmClass: 0, registeredDelivery: 1, dataCoding: 0, message: Buffer.from(message), options: new Map() },
})
const submitAll = (link: SmppLink, count: number): Promise<Handed[]> =>
  Promise.all(Array.from({ length: count }, (_one, at) => link.submit(text(`Message ${at}`))))
const outcomes = (handed: readonly Handed[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(handed, ({ outcome }) => outcome)].map(([outcome, own]) => [outcome, own.length]))

test('one connection takes as many messages at a time as the window holds, each once', async () => {
  server.pause = 5
  const link = open({ env: { GENSVAR_SMPP_WINDOW: '7', GENSVAR_SMPP_SYSTEM_TYPE: 'VMS' } })
  const handed = await submitAll(link, 60)
  expect(outcomes(handed)).toEqual({ accepted: 60 })
  expect(new Set(server.parts.map((part) => part.text)).size).toBe(60)
  expect(server.peak).toBe(7)
  expect(server.binds).toEqual([{ systemId: 'shop', password: 'secret', systemType: 'VMS' }])
  expect(new Set(handed.map((one) => (one.outcome === 'accepted' ? one.id : ''))).size).toBe(60)
})

test('a link that is lost in a window leaves unknown what was written and not answered, and nothing is written twice', async () => {
  const link = open({ env: { GENSVAR_SMPP_WINDOW: '5' } })
  server.pause = 30
  let asked = 0
  server.answer = () => (++asked === 13 ? 'drop' : { status: 0 })
  const handed = await submitAll(link, 30)
  const { accepted = 0, unknown = 0, unreachable = 0 } = outcomes(handed)
  expect(unknown).toBeGreaterThanOrEqual(1)
  expect(unknown).toBeLessThanOrEqual(5)
  expect(accepted + unknown + unreachable).toBe(30)
  // It connects again by itself, and goes on with what was not written.
  expect(accepted).toBeGreaterThan(12)
  expect(server.binds).toHaveLength(2)
  const arrived = server.parts.map((part) => part.text)
  expect(new Set(arrived).size).toBe(arrived.length)
  // What was written last may not have been read.
  expect(arrived.length).toBeGreaterThan(accepted)
  expect(arrived.length).toBeLessThanOrEqual(accepted + unknown)
})

test('a message centre that answers nothing leaves a message unknown after the limit, and is connected anew', async () => {
  const link = open({ times: { answer: 60 } })
  server.answer = ({ text: said }) => (said === 'Message 0' ? 'none' : { status: 0 })
  expect(await link.submit(text('Message 0'))).toEqual({ outcome: 'unknown' })
  expect(await link.submit(text('Message 1'))).toMatchObject({ outcome: 'accepted' })
  expect(server.binds).toHaveLength(2)
})

test('a connection that only seems to be there is found by asking, and made anew without anybody sending', async () => {
  open({ times: { enquire: 30, answer: 60 } })
  await expect.poll(() => server.binds.length).toBe(1)
  server.isDeaf = true
  await expect.poll(() => server.connections).toBe(0)
  server.isDeaf = false
  await expect.poll(() => server.binds.length).toBeGreaterThan(1)
})

test.each(['ESME_RTHROTTLED', 'ESME_RMSGQFUL'] as const)(
  'a message centre that says %s gets the same messages again, more slowly',
  async (status) => {
    const link = open({ times: { patience: 5000 } })
    const given: number[] = []
    server.answer = () => {
      given.push(performance.now())
      return { status: given.length > 3 && given.length <= 12 ? statuses[status] : 0 }
    }
    expect(outcomes(await submitAll(link, 12))).toEqual({ accepted: 12 })
    expect(new Set(server.parts.map((part) => part.text)).size).toBe(12)
    expect(server.parts).toHaveLength(12)
    expect((given.at(-1) ?? 0) - (given[0] ?? 0)).toBeGreaterThanOrEqual(20)
  },
)

test('one that has too much to do for long is left alone, and nothing counts as sent', async () => {
  const link = open({ times: { patience: 50 } })
  server.answer = () => ({ status: statuses.ESME_RTHROTTLED })
  const handed = await link.submit(text())
  expect(handed).toMatchObject({ outcome: 'unreachable' })
  expect(handed.outcome === 'unreachable' && String(handed.reason)).toContain('ESME_RTHROTTLED')
})

test('a refusal is told with its status', async () => {
  const link = open()
  server.answer = () => ({ status: statuses.ESME_RINVDSTADR })
  expect(await link.submit(text())).toEqual({ outcome: 'refused', status: statuses.ESME_RINVDSTADR })
})

test('a login that is refused, and a place where nobody listens, are told; the password is nowhere', async () => {
  server.password = 'other'
  const link = open()
  const refused = await link.submit(text())
  expect(refused.outcome === 'unreachable' && String(refused.reason)).toContain('ESME_RINVPASWD')
  server.password = 'secret'
  await expect.poll(async () => (await link.submit(text())).outcome).toBe('accepted')
  const port = server.port
  await server.close()
  await expect.poll(async () => (await link.submit(text())).outcome).toBe('unreachable')
  server = await SmppServer.start(port)
  await expect.poll(async () => (await link.submit(text())).outcome).toBe('accepted')
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('')).not.toContain('secret')
})

test('attempts to connect become rarer', async () => {
  server.password = 'other'
  open({ times: { backOff: [10, 20, 2000] } })
  await expect.poll(() => server.binds.length).toBe(3)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.binds).toHaveLength(3)
})

test('a receipt is confirmed once it is taken, and comes again where it could not be', async () => {
  const taken: string[] = []
  let isBroken = true
  open({
    onReceipt: async ({ id }) => {
      if (isBroken) throw new Error('no database')
      taken.push(id)
    },
  })
  await expect.poll(() => server.binds.length).toBe(1)
  server.report('17', 'DELIVRD')
  await expect.poll(() => server.confirmed).toEqual([statuses.ESME_RX_T_APPN])
  isBroken = false
  server.report('17', 'DELIVRD')
  await expect.poll(() => server.confirmed).toEqual([statuses.ESME_RX_T_APPN, statuses.ESME_ROK])
  expect(taken).toEqual(['17'])
  server.deliver({ message: Buffer.from('STOP') })
  await expect.poll(() => server.confirmed).toHaveLength(3)
  expect(taken).toEqual(['17'])
})

test('what is no message of the protocol is refused or ends the connection, and harms nothing else', async () => {
  const link = open()
  await link.submit(text())
  server.say(writePdu({ command: commands.deliver_sm, status: 0, sequence: 9, body: cString('cut') }))
  await expect.poll(() => server.confirmed).toEqual([statuses.ESME_RX_R_APPN])
  // An answer that nobody asked for.
  server.say(writePdu({ command: commands.submit_sm_resp, status: 0, sequence: 4242, body: cString('1') }))
  server.say(writePdu({ command: 0x00000777, status: 0, sequence: 10, body: Buffer.alloc(0) }))
  expect(await link.submit(text())).toMatchObject({ outcome: 'accepted' })
  expect(server.binds).toHaveLength(1)
  server.say(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  await expect.poll(() => server.binds.length).toBe(2)
  expect(await link.submit(text())).toMatchObject({ outcome: 'accepted' })
})

test('a link that nobody holds any more says goodbye', async () => {
  const link = open()
  await link.submit(text())
  expect(server.connections).toBe(1)
  links.length = 0
  await link.release()
  await expect.poll(() => server.connections).toBe(0)
})
