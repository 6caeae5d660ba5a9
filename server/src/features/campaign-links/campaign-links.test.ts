import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { linksOf, shortLinksOf } from '#server/domain/campaigns/tracking/links.ts'
import { programContext } from '#server/domain/context.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import { systemScopes } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { createSurvey, createUniverse, smallSurvey } from '#server/testing/factories.ts'
import { createCampaign, createMessage, testOrigin } from '#server/testing/sent-messages.ts'
import type { SentMessage } from '#server/testing/sent-messages.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const person =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const target = 'https://shop.example/offer?a=1&b=å'

let server: TestApp
let survey: MadeSurvey
let campaignId = 0
let message: SentMessage

beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

beforeEach(async () => {
  const { id } = await createUniverse(server.deps.db, { title: 'Retail & Co' })
  survey = await createSurvey(server.deps.db, id)
  campaignId = await createCampaign(server.deps.db, survey.surveyId)
  message = await send()
})

const send = (values: Partial<Parameters<typeof createMessage>[2]> = {}, at = 5) =>
  createMessage(
    server.deps.db,
    { universeId: survey.universeId, campaignId, responseId: survey.responseIds[at] ?? 0 },
    values,
  )

const get = (path: string, agent = person, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: encodeURI(path), headers: { 'user-agent': agent, ...headers } })

const post = (path: string, payload = '', type = 'application/x-www-form-urlencoded') =>
  server.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type } })

const rowOf = ({ recipientId }: SentMessage) =>
  server.deps.db.selectFrom('recipient').selectAll().where('id', '=', recipientId).executeTakeFirstOrThrow()

const eventsOf = ({ recipientId }: SentMessage) =>
  server.deps.db
    .selectFrom('recipient_event')
    .select(['kind', 'is_machine as isMachine', 'details'])
    .where('recipient_id', '=', recipientId)
    .orderBy('id')
    .execute()

/** Figures of the survey, in the order of their expressions. */
async function figuresOf(expressions: readonly string[]): Promise<(number | null)[]> {
  await caughtUp(server.deps.analytics, server.deps.pool)
  const model = await loadSurveyModelById(server.deps, survey.surveyId)
  const indicators = expressions.map((expression) => ({ key: expression, expression }))
  const { rows } = await aggregate(server.deps, model, systemScopes(model).caseScope, {
    conditions: [],
    by: 'none',
    indicators,
  })
  return rows[0]?.values.map(({ value }) => value) ?? []
}

const countsOf = (id = campaignId) =>
  server.deps.db.selectFrom('campaign_count').selectAll().where('campaign_id', '=', id).executeTakeFirstOrThrow()

/** Waits until a message has so many opens and clicks. */
async function counted(of: SentMessage, expected: Partial<Awaited<ReturnType<typeof rowOf>>>): Promise<void> {
  await expect.poll(() => rowOf(of)).toMatchObject(expected)
}

