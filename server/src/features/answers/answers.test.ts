import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { freezeRulesOf } from '#server/domain/figures/publishing/publication.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { linksOf } from '#server/domain/campaigns/tracking/links.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { createSurvey, createTask, createUniverse } from '#server/testing/factories.ts'
import { createCampaign, createMessage, testOrigin } from '#server/testing/sent-messages.ts'
import type { SentMessage } from '#server/testing/sent-messages.ts'
import type { MadeSurvey, TestSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { countAnswersTask } from './service.ts'

const asked: TestSurvey = {
  questions: {
    country: { type: 'single', choices: ['Sweden', 'Norway'] },
    store: { type: 'single', choices: ['Stockholm', 'Oslo'] },
    channel: { type: 'single', choices: ['web', 'till'] },
    rating: { type: 'scale', min: 1, max: 5 },
    liked: { type: 'multiple', choices: ['price', 'staff', '<b>'] },
    wait: { type: 'numeric' },
    visit: { type: 'date' },
    comment: { type: 'text' },
    mail: { type: 'text' },
    called: { type: 'date' },
    receipt: { type: 'text' },
    spam: { type: 'single', choices: ['yes', 'no'] },
  },
  views: { stores: ['country', 'store'] },
  config: `respondent: { email: mail }
alerts: [{ extname: low, title: Low, when: rating < 3, due: 1d }]
filters: { hidden: [{ extName: illegal, value: spam=_yes }] }
questionnaire: { languages: [en, fi, sv, da] }
interview: { records: [{ title: Calls, columns: [called], rowsFrom: calls }] }
sample: { groups: [{ fields: [receipt, mail] }] }
`,
  rows: Array.from({ length: 12 }, () => ({
    date: '2026-03-05',
    state: 2,
    answers: { country: 'Sweden', store: 'Stockholm', channel: 'web' },
  })),
}

let server: TestApp
let survey: MadeSurvey
let campaignId = 0
let message: SentMessage

beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await start(asked)
})

async function start(of: TestSurvey): Promise<void> {
  const { id } = await createUniverse(server.deps.db)
  survey = await createSurvey(server.deps.db, id, of)
  await server.deps.db
    .updateTable('response')
    .set({ contact: JSON.stringify({ name: 'Kim', email: 'kim@example.org', language: 'en' }) })
    .where('survey_id', '=', survey.surveyId)
    .execute()
  campaignId = await createCampaign(server.deps.db, survey.surveyId)
  message = await send(0)
}

const send = (at: number, wave = 1) =>
  createMessage(
    server.deps.db,
    { universeId: survey.universeId, campaignId, responseId: survey.responseIds[at] ?? 0 },
    { wave },
  )

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: path, headers })

