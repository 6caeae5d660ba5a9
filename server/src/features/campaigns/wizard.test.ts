import { text as textOf } from 'node:stream/consumers'
import { campaignDraftExample } from '@gensvar/contract/entities/campaign-examples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { downloadCampaign } from './service.ts'

let board: Dashboard
let root: Caller
let seller: Caller
let swede: Caller
let template: number
let anna = 0
let cia = 0
let kari = 0
let text = 0

const people = [
  ['Anna Berg', 'anna@example.org', 'Sweden', 'Stockholm', 'web', 2],
  ['Bo Lind', 'bo@example.org', 'Sweden', 'Gothenburg', 'till', 1],
  ['Cia Ek', '', 'Sweden', 'Gothenburg', 'web', 1],
  ['Kari Lie', 'kari@example.org', 'Norway', 'Oslo', 'web', 1],
  ['Ola By', 'ola@example.org', 'Norway', 'Oslo', 'web', 4],
] as const

beforeAll(async () => {
  board = await openDashboard({
    // Compiled templates are kept by the address of their server.
    env: { GENSVAR_URL: 'http://wizard.example.org' },
    questions: { customer: { type: 'text' }, mail: { type: 'text' }, tel: { type: 'text' } },
    extra: `
respondent: { name: customer, email: mail, phone: tel }
campaigns:
  fromEmails: [hello@example.org]
  fromName: Shop
  channels: [EMAIL, SMS]
  mailFilters: [{ extname: web, title: { en: By web }, filter: channel=web, defaultEnabled: true, help: { en: Likes mails } }]
pages:
  - extname: people
    kind: samples
    components:
      - { type: sample-table, config: { id: customers, columns: [store], mailActions: [{ extname: invite, template: invitation }] } }
`,
    rows: people.map(([customer, mail, country, store, channel, state]) => ({
      date: '2026-02-01',
      answers: { customer, mail, country, store, channel, ...(mail === '' && { tel: '+46700000003' }) },
      state,
    })),
  })
  const { db } = board.deps
  ;[anna = 0, , cia = 0, kari = 0] = board.responseIds
  await createTemplateRow(db, board.universeId, { name: 'Another' })
  template = await createTemplateRow(db, board.universeId, { name: 'Invitation', ext_name: 'invitation' })
  text = await createTemplateRow(db, board.universeId, { name: 'Text', kind: 'SMS' })
  root = await board.as({ isRoot: true })
  seller = await board.as()
  swede = await board.as({ filters: { country: ['Sweden'] } })
})

afterAll(() => board.close())

const at = (call: string, path = 'root', more = '') =>
  `/rest/mailcampaign/${call}/${board.survey}/invite/${encodeURIComponent(path)}${more}`
const idsOf = ({ body }: { body: { rows: { id: number }[] } }) => body.rows.map(({ id }) => id)

describe('what a new campaign can be made of', () => {
  test('is told with how many it reaches and whom it leaves out (WIZ-25) (WIZ-27)', async () => {
    const { status, body } = await seller('GET', at('createcampaigndata', 'root', '?initial=true'))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      numberCustomers: 2,
      pathName: 'All',
      filters: [],
      fromEmails: ['hello@example.org'],
      fromName: 'Shop',
      mailFilters: [
        { extname: 'web', title: { en: 'By web' }, nInterviews: 2, help: { en: 'Likes mails' }, defaultEnabled: true },
      ],
      editFixedRecipient: false,
      mailCampaigns: true,
      smsCampaigns: true,
      letterCampaigns: false,
      phoneCampaigns: false,
      templates: [
        { id: template, title: 'Invitation' },
        { id: expect.any(Number), title: 'Another' },
      ],
      templateId: template,
      excluded: [
        { rule: 'cancelled', title: 'Cancelled', count: 1 },
        { rule: 'no-address', title: 'Without an address', count: 1 },
        { rule: 'mail-filter', title: 'Left out by the check of the data', count: 1 },
      ],
      isOutbox: true,
      byWay: [{ sendingType: 'EMAIL', count: 2 }],
      otherWays: [{ sendingType: 'SMS', templates: [{ id: text, title: 'Text' }], fromEmails: [], isOutbox: true }],
    })
  })

  test('is of the place, and of the people in the scope of whoever asks', async () => {
    const sweden = await seller('GET', at('createcampaigndata', 'country=Sweden'))
    expect(sweden.body).toMatchObject({ numberCustomers: 2, pathName: 'Sweden' })
    expect((await swede('GET', at('createcampaigndata'))).body).toMatchObject({ numberCustomers: 2 })
    expect((await swede('GET', at('createcampaigndata', 'country=Norway'))).status).toBe(403)
  })

  test('names its filters, a day of any year among them', async () => {
    const filtersAt = async (path: string) => {
      const { status, body } = await seller('GET', at('createcampaigndata', path))
      expect(status, JSON.stringify(body)).toBe(200)
      return (body as unknown as { filters: string[] }).filters
    }
    expect(await filtersAt('date=today_md')).toEqual([expect.stringMatching(/^Period: \d+ [A-Z][a-z]+ in any year$/)])
    expect(await filtersAt('date=rel_-30d_0d')).toEqual([expect.stringMatching(/^Period: .+ – .+ \d{4}$/)])
  })

  test('is told of mail actions of tables alone', async () => {
    expect((await seller('GET', at('createcampaigndata').replace('/invite/', '/nothing/'))).status).toBe(404)
  })
})

