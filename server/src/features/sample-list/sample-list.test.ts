import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { reportCaller, startedEngine } from '#server/features/reports/testing/report-bench.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const stores = [
  { country: 'Sweden', store: 'Stockholm' },
  { country: 'Sweden', store: 'Gothenburg' },
  { country: 'Norway', store: 'Oslo' },
] as const

/** Sixty responses: the states in turn, of the three stores in turn, one a day. */
const rows: TestRow[] = Array.from({ length: 60 }, (_, at) => ({
  date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  state: at % 5,
  answers: {
    ...stores[at % 3],
    channel: at % 2 === 0 ? 'web' : 'till',
    customer: `Customer ${at}`,
    rating: 1 + (at % 5),
  },
}))

const table = (more: string) => `
      - type: sample-table
        config: { columns: [customer, store, eventdate, state, rating], ${more} }`

const extra = `
pages:
  - extname: customers
    kind: samples
    components:${table(`id: customers, useCore: true, enableDownload: true, rowsPerPage: 25, rowsPerPageOptions: [25, 50],
          createActions: [{ extname: new, title: New }], mailActions: [{ extname: invite, template: invitation }],
          copyActions: [
            { extname: followup, title: Follow up, fields: [customer, name], comments: true },
            { extname: again, title: Again, eventdate: false }]`)}${table('id: visits, eventSources: [visit, call], sortBy: rating, sortDesc: false')}
`

let board: Dashboard
let root: Caller
let everyone: Caller
let norwegian: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows, questions: { customer: { type: 'text' } } })
  root = await board.as({ isRoot: true })
  everyone = await board.as()
  norwegian = await board.as({ filters: { country: ['Norway'] } })
  const { db } = board.deps
  await allow({ canViewSamples: true, canEditOpenPeriods: true })
  for (const [at, id] of board.responseIds.entries()) {
    const contact = JSON.stringify({ name: `Person ${at}`, email: `p${at}@example.org` })
    const event_source = at < 10 ? 'visit' : at < 12 ? 'call' : null
    await db.updateTable('response').set({ contact, event_source }).where('id', '=', id).execute()
  }
})

afterAll(() => board.close())

/** Gives the role of everybody but root these rights alone. */
async function allow(rights: object) {
  const stored = { rights: JSON.stringify(rights) }
  await board.deps.db.updateTable('role_survey').set(stored).where('survey_id', '=', board.surveyId).execute()
}

const list = async (query = '', { by = everyone, path = 'root', component = 'customers' } = {}) =>
  (await by('GET', `/rest/widgets/data/${board.survey}/${component}/${path}?${query}`)).body

/** The number of a response in the order they were made. */
const numberOf = (id: number | null) => board.responseIds.indexOf(id ?? 0)
const numbersOf = (body: { rankingData: { rows: RankingRow[] } }) =>
  body.rankingData.rows.map((row) => numberOf(row.interviewId))

/** Calls a route of the table `customers`. */
const call = (by: Caller, method: 'GET' | 'POST' | 'DELETE', route: string, path: string, body?: object) =>
  by(method, `/rest/samples/${route.replace('*', `${board.survey}/customers`)}/${path}`, body)

const suggest = async (term: string, { by = everyone, path = 'root', component = 'customers', more = '' } = {}) =>
  (await by('GET', `/rest/samples/suggestions/${board.survey}/${component}/${path}?term=${term}${more}`)).body

