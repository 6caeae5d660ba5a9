import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { createRole, createSurvey, createUniverse, createUser } from '#server/testing/factories.ts'
import { createKey } from '#server/testing/key-rows.ts'
import type { MadeSurvey, TestSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { createWebhookRow } from '#server/testing/webhook-rows.ts'

const named: TestSurvey = {
  questions: {
    country: { type: 'single', choices: ['Sweden', 'Norway'] },
    store: { type: 'single', choices: ['Stockholm', 'Oslo', 'Bergen'] },
    rating: { type: 'scale', min: 1, max: 5 },
    channel: { type: 'single', choices: ['web', 'till'] },
    liked: { type: 'multiple', choices: ['price', 'staff'] },
    amount: { type: 'numeric' },
    visit: { type: 'date' },
    mail: { type: 'text' },
    comment: { type: 'text' },
    spam: { type: 'single', choices: ['yes', 'no'] },
  },
  views: { stores: ['country', 'store'] },
  config: `respondent: { email: mail }
alerts: [{ extname: low, title: Low, when: rating < 3, due: 1d }]
filters: { hidden: [{ extName: illegal, value: spam=_yes }] }
`,
  rows: [
    { date: '2026-03-05', answers: { country: 'Sweden', store: 'Stockholm', rating: 4 } },
    { date: '2026-03-05', answers: { country: 'Norway', store: 'Oslo', rating: 5 } },
    { date: '2026-03-05', answers: { country: 'Norway', store: 'Bergen', rating: 5 } },
  ],
}

let server: TestApp
let survey: MadeSurvey
let userId = 0
let token = ''

beforeAll(async () => {
  server = await testApp()
  ;({ survey, userId, token } = await open(named))
})
afterAll(() => server.close())

/** A survey with a user of its organisation and a key of the API at a place. */
async function open(of: TestSurvey, path = 'root') {
  const { db } = server.deps
  const { id } = await createUniverse(db)
  const survey = await createSurvey(db, id, of)
  const roleId = await createRole(db, id, { surveys: { [survey.surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId: id, roleId }] })
  const token = await createKey(db, survey, { type: 3, path, user_id: user.id, per_minute: 100_000 })
  return { survey, userId: user.id, token }
}

interface Sent {
  headers?: Record<string, string>
  at?: string
  key?: string
}

const send = (payload: object | string, { headers = {}, at = survey.extName, key = token }: Sent = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/surveys/${at}/responses`,
    payload,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  })

const sendLines = (lines: readonly (string | Buffer)[], of: Sent = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/surveys/${of.at ?? survey.extName}/responses`,
    payload: Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])),
    headers: { authorization: `Bearer ${of.key ?? token}`, 'content-type': 'application/x-ndjson', ...of.headers },
  })