const answer = (of: SentMessage, values: readonly (readonly [string, string])[]) =>
  server.app.inject({
    method: 'POST',
    url: of.path('survey'),
    payload: new URLSearchParams(values.map(([name, value]): [string, string] => [`q.${name}`, value])).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const responseOf = (id: number) =>
  server.deps.db.selectFrom('response').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const recipientOf = ({ recipientId }: SentMessage) =>
  server.deps.db.selectFrom('recipient').selectAll().where('id', '=', recipientId).executeTakeFirstOrThrow()
const countsOf = (id = campaignId) =>
  server.deps.db.selectFrom('campaign_count').selectAll().where('campaign_id', '=', id).executeTakeFirstOrThrow()

describe('the page of a survey', () => {
  test('asks what is neither a place nor known of its recipient nor for colleagues to fill in, and is small', async () => {
    const page = await get(message.path('survey'))
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const names = [...page.body.matchAll(/name="q\.([^"]+)"/g)].map(([, name]) => name)
    expect([...new Set(names)]).toEqual(['rating', 'liked', 'wait', 'visit', 'comment'])
    expect(page.body).not.toContain('<script')
    expect(page.body).not.toContain('Kim')
    expect(page.body.length).toBeLessThan(50_000)
  })

  test('shows the answer that its link carried, and stores nothing by being opened', async () => {
    const page = await get(`${message.path('survey')}?rating=2&liked=price&liked=staff&mail=x&country=Norway`)
    expect(page.body).toMatch(/value="2" checked/)
    expect(page.body.match(/ checked/g)).toHaveLength(3)
    expect(await responseOf(message.responseId)).toMatchObject({ state: 2, version: 1 })
  })

  test('is written in the language of its recipient, else in one that the browser asks for', async () => {
    const of = (language: string) =>
      server.deps.db
        .updateTable('response')
        .set({ contact: JSON.stringify({ language }) })
        .where('id', '=', message.responseId)
        .execute()
    const path = message.path('survey')
    const languageOf = async (address: string, accepted = 'da') =>
      /<html lang="([^"]+)"/.exec((await get(address, { 'accept-language': accepted })).body)?.[1]
    await of('fi')
    expect(await languageOf(path)).toBe('fi-FI')
    expect(await languageOf(`${path}?lang=sv`)).toBe('sv-SE')
    // One that the survey does not offer is not taken.
    expect(await languageOf(`${path}?lang=no`)).toBe('fi-FI')
    await of('xx')
    expect(await languageOf(path)).toBe('da-DK')
    expect(await languageOf(path, 'de, no')).toBe('en-GB')
  })
})