describe('a table of samples', () => {
  test('answers the place, the table and what a click on a completed row opens (SAMPLE-38)', async () => {
    const body = await list('rowTo=3', { path: 'country=Norway' })
    expect(body.segmentedDrillPath).toMatchObject({ nOpenAlerts: 0, segments: [{}, { text: 'Norway' }] })
    expect(body.viewCompletedSamples).toBe(false)
    expect((await list('', { by: root })).viewCompletedSamples).toBe(true)
    expect(body.rankingData).toMatchObject({
      headers: [
        { value: 'customer', sortable: true },
        { value: 'store' },
        { value: 'eventdate', isDate: true },
        { value: 'state', renderType: 'state' },
        { value: 'rating', renderType: 'number' },
      ],
      footer: null,
      rankingVar: null,
      leafRows: true,
      totalNumberRows: 20,
    })
    expect(body.rankingData.rows[0]).toEqual({
      cells: [
        { text: 'Customer 59', value: null },
        { text: 'OSLO', value: null },
        { text: '1 Mar 2026', value: null },
        { text: '4', value: 4 },
        { text: '5', value: 5 },
      ],
      rankTarget: null,
      accessAllowed: true,
      interviewId: board.responseIds[59],
      isComplete: false,
      alertId: null,
      drillPath: 'country=Norway;store=Oslo',
    })
  })

  test('begins with the rows 0 to 50, the latest event date first (SAMPLE-05)', async () => {
    const body = await list()
    expect(numbersOf(body)).toEqual(Array.from({ length: 50 }, (_, at) => 59 - at))
    expect(body.rankingData.totalNumberRows).toBe(60)
  })

  test('begins with the order of its configuration where there is one', async () => {
    const body = await list('', { component: 'visits' })
    expect(body.rankingData.rows.map((row: RankingRow) => row.cells[4]?.value)).toEqual([
      1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5,
    ])
  })

  test('is paged and sorted by the server, by any of its columns (SAMPLE-04)', async () => {
    expect(numbersOf(await list('rowFrom=50&rowTo=60'))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(numbersOf(await list('rowTo=3&sortVar=eventdate&sortDesc=false'))).toEqual([0, 1, 2])
    expect(numbersOf(await list('rowTo=4&sortVar=customer&sortDesc=false'))).toEqual([0, 1, 10, 11])
    expect(numbersOf(await list('rowTo=2&sortVar=state&sortDesc=true'))).toEqual([59, 54])
    expect((await list('sortVar=store&rowTo=1&sortDesc=false')).rankingData.rows[0].cells[1].text).toBe('GOTHENBURG')
    const refused = await list('sortVar=channel')
    expect(refused).toMatchObject({ code: 'validation', fields: { sortVar: 'unknown column' } })
  })

  test('is fetched with path, rows, order, text and further filters (SAMPLE-41)', async () => {
    const query = 'rowFrom=1&rowTo=3&sortVar=eventdate&sortDesc=false&filter=customer%202&extraPaths=channel%3Dweb'
    const body = await list(query, { path: 'country=Sweden;date=custom_10012026_31122026' })
    // The web customers of Sweden with a 2 first: 20 is of Norway, 22, 24 and 28 of Sweden.
    expect(numbersOf(body)).toEqual([24, 28])
    expect(body).toMatchObject({
      rankingData: { totalNumberRows: 3 },
      segmentedDrillPath: { segments: [{}, { text: 'Sweden' }] },
      viewCompletedSamples: false,
    })
  })

  test('lists responses in every state unless its path asks for one, and says which are completed (SAMPLE-54)', async () => {
    const all = await list('rowTo=5')
    expect(all.rankingData.rows.map((row: RankingRow) => row.isComplete)).toEqual([false, false, false, false, true])
    const open = await list('', { path: 'samplestate=1*4' })
    expect(open.rankingData.totalNumberRows).toBe(24)
    expect(
      numbersOf(await list('extraPaths=samplestate%3D0', { path: 'samplestate=0*1' })).every((n) => n % 5 === 0),
    ).toBe(true)
  })

  test('has only samples of its kinds of event', async () => {
    const body = await list('sortVar=eventdate&sortDesc=false', { component: 'visits' })
    expect(numbersOf(body)).toEqual(Array.from({ length: 12 }, (_, at) => at))
    expect(body.rankingData.totalNumberRows).toBe(12)
    expect((await suggest('customer', { component: 'visits' })).suggestions).not.toContain('Customer 12')
    expect((await suggest('customer 12', { component: 'visits' })).suggestions).toEqual([])
  })

  test('finds texts, choices and who the respondent is, and nothing in columns it does not have', async () => {
    const total = async (filter: string) => (await list(`filter=${filter}`)).rankingData.totalNumberRows
    expect(await total('CUSTOMER 5')).toBe(11)
    expect(await total('oslo')).toBe(20)
    expect(await total('person 59')).toBe(1)
    expect(await total('p7@example')).toBe(1)
    expect(await total('till')).toBe(0)
  })

  test('applies further filters of an unknown answer never, and says which', async () => {
    expect(await list('extraPaths=channel%3Dbogus')).toMatchObject({
      code: 'validation',
      fields: { channel: expect.any(String) },
    })
    expect(await list('extraPaths=%3D%3D')).toMatchObject({
      code: 'validation',
      fields: { extraPaths: expect.any(String) },
    })
  })

  test('says where samples can be made and copied, and the days that are open', async () => {
    const top = await list()
    expect(top.actions).toMatchObject({ copyRefusal: null, canDeleteAll: false })
    expect(top.actions.createRefusal).toContain('"store"')
    expect(top.period).toEqual({ isOpen: true, from: null, to: null })
    const store = await list('', { path: 'country=Norway;store=Oslo' })
    expect(store.actions).toEqual({ createRefusal: null, copyRefusal: null, canDeleteAll: false })
    expect((await list('', { by: root })).actions.canDeleteAll).toBe(true)
    expect((await list('', { by: root, component: 'visits' })).actions.canDeleteAll).toBe(false)
  })

  test('is a plain table where a survey configures none', async () => {
    const { status, body } = await everyone('GET', `/rest/samples/list/${board.survey}/country=Norway?rowTo=1`)
    expect(status).toBe(200)
    expect(body.rankingData.headers.filter(({ extra }: { extra: boolean }) => !extra)).toMatchObject([
      { value: 'id' },
      { value: 'name' },
      { value: 'store' },
      { value: 'eventdate' },
      { value: 'state' },
    ])
    expect(body.rankingData.rows[0].cells.slice(0, 3)).toMatchObject([{}, { text: 'Person 59' }, { text: 'OSLO' }])
    expect(body.actions.canDeleteAll).toBe(false)
    const sorted = await everyone('GET', `/rest/samples/list/${board.survey}/root?rowTo=1&sortVar=email&sortDesc=false`)
    expect(numbersOf(sorted.body)).toEqual([0])
  })
})

describe('suggestions', () => {
  test('are texts of the listed samples that contain the term, ten at most (SAMPLE-43)', async () => {
    expect((await suggest('customer')).suggestions).toHaveLength(10)
    expect((await suggest('customer 59')).suggestions).toEqual(['Customer 59'])
    expect((await suggest('OSL')).suggestions).toEqual(['OSLO'])
    expect((await suggest('person 7')).suggestions).toEqual(['Person 7'])
    expect((await suggest('n 1', { path: 'country=Norway', more: '&extraPaths=channel%3Dtill' })).suggestions).toEqual([
      'Person 11',
      'Person 17',
    ])
    expect((await suggest('%20')).suggestions).toEqual([])
    expect((await suggest('till')).suggestions).toEqual([])
  })

  test('begin with those that begin with the term', async () => {
    const { suggestions } = await suggest('p5')
    expect(suggestions[0]).toBe('p5@example.org')
  })
})

describe('somebody with one country', () => {
  const foreign = (body: { rankingData: { rows: RankingRow[] } }) => numbersOf(body).filter((n) => n % 3 !== 2)

  test('sees no other rows by sorting, searching, further filters or suggestions', async () => {
    for (const query of [
      'rowTo=1000',
      'sortVar=customer&sortDesc=false',
      'sortVar=store&sortDesc=true',
      'filter=Stockholm',
      'filter=Customer%203',
      'extraPaths=country%3DSweden',
      'extraPaths=store%3DStockholm',
      'extraPaths=country%3D_Norway',
    ]) {
      const body = await list(query, { by: norwegian })
      expect(foreign(body), query).toEqual([])
      expect(body.rankingData.totalNumberRows, query).toBeLessThanOrEqual(20)
    }
    expect((await list('filter=Stockholm', { by: norwegian })).rankingData.totalNumberRows).toBe(0)
    expect((await suggest('stockholm', { by: norwegian })).suggestions).toEqual([])
    expect((await suggest('customer 3', { by: norwegian })).suggestions).toEqual([
      'Customer 32',
      'Customer 35',
      'Customer 38',
    ])
    expect((await suggest('customer', { by: norwegian, more: '&extraPaths=country%3DSweden' })).suggestions).toEqual([])
    expect((await norwegian('GET', `/rest/samples/list/${board.survey}/country=Sweden`)).status).toBe(403)
    expect((await call(norwegian, 'GET', 'suggestions/*', 'country=Sweden?term=c')).status).toBe(403)
  })

  test('can neither copy nor open the form of a sample of another one', async () => {
    const [swedish] = board.responseIds
    const body = { sampleIds: [swedish], eventdate: '2026-03-01' }
    expect((await call(norwegian, 'POST', 'copy/*/followup', 'root', body)).status).toBe(404)
    expect((await call(norwegian, 'GET', 'copy/*/followup', `root?sampleId=${swedish}`)).status).toBe(404)
    expect(
      (await call(norwegian, 'POST', 'create/*', 'country=Sweden;store=Stockholm', { action: 'new' })).status,
    ).toBe(403)
  })
})

describe('a create action', () => {
  test('makes a new sample at the place, dated today, and answers its id (SAMPLE-44)', async () => {
    const made = await call(everyone, 'POST', 'create/*', 'country=Norway;store=Oslo', { action: 'new' })
    expect(made).toEqual({ status: 200, body: { sampleId: expect.any(Number) } })
    const { db } = board.deps
    const row = await db
      .selectFrom('response')
      .selectAll()
      .where('id', '=', made.body.sampleId)
      .executeTakeFirstOrThrow()
    const oslo = await db
      .selectFrom('response')
      .select('unit_ids')
      .where('id', '=', board.responseIds[2] ?? 0)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      state: 1,
      event_date: '2026-02-10',
      answers: { country: 'Norway', store: 'Oslo' },
      unit_ids: oslo.unit_ids,
      foreign_id: null,
      event_source: null,
    })
    const listed = await list('filter=oslo&extraPaths=date%3Dcustom_10022026_11022026')
    expect(listed.rankingData.rows.map((one: RankingRow) => one.interviewId)).toContain(made.body.sampleId)
    await db.deleteFrom('response').where('id', '=', made.body.sampleId).execute()
  })

  test('needs a place of the lowest level and a known action', async () => {
    const above = await call(everyone, 'POST', 'create/*', 'country=Norway', { action: 'new' })
    expect(above).toMatchObject({ status: 403, body: { message: expect.stringContaining('"store"') } })
    expect((await call(everyone, 'POST', 'create/*', 'country=Norway;store=Oslo', { action: 'old' })).status).toBe(404)
    const plain = `/rest/samples/create/${board.survey}/-/country=Norway;store=Oslo`
    expect((await everyone('POST', plain, { action: 'new' })).status).toBe(404)
  })

  test('makes none that its author could not see', async () => {
    const webOnly = await board.as({ filters: { channel: ['web'] } })
    const { actions } = await list('', { by: webOnly, path: 'country=Norway;store=Oslo' })
    expect(actions.createRefusal).toBe('A sample like this would lie outside what you may see.')
    expect((await call(webOnly, 'POST', 'create/*', 'country=Norway;store=Oslo', { action: 'new' })).status).toBe(403)
  })
})