describe('the recipients of a new campaign', () => {
  test('are as many as are counted, sorted and searched (WIZ-26) (WIZ-28)', async () => {
    const list = await seller('GET', at('newtrackings', 'root', '?sortBy=respondent&sortDesc=false'))
    expect(list.body.rows).toMatchObject([
      { id: anna, respondent: 'Anna Berg', email: 'anna@example.org', status: 'Approved, no response yet' },
      { respondent: 'Bo Lind' },
      { id: kari, respondent: 'Kari Lie' },
    ])
    expect(list.body.totalRows).toBe(3)
    expect((await seller('GET', at('createcampaigndata'))).body.numberCustomers).toBe(3)
    expect(idsOf(await seller('GET', at('newtrackings', 'root', '?textfilter=kari')))).toEqual([kari])
    expect((await seller('GET', at('newtrackings', 'root', '?sortBy=rating'))).status).toBe(400)
  })

  test('are without those taken out by hand, who are listed with the rule (WIZ-20)', async () => {
    const without = `?deletedRecipients=${anna}`
    expect(idsOf(await seller('GET', at('newtrackings', 'root', without)))).not.toContain(anna)
    expect((await seller('GET', at('createcampaigndata', 'root', without))).body.numberCustomers).toBe(2)
    const left = await seller('GET', at('excluded', 'root', `${without}&rule=removed`))
    expect(left.body).toMatchObject({ totalRows: 1, rows: [{ id: anna, rule: 'removed' }] })
  })

  test('and those left out are of the scope of whoever asks alone', async () => {
    for (const call of ['newtrackings', 'excluded'])
      for (const query of ['', '?textfilter=lie', '?textfilter=ola', '?sortBy=email'])
        expect(JSON.stringify((await swede('GET', at(call, 'root', query))).body)).not.toMatch(/kari|ola by/i)
    const preview = at('rendernew', 'root', `?template=${template}&sampleId=${kari}`)
    expect((await swede('GET', preview)).status).toBe(404)
    expect((await seller('GET', preview)).body).toMatchObject({ subject: 'Hello' })
  })
})

test('a preview has no address at which somebody could answer or unsubscribe for its recipient', async () => {
  const { body } = await seller('GET', at('rendernew', 'root', `?template=${template}&sampleId=${anna}`))
  const links = [...body.html.matchAll(/href="([^"]+)"/g)].map(([, link]: string[]) => String(link))
  expect(links.length).toBeGreaterThan(1)
  const other = await seller('GET', at('rendernew', 'root', `?template=${template}&sampleId=${kari}`))
  for (const link of links) expect(other.body.html).toContain(link)
})

describe('starting a campaign', () => {
  const draft = { ...campaignDraftExample, campaignName: 'Spring' }
  const create = (call: Caller, more: object = {}, path = 'root', query = '') =>
    call('POST', at('startcampaignnow', path, query), { ...draft, templateId: template, ...more })

  test('writes to the people who were listed (WIZ-29)', async () => {
    const { status, body } = await create(swede, {}, 'root', '?filters=web')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ recipients: 1, state: 'STARTED' })
    const { body: list } = await swede('GET', `/rest/mailcampaign/trackings/${board.survey}/${body.campaignId}/-`)
    expect(list.rows).toMatchObject([{ sampleId: anna, status: 'PENDING' }])
  })

  test('later leaves it waiting for its time (WIZ-31)', async () => {
    const { body } = await create(seller, { scheduledStartDateTime: '2026-03-01T09:00:00Z' })
    expect(body).toMatchObject({ recipients: 3, state: 'CREATED' })
  })

  test('is refused at the field that is wrong', async () => {
    const { status, body } = await create(seller, { campaignName: '', templateId: null })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(expect.arrayContaining(['campaignName', 'templateId']))
    expect(body.fields.campaignName).toBe('Name is required')
  })

  test('that pushes is for root alone (WIZ-16)', async () => {
    expect((await create(seller, { campaignType: 'PUSH' })).status).toBe(403)
    expect((await create(root, { campaignType: 'PUSH' })).status).toBe(200)
  })
})

