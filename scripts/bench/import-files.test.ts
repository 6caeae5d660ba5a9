import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRows, writeImportCsv, writeImportWorkbook } from './import-files.ts'

const size = { rows: 1_234, columns: 14 }
const expected = [...importRows(size)]
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-import-files-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('rows are the same every time, as many and as wide as asked for', () => {
  expect([...importRows(size)]).toEqual(expected)
  expect(expected).toHaveLength(1_235)
  expect(new Set(expected.map((row) => row.length))).toEqual(new Set([14]))
  expect(new Set(expected.map((row) => row[0])).size).toBe(1_235)
  expect(() => [...importRows({ rows: 1, columns: 3 })]).toThrow('at least 10 columns')
})

test('the csv holds every row', async () => {
  const path = join(folder, 'rows.csv')
  await writeImportCsv(path, size)
  const rows: string[][] = []
  for await (const row of createReadStream(path).pipe(parse())) rows.push(row as string[])
  expect(rows).toEqual(expected.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))))
})

test('the workbook holds every row', async () => {
  const path = join(folder, 'rows.xlsx')
  await writeImportWorkbook(path, size)
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(await readFile(path))) rows.push(values)
  expect(rows).toHaveLength(expected.length)
  for (const [index, row] of expected.entries())
    expect(row.map((_, column) => rows[index]?.[column] ?? null)).toEqual(row)
})