const place = { country: 'Norway', store: 'Oslo' }
const responseOf = (id: number) =>
  server.deps.db.selectFrom('response').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countOf = async (surveyId = survey.surveyId): Promise<number> => {
  const { n } = await server.deps.db
    .selectFrom('response')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('survey_id', '=', surveyId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

describe('a response', () => {
  test('is stored as every other answer is: place, contact, alert, figures, scripts and audit', async () => {
    const { db, analytics, pool } = server.deps
    const answers = {
      ...{ store: 'Oslo', rating: 2, channel: 'web', liked: ['price', 'staff'] },
      ...{ amount: 12.5, visit: '2026-03-04', mail: 'kim@example.org', comment: 'Slow' },
    }
    const answer = await send({ id: 'order-1', date: '2026-03-06', answers, contact: { name: 'Kim' } })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { accepted: 1, refused: 0, rows: [{ row: 1, status: 'created', responseId: expect.any(Number) }] },
    ])
    const id = answer.json().rows[0].responseId
    expect(await responseOf(id)).toMatchObject({
      state: 0,
      event_date: '2026-03-06',
      foreign_id: 'order-1',
      answers: { ...answers, country: 'Norway' },
      contact: { name: 'Kim', email: 'kim@example.org' },
    })
    const alerts = await db.selectFrom('alert').select('rule').where('response_id', '=', id).execute()
    expect(alerts).toEqual([{ rule: 'low' }])
    const [audit] = await db
      .selectFrom('audit')
      .selectAll()
      .where('survey_id', '=', survey.surveyId)
      .where('action', '=', 'response.send')
      .execute()
    expect(audit).toMatchObject({ user_id: userId, details: { created: 1, responses: [id] } })
    expect(JSON.stringify(audit)).not.toContain('Slow')
    await caughtUp(analytics, pool)
  })

  test('that is sent again under its name changes what was sent before, and keeps what is not sent', async () => {
    const first = await send({ id: 'order-2', answers: { ...place, rating: 4, comment: 'Good' } })
    const [{ responseId }] = first.json().rows
    const again = await send({ id: 'order-2', answers: { rating: 1, channel: 'till' } })
    expect(again.json().rows).toEqual([{ row: 1, status: 'updated', responseId }])
    expect(await responseOf(responseId)).toMatchObject({
      version: 2,
      answers: { ...place, rating: 1, channel: 'till', comment: 'Good' },
    })
    const alerts = await server.deps.db
      .selectFrom('alert')
      .select('rule')
      .where('response_id', '=', responseId)
      .execute()
    expect(alerts).toEqual([{ rule: 'low' }])
    const cleared = await send({ id: 'order-2', answers: { comment: null } })
    expect(cleared.json().rows[0].status).toBe('updated')
    expect((await responseOf(responseId)).answers).not.toHaveProperty('comment')
    expect((await send({ id: 'order-2', answers: { comment: null } })).json().rows[0].status).toBe('unchanged')
    expect((await responseOf(responseId)).version).toBe(3)
    const { body, statusCode } = await send({ id: 'order-2', state: 1, answers: {} })
    expect([statusCode, body]).toEqual([400, expect.stringContaining('stays completed')])
  })

  test('is told to webhooks once it is completed, and no more when it is corrected', async () => {
    const { db } = server.deps
    const { universe_id: universeId } = await db
      .selectFrom('survey')
      .select('universe_id')
      .where('id', '=', survey.surveyId)
      .executeTakeFirstOrThrow()
    const webhookId = await createWebhookRow(db, universeId)
    const [whole, , half] = (
      await send(
        JSON.stringify([{ answers: place }, { id: 'w1', state: 1, answers: place }, { id: 'w2', answers: place }]),
      )
    ).json().rows
    await send({ id: 'w1', answers: { rating: 5 } })
    const [asked] = (await send({ id: 'w1', state: 0, answers: { rating: 4 } })).json().rows
    await send({ id: 'w2', answers: { rating: 5 } })
    const told = await db
      .selectFrom('webhook_delivery')
      .select(['event', 'response_id'])
      .where('webhook_id', '=', webhookId)
      .orderBy('response_id')
      .execute()
    const expected = [whole, half, asked].map(({ responseId }) => Number(responseId)).toSorted((a, b) => a - b)
    expect(told).toEqual(expected.map((id) => ({ event: 'response.completed', response_id: id })))
    await db.deleteFrom('webhook').where('id', '=', webhookId).execute()
  })

  test('is refused with every wrong field, and nothing of it is stored', async () => {
    const before = await countOf()
    const answer = await send({
      answers: {
        ...{ country: 'Norway', store: 'Kiel', rating: 9, channel: 'phone', liked: ['price', 'smell'] },
        ...{ amount: 'much', visit: '2026-02-30', mail: 'nobody', shoe: 43 },
      },
      contact: { email: 'x' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe('validation')
    expect(Object.keys(answer.json().fields).toSorted()).toEqual(
      [
        ...['answers.amount', 'answers.channel', 'answers.liked', 'answers.mail', 'answers.rating', 'answers.shoe'],
        ...['answers.store', 'answers.visit', 'contact.email'],
      ].toSorted(),
    )
    for (const [body, field] of [
      [{ answers: place, when: 1 }, 'when'],
      [{ date: '2026-02-30', answers: {} }, 'date'],
      [{ answers: 4 }, 'answers'],
      [{ answers: { __proto__: null, comment: 'a\u0000b' } }, 'answers.comment'],
    ] as const) {
      const wrong = await send(body)
      expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, [field]])
    }
    expect(await countOf()).toBe(before)
  })

  test('finds a unit by a name that it had before, and a choice by the number of its code', async () => {
    const { db } = server.deps
    await db
      .updateTable('unit')
      .set({ aliases: ['Christiania'] })
      .where('ext_name', '=', 'Oslo')
      .execute()
    await db
      .updateTable('survey')
      .set((row) => ({ model_version: row('model_version', '+', 1) }))
      .where('id', '=', survey.surveyId)
      .execute()
    for (const answers of [{ store: 'Christiania' }, { country: 'Norway', store: 'Christiania' }]) {
      const [{ responseId }] = (await send({ answers: { ...answers, channel: 2 } })).json().rows
      expect((await responseOf(responseId)).answers).toEqual({ ...place, channel: 'till' })
    }
  })
})

describe('a request with many responses', () => {
  const good = { answers: { ...place, rating: 5 } }

  test('stores the good ones and tells of each bad one why, with every fault at once', async () => {
    const before = await countOf()
    const rows = [
      good,
      { answers: { rating: 'good' } },
      'text',
      null,
      [],
      { answers: { store: 'Kiel' } },
      { id: 'twice', ...good },
      { id: 'twice', answers: { rating: 3 } },
      { answers: { comment: '\ud800' } },
      { ...good, contact: { language: 'english' } },
      { ...good, state: 4 },
      good,
    ]
    const answer = await send(rows)
    expect(answer.statusCode).toBe(200)
    const told = answer.json()
    expect(told.rows.map(({ status }: { status: string }) => status)).toEqual([
      ...['created', 'refused', 'refused', 'refused', 'refused', 'refused', 'created', 'updated', 'refused', 'refused'],
      ...['refused', 'created'],
    ])
    expect([told.accepted, told.refused]).toEqual([4, 8])
    expect(told.rows[7].responseId).toBe(told.rows[6].responseId)
    for (const row of told.rows) {
      if (row.status !== 'refused') continue
      expect(row.message).not.toBe('')
      expect(Object.keys(row.fields)).toHaveLength(1)
    }
    expect(await countOf()).toBe(before + 3)
    expect((await send('[{"answers":')).statusCode).toBe(400)
    expect((await send([])).statusCode).toBe(400)
    expect((await send(Array.from({ length: 1001 }, () => good))).statusCode).toBe(413)
    expect(await countOf()).toBe(before + 3)
  })

  test('can have one on each line, of which a bad one harms no other', async () => {
    const before = await countOf()
    const line = JSON.stringify(good)
    const answer = await sendLines([
      ...[
        line,
        '{"answers":',
        '',
        '   ',
        Buffer.from([0x7b, 0xff, 0x7d]),
        `{"answers":{"comment":"${'x'.repeat(70_000)}"}}`,
      ],
      ...[line, '{"answers":{"__proto__":1}}'],
    ])
    expect(answer.statusCode).toBe(200)
    expect(answer.json().rows.map(({ status }: { status: string }) => status)).toEqual([
      ...['created', 'refused', 'refused', 'refused', 'created', 'refused'],
    ])
    expect(await countOf()).toBe(before + 2)
    expect((await sendLines(['', ' '])).statusCode).toBe(400)
    const many = Array.from({ length: 10_001 }, () => '{"answers":{}}')
    expect((await sendLines(many)).statusCode).toBe(413)
    expect(await countOf()).toBe(before + 2)
  })
})

describe('an idempotency key', () => {
  const body = { answers: { ...place, rating: 4 } }

  test('has the same request stored once, also by two at the same moment, and answers the same', async () => {
    for (const ask of [
      (headers: Record<string, string>) => send(body, { headers }),
      (headers: Record<string, string>) => send([body, { answers: { rating: 7 } }], { headers }),
      (headers: Record<string, string>) => sendLines([JSON.stringify(body)], { headers }),
    ]) {
      const before = await countOf()
      const headers = { 'idempotency-key': randomUUID() }
      const both = await Promise.all([ask(headers), ask(headers), ask(headers)])
      const later = await ask(headers)
      for (const one of both) expect([one.statusCode, one.json()]).toEqual([200, later.json()])
      expect(await countOf()).toBe(before + 1)
    }
  })

  test('is refused with another body, and of another key of the API it is another one', async () => {
    const before = await countOf()
    const headers = { 'idempotency-key': randomUUID() }
    expect((await send(body, { headers })).statusCode).toBe(200)
    for (const other of [
      () => send({ answers: { rating: 1 } }, { headers }),
      () => send([body], { headers }),
      () => sendLines([JSON.stringify(body)], { headers }),
    ]) {
      const answer = await other()
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'conflict', fields: { 'idempotency-key': expect.any(String) } }),
      ])
    }
    expect(await countOf()).toBe(before + 1)
    const second = await createKey(server.deps.db, survey, { type: 3, user_id: userId })
    expect((await send(body, { headers, key: second })).json().accepted).toBe(1)
    expect(await countOf()).toBe(before + 2)
    expect((await send(body, { headers: { 'idempotency-key': 'a b' } })).statusCode).toBe(400)
  })

  test('leaves nothing in the database that tells the key or the body', async () => {
    const name = randomUUID()
    const headers = { 'idempotency-key': name }
    await send([{ answers: { ...place, comment: 'very secret' } }, { answers: { channel: 'very secret' } }], {
      headers,
    })
    const rows = await server.deps.db.selectFrom('sent_request').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(name)
    for (const row of rows)
      expect(Buffer.concat([row.answer, Buffer.from(row.body_hash)]).includes('secret')).toBe(false)
  })
})