describe('a copy action', () => {
  const path = 'country=Norway'

  test('is fetched by table, action and path with the answers of a sample (SAMPLE-37, SAMPLE-51)', async () => {
    const { status, body } = await call(everyone, 'GET', 'copy/*/followup', `${path}?sampleId=${board.responseIds[2]}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      eventdate: null,
      fields: [
        { questionId: 'customer', type: 'text', value: 'Customer 2' },
        { questionId: 'name', type: 'text', value: 'Person 2' },
      ],
      comments: '',
    })
    expect((await call(everyone, 'GET', 'copy/*/none', `${path}?sampleId=${board.responseIds[2]}`)).status).toBe(404)
  })

  test('makes new samples with its fields, the date and the comment (SAMPLE-52)', async () => {
    const { db } = board.deps
    const ids = [board.responseIds[2], board.responseIds[5]]
    const body = { sampleIds: ids, eventdate: '2026-02-20', fields: { customer: 'Somebody' }, comments: ' Call again ' }
    const { status, body: made } = await call(everyone, 'POST', 'copy/*/followup', path, body)
    expect({ status, made: made.sampleIds.length }).toEqual({ status: 200, made: 2 })
    const rows = await db.selectFrom('response').selectAll().where('id', 'in', made.sampleIds).orderBy('id').execute()
    expect(rows).toMatchObject(
      [2, 5].map((at) => ({
        state: 1,
        event_date: '2026-02-20',
        completed_at: null,
        foreign_id: null,
        answers: { country: 'Norway', store: 'Oslo', customer: 'Somebody' },
        contact: { name: `Person ${at}` },
        event_source: 'visit',
      })),
    )
    const comments = await db
      .selectFrom('response_comment')
      .selectAll()
      .where('response_id', 'in', made.sampleIds)
      .execute()
    expect(comments.map(({ message }) => message)).toEqual(['Call again', 'Call again'])
    await db.deleteFrom('response').where('id', 'in', made.sampleIds).execute()
  })

  test('demands a date from today on where it asks for one (SAMPLE-35)', async () => {
    const sampleIds = [board.responseIds[2]]
    const copy = (action: string, eventdate: string | null) =>
      call(everyone, 'POST', `copy/*/${action}`, path, { sampleIds, eventdate })
    expect((await copy('followup', null)).body).toMatchObject({
      code: 'validation',
      fields: { eventdate: 'This field is mandatory.' },
    })
    expect((await copy('followup', '2026-02-09')).body).toMatchObject({
      code: 'validation',
      fields: { eventdate: 'Choose today or a later day.' },
    })
    for (const [action, date, given] of [
      ['followup', '2026-02-10', '2026-02-10'],
      ['again', '2026-02-10', null],
    ] as const) {
      const { body } = await copy(action, given)
      const { db } = board.deps
      const [row] = await db.selectFrom('response').selectAll().where('id', 'in', body.sampleIds).execute()
      expect(row?.event_date).toBe(date)
      await db.deleteFrom('response').where('id', 'in', body.sampleIds).execute()
    }
  })

  test('tells what is wrong by field, and copies nothing then', async () => {
    const sampleIds = [board.responseIds[2]]
    const body = { sampleIds, eventdate: '2026-02-20', fields: { channel: 'web', name: 'Ann' } }
    expect((await call(everyone, 'POST', 'copy/*/followup', path, body)).body).toMatchObject({
      code: 'validation',
      fields: { 'fields.channel': 'This field cannot be changed here.' },
    })
    expect((await list()).rankingData.totalNumberRows).toBe(60)
  })
})

