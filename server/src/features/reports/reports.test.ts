import type { RankingData } from '@gensvar/contract/entities/ranking'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { reports as kinds } from './report-kinds.ts'
import { reportCaller, rootCaller, startedEngine } from './testing/report-bench.ts'
import type { ReportCaller } from './testing/report-bench.ts'

const extra = `
filters:
  standard:
    - { key: visit, title: Visit, filters: [channel] }
reports:
  named:
    - { extname: monthly, title: { en: Monthly, sv: Månad }, formats: [xlsx, csv], components: [head, trend, results, units] }
    - { extname: closed, title: Closed, components: [secret] }
    - { extname: empty, title: Empty, components: [imported] }
`

let board: Dashboard
let engine: TaskEngine
let root: ReportCaller

beforeAll(async () => {
  board = await openDashboard({ extra })
  engine = await startedEngine(board)
  root = await rootCaller(board)
})
afterAll(async () => {
  await engine.stop()
  await board.close()
})

/** What the screen shows: texts of the cells in the columns that are shown at first. */
async function screen(url: string): Promise<{ data: RankingData; texts: string[][] }> {
  const headers = { ...bearer(root.token), 'accept-language': 'en' }
  const answer = await board.app.inject({ url, headers })
  const { rankingData: data } = answer.json<{ rankingData: RankingData }>()
  const shown = data.headers.filter(({ extra: hidden }) => !hidden)
  const rows = [...data.rows, ...(data.footer ? [data.footer] : [])]
  return { data, texts: rows.map(({ cells }) => shown.map(({ cellIndex }) => cells[cellIndex]?.text ?? '')) }
}

const csvRows = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .replace('\u{feff}', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

async function csvOf(path: string, body: object): Promise<string[][]> {
  const { body: made } = await root.create(path, { ...body, format: 'csv' })
  await root.ended(made.taskUUID)
  return csvRows((await root.download(made.taskUUID)).bytes)
}

describe('a report of a ranking', () => {
  test('is made by a task (REPORT-11a) and downloaded by its owner', async () => {
    const made = await root.create('ranking/root', {})
    expect(made).toMatchObject({ status: 200, body: { taskUUID: expect.any(String) } })
    const uuid = made.body.taskUUID
    const ended = await root.ended(uuid)
    expect(ended).toMatchObject({ status: 'FINISHED', position: 0, reason: '', title: 'Ranking: All', format: 'xlsx' })
    const { status, headers, bytes } = await root.download(uuid)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Ranking All 2026-02-10.xlsx"; filename*=UTF-8''Ranking%20All%202026-02-10.xlsx`,
    })
    expect(ended.size).toBe(bytes.length)
    const { reports } = (await root.call('GET', `list/${board.survey}`)).body
    expect(reports[0]).toEqual(ended)
  })

  test('holds the cells of the screen, figures unrounded, with rank and Total', async () => {
    const { texts, data } = await screen(`/rest/widgets/data/${board.survey}/units/root`)
    const [header, ...rows] = await csvOf('ranking/root', { component: 'units' })
    expect(header).toEqual(['Rank', 'country', 'Satisfaction', 'Answers', 'balls', 'Possible ranks'])
    expect(rows.map((cells) => cells.slice(1, -1))).toEqual(texts)
    expect(rows.map((cells) => cells.at(-1))).toEqual(['1–2', '', ''])
    const [sheet, asked] = await root.sheets('ranking/root', { component: 'units' })
    const [, sweden] = sheet?.rows ?? []
    expect(sweden).toEqual([1, 'Sweden', data.rows[0]?.cells[1]?.value, 4, '3', '1–2'])
    expect(asked?.name).toBe('What was asked')
    expect(asked?.rows).toEqual([
      ['Report', 'Ranking'],
      ['Survey', board.survey],
      ['Place', 'All'],
      ['Time', 'All time'],
      ['Asked by', expect.any(String)],
      ['Made', '10 Feb 2026, 12:00'],
      ['Language', 'English'],
    ])
  })

  test('holds the columns, the order and the rows that its reader sees', async () => {
    const body = { component: 'units', columns: ['slow', 'name'], sortVar: 'slow', sortDesc: true, filter: 'nor' }
    const [header, ...rows] = await csvOf('ranking/root', body)
    expect(header).toEqual(['Rank', 'Low marks', 'country'])
    expect(rows).toEqual([
      ['1', '1', 'Norway'],
      ['', '2', 'All'],
    ])
    const { texts } = await screen(
      `/rest/widgets/data/${board.survey}/units/root?sortVar=slow&sortDesc=true&filter=nor`,
    )
    expect(texts[0]?.[0]).toBe('Norway')
  })

  test('says the filters, the period and the place it is of, and holds the single responses at the last level', async () => {
    const path = 'country=Sweden;store=Stockholm;channel=web;date=2026'
    const [sheet, asked] = await root.sheets(`ranking/${path}`, { component: 'units' })
    expect(sheet?.rows).toEqual([
      ['comment', 'rating', 'Date', 'State', 'Alert', 'channel'],
      ['Good', 5, new Date('2026-01-05T00:00:00Z'), 'Completed', null, 'WEB'],
      ['All', 5, null, null, null, null],
    ])
    expect(asked?.rows).toContainEqual(['Place', 'Sweden / Stockholm'])
    expect(asked?.rows).toContainEqual(['channel', 'WEB'])
    expect(asked?.rows).toContainEqual(['Time', '1 Jan – 31 Dec 2026 (so far)'])
  })

  test.each([
    ['columns', { component: 'units', columns: ['satisfaction', 'gone'] }],
    ['sortVar', { component: 'units', sortVar: 'balls' }],
    ['component', { component: 'trend' }],
    ['format', { format: 'pdf' }],
    ['columns', { component: 'units', columns: [] }],
  ])('is refused for a wrong %s', async (field, body) => {
    const { status, body: said } = await root.create('ranking/root', body)
    expect(status).toBe(400)
    expect(said.fields).toHaveProperty(field)
  })

  test('is refused for a component and a place that are not there', async () => {
    expect((await root.create('ranking/root', { component: 'gone' })).status).toBe(404)
    expect((await root.create('ranking/country=Mars', {})).status).toBe(404)
  })
})

