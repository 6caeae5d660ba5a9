import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { campaignDraftExample } from '@gensvar/contract/entities/campaign-examples'
import type { CampaignDraft, CampaignWay } from '@gensvar/contract/entities/campaigns'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { isOfficeInstalled } from '#server/domain/letters/office/find-office.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { readConfig } from '#server/platform/config.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { SmppServer, textingTo } from '#server/testing/smpp-server.ts'
import { PhoneProvider } from '#server/testing/phone-provider.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { pushSample } from '../push-sample.ts'
import { countAudience } from '../audience/count-audience.ts'
import { openCampaigns } from '../testing/campaign-bench.ts'
import type { CampaignBench, CampaignWorld } from '../testing/campaign-bench.ts'
import { Sender } from './sender.ts'

let bench: CampaignBench
let sink: MailSink
let operator: SmppServer
let provider: Server
/** Calls people; what is said in a call, and to whom, is tested with the page that answers it. */
let calling: PhoneProvider
let called: Server
let pushed: { to: string; text: string; token: string | undefined }[]
let answer: (to: string) => number

beforeAll(async () => {
  bench = await openCampaigns()
})
afterAll(() => bench.close())
beforeEach(async () => {
  sink = await startMailSink()
  operator = await SmppServer.start()
  pushed = []
  answer = () => 200
  provider = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { to, text } = JSON.parse(body) as { to: string; text: string }
      const status = answer(to)
      if (status === 200) pushed.push({ to, text, token: request.headers.authorization })
      response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  called = createServer((_request, response) => void response.end())
  await new Promise<void>((resolve) => called.listen(0, '127.0.0.1', resolve))
  calling = await PhoneProvider.start(() => `http://127.0.0.1:${(called.address() as AddressInfo).port}`)
})
afterEach(async () => {
  // What waits in a campaign is sent by whoever sends next.
  await bench.deps.db.deleteFrom('campaign').execute()
  await sink.close()
  await operator.close()
  await calling.close()
  for (const server of [provider, called]) await new Promise((resolve) => server.close(resolve))
})

