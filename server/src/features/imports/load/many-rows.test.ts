import { afterAll, beforeAll, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { rememberErasedKeys } from '#server/domain/respondents/erased-keys.ts'
import { write } from '#server/domain/write.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { importFile } from '../service.ts'
import type { ImportRequest, ImportResult } from '../service.ts'
import { csvOf } from '../testing/planned-file.ts'
import { testFile } from '../testing/test-files.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const ctx = () => programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import')

async function run(text: string, request: Partial<ImportRequest> = {}): Promise<ImportResult> {
  const file = await testFile('data.csv', text)
  const at = { universe: 'chain', survey: 'visits', hierarchy: ['store'], key: 'id' }
  return importFile(ctx(), { ...at, file, ...request })
}

/** Rows with three of each store. */
function visits(count: number, score: (index: number) => number): string {
  return csvOf(['id', 'store', 'visited', 'score'], count, (index) => [
    `v${index}`,
    `Store ${Math.floor(index / 3)}`,
    `2024-0${1 + (index % 9)}-1${index % 10}`,
    score(index),
  ])
}

/** What is stored: by key the answer to the store, the name of the unit and the score. */
async function stored() {
  const { rows } = await database.pool.query<{ key: string; store: string; unit: string; score: number; day: string }>(
    `select r.foreign_id as key, r.answers->>'store' as store, u.ext_name as unit, (r.answers->>'score')::float8 as score,
            r.event_date::text as day
       from response r join unit u on u.id = r.unit_ids[1] order by substr(r.foreign_id, 2)::int`,
  )
  return rows
}

test('lots that bring units, change responses and leave out erased ones are stored as they are read', async () => {
  const first = await run(visits(40, (index) => 1 + (index % 5)))
  expect(first.stored).toMatchObject({ inserted: 40, units: 14, erased: 0 })
  const surveyId = first.stored?.surveyId ?? 0
  const gone = ['v100', 'v700', 'v1300']
  await write(ctx(), (tx) => rememberErasedKeys(tx, surveyId, gone))
  const rows = 1700
  const second = await run(visits(rows, (index) => 1 + ((index + Number(index < 20)) % 5)))
  expect(second.stored).toMatchObject({ inserted: rows - 43, updated: 20, unchanged: 20, erased: 3, units: 567 - 14 })
  const expected = Array.from({ length: rows }, (_, index) => ({
    key: `v${index}`,
    store: `Store ${Math.floor(index / 3)}`,
    unit: `Store ${Math.floor(index / 3)}`,
    score: 1 + ((index + Number(index < 20)) % 5),
    day: `2024-0${1 + (index % 9)}-1${index % 10}`,
  })).filter(({ key }) => !gone.includes(key))
  expect(await stored()).toEqual(expected)
})