describe('an answer', () => {
  const good = [
    ['rating', '2'],
    ['liked', 'price'],
    ['liked', '<b>'],
    ['wait', '3,5'],
    ['visit', '2026-03-04'],
    ['comment', '  Långsamt & <b>dyrt</b>  '],
    // Not asked, so not taken.
    ['country', 'Norway'],
    ['mail', 'eve@example.org'],
  ] as const

  test('completes its sample as every other completion does: figures, alert, history, audit, campaign', async () => {
    const second = await send(0, 2)
    const done = await answer(message, good)
    expect([done.statusCode, done.headers.location]).toEqual([303, `${message.path('survey')}?done=`])
    const row = await responseOf(message.responseId)
    expect(row).toMatchObject({
      state: 0,
      version: 2,
      event_date: '2026-03-05',
      contact: { name: 'Kim', email: 'kim@example.org' },
      answers: {
        ...{ country: 'Sweden', store: 'Stockholm', channel: 'web', rating: 2, liked: ['price', '<b>'], wait: 3.5 },
        ...{ visit: '2026-03-04', comment: 'Långsamt & <b>dyrt</b>' },
      },
    })
    expect(row.completed_at).not.toBeNull()
    const { db } = server.deps
    expect(await db.selectFrom('alert').select('rule').where('response_id', '=', message.responseId).execute()).toEqual(
      [{ rule: 'low' }],
    )
    expect(
      await db
        .selectFrom('response_change')
        .select(['state_before', 'state_after', 'username'])
        .where('response_id', '=', message.responseId)
        .execute(),
    ).toEqual([{ state_before: 2, state_after: 0, username: 'answer page' }])
    const [audit] = await db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'sample.answer')
      .where('object', '=', String(message.responseId))
      .execute()
    expect(audit).toMatchObject({ program: 'answer page', universe_id: survey.universeId, user_id: null })
    expect(JSON.stringify(audit?.details)).not.toContain('dyrt')
    for (const one of [message, second])
      expect(await recipientOf(one)).toMatchObject({ answered: true, answered_at: expect.any(Date) })
    expect(await countsOf()).toMatchObject({ total: 2, answered: 2 })
    const events = await db
      .selectFrom('recipient_event')
      .select('kind')
      .where('recipient_id', '=', message.recipientId)
      .execute()
    expect(events).toEqual([{ kind: 'answer' }])
    expect((await get(message.path('survey'))).body).toContain('Thank you')
  })

  test('is taken once, also where the button is pressed twice', async () => {
    const both = await Promise.all([answer(message, [['rating', '4']]), answer(message, [['rating', '1']])])
    expect(both.every(({ statusCode, body }) => statusCode === 303 || body.includes('Thank you'))).toBe(true)
    expect(both.some(({ statusCode }) => statusCode === 303)).toBe(true)
    expect((await responseOf(message.responseId)).version).toBe(2)
    const again = await answer(message, [['rating', '5']])
    expect(again.body).toContain('Thank you')
    expect((await responseOf(message.responseId)).answers['rating']).not.toBe(5)
  })

  test('that is wrong is told at its field, and nothing that was entered is lost', async () => {
    const page = await answer(message, [
      ['rating', '9'],
      ['liked', 'staff'],
      ['wait', 'long'],
      ['visit', '2026-02-31'],
      ['comment', '"><script>alert(1)</script>'],
    ])
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('Enter a number')
    expect(page.body).toContain('Enter a date')
    expect(page.body).toMatch(/id="q2" [^>]*aria-invalid="true" aria-describedby="q2e"/)
    expect(page.body).toContain('value="long"')
    expect(page.body).toMatch(/value="staff" checked/)
    expect(page.body).toContain('&quot;&gt;&lt;script&gt;')
    expect(page.body).not.toContain('<script>')
    expect(page.body).toContain('<title>Error:')
    const long = await answer(message, [['comment', 'x'.repeat(5001)]])
    expect([long.statusCode, long.body.includes('at most 5000')]).toEqual([422, true])
    const none = await answer(message, [['comment', '   ']])
    expect([none.statusCode, none.body.includes('Answer at least one question.')]).toEqual([422, true])
    expect(await responseOf(message.responseId)).toMatchObject({ state: 2, version: 1 })
  })

  test('with text that cannot be stored, or a body that is large or no form, changes nothing', async () => {
    const send = (payload: string, type = 'application/x-www-form-urlencoded') =>
      server.app.inject({ method: 'POST', url: message.path('survey'), payload, headers: { 'content-type': type } })
    expect((await send('q.comment=%00')).statusCode).toBe(400)
    expect((await send('q.comment=%ff')).statusCode).toBe(400)
    // A megabyte is told at its field; far more is not read at all.
    const long = await send(`q.comment=${'x'.repeat(1024 * 1024)}`)
    expect([long.statusCode, long.body.includes('Write at most 5000 characters.')]).toEqual([422, true])
    const huge = await send(`q.comment=${'x'.repeat(4 * 1024 * 1024)}`)
    expect([huge.statusCode, huge.body.includes('<html lang="en-GB">')]).toEqual([413, true])
    expect(huge.body).toContain('Go back to the page before: what you entered is still there.')
    expect((await send('{"q.rating":"3"}', 'application/json')).statusCode).toBe(400)
    expect((await send('q.__proto__=1&q.constructor=2')).statusCode).toBe(422)
    expect(await responseOf(message.responseId)).toMatchObject({ state: 2, version: 1 })
  })
})

