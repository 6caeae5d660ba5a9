import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { phoneSignature } from '#server/platform/phone-api.ts'
import type { PhoneSettings } from '#server/platform/phone-settings.ts'
import { PhoneProvider } from '#server/testing/phone-provider.ts'
import type { Delivery, OutgoingMessage } from './channel.ts'
import { PhoneChannel } from './phone-channel.ts'

const now = new Date('2026-02-10T12:00:00Z')
const message: OutgoingMessage = {
  ...{ key: '12.1.abc', to: '+46701234567', subject: '', html: '', unsubscribe: '', bouncesTo: null },
  ...{ text: 'Hello!', callAt: 'https://feedback.example.org/call/x' },
  sender: { name: '', address: '+46 8 123 456 78', replyTo: null, bcc: null },
}

let provider: PhoneProvider
let settings: PhoneSettings

beforeAll(async () => {
  provider = await PhoneProvider.start(() => 'http://127.0.0.1:9')
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.refusal = null
  provider.isSilent = false
  const { phone } = readConfig({ ...provider.env, GENSVAR_URL: 'https://feedback.example.org' })
  if (!phone) throw new Error('no provider is set up')
  settings = phone
})

async function call(change: Partial<OutgoingMessage> = {}, given: Partial<PhoneSettings> = {}): Promise<Delivery> {
  const channel = new PhoneChannel({ ...settings, ...given }, () => now)
  return (await channel.prepare({ ...message, ...change })).send()
}
const reasonOf = (delivery: Delivery): string => ('reason' in delivery ? String(delivery.reason) : '')

test.each([
  ['a number that is none', { to: 'eva@example.org' }, 'This is no phone number.', true],
  ['a greeting that its values left empty', { text: ' \n ' }, 'The call has no greeting', false],
  [
    'a sender that is no number',
    { sender: { ...message.sender, address: 'Shop' } },
    'no phone number that calls',
    false,
  ],
] as const)('%s is refused before anybody is asked', async (_what, change, reason, isAddress) => {
  const orders = provider.calls.length
  const delivery = await call(change)
  expect(delivery).toMatchObject({ outcome: 'refused', isTemporary: false, isAddress })
  expect(reasonOf(delivery)).toContain(reason)
  expect(provider.calls).toHaveLength(orders)
})

test.each([
  [400, 21_211, false, true],
  [400, 21_214, false, true],
  [400, 21_217, false, true],
  [400, 13_224, false, true],
  [400, 21_212, false, false],
  [400, 0, false, false],
  [500, 0, true, false],
  [503, 20_503, true, false],
])(
  '%s with the code %s is told in words (for now: %s, the number: %s)',
  async (status, code, isTemporary, isAddress) => {
    provider.refusal = { status, body: { code, message: `No. ${settings.token}`, status } }
    const delivery = await call()
    expect(delivery).toMatchObject({ outcome: 'refused', isTemporary, isAddress })
    expect(reasonOf(delivery)).toBe(`The provider of calls refused it (${code || status}): No. •••`)
  },
)

test('too many calls are waited for as long as the provider asks', async () => {
  provider.refusal = { status: 429, headers: { 'retry-after': '7' } }
  expect(await call()).toMatchObject({ outcome: 'unreachable', retryAfter: 7000 })
  provider.refusal = { status: 429, headers: { 'retry-after': 'Tue, 10 Feb 2026 12:00:30 GMT' } }
  expect(await call()).toMatchObject({ outcome: 'unreachable', retryAfter: 30_000 })
})

test.each([401, 403, 302])('whoever is not let in (%s) calls nobody for now', async (status) => {
  provider.refusal = { status, body: { code: 20_003 } }
  const delivery = await call()
  expect(delivery.outcome).toBe('unreachable')
  expect(reasonOf(delivery)).toContain(`does not let this server in (${status})`)
})

test('a wrong token is told as such, and stands in no words', async () => {
  const delivery = await call({}, { token: 'wrong-token' })
  expect(delivery.outcome).toBe('unreachable')
  expect(reasonOf(delivery)).not.toContain('wrong-token')
})

test('an order without an answer is of unknown fate; a provider that cannot be reached took none', async () => {
  provider.isSilent = true
  expect((await call()).outcome).toBe('unknown')
  expect((await call({}, { url: 'http://127.0.0.1:1' })).outcome).toBe('unreachable')
  // A private network is only called where that was allowed.
  expect((await call({}, { allowPrivate: false })).outcome).toBe('unreachable')
})

test('signs as the documentation of the API has it', () => {
  const fields = [
    ['CallSid', 'CA1234567890ABCDE'],
    ['Caller', '+14158675309'],
    ['Digits', '1234'],
    ['From', '+14158675309'],
    ['To', '+18005551212'],
  ] as const
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(phoneSignature('12345', url, fields.toReversed())).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
})