describe('without the right to change samples of a period', () => {
  const copy = (eventdate: string) =>
    call(everyone, 'POST', 'copy/*/followup', 'country=Norway', { sampleIds: [board.responseIds[2]], eventdate })

  test('none can be made or copied there, and the list says so', async () => {
    await allow({ canViewSamples: true })
    const words = 'Your role may not add samples to this survey.'
    const { actions } = await list('', { path: 'country=Norway;store=Oslo' })
    expect(actions).toEqual({ createRefusal: words, copyRefusal: words, canDeleteAll: false })
    expect(await call(everyone, 'POST', 'create/*', 'country=Norway;store=Oslo', { action: 'new' })).toMatchObject({
      status: 403,
      body: { message: words },
    })
    expect(await copy('2026-02-20')).toMatchObject({ status: 403, body: { message: words } })
    await allow({ canViewSamples: true, canEditOpenPeriods: true })
  })

  test('nobody lists them without the right to open samples, by any way', async () => {
    await allow({ canEditOpenPeriods: true })
    for (const url of [
      `/rest/widgets/data/${board.survey}/customers/root`,
      `/rest/samples/list/${board.survey}/root`,
      `/rest/samples/suggestions/${board.survey}/customers/root?term=c`,
    ])
      expect((await everyone('GET', url)).status, url).toBe(403)
    const report = `/rest/reports/samples/${board.survey}/root`
    expect((await everyone('POST', report, { component: 'customers' })).status).toBe(403)
    await allow({ canViewSamples: true, canEditOpenPeriods: true })
  })
})