describe('a click', () => {
  test('leads to its target, and is counted for its recipient with the first time', async () => {
    const before = Date.now()
    const answer = await get(message.click(target))
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(encodeURI(target))
    expect(answer.headers['cache-control']).toBe('no-store')
    await counted(message, { click_count: 1, open_count: 1, machine_click_count: 0 })
    const first = await rowOf(message)
    expect(first.clicked_at?.getTime()).toBeGreaterThanOrEqual(before)
    await get(message.click(target))
    await counted(message, { click_count: 2, clicked_at: first.clicked_at, open_count: 1 })
    expect(await countsOf()).toMatchObject({ total: 1, sent: 1, opened: 1, clicked: 1 })
    expect(await eventsOf(message)).toEqual([
      { kind: 'click', isMachine: false, details: { address: 'https://shop.example/offer' } },
      { kind: 'click', isMachine: false, details: { address: 'https://shop.example/offer' } },
    ])
    const expressions = ['messages(sent)', 'messageshare(opened)', 'messages(clicked)', 'messageshare(answered)']
    expect(await figuresOf(expressions)).toEqual([1, 100, 1, 0])
  })

  test('is no part of the share that opened where it came by another channel than e-mail', async () => {
    await send({ wave: 4 }, 4)
    await write(programContext(server.deps, 'test'), (tx) => tx.changed(survey.surveyId, survey.responseIds))
    const texts = await createCampaign(server.deps.db, survey.surveyId, { sending_type: 'SMS' })
    const text = await createMessage(server.deps.db, { ...message, universeId: survey.universeId, campaignId: texts })
    await get(message.click(target))
    await get(text.click(target))
    await counted(message, { click_count: 1 })
    await counted(text, { click_count: 1 })
    expect(await figuresOf(['messages(delivered)', 'messageshare(opened)'])).toEqual([3, 50])
    const [share = 0] = await figuresOf(['messageshare(clicked)'])
    expect(share).toBeCloseTo(66.7, 1)
  })

  test('leads nowhere but where it was signed to lead', async () => {
    const forged = linksOf(randomBytes(32), survey.universeId, message, testOrigin).click('https://evil.example', 1)
    const other = await createUniverse(server.deps.db)
    const foreign = await createMessage(server.deps.db, { ...message, universeId: other.id }, { wave: 2 })
    for (const path of [
      forged.slice(testOrigin.length),
      `${message.click(target)}x`,
      `/c/https://evil.example`,
      `/c/${Buffer.from('https://evil.example').toString('base64url')}`,
      message.path('pixel').replace('/o/', '/c/'),
      message.click('javascript:alert(1)'),
      message.click('//evil.example'),
      message.click('https://good.example@evil.example'),
      `/c/${'A'.repeat(9000)}`,
    ]) {
      const answer = await get(path)
      expect([404, 414, 400]).toContain(answer.statusCode)
      expect(answer.headers.location).toBeUndefined()
    }
    // A link that another organisation signed leads on, as it may, but counts nothing of ours.
    expect((await get(foreign.click(target))).statusCode).toBe(302)
    await get(message.click(target))
    await counted(message, { click_count: 1 })
    expect((await countsOf()).clicked).toBe(1)
  })

  test('with a target that has line breaks writes no header', async () => {
    const answer = await get(message.click('https://x.example/\r\nset-cookie: a=1'))
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('is none where somebody only asks what is there, or of a preview', async () => {
    const head = await server.app.inject({
      method: 'HEAD',
      url: message.click(target),
      headers: { 'user-agent': person },
    })
    expect(head.statusCode).toBe(302)
    const preview = await createMessage(
      server.deps.db,
      { universeId: survey.universeId, campaignId, responseId: message.responseId },
      { wave: 3 },
    )
    await get(preview.click(target))
    await counted(preview, { click_count: 1 })
    expect(await rowOf(message)).toMatchObject({ click_count: 0, machine_click_count: 0, open_count: 0 })
  })
})

describe('the link of a text message', () => {
  const shortOf = async ({ recipientId, responseId }: SentMessage) => {
    const secret = await addressSecret(server.deps.db, survey.universeId)
    const { survey: visit, unsubscribe } = shortLinksOf(secret, survey.universeId, { recipientId, responseId }, '')
    return { visit, unsubscribe }
  }

  test('leads to the page the survey is answered at, and is counted as a click', async () => {
    const { visit } = await shortOf(message)
    const answer = await get(visit)
    expect(answer.statusCode).toBe(302)
    expect(new URL(answer.headers.location ?? '').pathname).toBe(message.path('survey'))
    expect(answer.headers['cache-control']).toBe('no-store')
    await counted(message, { click_count: 1, open_count: 1 })
    expect((await get(message.path('survey'))).statusCode).toBe(200)
    for (const wrong of [`${visit}x`, '/s/abc', message.path('survey').replace('/answer/', '/s/')])
      expect((await get(wrong)).statusCode).toBe(404)
  })

  test('leads to a page elsewhere where the survey is answered there', async () => {
    const other = await createSurvey(server.deps.db, survey.universeId, {
      ...smallSurvey,
      config: 'campaigns: { answerUrl: "https://forms.example/f/{token}" }\n',
    })
    const sent = await createMessage(server.deps.db, {
      universeId: survey.universeId,
      campaignId: await createCampaign(server.deps.db, other.surveyId),
      responseId: other.responseIds[5] ?? 0,
    })
    const { location } = (await get((await shortOf(sent)).visit)).headers
    expect(location).toBe(`https://forms.example/f/${sent.path('survey').split('/').at(-1)}`)
  })

  test('that ends such messages asks first, and does it', async () => {
    const { unsubscribe } = await shortOf(message)
    expect((await get(unsubscribe)).statusCode).toBe(200)
    expect(await rowOf(message)).toMatchObject({ unsubscribed: false })
    expect((await post(unsubscribe)).statusCode).toBe(200)
    expect(await rowOf(message)).toMatchObject({ unsubscribed: true })
  })

  test('of a preview leads to a page that says so, and counts nothing', async () => {
    const { visit } = await shortOf({ ...message, recipientId: 0, responseId: 0 })
    const { location = '' } = (await get(visit)).headers
    expect((await get(new URL(location).pathname)).statusCode).toBe((await get('/answer/x')).statusCode)
  })
})

describe('a program', () => {
  test.each([
    ['Barracuda Sentinel (EE)', 'agent'],
    ['python-requests/2.32', 'agent'],
    ['', 'agent'],
  ])('that says "%s" is told apart', async (agent, seen) => {
    await get(message.click(target), agent)
    await get(message.path('pixel'), agent)
    await counted(message, {
      click_count: 0,
      open_count: 0,
      machine_click_count: 1,
      machine_open_count: 1,
      clicked_at: null,
      opened_at: null,
    })
    expect((await eventsOf(message)).map(({ isMachine, details }) => [isMachine, details['seen']])).toEqual([
      [true, seen],
      [true, seen],
    ])
    expect(await countsOf()).toMatchObject({ opened: 0, clicked: 0 })
  })

  test('that comes before anybody can have read the message is told apart', async () => {
    const early = await send({ sent_at: new Date(), wave: 2 })
    const unsent = await send({ sent_at: null, state: 'SENDING', wave: 3 })
    await get(early.click(target))
    await get(unsent.path('pixel'))
    await counted(early, { machine_click_count: 1, click_count: 0 })
    await counted(unsent, { machine_open_count: 1, open_count: 0 })
    expect((await eventsOf(early))[0]?.details).toMatchObject({ seen: 'early' })
  })

  test('that follows all links within seconds is told apart, with what it followed first', async () => {
    await get(message.click('https://a.example/', 4))
    await counted(message, { click_count: 1, clicked_at: expect.any(Date) })
    await get(message.click('https://b.example/', 4))
    expect((await get(message.path('unsubscribe'))).statusCode).toBe(200)
    await get(message.click('https://c.example/', 4))
    await counted(message, { click_count: 0, machine_click_count: 3, clicked_at: null })
    await counted(message, { open_count: 0, opened_at: null })
    await get(message.click('https://d.example/', 4))
    await counted(message, { click_count: 0, machine_click_count: 4, unsubscribed: false })
    expect((await eventsOf(message)).every(({ isMachine, details }) => isMachine && details['seen'] === 'burst')).toBe(
      true,
    )
    expect(await countsOf()).toMatchObject({ opened: 0, clicked: 0, unsubscribed: 0 })
  })

  test('of a mail provider opens for its reader, and one that opens every message for nobody', async () => {
    await get(
      message.path('pixel'),
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    )
    await get(message.path('pixel'), 'Mozilla/5.0')
    await counted(message, { open_count: 1, machine_open_count: 1 })
    expect((await eventsOf(message)).map(({ isMachine, details }) => [isMachine, details['seen']])).toEqual([
      [false, 'proxy'],
      [true, 'prefetch'],
    ])
  })
})

test('the picture of a message counts an open, and is a picture for whoever else asks', async () => {
  const answer = await get(message.path('pixel'))
  expect(answer.rawPayload).toHaveLength(43)
  expect(answer.headers).toMatchObject({ 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' })
  expect(answer.headers['cache-control']).toContain('no-store')
  await counted(message, { open_count: 1, opened_at: expect.any(Date), click_count: 0 })
  const forged = await get('/o/forged')
  expect([forged.statusCode, forged.rawPayload.length]).toEqual([200, 43])
})

test('of a message only so many events are kept, and all are counted', async () => {
  for (let at = 0; at < 3; at++) {
    await Promise.all(Array.from({ length: 100 }, () => get(message.path('pixel'))))
    await counted(message, { open_count: 100 * (at + 1) })
  }
  expect((await eventsOf(message)).length).toBeLessThan(300)
})

test('in an anonymous survey opens and clicks are sums alone: no event, no time, nothing for figures', async () => {
  const quiet = await createSurvey(server.deps.db, survey.universeId, {
    ...smallSurvey,
    config: 'anonymity: { filters: [] }\n',
  })
  const id = await createCampaign(server.deps.db, quiet.surveyId)
  const sent = await createMessage(server.deps.db, {
    universeId: survey.universeId,
    campaignId: id,
    responseId: quiet.responseIds[5] ?? 0,
  })
  const before = await rowOf(sent)
  await get(sent.path('pixel'))
  await get(sent.click(target))
  await counted(sent, { click_count: 1, clicked_at: null, opened_at: null, updated_at: before.updated_at })
  expect(await post(sent.path('unsubscribe'))).toMatchObject({ statusCode: 200 })
  expect(await eventsOf(sent)).toEqual([])
  expect(await countsOf(id)).toMatchObject({ opened: 1, clicked: 1, unsubscribed: 1 })
})

describe('unsubscribing', () => {
  const suppression = () =>
    server.deps.db
      .selectFrom('suppression')
      .select(['address', 'reason'])
      .where('universe_id', '=', survey.universeId)
      .execute()

  test('asks first, in the language of the recipient, and changes nothing by being opened', async () => {
    const swedish = await send({ language: 'sv', wave: 2, address: 'kim.lind@example.org' })
    const page = await get(swedish.path('unsubscribe'))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<html lang="sv-SE">')
    expect(page.body).toContain('Retail &amp; Co')
    expect(page.body).toContain('k•••@example.org')
    expect(page.body).not.toContain('kim.lind')
    expect(await suppression()).toEqual([])
    expect((await get(message.path('unsubscribe'), person, { 'accept-language': 'fi' })).body).toContain(
      '<html lang="fi-FI">',
    )
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'several parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['nothing', 'application/octet-stream', ''],
  ])('ends it at once where a mail program sends %s (RFC 8058)', async (_name, type, body) => {
    const waiting = await send({ state: 'PENDING', sent_at: null, wave: 2, address: (await rowOf(message)).address })
    const answer = await post(message.path('unsubscribe'), body, type)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.location).toBeUndefined()
    expect(await suppression()).toEqual([{ address: (await rowOf(message)).address, reason: 'unsubscribed' }])
    expect(await rowOf(message)).toMatchObject({ unsubscribed: true })
    expect(await rowOf(waiting)).toMatchObject({
      state: 'FAILED',
      reason: { text: 'They do not want such messages any more.' },
    })
    expect(await countsOf()).toMatchObject({ unsubscribed: 1, failed: 1 })
  })

  test('happens once however often it is asked for, and can be taken back', async () => {
    for (let at = 0; at < 3; at++) await post(message.path('unsubscribe'))
    const audits = () =>
      server.deps.db
        .selectFrom('audit')
        .select('action')
        .where('universe_id', '=', survey.universeId)
        .where('action', 'like', 'campaign.%')
        .execute()
    expect(await audits()).toEqual([{ action: 'campaign.unsubscribe' }])
    expect(await eventsOf(message)).toHaveLength(1)
    const page = await get(message.path('unsubscribe'))
    expect(page.body).toContain('You are unsubscribed')
    const back = await post(message.path('unsubscribe'), 'action=back')
    expect(back.body).toContain('You are subscribed again')
    expect(await suppression()).toEqual([])
    expect(await rowOf(message)).toMatchObject({ unsubscribed: false })
  })

  test('takes nobody off a list that they are on for another reason', async () => {
    await post(message.path('unsubscribe'))
    await server.deps.db
      .updateTable('suppression')
      .set({ reason: 'complained' })
      .where('universe_id', '=', survey.universeId)
      .execute()
    expect((await post(message.path('unsubscribe'), 'action=back')).body).not.toContain('action')
    expect(await suppression()).toMatchObject([{ reason: 'complained' }])
  })

  test('with a link that is forged, of another purpose or of another organisation ends nothing', async () => {
    const other = await createUniverse(server.deps.db)
    await createMessage(
      server.deps.db,
      { universeId: other.id, campaignId, responseId: message.responseId },
      { wave: 9 },
    )
    const foreign = linksOf(await addressSecret(server.deps.db, other.id), other.id, message, testOrigin).unsubscribe
    const forged = linksOf(randomBytes(32), survey.universeId, message, testOrigin).unsubscribe
    for (const path of [foreign, forged]
      .map((one) => one.slice(testOrigin.length))
      .concat('/u/x', message.path('pixel').replace('/o/', '/u/'))) {
      expect((await get(path)).statusCode).toBe(404)
      expect((await post(path)).statusCode).toBe(404)
    }
    expect(await suppression()).toEqual([])
    expect(await rowOf(message)).toMatchObject({ unsubscribed: false })
  })

  test('takes no body that is large', async () => {
    expect((await post(message.path('unsubscribe'), 'x'.repeat(10_000))).statusCode).toBe(413)
  })
})
