import { readFile } from 'node:fs/promises'
import type { NewSurveyCheck } from '@gensvar/contract/new-survey-plan'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { createLogger } from '#server/platform/log.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { bearer, createRole, createUniverse, createUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { importFile, importTask } from '../service.ts'
import type { ImportRequest } from '../service.ts'
import { csvOf } from '../testing/planned-file.ts'
import { surveyContents } from '../testing/survey-contents.ts'
import { testFile, testWorkbook } from '../testing/test-files.ts'

const server = await testApp({ log: createLogger('error') })
const { app, deps } = server
const engine = new TaskEngine(deps, [importTask])
let root: Record<string, string> = {}
let universe = { id: 0, name: '' }

beforeAll(async () => {
  universe = await createUniverse(deps.db)
  const { id } = await createUser(deps.db, { isRoot: true })
  root = bearer((await startSession(deps, { userId: id, universeId: universe.id, actorUserId: null })).token)
  engine.start()
})
afterAll(async () => {
  await engine.stop()
  await server.close()
})

type Headers = Record<string, string>

async function call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = root) {
  const answer = await app.inject({ method, url: `/rest/newsurvey${url}`, headers, ...(payload && { payload }) })
  if (answer.statusCode === 500) throw new Error(answer.body)
  return { status: answer.statusCode, body: answer.json<T>() }
}

