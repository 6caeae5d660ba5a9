import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { importFile } from './service.ts'
import type { ImportRequest } from './service.ts'
import { csvOf } from './testing/planned-file.ts'
import { testFile } from './testing/test-files.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Two questions to each of 40 people, a row for each answer. */
const long = (recommend: number): string =>
  csvOf(['Row no', 'Respondent ID', 'Question', 'Answer'], 80, (index) => [
    index + 1,
    `p${index % 40}`,
    index < 40 ? 'How likely are you to recommend us?' : 'How satisfied are you with us?',
    index < 40 ? (recommend + index) % 11 : 1 + (index % 5),
  ])

async function run(text: string, request: Omit<ImportRequest, 'file' | 'universe'>) {
  const file = await testFile('data.csv', text)
  return importFile(programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import'), {
    universe: 'long',
    file,
    ...request,
  })
}

async function answersOf(survey: string): Promise<unknown[]> {
  const rows = await database.db
    .selectFrom('response')
    .innerJoin('survey', 'survey.id', 'response.survey_id')
    .where('survey.ext_name', '=', survey)
    .select('response.answers')
    .orderBy('response.id')
    .execute()
  return rows.map(({ answers }) => answers)
}

describe('a file with one row for each answer', () => {
  test('is stored as one response for each person, and updated by the key', async () => {
    const at = { survey: 'people', key: 'Respondent ID' }
    expect((await run(long(0), at)).stored).toMatchObject({ inserted: 40 })
    const before = await answersOf('people')
    expect(before).toHaveLength(40)
    expect(before[3]).toMatchObject({ how_likely_are_you_to_recommend_us: 3, how_satisfied_are_you_with_us: 4 })
    expect((await run(long(1), at)).stored).toMatchObject({ inserted: 0, updated: 40 })
    expect((await answersOf('people'))[3]).toMatchObject({ how_likely_are_you_to_recommend_us: 4 })
  })

  test('stays as it is for a survey that has its answers one by one', async () => {
    const at = { survey: 'answers', key: 'Row no' }
    expect((await run(long(0), { ...at, repeated: 'all' })).stored).toMatchObject({ inserted: 80 })
    expect((await run(long(0), at)).stored).toMatchObject({ inserted: 0, unchanged: 80 })
    expect(await answersOf('answers')).toHaveLength(80)
  })
})
