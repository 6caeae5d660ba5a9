import { readFile } from 'node:fs/promises'
import type { uploadCheck } from '@gensvar/contract/imports'
import type { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { programContext } from '#server/domain/context.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { bearer, createRole, createUniverse, createUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { importFile, importTask } from '../service.ts'
import type { Cell } from '../tables/cell.ts'
import { csvOf } from '../testing/planned-file.ts'
import { surveyContents } from '../testing/survey-contents.ts'
import { testFile, testWorkbook } from '../testing/test-files.ts'

const server = await testApp()
const { app, deps } = server
const engine = new TaskEngine(deps, [importTask])
let root: Record<string, string> = {}
let admin: Record<string, string> = {}
let universe = { id: 0, name: '' }
let survey = ''
let made = 0

const config = `
pages:
  - extname: work
    title: Work
    components:
      - type: data-uploader
        config:
          id: up
          states: [0, 1]
          fields:
            - { variable: overall_rating, title: Rating, mandatory: true }
            - { variable: visited }
            - { variable: region }
            - { variable: store }
            - { variable: channel }
      - { type: import-set-list, config: { id: sets } }
`

beforeAll(async () => {
  universe = await createUniverse(deps.db)
  const user = await createUser(deps.db, { isRoot: true })
  root = bearer((await startSession(deps, { userId: user.id, universeId: universe.id, actorUserId: null })).token)
  engine.start()
})
afterAll(async () => {
  await engine.stop()
  await server.close()
})
beforeEach(async () => {
  survey = `visits_${++made}`
  const text = csvOf(['id', 'region', 'store', 'visited', 'overall_rating', 'channel'], 60, (index) => [
    ...[index, `r${index % 2}`, `s${index % 4}`, `2024-01-${10 + (index % 9)}`],
    ...[1 + (index % 5), ['web', 'phone'][index % 2] ?? ''],
  ])
  await importFile(programContext(deps, 'import'), {
    ...{ file: await testFile('data.csv', text), universe: universe.name, survey, key: 'id' },
    ...{ hierarchy: ['region', 'store'], config: { name: 'c.yaml', text: config } },
  })
  const { id } = await deps.db
    .selectFrom('survey')
    .select('id')
    .where('ext_name', '=', survey)
    .executeTakeFirstOrThrow()
  const role = await createRole(deps.db, universe.id, { surveys: { [id]: {} } })
  const user = await createUser(deps.db, { universes: [{ universeId: universe.id, roleId: role, admin: true }] })
  admin = bearer((await startSession(deps, { userId: user.id, universeId: universe.id, actorUserId: null })).token)
})

const files = async () =>
  (
    await deps.db
      .selectFrom('import_upload')
      .innerJoin('survey', 'survey.id', 'import_upload.survey_id')
      .select('filename')
      .where('ext_name', '=', survey)
      .execute()
  ).map(({ filename }) => filename)
const contents = () => surveyContents(deps.db, universe.name, survey)

interface Uploaded {
  error: string | null
  suggested: { fieldMapping: Record<string, number>; state: string; key: unknown }
  mapping: { columns: object[]; states: object[] }
  spreadsheet: { columns: object[]; sheets: string[] }
  mayUpdate: boolean
  fields: Record<string, string>
}

async function upload(rows: Cell[][], name = 'more.xlsx', headers = admin) {
  return send(await readFile(await testWorkbook({ Sheet: rows })), name, headers)
}

async function send(payload: Buffer, name: string, headers = admin) {
  const answer = await app.inject({
    method: 'POST',
    url: `/rest/imports/upload/${survey}/up?filename=${encodeURIComponent(name)}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload,
  })
  return { status: answer.statusCode, body: answer.json<Uploaded>() }
}

async function call<T>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = admin) {
  const answer = await app.inject({ method, url: `/rest/${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json<T>() }
}

interface Status {
  state: string
  error: string | null
  check: z.output<typeof uploadCheck> | null
  result: { ok: boolean; error: string | null; ninterviews: number; importSetId: number | null } | null
}

const fieldMapping = { overall_rating: 0, visited: 1, region: 2, store: 3 }

async function run(verb: 'check' | 'handle', more: object = {}, headers = admin): Promise<Status> {
  const body = { filename: 'more.xlsx', state: '0', fieldMapping, ...more }
  const started = await call<{ importId: number; message: string }>(
    'POST',
    `imports/${verb}/${survey}/up`,
    body,
    headers,
  )
  if (started.status !== 200) throw new Error(started.body.message)
  const status = () => call<Status>('GET', `imports/status/${survey}/${started.body.importId}`, undefined, headers)
  await expect.poll(async () => (await status()).body.state, { timeout: 20_000 }).toMatch(/^(done|failed)$/)
  return (await status()).body
}

const names = ['Rating', 'Visited', 'Region', 'Store', 'Notes']
const good = [names, ...Array.from({ length: 10 }, (_, index) => [1 + (index % 5), '2024-03-05', 'r1', 's9', 'x'])]

describe('importing into a survey', () => {
  test('suggests how to link columns, by names and by the last import (IMPORT-15)', async () => {
    const { body, status } = await upload(good)
    expect(status).toBe(200)
    expect(body).toMatchObject({ filename: 'more.xlsx', error: null, message: null, mayUpdate: false })
    expect(body.mapping.columns[0]).toEqual({ variable: 'overall_rating', title: 'Rating', mandatory: true })
    for (const column of body.mapping.columns)
      expect(column).toEqual({ variable: expect.any(String), title: expect.anything(), mandatory: expect.any(Boolean) })
    const firstRow = ['1', '2024-03-05', 'r1', 's9', 'x']
    expect(body.spreadsheet.columns).toEqual(names.map((name, idx) => ({ name, firstRow: firstRow[idx], idx })))
    expect(body.mapping.states).toMatchObject([
      { value: '0', name: { en: 'Completed' } },
      { value: '1', name: { en: 'New', sv: 'Ny' } },
    ])
    expect(body.spreadsheet.columns[3]).toEqual({ name: 'Store', firstRow: 's9', idx: 3 })
    expect(body.suggested).toEqual({ state: '0', fieldMapping, key: null })
    const other = [['Mark', ...names.slice(1)], ...good.slice(1)]
    await upload(other)
    await run('handle', { state: '1', fieldMapping: { overall_rating: 0 } })
    expect(
      (
        await upload([
          ['A', 'Mark'],
          ['x', 3],
        ])
      ).body.suggested,
    ).toEqual({ state: '1', fieldMapping: { overall_rating: 1 }, key: null })
    expect(
      (await call<Uploaded>('GET', `imports/file/${survey}/up?filename=more.xlsx&sheet=Sheet`)).body.suggested.state,
    ).toBe('1')
    expect(await files()).toEqual(['more.xlsx'])
    expect(await call('DELETE', `imports/file/${survey}/up?filename=more.xlsx`)).toMatchObject({ status: 200 })
    expect(await call('GET', `imports/file/${survey}/up?filename=more.xlsx`)).toMatchObject({ status: 404 })
  })

  test('adds the rows in the state chosen, and nothing else; its set undone, the survey is as before (IMPORT-20)', async () => {
    const before = await contents()
    await upload(good)
    const checked = await run('check')
    expect(checked.check).toMatchObject({ rows: 10, adds: 10, changes: 0, nerrors: 0, errors: [] })
    expect(checked.check?.first[1]).toEqual({ row: 3, cells: ['2', '2024-03-05', 'r1', 's9'] })
    expect(await contents()).toEqual(before)
    const done = await run('handle', { state: '1' })
    expect(done.result).toMatchObject({ ok: true, error: null, ninterviews: 10 })
    const after = await contents()
    expect(after?.responses).toHaveLength(70)
    expect(after?.responses.slice(-1)).toMatchObject([
      {
        state: 1,
        event_date: '2024-03-05',
        foreign_id: null,
        completed_at: null,
        answers: { overall_rating: 5, visited: '2024-03-05', region: 'r1', store: 's9' },
        places: [['r1'], ['r1', 's9']].slice(1),
      },
    ])
    expect(after?.questions).toEqual(before?.questions)
    expect(after?.configuration).toBe(before?.configuration)
    const undone = await call('DELETE', `imports/set/${survey}/${done.result?.importSetId}`)
    expect(undone).toEqual({ status: 200, body: { ok: true, surveyRemoved: false } })
    expect(await contents()).toEqual(before)
  })

  test('imports or updates a file by its mapping; the files are the caller’s own, the sets those of the survey (IMPORT-17) (IMPORT-18) (IMPORT-19)', async () => {
    const filesOf = (headers: typeof admin) =>
      call<object>('GET', `widgets/files/${survey}/up/root`, undefined, headers)
    const setsOf = (headers: typeof admin) =>
      call<{ importSets: object[]; mayRemove: boolean }>('GET', `widgets/data/${survey}/sets/root`, undefined, headers)
    expect(await filesOf(admin)).toEqual({ status: 200, body: { files: [], mayImport: true } })
    await upload(good)
    expect((await filesOf(admin)).body).toEqual({ files: ['more.xlsx'], mayImport: true })
    expect((await filesOf(root)).body).toEqual({ files: [], mayImport: true })
    expect((await run('handle', { state: '1' })).result).toMatchObject({ ok: true, ninterviews: 10 })
    await upload(
      [
        ['Rating', 'Key'],
        [5, 3],
      ],
      'keys.xlsx',
      root,
    )
    const mapping = {
      filename: 'keys.xlsx',
      fieldMapping: { overall_rating: 0 },
      key: { by: 'key', idx: 1 },
      update: true,
    }
    expect((await run('handle', mapping, root)).result).toMatchObject({ ok: true, ninterviews: 1 })
    const { importSets, mayRemove } = (await setsOf(admin)).body
    expect(mayRemove).toBe(true)
    expect(importSets).toEqual([
      expect.objectContaining({ filename: 'keys.xlsx', ninterviews: 1 }),
      expect.objectContaining({ filename: 'more.xlsx', ninterviews: 10 }),
      expect.objectContaining({ filename: 'data.csv', ninterviews: 60, madeSurvey: true }),
    ])
    for (const set of importSets)
      expect(set).toMatchObject({ id: expect.any(Number), created: expect.any(String), user: expect.any(String) })
  })

  test('tells owners of the alerts it raises, unless its notices are held back', async () => {
    const { db } = deps
    const owner = await createUser(db, { isRoot: true })
    const { id } = await db.selectFrom('survey').select('id').where('ext_name', '=', survey).executeTakeFirstOrThrow()
    const rule = `alerts: [{ extname: low, when: overall_rating <= 2, defaultOwner: ${owner.username} }]\n`
    await write(programContext(deps, 'test'), async (tx) => {
      const of = { id, universeId: universe.id, extName: survey }
      await saveConfiguration(tx.db, of, { text: rule + config, source: 'user', author: '' })
      await tx.surveyChanged(id)
    })
    const told = async () =>
      (await db.selectFrom('notice').select('id').where('user_id', '=', owner.id).execute()).length
    await upload(good)
    expect((await run('check')).check).toMatchObject({ nalerts: 4 })
    expect((await run('handle', { notices: false })).result).toMatchObject({ ok: true, nalerts: 4, notices: false })
    expect(await told()).toBe(0)
    await upload(good)
    expect((await run('handle')).result).toMatchObject({ ok: true, nalerts: 4, notices: true })
    expect(await told()).toBe(4)
  })

  test('root updates the responses that the key names, and what is not linked stays', async () => {
    const before = await contents()
    await upload(
      [
        ['Rating', 'Key'],
        [5, 3],
        [1, 4],
      ],
      'more.xlsx',
      root,
    )
    const mapping = { fieldMapping: { overall_rating: 0 }, key: { by: 'key', idx: 1 }, update: true }
    expect(
      await call('POST', `imports/handle/${survey}/up`, { filename: 'more.xlsx', state: '0', ...mapping }),
    ).toMatchObject({ status: 403 })
    expect((await run('check', mapping, root)).check).toMatchObject({ changes: 2, adds: 0, nerrors: 0 })
    const done = await run('handle', mapping, root)
    expect(done.result).toMatchObject({ ok: true, ninterviews: 2 })
    const after = await contents()
    type Row = { foreign_id: string; answers: object }
    const byKey = (all: typeof after, key: string) =>
      (all?.responses as Row[] | undefined)?.find((row) => row.foreign_id === key)
    expect(byKey(after, '3')).toEqual({
      ...byKey(before, '3'),
      answers: { ...byKey(before, '3')?.answers, overall_rating: 5 },
    })
    const { id } = await deps.db
      .selectFrom('response')
      .innerJoin('survey', 'survey.id', 'survey_id')
      .select('response.id')
      .where('ext_name', '=', survey)
      .where('foreign_id', '=', '7')
      .executeTakeFirstOrThrow()
    await upload(
      [
        ['Rating', 'Number'],
        [2, id],
      ],
      'more.xlsx',
      root,
    )
    await run('handle', { ...mapping, key: { by: 'id', idx: 1 } }, root)
    expect(byKey(await contents(), '7')?.answers).toMatchObject({ overall_rating: 2 })
    expect(await call('DELETE', `imports/set/${survey}/${done.result?.importSetId}`, undefined, root)).toMatchObject({
      status: 200,
    })
    expect(byKey(await contents(), '3')).toEqual(byKey(before, '3'))
  })
})

test('of an anonymous survey nobody who is invited is completed, and what comes too late is told', async () => {
  const { id } = await deps.db
    .selectFrom('survey')
    .select('id')
    .where('ext_name', '=', survey)
    .executeTakeFirstOrThrow()
  await write(programContext(deps, 'test'), async (tx) => {
    const of = { id, universeId: universe.id, extName: survey }
    const text = `anonymity: { filters: [] }\n${config}`
    await saveConfiguration(tx.db, of, { text, source: 'user', author: '' })
    await tx.surveyChanged(id)
  })
  await deps.pool.query(
    `update response set state = 2, contact = '{"email":"kim@example.org"}' where survey_id = $1 and foreign_id = '3'`,
    [id],
  )
  const rows: Cell[][] = [
    ['Rating', 'Key'],
    [5, 3],
    [1, 4],
  ]
  await upload(rows, 'more.xlsx', root)
  const mapping = { fieldMapping: { overall_rating: 0 }, key: { by: 'key', idx: 1 }, update: true }
  const message = 'Row 2, column "Key": "3" is invited to this anonymous survey, and nobody may learn who has answered.'
  const errors = [
    { row: 2, column: 'Key', read: '3', message: `${message} Import the answer under another key, or without one.` },
  ]
  expect((await run('check', mapping, root)).check).toMatchObject({ nerrors: 1, errors })
  expect((await run('handle', mapping, root)).result).toMatchObject({ ok: false })
  await upload(rows.toSpliced(1, 1), 'more.xlsx', root)
  expect((await run('handle', mapping, root)).result).toMatchObject({ ok: true, ninterviews: 1, nlate: 0 })
  // As when the figures of the quarter are first looked at.
  await deps.pool.query(`insert into publication (survey_id, secret, period) values ($1, 'secret', 'quarter')`, [id])
  await deps.pool.query(`insert into sealed_period values ($1, '2024-01-01')`, [id])
  await upload(rows.toSpliced(1, 2, [2, 4]), 'more.xlsx', root)
  expect((await run('handle', mapping, root)).result).toMatchObject({ ok: true, ninterviews: 1, nlate: 1 })
})

describe('errors are all told with row, column and what was read, and nothing is written:', () => {
  test.each<[string, Cell[][], object, object[]]>([
    [
      'cells',
      [
        names,
        ...Array.from({ length: 98 }, () => [3, '2024-03-05', 'r1', 's1', '']),
        ['many', '2024-03-05', 'r1', 's1', ''],
        [4, 'soon', 'r1', 's1', ''],
      ],
      {},
      [
        { row: 100, column: 'Rating', read: 'many', message: 'Row 100, column "Rating": "many" is not a number.' },
        { row: 101, column: 'Visited', read: 'soon' },
      ],
    ],
    [
      'a column of other things',
      [names, ['a', '2024-03-05', 'r1', 's1', ''], ['b', '2024-03-05', 'r1', 's1', '']],
      {},
      [
        { row: 2, column: 'Rating', read: 'a' },
        { row: 3, column: 'Rating', read: 'b' },
      ],
    ],
    [
      'keys',
      [
        ['Rating', 'Visited', 'Region', 'Store', 'Key'],
        [1, '2024-03-05', 'r1', 's1', 3],
        [1, '2024-03-05', 'r1', 's1', 900],
        [1, '2024-03-05', 'r1', 's1', 900],
        [1, '2024-03-05', 'r1', 's1', null],
      ],
      { key: { by: 'key', idx: 4 } },
      [
        { row: 2, read: '3', message: 'Row 2, column "Key": there is a response "3" already.' },
        { row: 4, read: '900' },
        { row: 5, read: '' },
      ],
    ],
  ])('%s', async (_what, rows, more, errors) => {
    const before = await contents()
    await upload(rows)
    const { check } = await run('check', more)
    expect(check).toMatchObject({ nerrors: errors.length, errors })
    const done = await run('handle', more)
    expect(done).toMatchObject({ state: 'failed', result: { ok: false, ninterviews: 0, importSetId: null } })
    expect(done.result?.error).toContain(check?.errors[0]?.message)
    expect(await contents()).toEqual(before)
  })

  test('a mandatory field that is not linked, and other wrong links, before anything starts (IMPORT-21)', async () => {
    await upload(good)
    const start = (more: object) =>
      call<{ fields: object }>('POST', `imports/check/${survey}/up`, {
        filename: 'more.xlsx',
        state: '0',
        fieldMapping,
        ...more,
      })
    const refused = async (more: object) => Object.keys((await start(more)).body.fields)
    expect(await refused({ fieldMapping: {} })).toEqual(['fieldMapping.overall_rating'])
    expect(await refused({ fieldMapping: { overall_rating: 0, store: 3 } })).toEqual(['fieldMapping.region'])
    expect(await refused({ fieldMapping: { overall_rating: 0, visited: 0 } })).toEqual(['fieldMapping.visited'])
    expect(await refused({ fieldMapping: { overall_rating: 0, helpful: 1 } })).toEqual(['fieldMapping.helpful'])
    expect(await refused({ state: '3' })).toEqual(['state'])
    expect(await start({ filename: 'other.xlsx' })).toMatchObject({ status: 404 })
  })

  test('files that are no workbook, in the answer of the upload (IMPORT-09)', async () => {
    expect(await send(Buffer.from('a,b\n1,2\n'), 'a.csv')).toMatchObject({
      status: 400,
      body: { fields: { filename: 'Choose an Excel workbook (.xlsx).' } },
    })
    for (const [content, error] of [
      ['', 'bad.xlsx is empty.'],
      ['%PDF-1.4', 'bad.xlsx cannot be read. It is a PDF: export the table as .csv or .xlsx.'],
      ['PK\u0003\u0004', 'The workbook is damaged: '],
    ] as const) {
      const { status, body } = await send(Buffer.from(content, 'latin1'), 'bad.xlsx')
      expect({ status, error: body.error }).toEqual({ status: 200, error: expect.stringContaining(error) })
    }
    expect(await files()).toEqual([])
  })
})