test('a key writes at its own place only, and changes no response of another', async () => {
  const own = await createKey(server.deps.db, survey, { type: 3, user_id: userId, path: 'country=Norway' })
  await send({ id: 'abroad', answers: { country: 'Sweden', store: 'Stockholm', rating: 5 } })
  const before = await countOf()
  for (const row of [
    { answers: { country: 'Sweden', store: 'Stockholm' } },
    { answers: { store: 'Stockholm' } },
    { answers: { rating: 3 } },
    { id: 'abroad', answers: { rating: 1 } },
    { id: 'abroad', answers: { ...place, rating: 1 } },
  ]) {
    const answer = await send(row, { key: own })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation'])
  }
  const moved = await send({ id: 'at home', answers: { ...place, rating: 5 } }, { key: own })
  expect(moved.json().accepted).toBe(1)
  expect((await send({ id: 'at home', answers: { store: 'Stockholm' } }, { key: own })).statusCode).toBe(400)
  expect(await countOf()).toBe(before + 1)
  // What readers do not see can be sent all the same.
  expect((await send({ answers: { ...place, spam: 'yes' } }, { key: own })).json().accepted).toBe(1)
})

test('an anonymous survey takes answers that nothing leads back to', async () => {
  const { survey: anonymous, token: key } = await open({
    ...named,
    config: 'anonymity: { filters: [channel] }\n',
    rows: Array.from({ length: 30 }, () => ({ date: '2026-03-05', answers: { ...place, rating: 4, channel: 'web' } })),
  })
  const at = { at: anonymous.extName, key }
  const body = { date: '2026-03-06', answers: { ...place, rating: 2, channel: 'web' } }
  const headers = { 'idempotency-key': randomUUID() }
  for (const answer of [
    await send(body, { ...at, headers }),
    await send(body, { ...at, headers }),
    await sendLines([JSON.stringify(body)], at),
  ])
    expect(answer.json()).toEqual({ accepted: 1, refused: 0, rows: [{ row: 1, status: 'accepted', responseId: null }] })
  const rows = await server.deps.db
    .selectFrom('response')
    .selectAll()
    .where('survey_id', '=', anonymous.surveyId)
    .where('event_date', '=', '2026-03-06')
    .execute()
  expect(rows).toHaveLength(2)
  for (const row of rows)
    expect(row).toMatchObject({
      ...{ foreign_id: null, contact: {}, completed_at: null, released: false },
      ...{ created_at: new Date('2026-03-06'), updated_at: new Date('2026-03-06') },
    })
  const audit = await server.deps.db
    .selectFrom('audit')
    .select('details')
    .where('survey_id', '=', anonymous.surveyId)
    .where('action', '=', 'response.send')
    .execute()
  expect(audit).toEqual([{ details: { accepted: 1 } }, { details: { accepted: 1 } }])
  // Once the figures of a period are looked at after its end, they are closed.
  await caughtUp(server.deps.analytics, server.deps.pool)
  const program = programContext(server.deps, 'test')
  const access = await programAccess(program, await loadSurveyModelById(server.deps, anonymous.surveyId))
  await figures(program, access, { conditions: [], by: 'none', indicators: [{ key: 'n', expression: 'count()' }] })
  const late = await send([body, { ...body, date: '2026-06-30' }, { answers: { rating: 9 } }], at)
  expect(late.json().rows).toEqual([
    {
      ...{ row: 1, status: 'accepted', responseId: null },
      message: 'The figures of its period are closed: it is kept, and no figure counts it.',
    },
    { row: 2, status: 'accepted', responseId: null },
    { row: 3, status: 'refused', responseId: null, message: expect.any(String), fields: expect.any(Object) },
  ])
  const refused = await send({ ...body, id: 'x', state: 1, contact: { name: 'Kim' } }, at)
  expect(Object.keys(refused.json().fields).toSorted()).toEqual(['contact', 'id', 'state'])
})
