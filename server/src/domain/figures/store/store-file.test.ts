import { DuckDBInstance } from '@duckdb/node-api'
import { mkdtemp, open, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey } from '#server/testing/survey-data.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { openAnalytics } from '../engine/analytics.ts'
import { DuckDb } from './duckdb.ts'
import { responseTable, storeLayout } from './tables.ts'

let database: TestDatabase
let surveyId: number
let folder: string

beforeAll(async () => {
  database = await testDatabase()
  const made = await makeSurvey(database.db, {
    questions: { overall: { type: 'scale', min: 1, max: 10 }, shop: { type: 'single', choices: ['a', 'b'] } },
    views: { organisation: ['shop'] },
    rows: Array.from({ length: 3000 }, (_, index) => ({
      date: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}`,
      answers: { overall: 1 + (index % 10), shop: index % 3 ? 'a' : 'b' },
    })),
  })
  surveyId = made.surveyId
})
afterAll(() => database.drop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const file = (): string => join(folder, 'analytics.duckdb')

/** Opens the analytics as the program does when it starts; returns their rows and what was logged. */
async function start(): Promise<{ rows: unknown; said: string }> {
  let said = ''
  const log = createLogger('warn', { write: (line: string) => void (said += line) })
  const analytics = await openAnalytics({ folder, ...database, clock: systemClock, log })
  try {
    const table = await analytics.store.query(portableSql`select * from ${ident(responseTable(surveyId))} order by id`)
    expect(table.rowCount).toBe(3000)
    return { rows: table.columns, said }
  } finally {
    await analytics.close()
  }
}

/** Overwrites bytes of the file; a negative place counts from its end. */
async function damage(place: number, length: number): Promise<void> {
  const handle = await open(file(), 'r+')
  try {
    const { size } = await handle.stat()
    await handle.write(Buffer.alloc(length, 0xa5), 0, length, place < 0 ? size + place : place)
  } finally {
    await handle.close()
  }
}

describe('a file of the analytics store', () => {
  test('that is intact is used again', async () => {
    const { rows } = await start()
    expect(await start()).toEqual({ rows, said: '' })
    expect(await readdir(folder)).toEqual(['analytics.duckdb'])
  })

  test('of another layout is rebuilt, and the log says so', async () => {
    const { rows } = await start()
    await (await DuckDb.open({ path: file(), layout: storeLayout - 1 })).close()
    const again = await start()
    expect(again.rows).toEqual(rows)
    expect(again.said).toContain('laid out for another version of the program')
    expect((await start()).said).toBe('')
  })

  test('without a stored layout is rebuilt', async () => {
    const { rows } = await start()
    const instance = await DuckDBInstance.create(file())
    const connection = await instance.connect()
    await connection.run('drop table layout')
    connection.closeSync()
    instance.closeSync()
    const again = await start()
    expect(again.rows).toEqual(rows)
    expect(again.said).toContain('laid out for another version of the program')
  })

  test.each([
    ['head', () => damage(0, 4096)],
    ['two headers after it', () => damage(4096, 8192)],
    ['table of contents', () => damage(-16_384, 8192)],
    ['end, which is cut off', () => truncate(file(), 40_000)],
    ['rows', () => damage(12_288, 200_000)],
  ])('damaged in its %s is renamed and rebuilt', async (_, harm) => {
    const { rows } = await start()
    await harm()
    const again = await start()
    expect(again.rows).toEqual(rows)
    expect(again.said).toContain('cannot be read')
    expect(await readdir(folder)).toContain('analytics.duckdb.unreadable')
    expect((await start()).said).toBe('')
  })
})
