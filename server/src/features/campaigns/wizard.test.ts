import { campaignDraftExample } from '@gensvar/contract/entities/campaign-examples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'

let board: Dashboard
let root: Caller
let seller: Caller
let swede: Caller
let template: number
let anna = 0
let kari = 0

const people = [
  ['Anna Berg', 'anna@example.org', 'Sweden', 'Stockholm', 'web', 2],
  ['Bo Lind', 'bo@example.org', 'Sweden', 'Gothenburg', 'till', 1],
  ['Cia Ek', '', 'Sweden', 'Gothenburg', 'web', 1],
  ['Kari Lie', 'kari@example.org', 'Norway', 'Oslo', 'web', 1],
  ['Ola By', 'ola@example.org', 'Norway', 'Oslo', 'web', 4],
] as const

beforeAll(async () => {
  board = await openDashboard({
    questions: { customer: { type: 'text' }, mail: { type: 'text' } },
    extra: `
respondent: { name: customer, email: mail }
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
      answers: { customer, mail, country, store, channel },
      state,
    })),
  })
  const { db } = board.deps
  ;[anna = 0, , , kari = 0] = board.responseIds
  await createTemplateRow(db, board.universeId, { name: 'Another' })
  template = await createTemplateRow(db, board.universeId, { name: 'Invitation', ext_name: 'invitation' })
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

test('two voices can call (WIZ-22) (WIZ-30)', async () => {
  const { body } = await seller('GET', `/rest/mailcampaign/voices/${board.survey}`)
  expect(body.voices).toEqual([
    { value: 'female', text: 'Female voice' },
    { value: 'male', text: 'Male voice' },
  ])
})
