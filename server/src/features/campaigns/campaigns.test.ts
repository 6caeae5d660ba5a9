import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeCampaign, storeMessages } from '#server/testing/campaign-rows.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'

let board: Dashboard
let root: Caller
let seller: Caller
let swede: Caller
/** A person in Stockholm, one in Gothenburg and one in Oslo. */
let people: number[]

beforeAll(async () => {
  board = await openDashboard({
    questions: { customer: { type: 'text' } },
    extra: `
respondent: { name: customer }
pages:
  - extname: campaigns
    components:
      - { type: mail-campaigns-list, config: { id: list } }
      - { type: mail-campaign-details, config: { id: details, campaignId: visits, columns: [customer, store] } }
      - { type: global-campaigns-list, config: { id: all } }
`,
    rows: [
      { date: '2026-02-01', answers: { country: 'Sweden', store: 'Stockholm', customer: 'Anna Berg' }, state: 1 },
      { date: '2026-02-02', answers: { country: 'Sweden', store: 'Gothenburg', customer: 'Bo Lind' }, state: 2 },
      { date: '2026-02-03', answers: { country: 'Norway', store: 'Oslo', customer: 'Kari Lie' }, state: 0 },
    ],
  })
  people = board.responseIds
  root = await board.as({ isRoot: true })
  seller = await board.as()
  swede = await board.as({ filters: { country: ['Sweden'] } })
})

afterAll(() => board.close())

const at = (call: string, campaignId: number, more = '') =>
  `/rest/mailcampaign/${call}/${board.survey}/${campaignId}${more}`

/** A campaign that wrote to all three; the Norwegian opened, clicked and answered. */
async function visits(values: Parameters<typeof storeCampaign>[2] = {}) {
  const { db } = board.deps
  const id = await storeCampaign(db, board.surveyId, { title: 'After the visit', ...values })
  const messages = await storeMessages(db, id, [
    { response_id: people[0] ?? 0, address: 'anna@example.org', state: 'PENDING', sent_at: null },
    { response_id: people[1] ?? 0, address: 'bo@example.org', open_count: 2 },
    {
      response_id: people[2] ?? 0,
      address: 'kari@example.org',
      ...{ open_count: 1, click_count: 1, answered: true },
    },
  ])
  return { id, messages }
}