describe('further ways for those whom the first cannot reach', () => {
  const sms = { sendingType: 'SMS', templateId: 0, fromEmail: 'Shop' }
  const create = (call: Caller, more: object) =>
    call('POST', at('startcampaignnow'), { ...campaignDraftExample, templateId: template, ...more })

  test('count and list whom they reach, and are sent to just these', async () => {
    const info = await seller('GET', at('createcampaigndata', 'root', '?ways=SMS'))
    expect(info.body).toMatchObject({
      numberCustomers: 4,
      byWay: [
        { sendingType: 'EMAIL', count: 3 },
        { sendingType: 'SMS', count: 1 },
      ],
      excluded: [{ rule: 'cancelled', count: 1 }],
    })
    const list = await seller('GET', at('newtrackings', 'root', '?ways=SMS&textfilter=cia'))
    expect(list.body.rows).toMatchObject([{ id: cia, email: '+46700000003', sendingType: 'SMS' }])
    expect((await seller('GET', at('excluded', 'root', '?ways=SMS'))).body.totalRows).toBe(1)
    const { status, body } = await create(seller, { ways: [{ ...sms, templateId: text }] })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.recipients).toBe(4)
    const place = `/rest/mailcampaign`
    const { body: made } = await seller('GET', `${place}/trackings/${board.survey}/${body.campaignId}/-`)
    const rows = made.rows as { id: number; sampleId: number; sendingType: string; columnValues: object }[]
    expect(rows.map(({ sampleId, sendingType }) => [sampleId, sendingType])).toContainEqual([cia, 'SMS'])
    expect(rows.filter(({ sendingType }) => sendingType === 'EMAIL')).toHaveLength(3)
    const own = rows.find(({ sampleId }) => sampleId === cia)
    expect(own?.columnValues).toMatchObject({ address: '+46700000003' })
    const preview = await seller('GET', `${place}/rendermail/${board.survey}/${body.campaignId}/${own?.id}`)
    expect(preview.body).toMatchObject({ html: '', text: 'Hello' })
    const { body: details } = await root('GET', `${place}/campaign/${board.survey}/${body.campaignId}`)
    expect(details.ways).toMatchObject([{ sendingType: 'SMS', templateId: text, templateName: 'Text' }])
    const asked = { survey: board.survey, campaignId: body.campaignId as number }
    const report = await downloadCampaign(await board.contextAs({ isRoot: true }), asked, { format: 'csv' })
    const lines = (await textOf(report.content)).split(/\r?\n/)
    expect(lines[0]).toContain('Name,Address,Way,')
    expect(lines.find((line) => line.startsWith('Cia Ek'))).toContain('+46700000003')
    expect(lines.find((line) => line.startsWith('Cia Ek'))).toContain(',By SMS,')
    // Whoever may see some of them only reaches these by any way.
    expect((await swede('GET', at('createcampaigndata', 'root', '?ways=SMS'))).body.numberCustomers).toBe(3)
  })

  test.each(['?ways=EMAIL', '?ways=SMS,SMS', '?ways=PIGEON', '?ways=1'])(
    'are refused where they are none: %s',
    async (asked) => {
      for (const call of ['createcampaigndata', 'newtrackings', 'excluded'])
        expect((await seller('GET', at(call, 'root', asked))).status).toBe(400)
    },
  )

  test('stay when a campaign is saved without a word of them, and cannot be left out while messages wait', async () => {
    const { body } = await create(root, { ways: [{ ...sms, templateId: text }] })
    const place = `/rest/mailcampaign/campaign/${board.survey}/${body.campaignId}`
    const save = async (more: object) => {
      const { body: known } = await root('GET', place)
      const { title, extname, campaignType, templateId, fromName, fromEmail, link, version } = known
      const asked = { title, extname, campaignType, templateId, fromName, fromEmail, link, version }
      return root('PUT', place, { ...asked, ...more })
    }
    const kept = await save({ title: 'Summer' })
    expect(kept.body.ways, JSON.stringify(kept.body)).toMatchObject([{ sendingType: 'SMS' }])
    const refused = await save({ ways: [] })
    expect(refused).toMatchObject({ status: 409, body: { fields: { ways: 'still has messages' } } })
    const { body: other } = await create(root, {})
    const { body: before } = await root('GET', `/rest/mailcampaign/campaign/${board.survey}/${other.campaignId}`)
    expect(before.ways).toEqual([])
  })
})

test('two voices can call (WIZ-22) (WIZ-30)', async () => {
  const { body } = await seller('GET', `/rest/mailcampaign/voices/${board.survey}`)
  expect(body.voices).toEqual([
    { value: 'female', text: 'Female voice' },
    { value: 'male', text: 'Male voice' },
  ])
})