describe('a link', () => {
  test('that is forged, of another purpose, of another organisation or of nobody opens nothing', async () => {
    const { db } = server.deps
    const other = await createUniverse(db)
    const foreign = linksOf(await addressSecret(db, other.id), other.id, message, testOrigin).survey
    const forged = linksOf(randomBytes(32), survey.universeId, message, testOrigin).survey
    const preview = linksOf(
      await addressSecret(db, survey.universeId),
      survey.universeId,
      { recipientId: 0, responseId: 0 },
      testOrigin,
    ).survey
    const paths = [foreign, forged, preview].map((one) => one.slice(testOrigin.length))
    for (const path of [
      ...paths,
      message.path('pixel').replace('/o/', '/answer/'),
      '/answer/x',
      `${message.path('survey')}A`,
    ]) {
      const page = await get(path)
      expect([page.statusCode, page.body.includes('There is nothing here')]).toEqual([404, true])
      const posted = await server.app.inject({
        method: 'POST',
        url: path,
        payload: 'q.rating=5',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(posted.statusCode).toBe(404)
    }
    expect(await responseOf(message.responseId)).toMatchObject({ state: 2, version: 1 })
  })

  test.each([3, 4])('to a sample in state %i says that the survey is closed', async (state) => {
    await server.deps.db.updateTable('response').set({ state }).where('id', '=', message.responseId).execute()
    for (const page of [await get(message.path('survey')), await answer(message, [['rating', '4']])])
      expect([page.statusCode, page.body.includes('This survey is closed')]).toEqual([410, true])
    expect((await responseOf(message.responseId)).state).toBe(state)
  })
})

test('whoever completes a sample, its messages are answered, and no more when that is undone', async () => {
  const set = (state: number) =>
    server.deps.db.updateTable('response').set({ state }).where('survey_id', '=', survey.surveyId).execute()
  const waiting = await createMessage(
    server.deps.db,
    { ...message, universeId: survey.universeId },
    { wave: 5, state: 'PENDING', sent_at: null },
  )
  await set(0)
  expect(await recipientOf(message)).toMatchObject({ answered: true, answered_at: expect.any(Date) })
  expect(await recipientOf(waiting)).toMatchObject({ answered: false, answered_at: null })
  expect(await countsOf()).toMatchObject({ answered: 1 })
  await set(2)
  expect(await recipientOf(message)).toMatchObject({ answered: false, answered_at: null })
  expect(await countsOf()).toMatchObject({ answered: 0 })
})

describe('in an anonymous survey', () => {
  beforeEach(() => start({ ...asked, config: 'anonymity: { filters: [channel] }\n' }))

  const answersOf = () =>
    server.deps.db
      .selectFrom('response')
      .selectAll()
      .where('survey_id', '=', survey.surveyId)
      .where('state', '=', 0)
      .execute()

  test('an answer is a response of its own: its place and its background, no contact, nothing of the sample', async () => {
    const before = await responseOf(message.responseId)
    await server.deps.db
      .updateTable('response')
      .set({ foreign_id: 'customer-1', answers: JSON.stringify({ ...before.answers, wait: 7 }) })
      .where('id', '=', message.responseId)
      .execute()
    const sample = await responseOf(message.responseId)
    expect((await answer(message, [['rating', '4']])).statusCode).toBe(303)
    expect(await responseOf(message.responseId)).toEqual(sample)
    const [made, ...more] = await answersOf()
    expect(more).toEqual([])
    expect(made).toMatchObject({ contact: {}, foreign_id: null, completed_at: null, unit_ids: sample.unit_ids })
    expect(made?.answers).toEqual({ country: 'Sweden', store: 'Stockholm', channel: 'web', rating: 4 })
    const midnight = new Date(made?.created_at ?? 0)
    expect([midnight.getMinutes(), midnight.getSeconds(), made?.created_at]).toEqual([0, 0, made?.updated_at])
  })

  test('a link is used once, and neither its use nor the answer is told of its recipient', async () => {
    const before = await recipientOf(message)
    const { db } = server.deps
    await Promise.all([answer(message, [['rating', '4']]), answer(message, [['rating', '1']])])
    expect((await answer(message, [['rating', '2']])).body).toContain('Thank you')
    expect((await get(message.path('survey'))).body).toContain('Thank you')
    const made = await answersOf()
    expect(made).toHaveLength(1)
    expect(await recipientOf(message)).toEqual(before)
    expect(
      await db.selectFrom('recipient_event').select('id').where('recipient_id', '=', message.recipientId).execute(),
    ).toEqual([])
    expect(
      await db
        .selectFrom('response_change')
        .select('version')
        .where('response_id', 'in', [message.responseId, made[0]?.id ?? 0])
        .execute(),
    ).toEqual([])
    // What the log tells leads to neither of the two.
    const audits = await db
      .selectFrom('audit')
      .select(['object', 'details'])
      .where('survey_id', '=', survey.surveyId)
      .execute()
    expect(audits).toEqual([{ object: '', details: {} }])
  })

  /** Runs with nights: each counts the answers that wait. */
  async function withNights(run: (night: () => Promise<void>) => Promise<void>): Promise<void> {
    const engine = new TaskEngine(server.deps, [countAnswersTask])
    engine.start()
    const stateOf = async (id: number) =>
      (await server.deps.db.selectFrom('task').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
    try {
      await run(async () => {
        const id = await createTask(server.deps.db, null, { type: 'COUNT_ANSWERS', payload: '{}', state: 'OPEN' })
        await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe('CLOSED')
      })
    } finally {
      await engine.stop()
    }
  }

  test('messages are marked as answered at night, ten of a campaign or more together, without a time', async () => {
    await withNights(async (night) => {
      const messages = [message, ...(await Promise.all(Array.from({ length: 10 }, (_, at) => send(at + 1))))]
      for (const one of messages.slice(0, 9)) await answer(one, [['rating', '4']])
      await night()
      expect(await countsOf()).toMatchObject({ answered: 0 })
      await answer(messages[9] ?? message, [['rating', '4']])
      await night()
      expect(await countsOf()).toMatchObject({ total: 11, answered: 10 })
      expect(await recipientOf(message)).toMatchObject({ answered: true, answered_at: null })
      expect(await recipientOf(messages[10] ?? message)).toMatchObject({ answered: false })
      await night()
      expect(await countsOf()).toMatchObject({ answered: 10 })
    })
  })

  test('an answer counts for one message that was sent before it: other campaigns tell nothing of it', async () => {
    await withNights(async (night) => {
      const people = [message, ...(await Promise.all(Array.from({ length: 10 }, (_, at) => send(at + 1))))]
      const { db } = server.deps
      const first = campaignId
      // To all but one of the same people.
      campaignId = await createCampaign(db, survey.surveyId)
      await Promise.all(people.slice(1).map((_one, at) => send(at + 1)))
      const second = campaignId
      for (const one of people) await answer(one, [['rating', '4']])
      // To those who have answered.
      campaignId = await createCampaign(db, survey.surveyId)
      await Promise.all(people.map((_one, at) => send(at)))
      await night()
      // Without the second campaign the first has one answer, which is never told alone.
      expect([await countsOf(first), await countsOf(second), await countsOf()]).toMatchObject([
        { total: 11, answered: 0 },
        { total: 10, answered: 10 },
        { total: 11, answered: 0 },
      ])
    })
  })

  test('samples that are completed themselves are counted at night as well', async () => {
    const { db } = server.deps
    await withNights(async (night) => {
      await freezeRulesOf(db, await loadSurveyModelById(server.deps, survey.surveyId), server.deps.clock)
      const messages = [message, ...(await Promise.all(Array.from({ length: 10 }, (_, at) => send(at + 1))))]
      const complete = (many: readonly SentMessage[], state: number) =>
        db
          .updateTable('response')
          .set({ state })
          .where(
            'id',
            'in',
            many.map(({ responseId }) => responseId),
          )
          .execute()
      const before = await recipientOf(message)
      await complete(messages.slice(0, 10), 0)
      expect(await recipientOf(message)).toEqual(before)
      expect(await countsOf()).toMatchObject({ answered: 0 })
      await night()
      expect(await countsOf()).toMatchObject({ answered: 10 })
      expect(await recipientOf(message)).toMatchObject({ answered: true, answered_at: null })
      // As where the import is undone: their links can be used again.
      await complete(messages.slice(0, 10), 2)
      expect(await countsOf()).toMatchObject({ answered: 0 })
      expect((await answer(message, [['rating', '4']])).statusCode).toBe(303)
    })
  })
})
