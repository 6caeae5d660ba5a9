import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { lotOf, storeResponses } from './store.ts'
import type { StoredDraft } from './store.ts'
import { updateResponses } from './update-store.ts'

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

describe('of rows that PostgreSQL knows nothing of yet, a lot reads those that it names', () => {
  const many = 20_000
  const few = 100
  const drafts = (key: (index: number) => string): StoredDraft[] =>
    Array.from({ length: few }, (_, index) => ({
      key: key(index),
      day: '2024-05-01',
      completed: '2024-05-01 00:00:00',
      state: 0,
      answers: { score: 4 },
      contact: {},
      unitIds: [],
    }))

  test.each(['added and changed by key', 'changed by key', 'changed by id'])('%s', async (kind) => {
    const first = await run(
      visits(40, (index) => 1 + (index % 5)),
      { survey: kind.replaceAll(' ', '_') },
    )
    const [surveyId, importSetId] = [first.stored?.surveyId ?? 0, first.stored?.importSetId ?? 0]
    await database.db.transaction().execute(async (db) => {
      const { rows: ids } = await sql<{ id: number }>`
        insert into response (survey_id, import_set_id, foreign_id, event_date, answers)
        select ${surveyId}, ${importSetId}, 'k' || n, '2024-04-01', '{"score": 3}' from generate_series(1, ${many}::int) n
        returning id`.execute(db)
      const fetched = async (): Promise<number> => {
        const { rows } = await sql<{ n: number }>`
          select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
            from pg_stat_xact_user_tables where relname = 'response'`.execute(db)
        return rows[0]?.n ?? 0
      }
      const before = await fetched()
      const pause = () => Promise.resolve()
      const at = { surveyId, importSetId, isAnonymous: true, variables: ['score'] }
      const changed =
        kind === 'added and changed by key'
          ? await storeResponses(
              db,
              { ...at, timeZone: 'UTC' },
              await lotOf(
                drafts((index) => `k${100 * index}`),
                pause,
              ),
            )
          : kind === 'changed by key'
            ? await updateResponses(
                db,
                { ...at, parts: { by: 'key', date: false, places: false } },
                await lotOf(
                  drafts((index) => `k${1 + 100 * index}`),
                  pause,
                ),
              )
            : await updateResponses(
                db,
                { ...at, parts: { by: 'id', date: false, places: false } },
                await lotOf(
                  drafts((index) => String(ids[100 * index]?.id)),
                  pause,
                ),
              )
      expect(changed).toMatchObject(
        kind === 'added and changed by key' ? { inserted: 1, updated: few - 1 } : { inserted: 0, updated: few },
      )
      expect((await fetched()) - before).toBeLessThan(20 * few)
    })
  })
})
