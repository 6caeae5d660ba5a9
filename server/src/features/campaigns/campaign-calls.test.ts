import { campaignDraftExample } from '@gensvar/contract/entities/campaign-examples'
import { sendingTypes } from '@gensvar/contract/configuration/campaigns'
import { campaignDraft } from '@gensvar/contract/entities/campaigns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeCampaign, storeMessages } from '#server/testing/campaign-rows.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createTemplateRow, smallMail } from '#server/testing/template-rows.ts'

let board: Dashboard
let root: Caller
let seller: Caller
let template: number

beforeAll(async () => {
  board = await openDashboard({
    // Whether letters can be printed does not matter here.
    env: { GENSVAR_LIBREOFFICE: process.execPath },
    questions: {
      customer: { type: 'text' },
      mail: { type: 'text' },
      phone: { type: 'text' },
      street: { type: 'text' },
      city: { type: 'text' },
    },
    extra: `
respondent: { name: customer, email: mail, phone: phone, street: street, city: city }
campaigns:
  fromEmails: [hello@example.org]
  channels: [EMAIL, SMS, LETTER, PHONE]
  mailFilters: [{ extname: web, title: { en: By web }, filter: channel=web }]
pages:
  - extname: people
    components:
      - { type: sample-table, config: { id: customers, columns: [store], mailActions: [{ extname: invite, template: invitation }] } }
`,
    rows: [
      {
        ...{ date: '2026-02-01', state: 2 },
        answers: {
          customer: 'Anna',
          mail: 'anna@example.org',
          phone: '+46701234567',
          street: 'Storgatan 1',
          city: 'Kalmar',
          country: 'Sweden',
          store: 'Stockholm',
        },
      },
    ],
  })
  template = await createTemplateRow(board.deps.db, board.universeId, { name: 'Invitation' })
  root = await board.as({ isRoot: true })
  seller = await board.as()
})
afterAll(() => board.close())

const at = (call: string, id: number, more = '') => `/rest/mailcampaign/${call}/${board.survey}/${id}${more}`
const stateOf = async (id: number) => (await root('GET', at('campaign', id))).body.state
const draft = { ...campaignDraftExample, campaignName: 'Spring' }
const create = (call: Caller, more: object = {}) =>
  call('POST', `/rest/mailcampaign/startcampaignnow/${board.survey}/invite/root`, {
    ...{ ...draft, templateId: template },
    ...more,
  })

/** A campaign with a message that waits. */
async function waiting(values: Parameters<typeof storeCampaign>[2] = {}): Promise<number> {
  const { db } = board.deps
  const [owner] = await db.selectFrom('app_user').select('id').where('is_root', '=', true).execute()
  const own = { template_id: template, from_name: 'Shop', from_email: 'hello@example.org', owner_id: owner?.id ?? null }
  const id = await storeCampaign(db, board.surveyId, { ...own, ...values })
  const [person = 0] = board.responseIds
  await storeMessages(db, id, [{ response_id: person, state: 'PENDING', sent_at: null, address: 'anna@example.org' }])
  return id
}

describe('the calls of a campaign', () => {
  test('start, pause, go on, stop and delete it, each where its state allows that (CAMPD-29) (CAMPD-30) (CAMPD-31) (CAMPD-32) (CAMPD-33)', async () => {
    const id = await waiting({ state: 'CREATED' })
    const act = async (name: string) => {
      const { status, body } = await root('POST', at(name, id))
      return [status, body.state]
    }
    expect(await act('pause')).toEqual([409, undefined])
    expect(await act('start')).toEqual([200, 'STARTED'])
    expect(await act('start')).toEqual([409, undefined])
    expect(await act('pause')).toEqual([200, 'PAUSED'])
    expect(await act('resume')).toEqual([200, 'STARTED'])
    expect((await root('DELETE', at('campaign', id))).status).toBe(409)
    expect(await act('stop')).toEqual([200, 'STOPPED'])
    expect(await act('resume')).toEqual([409, undefined])
    expect(await stateOf(id)).toBe('STOPPED')
    expect((await root('DELETE', at('campaign', id))).body).toEqual({ ok: true })
    expect((await root('GET', at('campaign', id))).status).toBe(404)
  })

  test('that change it are refused to others than root, who change nothing', async () => {
    const id = await waiting()
    const refused = [
      ...['start', 'pause', 'resume', 'stop'].map((name) => ['POST', at(name, id)] as const),
      ['POST', at('sendmails', id), { ids: [1] }] as const,
      ['POST', at('deletetrackings', id), { ids: [1] }] as const,
      ['DELETE', at('campaign', id)] as const,
      ['GET', at('configuration', id)] as const,
    ]
    for (const [method, url, body] of refused)
      expect([url, (await seller(method, url, body)).status]).toEqual([url, 403])
    expect(await stateOf(id)).toBe('STARTED')
  })

  test('offer what its editor needs, and save it with the path of its people (CAMPE-31) (CAMPE-32) (CAMPE-33)', async () => {
    const id = await waiting()
    const other = await createTemplateRow(board.deps.db, board.universeId, { name: 'Members' })
    const offered = await root('GET', at('configuration', id))
    expect(offered.body).toEqual({
      templates: expect.arrayContaining([
        { id: template, title: 'Invitation' },
        { id: other, title: 'Members' },
      ]),
      fromEmails: ['hello@example.org'],
      mailFilters: [{ extname: 'web', title: { en: 'By web' }, help: null, nInterviews: 0 }],
      editFixedRecipient: false,
      otherWays: expect.arrayContaining([expect.objectContaining({ sendingType: 'SMS' })]),
    })
    const { body: before } = await root('GET', at('campaign', id))
    const whole = {
      ...{ title: 'Autumn', extname: 'autumn', campaignType: 'PULL_ONCE', templateId: other, callTemplate: null },
      ...{
        fromName: 'Shops',
        fromEmail: 'hello@example.org',
        bcc: '',
        replyTo: 'answers@example.org',
        fixedRecipient: '',
      },
      ...{ selectedVoice: null, selectedLocale: null, scheduledStartDateTime: null, scheduledPeriod: null },
      ...{ scheduleParams: null, sendFrom: null, sendTo: null, reminders: [] },
      ...{ filters: ['web'], link: 'country=Sweden', version: before.version },
    }
    const { status, body } = await root('PUT', at('campaign', id), whole)
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await root('GET', at('campaign', id))).body).toMatchObject({
      ...{
        title: 'Autumn',
        extname: 'autumn',
        templateId: other,
        replyTo: 'answers@example.org',
        link: 'country=Sweden',
      },
      campaignFilters: [{ extname: 'web', selected: true }],
    })
    expect((await root('PUT', at('campaign', id), whole)).body.fields).toHaveProperty('version')
  })

  test('show a message as it is sent, also with another template, and none of another campaign (PREVIEW-03) (PREVIEW-04a)', async () => {
    const id = await waiting()
    const { body: list } = await root('GET', at('trackings', id, '/-'))
    const [{ id: message }] = list.rows
    const own = await root('GET', at('rendermail', id, `/${message}?mode=maillive`))
    expect(own.body).toMatchObject({ subject: 'Hello', html: expect.stringContaining('Hello Anna') })
    const design = { ...smallMail, mjml: smallMail.mjml.replace('Hello', 'Goodbye') }
    const other = await createTemplateRow(board.deps.db, board.universeId, {
      ...{ subject: 'Bye', design: JSON.stringify(design) },
    })
    const tried = await root('GET', at('rendermail', id, `/${message}?template=${other}&mode=maillive`))
    expect(tried.body).toMatchObject({ subject: 'Bye', html: expect.stringContaining('Goodbye Anna') })
    expect((await root('GET', at('rendermail', id, `/${message}?mode=other`))).status).toBe(400)
    const another = await waiting()
    expect((await root('GET', at('rendermail', another, `/${message}`))).status).toBe(404)
  })
})