async function upload(path: string, name = 'data.csv', headers: Headers = root) {
  const answer = await app.inject({
    method: 'POST',
    url: `/rest/newsurvey/upload?filename=${encodeURIComponent(name)}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: await readFile(path),
  })
  if (answer.statusCode === 500) throw new Error(answer.body)
  return { status: answer.statusCode, body: answer.json<{ uploadId: string; message: string; columns: unknown[] }>() }
}

interface Status {
  state: string
  error: string | null
  check: NewSurveyCheck | null
  problems: { message: string; row: number | null; column: string | null; fields: string[] }[]
  created: { survey: string; ninterviews: number; importSetId: number; openDoubts: number } | null
}

/** Starts a run and waits for its end. */
async function run(verb: 'check' | 'create', uploadId: string, options: object): Promise<Status> {
  const started = await call<{ importId: number; message: string }>('POST', `/${verb}/${uploadId}`, options)
  if (started.status !== 200) throw new Error(started.body.message)
  return ended(started.body.importId)
}

async function ended(importId: number): Promise<Status> {
  let last: Status | null = null
  await expect
    .poll(
      async () => {
        last = (await call<Status>('GET', `/status/${importId}`)).body
        return last.state
      },
      { timeout: 30_000 },
    )
    .toMatch(/^(done|failed|cancelled)$/)
  if (!last) throw new Error('no status')
  return last
}

const contents = (survey: string) => surveyContents(deps.db, universe.name, survey)

/** The survey as the command line makes it. */
async function byCommand(path: string, request: Partial<ImportRequest>) {
  const survey = `${request.survey ?? ''}_cli`
  await importFile(programContext(deps, 'import'), { file: path, universe: universe.name, ...request, survey })
  const made = await contents(survey)
  const text = JSON.stringify(made).replaceAll(survey, request.survey ?? '')
  return JSON.parse(text) as typeof made
}

const headers = [
  'Region',
  'Store',
  'Visited',
  'Overall rating',
  'Helpful staff',
  'Would you recommend us (0-10)',
  'Channel',
  'Comment',
  'Id',
]
const rows = (count: number) =>
  csvOf(headers, count, (index) => [
    `r${index % 3}`,
    `s${index % 6}`,
    `2024-0${1 + (index % 6)}-1${index % 9}`,
    index % 24 === 5 ? 0 : 1 + (index % 5),
    1 + ((index * 3) % 5),
    index % 11,
    ['web', 'phone', 'store'][index % 3] ?? '',
    index % 4 === 0 ? `It was nice, visit ${index}` : '',
    1000 + index,
  ])

describe('a survey made in the browser is the one the command line makes', () => {
  test('from a csv with nothing chosen', async () => {
    const path = await testFile('data.csv', rows(240))
    const { body } = await upload(path)
    expect(body.columns).toHaveLength(9)
    const options = { survey: 'plain', title: 'Plain' }
    const checked = await run('check', body.uploadId, options)
    expect(checked.problems).toEqual([])
    const done = await run('create', body.uploadId, options)
    expect(done.created).toMatchObject({ survey: 'plain', ninterviews: 240, openDoubts: 1 })
    expect(await contents('plain')).toEqual(await byCommand(path, options))
    // The page shown before is the page there is now.
    const page = checked.check?.page
    expect(page).toMatchObject({ title: 'Plain', responses: 240, period: { from: '2024-01-10', to: '2024-06-18' } })
    expect(page?.levels).toEqual([
      { variable: 'Region', title: 'Region', units: 3 },
      { variable: 'Store', title: 'Store', units: 6 },
    ])
    await deps.analytics.feed.catchUp()
    const ctx = programContext(deps, 'test', { ...universe, timeZone: 'UTC', defaultLocale: 'en' })
    const access = await surveyAccess(ctx, 'plain')
    const indicators = (page?.tiles ?? []).map(({ name }) => ({
      key: name,
      expression: access.model.config.indicators[name]?.expression ?? `mean(${name})`,
    }))
    const answer = await figures(ctx, access, { conditions: [], by: 'none', indicators })
    const values = answer.rows[0]?.values ?? []
    expect(page?.tiles.length).toBeGreaterThan(2)
    expect(page?.tiles.map(({ name, n }) => [name, n])).toEqual(
      indicators.map(({ key }, index) => [key, values[index]?.n]),
    )
    for (const [index, tile] of (page?.tiles ?? []).entries())
      expect(tile.value, tile.name).toBeCloseTo(values[index]?.value ?? NaN, 9)
    expect(page?.pages.map(({ name }) => name)).toEqual(access.model.config.pages.map(({ extname }) => extname))
  })

  test('from a workbook, with every option', async () => {
    const path = await testWorkbook(
      {
        Cover: [['Nothing here']],
        Answers: [
          ['Export of 2024'],
          headers,
          ...Array.from({ length: 120 }, (_, index) => [
            `r${index % 3}`,
            `s${index % 6}`,
            `${1 + (index % 9)}/${1 + (index % 6)}/2024`,
            1 + (index % 5),
            index % 9 === 0 ? 0 : 1 + (index % 5),
            index % 11,
            1 + (index % 4),
            `text ${index}`,
            index % 60,
          ]),
        ],
      },
      'visits.xlsx',
    )
    const { body } = await upload(path, 'visits.xlsx')
    const options = {
      survey: 'chosen',
      title: 'Chosen',
      sheet: 'Answers',
      headerRows: 2,
      hierarchy: [1],
      date: 2,
      dateFormat: 'dd/mm/yyyy',
      key: 8,
      main: 4,
      repeated: 'last',
      columns: [
        { index: 0, leftOut: true },
        { index: 3, title: 'How was it?', min: 0, max: 5 },
        { index: 6, type: 'single' },
        { index: 7, leftOut: true },
      ],
      decisions: [{ id: 'below:helpful_staff', choice: 'blank' }],
    }
    const checked = await run('check', body.uploadId, options)
    expect(checked).toMatchObject({
      problems: [],
      check: { sheet: 'Answers', sheets: ['Cover', 'Answers'], headerRows: 2, rows: 60 },
    })
    const columns = checked.check?.columns ?? []
    expect(columns.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(columns.filter(({ leftOut }) => leftOut).map(({ name }) => name)).toEqual(['Region', 'Comment'])
    expect(columns[3]).toMatchObject({ type: 'scale', min: 0, max: 5, title: 'How was it?' })
    expect(columns[6]).toMatchObject({ type: 'single', examples: ['1', '2', '3', '4'] })
    expect(columns[8]?.roles).toEqual(['key'])
    expect(checked.check).toMatchObject({ hierarchy: [1], date: 2, dateFormat: 'dd/mm/yyyy', key: 8, main: 4 })
    expect(checked.check?.doubts).toMatchObject([{ id: 'below:helpful_staff', chosen: 'blank', isDecided: true }])
    const done = await run('create', body.uploadId, options)
    expect(done).toMatchObject({ state: 'done', created: { ninterviews: 60, openDoubts: 0 } })
    const config = {
      name: 'settings.yaml',
      text: 'questions:\n  overall_rating: { title: How was it?, min: 0, max: 5 }\n  Channel: { type: single }\n',
    }
    const request = {
      ...{ survey: 'chosen', title: 'Chosen', sheet: 'Answers', headerRows: 2, hierarchy: ['Store'], date: 'Visited' },
      ...{ dateFormat: 'dd/mm/yyyy', key: 'Id', main: 'Helpful staff', repeated: 'last' as const, config },
      ...{ leaveOut: ['Region', 'Comment'], decisions: options.decisions },
    }
    expect(await contents('chosen')).toEqual(await byCommand(path, request))
  })

  test('from the export of a survey product, with rows that are not finished', async () => {
    const text = csvOf(
      [
        'Respondent ID',
        'Collector ID',
        'Start Date',
        'End Date',
        'IP Address',
        'How satisfied are you?',
        'Which do you use?',
        '',
        '',
      ],
      61,
      (index) =>
        index === 0
          ? ['', '', '', '', '', 'Response', 'Web', 'Phone', 'Store']
          : [
              ...[7000 + index, 1, `03/${10 + (index % 18)}/2024 10:00:00 AM`],
              ...[`03/${10 + (index % 18)}/2024 10:05:00 AM`, '10.0.0.1', 1 + (index % 5)],
              ...[index % 2 ? 'Web' : '', index % 3 ? 'Phone' : '', index % 5 ? 'Store' : ''],
            ],
    )
    const path = await testFile('data.csv', text)
    const { body } = await upload(path)
    const checked = await run('check', body.uploadId, { survey: 'monkey', title: 'Monkey' })
    const group = checked.check?.columns.find(({ parts }) => parts.length > 0)
    expect(group).toMatchObject({ type: 'multiple', parts: [6, 7, 8] })
    const options = { survey: 'monkey', title: 'Monkey', columns: [{ index: 0, leftOut: true }] }
    await run('create', body.uploadId, options)
    const expected = await byCommand(path, { survey: 'monkey', title: 'Monkey', leaveOut: ['Respondent ID'] })
    expect(await contents('monkey')).toEqual(expected)
    // A question of several columns is left out as a whole.
    const without = { ...options, survey: 'monkey_2', columns: [{ index: group?.index ?? 0, leftOut: true }] }
    const left = await run('check', body.uploadId, without)
    expect(left.check?.columns.filter(({ leftOut }) => !leftOut).map(({ name }) => name)).not.toContain(group?.name)
  })
})

describe('what is wrong with a file or its options is told, and nothing is written:', () => {
  const nothingWritten = async (survey: string) => expect(await contents(survey)).toBeNull()

  test.each<[string, string, object, object]>([
    [
      'a date',
      'Region,Visited,Rating\nr1,2024-01-05,3\nr2,soon,4\nr1,2024-01-07,5\n',
      { date: 1 },
      { row: 3, column: 'Visited', fields: ['date', 'dateFormat'] },
    ],
    ['a column', 'Region,Visited,Rating\nr1,2024-01-05,3\n', { key: 9 }, { fields: ['key'] }],
    [
      'text in a number',
      'Region,Rating\nr1,3\nr2,many\nr1,more\n',
      { columns: [{ index: 1, type: 'numeric' }] },
      { row: 3, column: 'Rating', message: 'Row 3, column "Rating": "many" is not a number.', fields: ['file'] },
    ],
    ['a key that is there twice', 'Id,Rating\n1,3\n1,4\n', { key: 0 }, { fields: ['key', 'repeated'] }],
  ])('%s', async (_what, text, more, problem) => {
    const { body } = await upload(await testFile('data.csv', text))
    const options = { survey: 'wrong', title: 'Wrong', ...more }
    const checked = await run('check', body.uploadId, options)
    expect(checked).toMatchObject({ state: 'done', check: null, problems: [problem] })
    const made = await run('create', body.uploadId, options)
    expect(made).toMatchObject({ state: 'failed', error: checked.problems[0]?.message, created: null })
    await nothingWritten('wrong')
  })

  test('a name that is taken, a scale upside down, an organisation of others', async () => {
    const { body } = await upload(await testFile('data.csv', rows(30)))
    await run('create', body.uploadId, { survey: 'taken', title: 'Taken' })
    const start = (options: object) =>
      call<{ fields: object }>('POST', `/check/${body.uploadId}`, { title: 'T', ...options })
    expect(await start({ survey: 'taken' })).toMatchObject({
      status: 409,
      body: { fields: { survey: expect.any(String) } },
    })
    expect(await start({ survey: 'x', columns: [{ index: 3, min: 5, max: 1 }] })).toMatchObject({
      status: 400,
      body: { fields: { 'columns.0.min': expect.any(String) } },
    })
    expect(await start({ survey: 'no name' })).toMatchObject({ status: 400 })
  })

  test.each<[string, string, string | Buffer, string]>([
    ['an empty file', 'empty.csv', '', 'empty.csv is empty.'],
    ['another type', 'photo.png', 'x', 'photo.png is neither a .csv nor a .xlsx file.'],
    ['a PDF', 'scan.xlsx', '%PDF-1.4', 'scan.xlsx cannot be read. It is a PDF: export the table as .csv or .xlsx.'],
    [
      'a workbook cut off',
      'cut.xlsx',
      Buffer.from('PK\u0003\u0004 and no more', 'latin1'),
      'The workbook is damaged: ',
    ],
  ])('%s', async (_what, name, content, message) => {
    const { status, body } = await upload(await testFile('x', content), name)
    expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringContaining(message) })
    const kept = await deps.db.selectFrom('import_upload').select('uuid').where('filename', '=', name).execute()
    expect(kept).toEqual([])
  })
})

test('a run can be cancelled, and is replaced by a later one of the same file', async () => {
  const { body } = await upload(await testFile('data.csv', rows(20_000)))
  const options = { survey: 'cancelled', title: 'Cancelled' }
  const first = await call<{ importId: number }>('POST', `/create/${body.uploadId}`, options)
  await expect
    .poll(async () => (await call<Status>('GET', `/status/${first.body.importId}`)).body.state)
    .toBe('running')
  expect(await call('POST', `/cancel/${first.body.importId}`)).toMatchObject({ status: 200 })
  expect(await ended(first.body.importId)).toMatchObject({ state: 'cancelled', error: null, created: null })
  expect(await contents('cancelled')).toBeNull()
  const second = await call<{ importId: number }>('POST', `/check/${body.uploadId}`, options)
  const third = await call<{ importId: number }>('POST', `/check/${body.uploadId}`, options)
  expect(await ended(second.body.importId)).toMatchObject({ state: 'cancelled' })
  expect(await ended(third.body.importId)).toMatchObject({ state: 'done' })
})

describe('who may make surveys', () => {
  test('administrators where root allows it; uploads and runs are their owner’s alone', async () => {
    const role = await createRole(deps.db, universe.id, {})
    const admin = await createUser(deps.db, { universes: [{ universeId: universe.id, roleId: role, admin: true }] })
    const own = bearer(
      (await startSession(deps, { userId: admin.id, universeId: universe.id, actorUserId: null })).token,
    )
    const path = await testFile('data.csv', rows(30))
    expect(await upload(path, 'data.csv', own)).toMatchObject({ status: 403 })
    expect(await call('GET', '/setting')).toMatchObject({ status: 200, body: { administrators: false } })
    expect(await call('PUT', '/setting', { administrators: true }, own)).toMatchObject({ status: 403 })
    expect(await call('PUT', '/setting', { administrators: true })).toMatchObject({ status: 200 })
    const { body } = await upload(path, 'data.csv', own)
    const options = { survey: 'theirs', title: 'Theirs' }
    expect(await call('POST', `/check/${body.uploadId}`, options)).toMatchObject({ status: 404 })
    expect(await call('POST', `/check/${body.uploadId}`, { ...options, universe: 'another' }, own)).toMatchObject({
      status: 403,
    })
    const started = await call<{ importId: number }>('POST', `/create/${body.uploadId}`, options, own)
    expect(started.status).toBe(200)
    const status = `/status/${started.body.importId}`
    await expect
      .poll(async () => (await call<Status>('GET', status, undefined, own)).body.state, { timeout: 60_000 })
      .toBe('done')
    expect(await call('GET', status)).toMatchObject({ status: 404 })
    expect(await call('POST', `/cancel/${started.body.importId}`)).toMatchObject({ status: 404 })
    expect(await call('DELETE', `/file/${body.uploadId}`)).toMatchObject({ status: 404 })
    const { body: files } = await call<{ files: { uploadId: string; lastImportId: number }[] }>(
      'GET',
      '/files',
      undefined,
      own,
    )
    expect(files.files).toMatchObject([{ uploadId: body.uploadId, lastImportId: started.body.importId }])
    expect(await call('DELETE', `/file/${body.uploadId}`, undefined, own)).toMatchObject({ status: 200 })
    expect((await call<{ files: unknown[] }>('GET', '/files', undefined, own)).body.files).toEqual([])
    const audit = await deps.db
      .selectFrom('audit')
      .select(['user_id'])
      .where('action', '=', 'import')
      .where('user_id', '=', admin.id)
      .execute()
    expect(audit).toHaveLength(1)
    await call('PUT', '/setting', { administrators: false })
    expect(await upload(path, 'data.csv', own)).toMatchObject({ status: 403 })
  })

  test('root in an installation without any organisation names the first one', async () => {
    const { id } = await createUser(deps.db, { isRoot: true })
    const alone = bearer((await startSession(deps, { userId: id, universeId: null, actorUserId: null })).token)
    const { body } = await upload(await testFile('data.csv', rows(30)), 'my data.csv', alone)
    const start = (options: object) =>
      call<{ importId: number }>(
        'POST',
        `/create/${body.uploadId}`,
        { survey: 'mine', title: 'Mine', ...options },
        alone,
      )
    expect(await start({})).toMatchObject({ status: 400, body: { fields: { universe: expect.any(String) } } })
    const { body: started } = await start({ universe: 'acme', universeTitle: 'Acme Ltd' })
    const status = () => call<Status>('GET', `/status/${started.importId}`, undefined, alone)
    await expect.poll(async () => (await status()).body.state, { timeout: 60_000 }).toBe('done')
    expect((await status()).body.created).toMatchObject({ universe: 'acme', survey: 'mine', ninterviews: 30 })
    const made = await deps.db.selectFrom('universe').select('title').where('name', '=', 'acme').executeTakeFirst()
    expect(made?.title).toEqual({ en: 'Acme Ltd' })
  })
})