/** A context on a server that everything is set up on. */
function setUp(ctx: Ctx): Ctx {
  const { dataFolder } = bench.deps.config
  const settings = {
    ...{ ...sendingTo(sink), ...textingTo(operator), ...calling.env, GENSVAR_URL: 'https://everyway.example.org' },
    GENSVAR_PUSH_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/push`,
    ...{ GENSVAR_PUSH_PRIVATE: 'on', GENSVAR_PUSH_TOKEN: 't0ken', GENSVAR_PUSH_HEADERS: '{"Authorization":"{token}"}' },
  }
  return { ...ctx, config: { ...readConfig(settings), dataFolder } }
}
const world = (): Promise<CampaignWorld> => bench.world({ config: { respondent: { email: 'mail', device: 'device' } } })
const send = () => new Sender(setUp(programContext(bench.deps, 'test'))).run(new AbortController().signal)
const stand = async (made: CampaignWorld, campaign: { id: number }) =>
  (await made.recipients(campaign)).map(({ channel, state, address }) => [channel, state, address])

async function textTemplate(made: CampaignWorld): Promise<number> {
  return createTemplateRow(bench.deps.db, made.universeId, { kind: 'SMS' })
}
async function textDraft(made: CampaignWorld): Promise<Partial<CampaignDraft>> {
  return { sendingType: 'SMS', templateId: await textTemplate(made), fromEmail: 'Shop', fromName: '' }
}

describe('a text message to the app', () => {
  test('goes to the device where it is known, else to the phone, and counts so before it is sent', async () => {
    const made = await world()
    await made.customers(
      { device: 'device-token-1', phone: '+46700000001' },
      { phone: '+46700000002' },
      { device: 'device-token-3' },
      { device: 'two words', phone: '+46700000004' },
      {},
    )
    const ctx = setUp(await made.as())
    const asked = await made.asked(ctx, { sendingType: 'SMS', toDevices: true })
    const byWay: { sendingType: MessageWay; count: number }[] = [
      { sendingType: 'PUSH', count: 2 },
      { sendingType: 'SMS', count: 2 },
    ]
    expect(await countAudience(ctx, asked)).toMatchObject({ recipients: 4, byWay })
    const { campaign, recipients } = await made.create(ctx, await textDraft(made), { sendingType: 'SMS' })
    expect([campaign.toDevices, recipients]).toEqual([true, 4])
    await send()
    expect(pushed.toSorted((a, b) => (a.to < b.to ? -1 : 1))).toEqual([
      { to: 'device-token-1', text: 'Hello', token: 't0ken' },
      { to: 'device-token-3', text: 'Hello', token: 't0ken' },
    ])
    expect(operator.messages.map(({ to }) => to).toSorted()).toEqual(['46700000002', '46700000004'])
    expect(await stand(made, campaign)).toEqual([
      ['PUSH', 'SENT', 'device-token-1'],
      ['SMS', 'SENT', '+46700000002'],
      ['PUSH', 'SENT', 'device-token-3'],
      ['SMS', 'SENT', '+46700000004'],
    ])
  })

  test.each([404, 410])(
    'goes on to the phone where the provider knows the device no more (%s), now and later',
    async (gone) => {
      const made = await world()
      await made.customers({ device: 'device-token-1', phone: '+46700000001' }, { device: 'device-token-2' })
      answer = () => gone
      const ctx = setUp(await made.as())
      const draft = await textDraft(made)
      const { campaign } = await made.create(ctx, draft, { sendingType: 'SMS' })
      await send()
      expect(await stand(made, campaign)).toEqual([
        ['SMS', 'SENT', '+46700000001'],
        ['PUSH', 'FAILED', 'device-token-2'],
      ])
      expect(operator.messages.map(({ to }) => to)).toEqual(['46700000001'])
      // The list of addresses that nothing is sent to names no device.
      const listed = await bench.deps.db
        .selectFrom('suppression')
        .select(['address', 'reason'])
        .where('universe_id', '=', made.universeId)
        .execute()
      expect(listed).toEqual([
        { address: null, reason: 'bounced' },
        { address: null, reason: 'bounced' },
      ])
      const again = await made.create(ctx, draft, { sendingType: 'SMS' })
      expect(await stand(made, again.campaign)).toEqual([['SMS', 'PENDING', '+46700000001']])
    },
  )

  test('that the provider refuses for another reason goes nowhere else', async () => {
    const made = await world()
    await made.customers({ device: 'device-token-1', phone: '+46700000001' })
    answer = () => 400
    const ctx = setUp(await made.as())
    const { campaign } = await made.create(ctx, await textDraft(made), { sendingType: 'SMS' })
    await send()
    expect(await stand(made, campaign)).toEqual([['PUSH', 'FAILED', 'device-token-1']])
    expect(operator.messages).toEqual([])
  })

  test('is a further way of an e-mail too, and counts with it for the rule of contacts', async () => {
    const made = await world()
    await made.rules({ contact: { times: 1, days: 90 } })
    await made.customers(
      { email: 'no address', device: 'device-token-1' },
      { email: 'b@example.org', device: 'device-token-2' },
    )
    const ctx = setUp(await made.as())
    const way: CampaignWay = {
      ...{ sendingType: 'SMS', templateId: await textTemplate(made), fromName: '', fromEmail: 'Shop' },
      ...{ selectedVoice: null, selectedLocale: null },
    }
    const { campaign } = await made.create(ctx, { ways: [way] })
    await send()
    expect(await stand(made, campaign)).toEqual([
      ['PUSH', 'SENT', 'device-token-1'],
      ['EMAIL', 'SENT', 'b@example.org'],
    ])
    const texts = await made.asked(ctx, { sendingType: 'SMS', toDevices: true })
    expect(await countAudience(ctx, texts)).toMatchObject({
      recipients: 0,
      excluded: [{ rule: 'contacted', count: 2 }],
    })
  })

  test('is none without a provider or a question: text messages go to phones by the same statements as ever', async () => {
    const made = await world()
    await made.customers({ device: 'device-token-1', phone: '+46700000001' })
    const { campaign } = await made.create(await made.as(), await textDraft(made), { sendingType: 'SMS' })
    expect(campaign.toDevices).toBe(false)
    const other = await bench.world()
    await other.customers({ device: 'device-token-1', phone: '+46700000001' })
    const { campaign: without } = await other.create(setUp(await other.as()), await textDraft(other), {
      sendingType: 'SMS',
    })
    expect(without.toDevices).toBe(false)
    expect(await stand(other, without)).toEqual([[null, 'PENDING', '+46700000001']])
  })
})

test('campaigns go out by e-mail, SMS, letter, phone and push (CAMPE-35)', { timeout: 60_000 }, async () => {
  const made = await world()
  const [eva = 0] = await made.customers({
    ...{
      name: 'Eva',
      email: 'eva@example.org',
      phone: '+46700000001',
      street: 'Storgatan 1',
      device: 'device-token-1',
    },
  })
  await made.customers({ phone: '+46700000002' })
  const root = setUp(await made.as({ isRoot: true, admin: true }))
  const start = async (draft: Partial<CampaignDraft>) =>
    (
      await made.create(
        root,
        { ...campaignDraftExample, fromName: 'Shops', templateId: made.templateId, ...draft },
        { sendingType: draft.sendingType ?? 'EMAIL' },
      )
    ).campaign
  const mails = await start({})
  const texts = await start(await textDraft(made))
  const pushes = await start({ campaignType: 'PUSH', campaignExtName: 'pushing' })
  const model = await loadSurveyModelById(bench.deps, made.surveyId)
  expect(await pushSample(root, model, { sampleId: eva, campaigns: ['pushing'] })).toMatchObject([{ isSent: true }])
  for (const number of ['+46700000001', '+46700000002']) calling.people.set(number, 'busy')
  const calls = await start({
    ...{ sendingType: 'PHONE', fromEmail: '+46 8 123 456 78', fromName: '' },
    ...{ selectedVoice: 'female', selectedLocale: 'en' },
    templateId: await createTemplateRow(bench.deps.db, made.universeId, { kind: 'PHONE' }),
  })
  const letters = isOfficeInstalled(null)
    ? await start({
        ...{ sendingType: 'LETTER', fromEmail: '', fromName: '' },
        templateId: await createTemplateRow(bench.deps.db, made.universeId, { kind: 'LETTER' }),
      })
    : null
  await send()
  expect(sink.mails.map(({ to }) => to)).toEqual(['eva@example.org', 'eva@example.org'])
  expect(await stand(made, mails)).toEqual([[null, 'SENT', 'eva@example.org']])
  expect(await stand(made, pushes)).toEqual([[null, 'SENT', 'eva@example.org']])
  expect(await stand(made, texts)).toEqual([
    ['PUSH', 'SENT', 'device-token-1'],
    ['SMS', 'SENT', '+46700000002'],
  ])
  expect(pushed.map(({ to }) => to)).toEqual(['device-token-1'])
  expect(operator.messages.map(({ to }) => to)).toEqual(['46700000002'])
  expect(await stand(made, calls)).toEqual([
    [null, 'SENT', '+46700000001'],
    [null, 'SENT', '+46700000002'],
  ])
  expect(calling.calls.map(({ to }) => to).toSorted()).toEqual(['+46700000001', '+46700000002'])
  if (letters) {
    expect(await stand(made, letters)).toEqual([[null, 'SENT', 'Eva, Storgatan 1, Kalmar']])
    const printed = await bench.deps.db
      .selectFrom('letter')
      .select('content')
      .where('campaign_id', '=', letters.id)
      .execute()
    expect(printed.map(({ content }) => content.subarray(0, 5).toString())).toEqual(['%PDF-'])
  }
})