describe('a campaign that is made', () => {
  test('holds everything of its draft (WIZ-24)', async () => {
    const days = { fromDays: -7, toDays: 7, weekdays: ['mon', 'hol'] }
    const given = {
      ...{ campaignName: 'Calls', campaignExtName: 'calls', sendingType: 'PHONE', campaignType: 'PULL' },
      ...{ templateId: await createTemplateRow(board.deps.db, board.universeId, { kind: 'PHONE' }), fromName: 'Shop' },
      ...{ fromEmail: '+46701234567', bcc: 'copy@example.org', replyTo: 'answers@example.org', fixedRecipient: '' },
      ...{ selectedVoice: 'female', selectedLocale: 'sv', scheduledStartDateTime: '2026-03-01T09:00:00.000Z' },
      ...{ scheduledPeriod: 'WEEKLY', scheduleParams: days },
    }
    const made = await create(root, given)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { body } = await root('GET', at('campaign', made.body.campaignId))
    expect(body).toMatchObject({
      ...{
        title: 'Calls',
        extname: 'calls',
        sendingType: 'PHONE',
        campaignType: 'PULL',
        callTemplate: given.templateId,
      },
      ...{ fromName: 'Shop', fromEmail: '+46701234567', bcc: 'copy@example.org', replyTo: 'answers@example.org' },
      ...{ selectedVoice: 'female', selectedLocale: 'sv', scheduledStartDateTime: '2026-03-01T09:00:00.000Z' },
      ...{ scheduledPeriod: 'WEEKLY', scheduleParams: days, fixedRecipient: null },
    })
    const known = Object.keys(campaignDraft.shape)
    for (const name of Object.keys(given)) expect(known).toContain(name)
  })

  test('is sent by e-mail, SMS, letter or phone, and in no other way (CAMPE-17)', async () => {
    expect(sendingTypes.toSorted()).toEqual(['EMAIL', 'LETTER', 'PHONE', 'SMS'])
    for (const sendingType of sendingTypes) {
      const templateId = await createTemplateRow(board.deps.db, board.universeId, { kind: sendingType })
      const sender = sendingType === 'EMAIL' ? {} : { fromName: '', fromEmail: '+46701234567' }
      const voice = sendingType === 'PHONE' ? { selectedVoice: 'female', selectedLocale: 'sv' } : {}
      const { status, body } = await create(seller, { sendingType, templateId, ...sender, ...voice })
      expect([sendingType, status, body.recipients]).toEqual([sendingType, 200, 1])
    }
    expect((await create(seller, { sendingType: 'FAX' })).status).toBe(400)
  })

  test('pushes for root alone (CAMPE-16)', async () => {
    expect((await create(seller, { campaignType: 'PUSH' })).status).toBe(403)
    expect((await create(root, { campaignType: 'PUSH' })).status).toBe(200)
  })

  test('has an extname that only root gives and sees (CAMPE-34)', async () => {
    const mine = await create(seller, { campaignExtName: 'chosen' })
    const own = await root('GET', at('campaign', mine.body.campaignId))
    expect(own.body.extname).not.toBe('chosen')
    expect((await seller('GET', at('campaign', mine.body.campaignId))).body.extname).toBe('')
    const theirs = await create(root, { campaignExtName: 'chosen' })
    expect((await root('GET', at('campaign', theirs.body.campaignId))).body.extname).toBe('chosen')
    expect((await create(root, { campaignExtName: 'chosen' })).body.fields).toHaveProperty('campaignExtName')
  })
})
