import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMatches } from '#server/domain/alerts/raise-store.ts'
import { ofImport } from '#server/domain/alerts/raise.ts'
import { programContext } from '#server/domain/context.ts'
import { countLateAnswers } from '#server/domain/figures/publishing/late-answers.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { importFile } from './service.ts'
import type { ImportRequest, ImportResult } from './service.ts'
import { testFile } from './testing/test-files.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const at = { universe: 'bank', survey: 'customers', key: 'id', hierarchy: ['branch'] }

/** Forty answers of the first quarter of 2024 with the given ids, all of one score where it is given. */
function rows(from: number, score?: number): string {
  const lines = Array.from(
    { length: 40 },
    (_, index) => `${from + index},North,2024-02-0${1 + (index % 9)},${score ?? 1 + (index % 10)}`,
  )
  return ['id,branch,visited,rating', ...lines].join('\n')
}

async function run(text: string, more: Partial<ImportRequest> = {}): Promise<ImportResult> {
  const file = await testFile('data.csv', text)
  return importFile(programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import'), {
    ...at,
    file,
    ...more,
  })
}

async function ratings(): Promise<number[]> {
  const { rows: found } = await database.pool.query<{ rating: number }>(
    `select (answers->>'rating')::float8 as rating from response order by foreign_id::int`,
  )
  return found.map((row) => row.rating)
}

test('answers that an anonymous survey has counted are final, and those that come late are told', async () => {
  const config = { name: 'config.yaml', text: 'anonymity: { period: quarter, filters: [] }\n' }
  const first = await run(rows(1), { config })
  expect(first.stored).toMatchObject({ inserted: 40, final: 0, late: 0 })
  const surveyId = first.stored?.surveyId ?? 0
  // As when its figures are first looked at.
  await database.pool.query(`insert into publication (survey_id, secret, period) values ($1, 'secret', 'quarter')`, [
    surveyId,
  ])
  await database.pool.query(`insert into sealed_period values ($1, '2024-01-01')`, [surveyId])
  await database.pool.query('update response set released = true where foreign_id::int <= 30')
  const before = await ratings()
  const second = await run(rows(1, 10))
  expect(second.stored).toMatchObject({ inserted: 0, final: 30, late: 9 })
  const after = await ratings()
  expect(after.slice(0, 30)).toEqual(before.slice(0, 30))
  expect(new Set(after.slice(30))).toEqual(new Set([10]))
  const third = await run(rows(41))
  expect(third.stored).toMatchObject({ inserted: 40, late: 40 })
})

test('nobody whom an anonymous survey invited is completed: who can be written to no more would have answered', async () => {
  const config = { name: 'config.yaml', text: 'anonymity: { period: quarter, filters: [] }\n' }
  const named = { survey: 'invited' }
  await run(rows(101), { ...named, config })
  const invited = `select id from survey where ext_name = 'invited'`
  await database.pool.query(
    `update response set state = 2, contact = case when foreign_id::int <= 110 then '{"email":"kim@example.org"}' else '{}' end::jsonb
      where survey_id = (${invited}) and foreign_id::int <= 115`,
  )
  const answered = await run(rows(101, 10), named)
  // Of those who completed before, some gave the same score.
  expect(answered.stored).toMatchObject({ inserted: 0, updated: 27, unchanged: 3, final: 0, invited: 10 })
  const { rows: waiting } = await database.pool.query<{ id: string; rating: number }>(
    `select foreign_id as id, (answers->>'rating')::float8 as rating from response
      where survey_id = (${invited}) and state <> 0 order by foreign_id::int`,
  )
  expect(waiting.map(({ id }) => Number(id))).toEqual(Array.from({ length: 10 }, (_, at) => 101 + at))
  expect(waiting.map(({ rating }) => rating)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect((await run(rows(141, 10), named)).stored).toMatchObject({ inserted: 40, invited: 0 })
})

test('what an import asks of its own rows takes as long for each of many as for few', async () => {
  const { stored } = await run(rows(1), { survey: 'many' })
  const [surveyId, importSetId] = [stored?.surveyId ?? 0, stored?.importSetId ?? 0]
  const answers = 40_000
  await database.db.transaction().execute(async (db) => {
    await sql`insert into publication (survey_id, secret, period) values (${surveyId}, 'secret', 'quarter')`.execute(db)
    await sql`insert into sealed_period values (${surveyId}, '2024-01-01')`.execute(db)
    await sql`
      insert into response (survey_id, import_set_id, state, event_date)
      select ${surveyId}, ${importSetId}, 0, '2024-04-01'::date - n % 2 from generate_series(1, ${answers}::int) n`.execute(
      db,
    )
    // Comparing each row with each id takes 800 million steps.
    await sql`set local statement_timeout = '3s'`.execute(db)
    expect(await countLateAnswers(db, { surveyId, importSetId })).toBe(40 + answers / 2)
    const tx = { ...programContext({ db, clock: systemClock, log: createLogger('silent') }, 'test'), db }
    const which = await ofImport(tx, importSetId)
    const responses = portableSql`r.survey_id = ${surveyId} and r.state = 0 and not r.released and ${which}`
    const [found] = await runFragment<{ n: number }>(
      db,
      portableSql`select count(*)::int as n from response r where ${responses}`,
    )
    expect(found?.n).toBe(40 + answers)
    let matches = 0
    for await (const some of readMatches(tx, { responses, rules: [portableSql`r.event_date < '2024-04-01'`] }))
      matches += some.length
    expect(matches).toBe(40 + answers / 2)
  })
})

test('the role that an import makes does not see through anonymity', async () => {
  const { rows: found } = await database.pool.query<{ rights: Record<string, boolean> }>(
    'select rights from role_survey',
  )
  expect(found.length).toBeGreaterThan(0)
  for (const { rights } of found) expect(rights).not.toHaveProperty('canViewAnon')
})
