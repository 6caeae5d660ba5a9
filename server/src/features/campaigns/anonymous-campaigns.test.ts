import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeCampaign, storeMessages } from '#server/testing/campaign-rows.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { presentProgress } from './stream.ts'

let board: Dashboard
let root: Caller
let administrator: Caller
let member: Caller
let campaign: number
let messages: number[]

/** Twelve people who were asked; the first six have opened, the first four have answered, the last was reminded. */
const number = 12

beforeAll(async () => {
  board = await openDashboard({
    extra: `
anonymity: { filters: [] }
indicators: {}
goals: []
groups: []
announcements: []
campaigns: { fromEmails: [hello@example.org], mailFilters: [{ extname: silent, filter: "campaign=1.any.no.any" }, { extname: web, filter: channel=web }] }
pages:
  - extname: people
    components:
      - { type: sample-table, config: { id: customers, columns: [store], mailActions: [{ extname: invite, template: invitation }] } }
`,
    rows: Array.from({ length: number }, (_, at) => ({
      date: '2026-02-01',
      answers: { country: 'Sweden', store: 'Stockholm', channel: at % 2 === 0 ? 'web' : 'till' },
      state: 2,
    })),
  })
  const { db } = board.deps
  root = await board.as({ isRoot: true })
  administrator = await board.as({ admin: true })
  member = await board.as()
  campaign = await storeCampaign(db, board.surveyId, { template_id: await createTemplateRow(db, board.universeId) })
  messages = await storeMessages(
    db,
    campaign,
    board.responseIds.map((id, at) => ({
      response_id: id,
      address: `person${at}@example.org`,
      ...(at < 6 && { open_count: 3, opened_at: '2026-02-09T11:00:00Z', updated_at: '2026-02-09T11:00:00Z' }),
      ...(at < 4 && { answered: true }),
    })),
  )
  const reminded = { response_id: board.responseIds[11] ?? 0, wave: 2, kind: 'reminder', reminder: 0 } as const
  messages.push(
    ...(await storeMessages(db, campaign, [{ ...reminded, address: 'person11@example.org', open_count: 1 }])),
  )
})

afterAll(() => board.close())

const at = (call: string, more = '') => `/rest/mailcampaign/${call}/${board.survey}/${campaign}${more}`
const wizard = (call: string, path: string, more = '') =>
  `/rest/mailcampaign/${call}/${board.survey}/invite/${encodeURIComponent(path)}${more}`

test('campaigns are for whoever administers the survey', async () => {
  for (const url of [at('campaign'), at('trackings', '/-'), `/rest/mailcampaign/list/${board.survey}`]) {
    expect((await administrator('GET', url)).status).toBe(200)
    expect((await member('GET', url)).status).toBe(403)
  }
})

test('the rows tell who was written to, and nothing of what they did', async () => {
  const { status, body } = await root('GET', at('trackings', '/-?to=100'))
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.totalRows).toBe(number)
  for (const row of body.rows) expect(row).toMatchObject({ sampleId: 0, openCount: 0, clickCount: 0, status: 'SENT' })
  // Not when one was opened either.
  expect(new Set(body.rows.map(({ updatedTime }: { updatedTime: string }) => updatedTime)).size).toBe(1)
  expect(body.rows.map(({ id }: { id: number }) => id)).not.toContain(messages.at(-1))
})

test.each([
  'state=OPENED',
  'state=CLICKED',
  'state=ANSWERED',
  'sortBy=openCount',
  'sortBy=clickCount',
  'sortBy=updatedTime',
])('the rows cannot be chosen or sorted by what people did: %s', async (query) => {
  expect((await root('GET', at('trackings', `/-?${query}`))).status).toBe(400)
})

test('sums are told of enough people to the nearest five, without reminders, and to who sees all of them alone', async () => {
  const counts = { total: number, sent: number, opened: 5, clicked: 0, answered: 5 }
  expect((await root('GET', at('campaign'))).body).toMatchObject({ counts, numberOfTrackingRows: number })
  const followed = { survey: board.survey, campaignId: campaign }
  expect(await presentProgress(await board.contextAs({ isRoot: true }), followed)).toMatchObject({ data: { counts } })
  const { db } = board.deps
  const few = await storeCampaign(db, board.surveyId)
  await storeMessages(db, few, [{ response_id: board.responseIds[0] ?? 0, open_count: 1 }])
  const { body } = await root('GET', `/rest/mailcampaign/campaign/${board.survey}/${few}`)
  expect(body.counts).toMatchObject({ sent: 1, opened: null, clicked: null, answered: null })
  const list = (await root('GET', `/rest/mailcampaign/list/${board.survey}`)).body.rows
  expect(list.find(({ id }: { id: number }) => id === few)).toMatchObject({ rateOpened: null, rateClicked: null })
  const swede = await board.as({ admin: true, filters: { country: ['Sweden'] } })
  expect((await swede('GET', at('campaign'))).body.counts).toMatchObject({ opened: null, answered: null })
})

test('a reminder, which tells who has not answered, is neither shown nor sent again nor deleted', async () => {
  const reminder = messages.at(-1) ?? 0
  expect((await root('GET', at('rendermail', `/${reminder}`))).status).toBe(404)
  expect((await root('POST', at('sendmails'), { ids: [reminder] })).body).toEqual({ queued: 0 })
  expect((await root('POST', at('deletetrackings'), { ids: [reminder] })).body).toEqual({ deleted: 0 })
})

test('no message that was sent is deleted: the sums without it would tell what its recipient did', async () => {
  expect((await root('POST', at('deletetrackings'), { ids: [messages[0]] })).status).toBe(409)
})

test('the report tells nothing of what people did', async () => {
  const path = at('report')
  const { ticket } = (await root('POST', '/rest/authentication/ticket', { path: `${path}?format=csv` })).body
  const { body } = await board.app.inject({ url: `${path}?format=csv&token=${ticket}` })
  const [heading, ...lines] = body.trim().split('\r\n')
  expect(heading).toBe('Name,E-mail address,State,Reason,Kind of message,Sent at,Unsubscribed')
  expect(lines).toHaveLength(number)
  expect(body).not.toContain('Reminder')
})

test('people of a new campaign are not chosen by what they did', async () => {
  for (const filter of ['any.yes.any', 'any.no.any', 'any.any.yes', 'delivered.any.no'])
    for (const call of ['newtrackings', 'excluded', 'createcampaigndata']) {
      const { status } = await root('GET', wizard(call, `campaign=${campaign}.${filter}`))
      expect([call, filter, status]).toEqual([call, filter, 400])
    }
  const { body } = await root('GET', wizard('createcampaigndata', 'root', '?filters=silent'))
  expect(body.mailFilters.map(({ extname }: { extname: string }) => extname)).toEqual(['web'])
})

test('nobody who has answered is among the people of a new campaign, or among those left out', async () => {
  const { db } = board.deps
  const [answered] = await db
    .insertInto('response')
    .values({
      ...{ survey_id: board.surveyId, state: 0, event_date: '2026-02-01' },
      ...{ answers: JSON.stringify({ rating: 1 }), contact: JSON.stringify({ email: 'answered@example.org' }) },
    })
    .returning('id')
    .execute()
  for (const call of ['newtrackings', 'excluded']) {
    const { status, body } = await root('GET', wizard(call, 'rating=range_1_1', '?to=1000'))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.rows.map(({ id }: { id: number }) => id)).not.toContain(answered?.id)
  }
})
