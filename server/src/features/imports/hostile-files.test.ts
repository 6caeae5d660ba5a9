import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { csvText, goodWorkbook, sheetRows } from '#server/testing/attack/files/broken-file.ts'
import { longSheet, longTexts, spaces } from '#server/testing/attack/files/hostile-workbooks.ts'
import { row, workbook, zip } from '#server/testing/attack/files/zip.ts'
import { bearer, createUniverse, createUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { importFile, importTask } from './service.ts'

// Malicious, damaged and misnamed files at both ways into the product: the screens of a new survey and of a data uploader.

const server = await testApp()
const { app, deps } = server
const engine = new TaskEngine(deps, [importTask])
const survey = 'visits'
let root: Record<string, string> = {}
let folder = ''
const folderBefore = process.env['TMPDIR']

const config = `
pages:
  - extname: work
    title: Work
    components:
      - type: data-uploader
        config: { id: up, states: [0], fields: [{ variable: rating }, { variable: comment }] }
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-hostile-'))
  process.env['TMPDIR'] = folder
  const universe = await createUniverse(deps.db)
  const { id } = await createUser(deps.db, { isRoot: true })
  root = bearer((await startSession(deps, { userId: id, universeId: universe.id, actorUserId: null })).token)
  await writeFile(join(folder, 'data.csv'), csvText)
  await importFile(programContext(deps, 'import'), {
    ...{ file: join(folder, 'data.csv'), universe: universe.name, survey, key: 'id' },
    config: { name: 'c.yaml', text: config },
  })
  await rm(join(folder, 'data.csv'))
  engine.start()
})
afterAll(async () => {
  await engine.stop()
  await server.close()
  if (folderBefore === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = folderBefore
  await rm(folder, { recursive: true, force: true })
})

async function send<T>(url: string, payload: Buffer | object) {
  const isFile = Buffer.isBuffer(payload)
  const headers = { ...root, 'accept-language': 'en', ...(isFile && { 'content-type': 'application/octet-stream' }) }
  const answer = await app.inject({ method: 'POST', url: `/rest/${url}`, headers, payload })
  return { status: answer.statusCode, body: answer.json<T & { message: string; error?: string | null }>() }
}

/** Why a file is refused at a way in; null where it is taken. */
async function refusal(way: 'new survey' | 'uploader', name: string, content: Buffer): Promise<string | null> {
  const to = way === 'new survey' ? 'newsurvey/upload' : `imports/upload/${survey}/up`
  const { status, body } = await send<object>(`${to}?filename=${encodeURIComponent(name)}`, content)
  if (way === 'uploader') expect(status).toBe(200)
  else expect([200, 400, 413]).toContain(status)
  return way === 'uploader' ? (body.error ?? null) : status === 200 ? null : body.message
}

/** Everything that an upload or an import could leave. */
async function left(): Promise<unknown> {
  const counts = await Promise.all(
    (['import_upload', 'stored_file', 'stored_file_part', 'response', 'import_set', 'survey'] as const).map((table) =>
      deps.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return { counts: counts.map(({ n }) => n), files: await readdir(folder) }
}

/** Bounds for a loaded machine: refusals take half a second and some 20 MB where nothing else runs. */
const bounds = { ms: 20_000, megabytes: 300 }

/** The most memory that this process has while `work` runs beyond what it had before, in MB. */
async function measured<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; megabytes: number }> {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10)
  const began = performance.now()
  try {
    const result = await work()
    return { result, ms: performance.now() - began, megabytes: (most - before) / 1e6 }
  } finally {
    clearInterval(timer)
  }
}

const wide = (count: number): string =>
  `<row>${Array.from({ length: count }, (_, at) => `<c t="inlineStr"><is><t>c${at}</t></is></c>`).join('')}</row>`.repeat(
    2,
  )
const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4000, 3)])
const slip = { name: '../../../../tmp/gensvar-slip.txt', content: 'slipped' }
const line = 50_000_000

const refused: [string, string, () => Buffer | Promise<Buffer>, RegExp][] = [
  [
    'protected with a password',
    'a.xlsx',
    async () =>
      Buffer.from(
        await writeXlsx({ sheets: [{ name: 'A', rows: [['a'], [1]] }], encryption: { password: 'x', spinCount: 10 } }),
      ),
    /password.*Save a copy without one/,
  ],
  ['cut off', 'a.xlsx', () => goodWorkbook.subarray(0, goodWorkbook.length / 2), /damaged.*save a copy/],
  ['that inflates to 1 GB', 'a.xlsx', () => longSheet(spaces, 1000), /sheet1\.xml inflates beyond 399 MB/],
  ['that inflates to 300 MB', 'a.xlsx', () => longSheet(spaces, 300), /250 times its size/],
  ['of 15 million empty rows', 'a.xlsx', () => longSheet('<row/>'.repeat(10_000), 1500), /250 times its size/],
  ['with a bomb of shared texts', 'a.xlsx', () => longTexts('<si/>'.repeat(10_000), 1200), /sharedStrings.*250 times/],
  ['of ten thousand columns', 'a.xlsx', () => zip(workbook({ rows: wide(10_000) })), /10,000 columns.*Remove/],
  ['that names paths outside', 'a.xlsx', () => zip([...workbook({ rows: sheetRows }), slip]), /damaged/],
  ['that is a PDF', 'a.xlsx', () => Buffer.from('%PDF-1.7\n1 0 obj'), /PDF: export the table/],
  ['that is an old workbook', 'a.xlsx', () => ole, /save it as \.xlsx/],
  ['that is text', 'a.xlsx', () => Buffer.from(csvText), /rename it to \.csv/],
]
const refusedTexts: typeof refused = [
  ['of ten thousand columns', 'a.csv', () => Buffer.from(`${'c,'.repeat(9999)}c\n`), /10,000 columns/],
  ['that is a picture', 'a.csv', () => jpeg, /not a text file: export the table/],
  [
    'that is compressed',
    'a.csv',
    () => gzipSync(Buffer.from(csvText.repeat(20))),
    /not a text file|damaged|NUL|column/,
  ],
  ['with NUL characters', 'a.csv', () => Buffer.from(csvText.replace('rating', 'rat\0ing')), /NUL character/],
  ['of one line of 50 MB', 'a.csv', () => Buffer.alloc(line, 'x'), /longer than 4,000,000 bytes/],
  ['of 50 million delimiters', 'a.csv', () => Buffer.alloc(line, ','), /longer than 5,000,000 bytes/],
  [
    'of millions of blank cells in each row',
    'a.csv',
    () => Buffer.from(`${','.repeat(3_900_000)}\n`.repeat(12)),
    /columns/,
  ],
  ['that is a workbook', 'a.csv', () => goodWorkbook, /rename it to \.xlsx/],
]

describe.each(['new survey', 'uploader'] as const)('at the %s', (way) => {
  test.each(way === 'uploader' ? refused.slice(0, 3) : [...refused, ...refusedTexts])(
    'a file %s is refused in words, and nothing is left of it',
    async (_kind, name, make, words) => {
      const before = await left()
      const content = await make()
      const { result, ms, megabytes } = await measured(() => refusal(way, name, content))
      expect(result).toMatch(words)
      expect(await left()).toEqual(before)
      expect(ms).toBeLessThan(bounds.ms)
      expect(megabytes).toBeLessThan(bounds.megabytes)
    },
  )
})

interface Checked {
  state: string
  check: { rows: number; first?: { cells: string[] }[] } | null
  problems: { message: string }[]
}

/** What a check finds in a file that was taken. */
async function checked(content: Buffer, name = 'a.xlsx'): Promise<Checked> {
  const { body } = await send<{ uploadId: string }>(`newsurvey/upload?filename=${name}`, content)
  const started = await send<{ importId: number }>(`newsurvey/check/${body.uploadId}`, {
    survey: 'made',
    title: 'Made',
  })
  let status: Checked | null = null
  const url = `/rest/newsurvey/status/${started.body.importId}`
  await expect
    .poll(async () => {
      status = (await app.inject({ url, headers: root })).json<Checked>()
      return status.state
    })
    .toMatch(/^(done|failed)$/)
  await app.inject({ method: 'DELETE', url: `/rest/newsurvey/file/${body.uploadId}`, headers: root })
  if (!status) throw new Error('no status')
  return status
}

const cell = (xml: string): string => `${sheetRows}<row r="62">${xml}</row>`
const bomb = `<!DOCTYPE x [${Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at} "${at === 0 ? 'ha' : `&l${at - 1};`.repeat(10)}">`).join('')}]>`

test.each([
  [
    'formulas',
    cell('<c r="A62"><f>1+1</f><v>61</v></c><c r="F62" t="str"><f>cmd|\'/C calc\'!A0</f><v>said 61</v></c>'),
  ],
  ['links to other files', cell('<c r="A62"><f>\'[file:///etc/passwd]Sheet\'!A1</f><v>61</v></c>')],
])('%s give the values they were saved with', async (_kind, rows) => {
  const { state, check, problems } = await checked(zip(workbook({ rows })))
  expect({ state, rows: check?.rows, problems }).toEqual({ state: 'done', rows: 61, problems: [] })
  expect(JSON.stringify(check)).not.toMatch(/calc|passwd|root:/)
})

test.each([
  [
    'nested entities',
    zip(workbook({ rows: cell('<c r="A62" t="inlineStr"><is><t>&l11;</t></is></c>'), prolog: bomb })),
  ],
  [
    'sheets of one name',
    zip(
      workbook({ rows: sheetRows }).map((part) =>
        part.name === 'xl/workbook.xml'
          ? {
              ...part,
              content: String(part.content).replace(
                /<sheet .*\/>/,
                (sheet) => sheet + sheet.replace('sheetId="1"', 'sheetId="2"'),
              ),
            }
          : part,
      ),
    ),
  ],
  [
    'merged cells over everything',
    zip(workbook({ rows: sheetRows, after: '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>' })),
  ],
  [
    'a cell in the last row and column',
    zip(workbook({ rows: `${sheetRows}<row r="1048576">${row(1, [1]).replace('A1', 'XFD1048576')}</row>` })),
  ],
])('%s do no harm', async (_kind, content) => {
  const { result, ms, megabytes } = await measured(() => checked(content))
  expect(result.state).toBe('done')
  expect(ms).toBeLessThan(bounds.ms)
  expect(megabytes).toBeLessThan(bounds.megabytes)
})

test('text of two bytes per character is read', async () => {
  const { check } = await checked(Buffer.from(`\ufeff${csvText}`, 'utf16le'), 'a.csv')
  expect(check?.rows).toBe(60)
})