describe('a report of interviews', () => {
  test('lists those of a place, at any level, as its table does (REPORT-11b)', async () => {
    const [sheet] = await root.sheets('interviews/country=Sweden', { sortVar: 'rating', sortDesc: true, filter: 'oo' })
    expect(sheet?.rows.slice(1, -1).map((row) => row[0])).toEqual(['Good'])
    const all = await root.sheets('interviews/root', {
      columns: ['rating', 'eventdate'],
      sortVar: 'rating',
      sortDesc: false,
    })
    expect(all[0]?.rows.map(([rating]) => rating)).toEqual(['rating', 1, 2, 3, 4, 5, 3])
  })

  test('lists what an indicator counts', async () => {
    const [sheet] = await root.sheets('interviews/root', { indicator: 'slow', columns: ['rating'] })
    expect(sheet?.rows).toEqual([['rating'], [1], [2]])
    const wrong = await root.create('interviews/root', { indicator: 'place' })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { indicator: expect.any(String) } } })
  })
})

describe('a report of samples', () => {
  test('lists the responses that are not completed, with their state', async () => {
    const [sheet] = await root.sheets('samples/root', { columns: ['id', 'state', 'rating'] })
    expect(sheet?.rows).toEqual([
      ['Number', 'State', 'rating'],
      [String(board.responseIds[5]), 'New', 4],
    ])
  })

  test('is of one response whatever its state, and of none that is not there (REPORT-11e)', async () => {
    const sampleId = board.responseIds[0]
    const [sheet] = await root.sheets('samples/root', { sampleId, columns: ['id', 'state'] })
    expect(sheet?.rows.slice(1)).toEqual([[String(sampleId), 'Completed']])
    expect((await root.create('samples/root', { sampleId: 2_147_483_647 })).status).toBe(404)
  })
})

describe('a report that the survey describes', () => {
  test('holds a sheet for each part of its components, in their order (REPORT-11f)', async () => {
    const sheets = await root.sheets('named/monthly/root', { format: 'xlsx' })
    expect(sheets.map(({ name }) => name)).toEqual([
      'Key figures',
      'Development',
      'Interviews',
      'Results',
      'country',
      'What was asked',
    ])
    const [figures, development, , results] = sheets
    expect(figures?.rows[1]?.slice(0, 3)).toEqual(['Satisfaction', 3, 3])
    expect(development?.rows).toEqual([
      expect.arrayContaining(['Satisfaction', 'Answers', 'Goal']),
      ['Jan 2026', 3.66666666667, 3, 3],
      ['Feb 2026', 2, 2, 3],
    ])
    expect(results?.rows[1]?.slice(0, 3)).toEqual(['Drivers', null, 3])
    expect(results?.rows[2]?.slice(0, 3)).toEqual(['Drivers', 'rating', 3])
  })

  test('is refused for another format, an unknown name, and a component without figures', async () => {
    expect(await root.create('named/monthly/root', { format: 'pdf' })).toMatchObject({
      status: 400,
      body: { fields: { format: expect.any(String) } },
    })
    expect((await root.create('named/gone/root', { format: 'xlsx' })).status).toBe(404)
    expect((await root.create('named/empty/root', { format: 'xlsx' })).status).toBe(400)
  })

  test('is refused to who may not see its components', async () => {
    const token = await signIn(board.deps, await createUser(board.deps.db, await member()), board.universeId)
    const user = reportCaller(board, token)
    expect((await user.create('named/closed/root', { format: 'xlsx' })).status).toBe(403)
    expect((await root.create('named/closed/root', { format: 'xlsx' })).status).toBe(200)
  })
})

