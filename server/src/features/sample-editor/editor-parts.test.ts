import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeCampaign } from '#server/testing/campaign-rows.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createUser } from '#server/testing/factories.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { editorConfiguration, editorQuestions, norwegian, openEditorBench, swede } from './testing/editor-bench.ts'
import type { EditorBench } from './testing/editor-bench.ts'

let bench: EditorBench
let board: Dashboard
let editing: Caller
let swedish: Caller

beforeAll(async () => {
  bench = await openEditorBench()
  ;({ board, editing, swedish } = bench)
})

afterAll(() => board.close())

const editorOf = (id: number) => `/rest/samples/editor/${board.survey}/customers/${id}`
const callOf = (name: string, id: number) => `/rest/samples/${name}/${board.survey}/customers/${id}`
const commentsOf = (id: number) => `/rest/samples/comments/${board.survey}/${id}`
const tableOf = (id: number, name: string) => `/rest/samples/table/${board.survey}/customers/${id}/${name}`
const mailsOf = (id: number, related: boolean) =>
  `/rest/samples/mails/${board.survey}/${id}?relatedMailTracking=${related}`

async function addMail(responseId: number, title: string, mail: object): Promise<void> {
  const { db } = board.deps
  const campaign = await db
    .insertInto('campaign')
    .values({ survey_id: board.surveyId, ext_name: crypto.randomUUID(), title, sending_type: 'EMAIL' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('recipient')
    .values({ campaign_id: campaign.id, response_id: responseId, ...mail })
    .execute()
}

describe('comments on a sample', () => {
  test('are answered oldest first, each with when it was written, by whom and what it says (SEDIT-24) (ENT-02), and created with their text (SEDIT-25)', async () => {
    const id = await bench.makeSample()
    const first = await editing('POST', commentsOf(id), { text: '  Called the customer. ' })
    expect(first).toEqual({
      status: 200,
      body: { updated: expect.any(String), user: 'Eva Berg', comments: 'Called the customer.' },
    })
    const second = await swedish('POST', commentsOf(id), { text: 'Called again.' })
    const comments = [first.body, second.body]
    expect((await editing('GET', commentsOf(id))).body).toEqual({ comments })
    expect((await editing('GET', editorOf(id))).body.componentsData[5].comments).toEqual(comments)
  })

  test('name whoever acted as their author', async () => {
    const id = await bench.makeSample()
    const { db } = board.deps
    await db
      .insertInto('response_comment')
      .values({ response_id: id, username: 'kim', actor_username: 'root7', message: 'x' })
      .execute()
    expect((await editing('GET', commentsOf(id))).body.comments[0].user).toBe('root7, acting as kim')
  })

  test('that are blank, or on a sample the caller may not open, are not written', async () => {
    const id = await bench.makeSample(norwegian)
    for (const text of ['', ' \n ']) expect((await editing('POST', commentsOf(id), { text })).status).toBe(400)
    expect((await swedish('POST', commentsOf(id), { text: 'x' })).status).toBe(404)
    expect((await swedish('GET', commentsOf(id))).status).toBe(404)
    expect((await editing('GET', commentsOf(id))).body).toEqual({ comments: [] })
  })
})

describe('what was sent for a sample', () => {
  test('is answered with totals, alone or with what the same address got for others (SEDIT-19) (SEDIT-26)', async () => {
    const person = { ...swede, mail: 'Related@example.org' }
    const id = await bench.makeSample(person)
    const other = await bench.makeSample({ ...person, mail: 'related@EXAMPLE.org' }, { state: 0 })
    const stranger = await bench.makeSample({ ...person, mail: 'unrelated@example.org' })
    const abroad = await bench.makeSample({ ...norwegian, mail: 'related@example.org' })
    await addMail(id, 'Spring', { state: 'SENT', sent_at: '2026-01-02T08:00:00Z', open_count: 2, click_count: 1 })
    await addMail(id, 'Broken', { state: 'FAILED', updated_at: '2026-01-01T08:00:00Z' })
    await addMail(other, 'Summer', { state: 'SENT', sent_at: '2026-01-03T08:00:00Z' })
    await addMail(stranger, 'Autumn', { state: 'SENT', sent_at: '2026-01-03T08:00:00Z' })
    await addMail(abroad, 'Winter', { state: 'SENT', sent_at: '2026-01-01T07:00:00Z' })
    const row = { id: expect.any(Number), views: 0, clicks: 0, recording: false }
    const spring = { ...row, date: '2026-01-02T08:00:00.000Z', name: 'Spring', state: 'SENT', views: 2, clicks: 1 }
    const broken = { ...row, date: '2026-01-01T08:00:00.000Z', name: 'Broken', state: 'FAILED' }
    const summer = { ...row, date: '2026-01-03T08:00:00.000Z', name: 'Summer', state: 'SENT' }
    const email = 'Related@example.org'
    expect((await swedish('GET', mailsOf(id, false))).body).toEqual({
      stats: { email, totalSent: 1, totalOpened: 1, shareOpened: 100, totalClicked: 1 },
      rows: [spring, broken],
    })
    const related = {
      stats: { email, totalSent: 2, totalOpened: 1, shareOpened: 50, totalClicked: 1 },
      rows: [summer, spring, broken],
    }
    expect((await swedish('GET', mailsOf(id, true))).body).toEqual(related)
    expect((await swedish('GET', editorOf(id))).body.componentsData[6].mails).toEqual(related)
    const everywhere = (await editing('GET', mailsOf(id, true))).body
    expect(everywhere.rows.map(({ name }: { name: string }) => name)).toEqual(['Summer', 'Spring', 'Broken', 'Winter'])
    expect((await swedish('GET', mailsOf(abroad, true))).status).toBe(404)
  })

  test('is only its own where no address is known', async () => {
    const { mail: _none, ...unknown } = swede
    const id = await bench.makeSample(unknown)
    await addMail(await bench.makeSample(unknown), 'Other', { state: 'SENT' })
    expect((await editing('GET', mailsOf(id, true))).body.rows).toEqual([])
  })
})

describe('a table of a sample', () => {
  test('is answered by its name, as the editor configures it (SEDIT-27)', async () => {
    const id = await bench.makeSample()
    await bench.addContact(id, { date: '2026-01-30', amount: 3 })
    const { status, body } = await editing('GET', tableOf(id, 'contacts'))
    expect(status).toBe(200)
    expect(body).toEqual((await editing('GET', editorOf(id))).body.componentsData[4].table)
    expect(body.rows).toEqual([{ cells: ['30 Jan 2026', '', '3'] }])
  })

  test('is not found where the editor does not show it, or the caller may not open the sample', async () => {
    const id = await bench.makeSample(norwegian)
    await bench.addContact(id, { date: 'hidden' }, 'others')
    const missing = await editing('GET', tableOf(id, 'others'))
    expect([missing.status, missing.body.message]).toEqual([404, 'The editor has no table "others".'])
    expect((await swedish('GET', tableOf(id, 'contacts'))).status).toBe(404)
  })
})

describe('buttons that send', () => {
  const remind = {
    extname: 'remind',
    template: 'reminder',
    mailVariable: 'mail',
    campaignName: 'Reminders',
    strictFiltering: true,
  }
  const push = { extname: 'push', campaigns: ['after_visit', 'later'] }

  const stored = (id: number) =>
    board.deps.db
      .selectFrom('recipient as m')
      .innerJoin('campaign as c', 'c.id', 'm.campaign_id')
      .select(['c.title', 'c.campaign_type as type', 'm.state', 'm.address'])
      .where('m.response_id', '=', id)
      .orderBy('m.id')
      .execute()

  test('of a mail action writes one mail of its template to the sample, in a campaign of single people (SEDIT-22)', async () => {
    const id = await bench.makeSample()
    await createTemplateRow(board.deps.db, board.universeId, { ext_name: 'reminder', from_email: 'hello@example.org' })
    expect(await editing('POST', callOf('mailaction', id), remind)).toMatchObject({ status: 200, body: { ok: true } })
    const mail = { title: 'Reminders', type: 'PULL_SINGLE', state: 'PENDING', address: 'anna@example.org' }
    expect(await stored(id)).toEqual([mail])
    const nobody = await bench.makeSample({ ...swede, mail: '' })
    expect(await editing('POST', callOf('mailaction', nobody), remind)).toMatchObject({
      status: 409,
      body: { message: 'Nothing was sent. This sample is left out: Without an address' },
    })
    expect(await stored(nobody)).toEqual([])
  })

  test('of push campaigns writes to the sample in each of them that is for it (SEDIT-23)', async () => {
    const id = await bench.makeSample()
    const unknown = await editing('POST', callOf('pushcampaign', id), push)
    expect(unknown).toMatchObject({ status: 409, body: { message: 'There is no push campaign "after_visit".' } })
    const root = await createUser(board.deps.db, { isRoot: true })
    const shared = { campaign_type: 'PUSH', owner_id: root.id, from_email: 'hello@example.org' } as const
    const template = await createTemplateRow(board.deps.db, board.universeId)
    for (const extName of push.campaigns)
      await storeCampaign(board.deps.db, board.surveyId, {
        ...{ ...shared, ext_name: extName, title: extName, template_id: template },
        link: extName === 'later' ? 'channel=till' : 'root',
      })
    expect(await editing('POST', callOf('pushcampaign', id), push)).toMatchObject({ status: 200 })
    expect(await stored(id)).toEqual([
      { title: 'after_visit', type: 'PUSH', state: 'PENDING', address: 'anna@example.org' },
    ])
    expect(await editing('POST', callOf('pushcampaign', id), push)).toMatchObject({
      status: 409,
      body: { message: '"after_visit" has written to this sample already. Nothing was sent.' },
    })
  })

  test('send only what is configured', async () => {
    const id = await bench.makeSample()
    const mails: [object, string[]][] = [
      [{ extname: 'push' }, ['extname']],
      [{ template: 'other' }, ['template']],
      [{ mailVariable: 'customer', campaignName: 'x' }, ['campaignName', 'mailVariable']],
      [{ strictFiltering: false }, ['strictFiltering']],
    ]
    for (const [change, fields] of mails) {
      const { status, body } = await editing('POST', callOf('mailaction', id), { ...remind, ...change })
      expect([status, Object.keys(body.fields).toSorted()]).toEqual([400, fields])
    }
    const pushes: [object, string[]][] = [
      [{ extname: 'remind' }, ['extname']],
      [{ campaigns: ['after_visit'] }, ['campaigns']],
      [{ campaigns: ['after_visit', 'later', 'more'] }, ['campaigns']],
    ]
    for (const [change, fields] of pushes) {
      const { status, body } = await editing('POST', callOf('pushcampaign', id), { ...push, ...change })
      expect([status, Object.keys(body.fields)]).toEqual([400, fields])
    }
  })

  test('push nothing for a sample that is not active, and send nothing for one the caller may not open', async () => {
    for (const ended of [0, 4]) {
      const id = await bench.makeSample(swede, { state: ended })
      const { status, body } = await editing('POST', callOf('pushcampaign', id), push)
      expect([status, body.message]).toEqual([409, 'This sample is completed or cancelled, so nothing is sent for it.'])
    }
    const abroad = await bench.makeSample(norwegian)
    expect((await swedish('POST', callOf('pushcampaign', abroad), push)).status).toBe(404)
    expect((await swedish('POST', callOf('mailaction', abroad), remind)).status).toBe(404)
  })
})

test('nothing of a sample in an anonymous survey is answered', async () => {
  const anonymous = await openDashboard({
    extra: `anonymity: { filters: [] }
${editorConfiguration}`,
    questions: editorQuestions,
  })
  try {
    const call = await anonymous.as({ isRoot: true })
    const id = anonymous.responseIds[5]
    const at = `${anonymous.survey}/customers/${id}`
    const calls = [
      await call('GET', `/rest/samples/editor/${at}`),
      await call('PUT', `/rest/samples/editor/${at}`, { version: 1, fields: {} }),
      await call('GET', `/rest/samples/table/${at}/contacts`),
      await call('GET', `/rest/samples/comments/${anonymous.survey}/${id}`),
      await call('POST', `/rest/samples/comments/${anonymous.survey}/${id}`, { text: 'x' }),
      await call('GET', `/rest/samples/mails/${anonymous.survey}/${id}`),
    ]
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 403))
  } finally {
    await anonymous.close()
  }
})
