import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageLength } from '@gensvar/contract/message-length'
import { shortLinksOf } from '#server/domain/campaigns/tracking/links.ts'
import { statuses } from '#server/platform/smpp/pdu.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import { SmppServer, textingTo } from '#server/testing/smpp-server.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

interface Asking {
  server: TestApp
  survey: string
  token: string
}

const origin = 'https://feedback.example.org'
let operator: SmppServer
let sending: Asking
let keeping: Asking
beforeAll(async () => {
  operator = await SmppServer.start()
  sending = await open(textingTo(operator))
  keeping = await open({})
})
afterAll(async () => {
  await sending.server.close()
  await keeping.server.close()
  await operator.close()
})
beforeEach(async () => {
  operator.parts.length = 0
  operator.answer = () => ({ status: 0 })
  for (const { server } of [sending, keeping]) await server.deps.db.deleteFrom('audit').execute()
})

async function open(env: Record<string, string>): Promise<Asking> {
  const server = await testApp({ env: { GENSVAR_URL: origin, ...env } })
  const { db } = server.deps
  const universeId = (await createUniverse(db)).id
  const { surveyId, extName } = await createSurvey(db, universeId, smallSurvey)
  const roleId = await createRole(db, universeId, { surveys: { [surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId, roleId, admin: true }] })
  return { server, survey: extName, token: await signIn(server.deps, user, universeId) }
}

async function ask({ server, survey, token }: Asking, call: 'testsms' | 'preview', payload: object) {
  const url = `/rest/sms/template/${call}/${survey}`
  const response = await server.app.inject({ method: 'POST', url, headers: bearer(token), payload })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}
const given = {
  phoneNumber: '+46 (0)70-123 45 67'.replace('(0)', ''),
  contents: 'Hej {{contact.name|}}! {{survey.link}}',
}
const test_ = (body: object, at = sending) => ask(at, 'testsms', { locale: 'sv', ...given, ...body })

test('a test goes to the phone number that is given, from the sender that is given (TSMS-13)', async () => {
  expect(await test_({ sender: 'Butiken' })).toEqual({
    status: 200,
    body: { ok: true, isOutbox: false, phoneNumber: '+46701234567', parts: 1 },
  })
  expect(operator.messages).toEqual([
    {
      to: '46701234567',
      from: 'Butiken',
      text: expect.stringMatching(/^Hej Kim Lind! https:\/\/feedback\.example\.org\/s\/\S+$/),
    },
  ])
  const { action, object } = await sending.server.deps.db
    .selectFrom('audit')
    .select(['action', 'object'])
    .executeTakeFirstOrThrow()
  expect([action, object]).toEqual(['template.test', '+46701234567'])
})

test('a test needs a sender: the one that is given, or that of the server (TSMS-05)', async () => {
  expect(await test_({})).toMatchObject({ status: 200 })
  expect(operator.messages[0]?.from).toBe('Shop')
  expect(await test_({}, keeping)).toMatchObject({
    status: 400,
    body: { message: 'A test needs a sender', fields: { sender: 'A test needs a sender' } },
  })
  expect(await test_({ sender: '' })).toMatchObject({
    status: 400,
    body: { fields: { sender: 'A test needs a sender' } },
  })
  for (const sender of ['shop@shop.example', 'Longer than 11', 'Åhléns', '12'])
    expect(await test_({ sender })).toMatchObject({ status: 400, body: { fields: { sender: expect.any(String) } } })
  expect(operator.messages).toHaveLength(1)
})

test('what is wrong is told at its field, and nothing is sent', async () => {
  for (const [more, field] of [
    [{ phoneNumber: 'Eva' }, 'phoneNumber'],
    [{ phoneNumber: '' }, 'phoneNumber'],
    [{ phoneNumber: '+4670123456712345678' }, 'phoneNumber'],
    [{ contents: ' ' }, 'contents'],
    [{ contents: '{{who}}' }, 'contents'],
    [{ contents: '{{#if contact.name = nobody}}x{{/if}}' }, 'contents'],
  ] as const)
    expect(await test_({ sender: 'Shop', ...more })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
  expect(operator.parts).toEqual([])
})

test('a refusal of the operator is told in words, at the number where that is wrong', async () => {
  operator.answer = () => ({ status: statuses.ESME_RINVDSTADR })
  const words = 'The SMS operator says that this is no phone number (ESME_RINVDSTADR).'
  expect(await test_({})).toMatchObject({ status: 400, body: { message: words, fields: { phoneNumber: words } } })
  operator.answer = () => 'drop'
  expect(await test_({})).toMatchObject({ status: 503, body: { message: expect.stringContaining('not known') } })
})

test('where nothing is set up, a test is kept for root to read', async () => {
  expect(await test_({ sender: 'Shop' }, keeping)).toEqual({
    status: 200,
    body: { ok: true, isOutbox: true, phoneNumber: '+46701234567', parts: 1 },
  })
  const { recipient, text } = await keeping.server.deps.db
    .selectFrom('mail')
    .select(['recipient', 'text'])
    .executeTakeFirstOrThrow()
  expect([recipient, text]).toEqual(['+46701234567', expect.stringContaining('Hej Kim Lind!')])
})

test('nobody sends tests as others send messages', async () => {
  const { db } = keeping.server.deps
  expect(await test_({ sender: 'Shop' }, keeping)).toMatchObject({ status: 200 })
  const [one] = await db.selectFrom('audit').selectAll().execute()
  if (!one) throw new Error('no audit')
  const { id: _id, ...row } = one
  await db
    .insertInto('audit')
    .values(Array.from({ length: 59 }, () => ({ ...row, details: JSON.stringify(row.details) })))
    .execute()
  expect(await test_({ sender: 'Shop' }, keeping)).toMatchObject({ status: 429 })
})

test('a preview is filled with examples, whose links are as long as those that are sent', async () => {
  const contents = 'Hej {{contact.name|}}! {{survey.link}} {{unsubscribe.link}}'
  const { body } = await ask(sending, 'preview', { contents, subject: '', locale: 'sv' })
  expect(body).toMatchObject({ problems: [] })
  const real = shortLinksOf(Buffer.alloc(32), 12, { recipientId: 1_500_000, responseId: 1_500_000 }, origin)
  const text = `Hej Kim Lind! ${real.survey} ${real.unsubscribe}`
  expect(messageLength(String(body['text']))).toEqual(messageLength(text))
  expect((await ask(sending, 'preview', { contents: 'a\n{{who}}', subject: '', locale: 'sv' })).body).toEqual({
    text: null,
    problems: [{ part: 'contents', line: 2, isError: true, text: 'There is no merge tag "who".' }],
  })
})