describe('a report of a table', () => {
  let engine: TaskEngine

  beforeAll(async () => {
    engine = await startedEngine(board)
  })

  afterAll(() => engine.stop())

  let readers = 0

  const reporter = async (filters?: Record<string, string[]>) => {
    const username = `reader${++readers}@example.org`
    await board.as({ username, ...(filters && { filters }) })
    const { id } = await board.deps.db
      .selectFrom('app_user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const { token } = await startSession(board.deps, { userId: id, universeId: board.universeId, actorUserId: null })
    return reportCaller(board, token)
  }

  test('is created by path, filter, table and further filters, and holds what the screen shows (SAMPLE-09, REPORT-12)', async () => {
    const reader = await reporter()
    const asked = {
      component: 'customers',
      filter: 'customer',
      extraPaths: 'channel=web',
      sortVar: 'customer',
      sortDesc: false,
    }
    const { status, body } = await reader.create('samples/country=Sweden', asked)
    expect({ status, body }).toEqual({ status: 200, body: { taskUUID: expect.any(String) } })
    const initiated = await reader.call('POST', `downloadinitiated/${board.survey}/${body.taskUUID}`, {})
    expect(initiated).toEqual({ status: 200, body: { ok: true } })
    const [sheet, about] = await reader.sheets('samples/country=Sweden', asked)
    const screen = await list('rowTo=100&filter=customer&extraPaths=channel%3Dweb&sortVar=customer&sortDesc=false', {
      path: 'country=Sweden',
    })
    expect(sheet?.rows[0]).toEqual(['customer', 'store', 'Date', 'State', 'rating'])
    expect(sheet?.rows.slice(1).map(([customer, store]) => [customer, store])).toEqual(
      screen.rankingData.rows.map(({ cells }: RankingRow) => [cells[0]?.text, cells[1]?.text]),
    )
    expect(JSON.stringify(about?.rows)).toContain('WEB')
  })

  test('holds one sample where that is asked for (REPORT-11e)', async () => {
    const reader = await reporter()
    const sampleId = board.responseIds[6]
    const [sheet] = await reader.sheets('samples/root', { component: 'customers', sampleId })
    expect(sheet?.rows.slice(1).map(([customer]) => customer)).toEqual(['Customer 6'])
  })

  test('has only rows of its reader, and needs the table’s own columns and its leave', async () => {
    const reader = await reporter({ country: ['Norway'] })
    const [sheet] = await reader.sheets('samples/root', { component: 'customers', extraPaths: 'country=Sweden*Norway' })
    expect(sheet?.rows.slice(1).every(([, store]) => store === 'OSLO')).toBe(true)
    expect(sheet?.rows).toHaveLength(21)
    expect((await reader.create('samples/country=Sweden', { component: 'customers' })).status).toBe(403)
    expect(
      (await reader.create('samples/root', { component: 'customers', sampleId: board.responseIds[0] })).status,
    ).toBe(404)
    expect((await reader.create('samples/root', { component: 'visits' })).status).toBe(403)
    expect((await reader.create('samples/root', { component: 'none' })).status).toBe(404)
    const wrong = await reader.create('samples/root', { component: 'customers', columns: ['channel'] })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { columns: 'unknown column' } } })
  })
})