async function member() {
  const { id: roleId } = await board.deps.db.selectFrom('role').select('id').executeTakeFirstOrThrow()
  return { universes: [{ universeId: board.universeId, roleId }] }
}

test('the indicators of a place are a file that is made at once', async () => {
  const headers = { ...bearer(root.token), 'accept-language': 'sv' }
  const url = `/rest/reports/indicators/${board.survey}/country=Sweden`
  const answer = await board.app.inject({ url, headers })
  expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''Indikatorer%20Sweden%202026-02-10.xlsx")
  const { sheets } = await readXlsx(answer.rawPayload)
  expect(sheets.map(({ name }) => name)).toEqual(['Indikatorer', 'Vad som efterfrågades'])
  expect(sheets[0]?.rows[1]?.slice(0, 3)).toEqual(['Nöjdhet', 3.5, 3])
  const csv = await board.app.inject({ url: `${url}?format=csv`, headers })
  expect(csv.body.split('\r\n')[1]?.startsWith('Nöjdhet,"3,5"')).toBe(true)
})

describe('a file that the browser opens with a ticket', () => {
  /** Opens a file as a browser of another language does, with a ticket that the Swedish screens asked for. */
  async function opened(path: string) {
    const headers = { ...bearer(root.token), 'accept-language': 'sv' }
    const url = `/rest/reports/${path}`
    const asked = { method: 'POST', url: '/rest/authentication/ticket', headers, payload: { path: url } } as const
    const { ticket } = (await board.app.inject(asked)).json<{ ticket: string }>()
    const token = `${url.includes('?') ? '&' : '?'}token=${ticket}`
    return board.app.inject({ url: `${url}${token}`, headers: { 'accept-language': 'de, en' } })
  }

  test('is in the language of the screens: the indicators of a place (REPORT-14)', async () => {
    const answer = await opened(`indicators/${board.survey}/country=Sweden?format=csv`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body.split('\r\n')[1]?.startsWith('Nöjdhet,"3,5"')).toBe(true)
  })

  test('is in the language of the screens: a single interview (INTV-25)', async () => {
    const answer = await opened(`interview/${board.survey}/${board.responseIds[0]}`)
    expect(answer.headers['content-type']).toBe('application/pdf')
    const { text, language } = readPdf(answer.rawPayload)
    expect(language).toMatch(/^sv/)
    expect(text).toContain('Nyckelfrågor')
  })

  test('is refused in that language too', async () => {
    const answer = await opened(`interview/${board.survey}/2147483647`)
    expect(answer.json()).toMatchObject({ code: 'not_found', message: expect.stringMatching(/finns/) })
  })
})

test('reports that a survey does not offer are refused', async () => {
  const closed = await openDashboard({
    extra: `
enableRankingListReport: false
reports: { excelBenchmark: false, pdfBenchmark: false, interviews: false, samples: false, indicators: false, singleInterview: false }
`,
  })
  try {
    const caller = await rootCaller(closed)
    for (const kind of ['ranking', 'interviews', 'samples'])
      expect((await caller.create(`${kind}/root`)).status, kind).toBe(403)
    for (const format of ['xlsx', 'pdf'])
      expect((await caller.create('benchmark/root', { format })).status, format).toBe(403)
    expect((await caller.call('GET', `indicators/${closed.survey}/root`)).status).toBe(403)
    expect((await caller.call('GET', `interview/${closed.survey}/${closed.responseIds[0]}`)).status).toBe(403)
  } finally {
    await closed.close()
  }
})

test('a report is made by a task that its creation answers with, whatever its kind (REPORT-11g)', async () => {
  const xlsx = { format: 'xlsx' }
  const bodies: Record<string, object> = { benchmark: xlsx, named: xlsx, page: xlsx }
  const names: Record<string, string> = { named: 'monthly/', page: 'overview/' }
  for (const [name, { kind }] of Object.entries(kinds)) {
    // Those of a campaign: features/campaigns/letters.test.ts.
    if (name === 'letters') continue
    const { status, body } = await root.create(`${name}/${names[name] ?? ''}root`, bodies[name] ?? {})
    expect(status, name).toBe(200)
    expect(body, name).toEqual({ taskUUID: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(kind.route.path, name).toMatch(new RegExp(`^/rest/reports/${name}/`))
    expect((await root.ended(body.taskUUID)).status, name).toBe('FINISHED')
  }
})