describe('the list of campaigns', () => {
  test('shows each campaign with its rates, counts and schedule in words (CAMPL-01) (CAMPL-06)', async () => {
    const { id } = await visits({
      campaign_type: 'PULL',
      scheduled_period: 'DAILY',
      schedule_params: JSON.stringify({
        fromDays: -30,
        toDays: 0,
        weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'hol'],
      }),
      scheduled_start: '2026-03-01T09:00:00Z',
      link: 'country=Sweden;channel=web',
    })
    const { status, body } = await seller('GET', `/rest/mailcampaign/list/${board.survey}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.rows.find((row: { id: number }) => row.id === id)).toEqual({
      id,
      title: 'After the visit',
      sendingType: 'EMAIL',
      autoAddTitle: {
        en: 'Daily, Monday to Friday and public holidays; from 30 days before to today',
        sv: 'Dagligen, måndag till fredag och helgdagar; från 30 dagar före till i dag',
        no: 'Daglig, mandag til fredag og helligdager; fra 30 dager før til i dag',
        da: 'Dagligt, mandag til fredag og helligdage; fra 30 dage før til i dag',
        fi: 'Päivittäin, maanantai – perjantai ja pyhäpäivät; 30 päivää ennen – tänään',
      },
      state: 'STARTED',
      scheduled: '2026-03-01T09:00:00.000Z',
      rateOpened: 100,
      rateClicked: 50,
      nPending: 1,
      nSent: 2,
      nFailed: 0,
      filters: 'Sweden; channel: WEB',
    })
    expect((await seller('GET', `/rest/widgets/data/${board.survey}/list/root`)).body).toEqual(body)
  })

  test('tells who sees some places of the campaigns that wrote to people there, and counts these alone', async () => {
    const { id } = await visits()
    const abroad = await storeCampaign(board.deps.db, board.surveyId)
    await storeMessages(board.deps.db, abroad, [{ response_id: people[2] ?? 0 }])
    const { body } = await swede('GET', `/rest/mailcampaign/list/${board.survey}`)
    const ids = body.rows.map((row: { id: number }) => row.id)
    expect(ids).toContain(id)
    expect(ids).not.toContain(abroad)
    expect(body.rows.find((row: { id: number }) => row.id === id)).toMatchObject({
      nPending: 1,
      nSent: 1,
      rateClicked: 0,
    })
    expect((await swede('GET', at('campaign', abroad))).status).toBe(404)
    expect((await seller('GET', at('campaign', abroad))).status).toBe(200)
  })

  test('of all surveys names the organisation, the template and the totals (CAMPL-05) (CAMPL-07)', async () => {
    const { db } = board.deps
    const template = await createTemplateRow(db, board.universeId, { name: 'Invitation', subject: 'How was it?' })
    const { id } = await visits({ template_id: template })
    const { status, body } = await seller('GET', '/rest/mailcampaign/globallist')
    expect(status).toBe(200)
    const { name } = await db
      .selectFrom('universe')
      .select('name')
      .where('id', '=', board.universeId)
      .executeTakeFirstOrThrow()
    expect(body.rows[0]).toEqual({
      id,
      title: 'After the visit',
      surveyExtName: board.survey,
      universeName: name,
      state: 'STARTED',
      sendingType: 'EMAIL',
      templateTitle: 'Invitation',
      templateContents: 'How was it?',
      nTotalMessages: 3,
      totalPending: 1,
      totalSent: 2,
      totalFailed: 0,
      rateOpened: 100,
      rateClicked: 50,
      filters: '',
    })
    expect((await seller('GET', `/rest/widgets/data/${board.survey}/all/root`)).body).toEqual(body)
  })
})

describe('a campaign', () => {
  test('is told with everything its page shows (CAMPD-25) (CAMPD-28)', async () => {
    const { id } = await visits({ from_name: 'Shop', from_email: 'hello@example.org', mail_filters: ['recent'] })
    const { status, body } = await root('GET', at('campaign', id))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      id,
      title: 'After the visit',
      state: 'STARTED',
      fromName: 'Shop',
      fromEmail: 'hello@example.org',
      numberOfTrackingRows: 3,
      canStart: false,
      canStop: true,
      isAnonymous: false,
      isOutbox: true,
      counts: {
        total: 3,
        pending: 1,
        sent: 2,
        failed: 0,
        unknown: 0,
        delivered: 2,
        opened: 2,
        clicked: 1,
        answered: 1,
      },
    })
    expect(body.extname).not.toBe('')
    expect((await seller('GET', at('campaign', id))).body.extname).toBe('')
    expect((await seller('GET', at('name', id))).body).toEqual({ name: 'After the visit' })
  })

  test('tells the path of its people to who may open it alone', async () => {
    const { id } = await visits({ link: 'country=Norway;customer=kari~' })
    expect((await swede('GET', at('campaign', id))).body.link).toBe('')
    expect((await seller('GET', at('campaign', id))).body.link).toBe('country=Norway;customer=kari~')
    const gone = await visits({ link: 'country=Denmark' })
    expect((await root('GET', at('campaign', gone.id))).body.link).toBe('country=Denmark')
  })

  test('of another survey or that is not there is not found', async () => {
    const { id } = await visits()
    const other = await openDashboard()
    try {
      const { survey } = other
      const caller = await other.as({ isRoot: true })
      expect((await caller('GET', `/rest/mailcampaign/campaign/${survey}/${id}`)).status).toBe(404)
    } finally {
      await other.close()
    }
    expect((await root('GET', at('campaign', 2_147_483_000))).status).toBe(404)
  })
})

describe('the messages of a campaign', () => {
  const rows = (id: number, query = '') => at('trackings', id, `/-${query}`)

  test('come the newest first, a page at a time, with who they went to (CAMPD-26) (CAMPD-27) (CAMPD-34)', async () => {
    const { id, messages } = await visits()
    const { status, body } = await seller('GET', rows(id, '?from=0&to=2'))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.totalRows).toBe(3)
    expect(body.headers.map(({ value }: { value: string }) => value)).toEqual(['name', 'address'])
    expect(body.headers[1].name).toMatchObject({ en: 'E-mail address', fi: 'Sähköpostiosoite' })
    expect(body.rows).toMatchObject([
      {
        ...{ id: messages[2], sampleId: people[2], status: 'SENT', openCount: 1, clickCount: 1, recording: false },
        columnValues: { name: 'Kari Lie', address: 'kari@example.org' },
      },
      { id: messages[1], columnValues: { name: 'Bo Lind' } },
    ])
  })

  test('have the columns of the component that shows them', async () => {
    const { id } = await visits()
    const { body } = await seller('GET', at('trackings', id, '/details?sortBy=store&sortDesc=false'))
    expect(body.rows.map((row: { columnValues: unknown }) => row.columnValues)).toEqual([
      { customer: 'Bo Lind', store: 'GOTHENBURG' },
      { customer: 'Kari Lie', store: 'OSLO' },
      { customer: 'Anna Berg', store: 'STOCKHOLM' },
    ])
    expect((await seller('GET', at('trackings', id, '/list'))).status).toBe(404)
  })

  test.each([
    ['status', ['PENDING', 'SENT', 'SENT']],
    ['openCount', ['PENDING', 'SENT', 'SENT']],
    ['clickCount', ['PENDING', 'SENT', 'SENT']],
    ['updatedTime', ['PENDING', 'SENT', 'SENT']],
    ['address', ['PENDING', 'SENT', 'SENT']],
    ['name', ['PENDING', 'SENT', 'SENT']],
  ])('are sorted by %s in both directions', async (by, states) => {
    const { id } = await visits()
    const up = await seller('GET', rows(id, `?sortBy=${by}&sortDesc=false`))
    const down = await seller('GET', rows(id, `?sortBy=${by}&sortDesc=true`))
    expect(up.body.rows.map((row: { status: string }) => row.status)).toEqual(states)
    expect(new Set(down.body.rows.map((row: { id: number }) => row.id)).size).toBe(3)
  })

  test('are not sorted by what the list does not have', async () => {
    const { id } = await visits()
    const { status, body } = await seller('GET', rows(id, '?sortBy=rating'))
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('sortBy')
  })

  test.each([
    ['PENDING', 1],
    ['SENT', 2],
    ['FAILED', 0],
    ['UNKNOWN', 0],
    ['BOUNCED', 0],
    ['OPENED', 2],
    ['CLICKED', 1],
    ['ANSWERED', 1],
    ['UNSUBSCRIBED', 0],
  ])('of the state %s are %i', async (state, number) => {
    const { id } = await visits()
    const { body } = await seller('GET', rows(id, `?state=${state}`))
    expect([body.totalRows, body.rows.length]).toEqual([number, number])
  })

  test.each([
    ['bo@', ['Bo Lind']],
    ['KARI@EXAMPLE', ['Kari Lie']],
    ['lind', ['Bo Lind']],
    ['ann', ['Anna Berg']],
    ['example.org', []],
    ['%', []],
  ])('are found by "%s" at the beginning of an address or in a name', async (text, found) => {
    const { id } = await visits()
    const { body } = await seller('GET', rows(id, `?text=${encodeURIComponent(text)}`))
    expect(body.rows.map((row: { columnValues: { name: string } }) => row.columnValues.name)).toEqual(found)
    expect(body.totalRows).toBe(found.length)
  })

  test('show only recipients within the scope, in no page, number, order or search (SEC-02j)', async () => {
    const { id } = await visits()
    for (const query of [
      '',
      '?sortBy=name',
      '?sortBy=openCount',
      '?state=SENT',
      '?text=kari',
      '?text=kari@',
      '?state=ANSWERED',
    ]) {
      const { status, body } = await swede('GET', rows(id, query))
      expect(status).toBe(200)
      expect(body.rows.map((row: { sampleId: number }) => row.sampleId)).not.toContain(people[2])
      expect(body.totalRows).toBe(body.rows.length)
      expect(JSON.stringify(body)).not.toMatch(/kari/i)
    }
  })
})

describe('the report of a campaign', () => {
  test('holds its messages as a file that a ticket opens (CAMPD-39)', async () => {
    const { id } = await visits()
    const path = at('report', id)
    const asked = await root('POST', '/rest/authentication/ticket', { path: `${path}?format=csv` })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    const file = await board.app.inject({ url: `${path}?format=csv&token=${asked.body.ticket}` })
    expect(file.statusCode, file.body).toBe(200)
    expect(file.headers['content-disposition']).toContain('After the visit.csv')
    expect(file.body.split('\r\n').slice(0, 4)).toEqual([
      '\u{feff}Name,E-mail address,State,Reason,Kind of message,Sent at,Opens,First opened,Clicks,First clicked,Answered,Answered at,Unsubscribed',
      'Kari Lie,kari@example.org,Sent,,First message,"9 Feb 2026, 10:00",1,,1,,Yes,,No',
      'Bo Lind,bo@example.org,Sent,,First message,"9 Feb 2026, 10:00",2,,0,,No,,No',
      'Anna Berg,anna@example.org,Waiting,,First message,,0,,0,,No,,No',
    ])
  })

  test('says that what waits in a stopped campaign is never sent', async () => {
    const { id } = await visits({ state: 'STOPPED' })
    const path = at('report', id)
    const asked = await root('POST', '/rest/authentication/ticket', { path: `${path}?format=csv` })
    const file = await board.app.inject({ url: `${path}?format=csv&token=${asked.body.ticket}` })
    expect(file.body).toContain('Anna Berg,anna@example.org,Never sent,')
  })

  test('is for root alone', async () => {
    const { id } = await visits()
    expect((await seller('POST', '/rest/authentication/ticket', { path: at('report', id) })).status).toBe(200)
    expect((await seller('GET', at('report', id))).status).toBe(403)
  })
})
