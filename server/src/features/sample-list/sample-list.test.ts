import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { widgets } from '@gensvar/contract/widgets/index'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { reportCaller, startedEngine } from '#server/features/reports/testing/report-bench.ts'
import { openCustomers } from './testing/customers.ts'

const { board, allow, root, everyone, norwegian, list, numbersOf, call, suggest } = await openCustomers()

afterAll(() => board.close())

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
        { text: '4', value: '4' },
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

  test('lists responses in every state unless its path asks for one, and says which are completed', async () => {
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

test('the configuration of a table names its order, pages, actions and kinds of event (SAMPLE-39)', () => {
  const { config } = widgets['sample-table']
  const given = {
    id: 'customers',
    sortBy: 'customer',
    sortDesc: false,
    rowsPerPage: 25,
    rowsPerPageOptions: [25, 50],
    sampleEditor: [{ type: 'update-button' }],
    sampleView: false,
    copyActions: [{ extname: 'followup', title: 'Follow up' }],
    createActions: [{ extname: 'new', title: 'New' }],
    mailActions: [{ extname: 'invite', template: 'invitation' }],
    useCore: true,
    eventSources: ['visit'],
    enableDownload: true,
  }
  expect(config.parse({ ...given, columns: ['customer'] })).toMatchObject(given)
  expect(config.parse({ id: 'customers', columns: ['customer'] })).toMatchObject({
    sortBy: 'eventdate',
    sortDesc: true,
    rowsPerPage: 50,
    rowsPerPageOptions: [25, 50, 100],
    useCore: false,
    eventSources: [],
    enableDownload: false,
    sampleView: true,
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

  test('is created by path, filter, table and further filters, and holds what the screen shows (SAMPLE-09) (REPORT-12)', async () => {
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

  test('is a part of named reports, which are offered to whoever may have all of their parts', async () => {
    const reader = await reporter({ country: ['Norway'] })
    const [sheet] = await reader.sheets('named/people/channel=web', { format: 'xlsx' })
    const screen = await list('rowTo=100', { by: norwegian, path: 'channel=web' })
    expect(sheet?.rows.slice(1).map(([customer]) => customer)).toEqual(
      screen.rankingData.rows.map(({ cells }: RankingRow) => cells[0]?.text),
    )
    expect(sheet?.rows.length).toBeGreaterThan(5)
    const offered = async () => {
      const { body } = await everyone('GET', `/rest/surveys/start/${board.survey}`)
      return body.survey.reports.named.map(({ extname }: { extname: string }) => extname)
    }
    expect(await offered()).toEqual(['people', 'ranked'])
    await allow({ canEditOpenPeriods: true })
    expect(await offered()).toEqual(['ranked'])
    const refused = await reader.create('named/people/root', { format: 'xlsx' })
    expect(refused).toMatchObject({ status: 403, body: { message: 'Your role may not open samples of this survey.' } })
    await allow({ canViewSamples: true, canEditOpenPeriods: true })
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