describe('deleting all samples of a table', () => {
  const remove = (by: Caller, path: string, body: object = {}, component = 'customers') =>
    by('DELETE', `/rest/samples/all/${board.survey}/${component}/${path}`, body)

  test('is for root alone (SAMPLE-02a)', async () => {
    const admin = await board.as({ admin: true })
    for (const by of [everyone, norwegian, admin]) expect((await remove(by, 'root')).status).toBe(403)
    expect((await list()).actions.canDeleteAll).toBe(false)
    expect((await list('', { by: admin })).actions.canDeleteAll).toBe(false)
  })

  test('is only for a table that is configured to offer it (SAMPLE-02b)', async () => {
    expect((await remove(root, 'root', {}, 'visits')).status).toBe(403)
    expect((await remove(root, 'root', {}, '-')).status).toBe(404)
    expect((await list('', { by: root, component: 'visits' })).actions.canDeleteAll).toBe(false)
    expect((await list('', { by: root })).actions.canDeleteAll).toBe(true)
  })

  test('deletes the named samples alone where some are selected', async () => {
    const [completed = 0, one = 0, , outside = 0] = board.responseIds
    const body = { sampleIds: [completed, one, outside] }
    expect(await remove(root, 'country=Sweden;store=Gothenburg', body)).toEqual({ status: 200, body: { deleted: 1 } })
    expect((await list()).rankingData.totalNumberRows).toBe(59)
  })

  test('answers how many samples of place, filter and further filters are gone; interviews stay (SAMPLE-15, SAMPLE-42)', async () => {
    await board.deps.db
      .insertInto('stored_file')
      .values({ survey_id: board.surveyId, has_cases: true, created: new Date(), expires: new Date('2027-01-01') })
      .execute()
    const query = 'filter=customer%203&extraPaths=channel%3Dweb'
    const before = await list(`${query}&rowTo=100`, { path: 'country=Sweden' })
    const samples = before.rankingData.rows.filter((row: RankingRow) => !row.isComplete)
    expect(before.rankingData.totalNumberRows).toBeGreaterThan(samples.length)
    const { status, body } = await remove(root, `country=Sweden?${query}`)
    expect({ status, body }).toEqual({ status: 200, body: { deleted: samples.length } })
    const after = await list(`${query}&rowTo=100`, { path: 'country=Sweden' })
    expect(after.rankingData.rows.every((row: RankingRow) => row.isComplete)).toBe(true)
    expect((await list()).rankingData.totalNumberRows).toBe(59 - samples.length)
    const entry = await board.deps.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'sample.deleteAll')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry?.details).toMatchObject({ deleted: samples.length, drillPath: 'country=Sweden' })
    const files = await board.deps.db
      .selectFrom('stored_file')
      .selectAll()
      .where('survey_id', '=', board.surveyId)
      .execute()
    expect(files).toEqual([])
    expect(await remove(root, `country=Sweden?filter=nobody`)).toEqual({ status: 200, body: { deleted: 0 } })
  })
})
