import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey } from '#server/testing/survey-data.ts'
import { noteAnonymousView } from './anonymous-views.ts'
import type { Identity } from './identity.ts'

let database: TestDatabase
let survey: { id: number; extName: string }
let other: { id: number; extName: string }
let userId = 0
let actorUserId = 0

beforeAll(async () => {
  database = await testDatabase()
  const made = async () => {
    const { surveyId, extName } = await makeSurvey(database.db, { questions: {} })
    return { id: surveyId, extName }
  }
  survey = await made()
  other = await made()
  userId = (await createUser(database.db)).id
  actorUserId = (await createUser(database.db)).id
})

afterAll(() => database.drop())

const own = () => ({ userId, actor: null, program: null, universe: null }) as unknown as Identity
const acting = () => ({ ...own(), actor: { userId: actorUserId } }) as unknown as Identity
const note = (identity: Identity, requestId: string, of = survey, today = '2026-05-01', db = database.db) =>
  noteAnonymousView({ db, identity, requestId }, { survey: of, today })

async function noted(): Promise<string[]> {
  const views = database.db.selectFrom('audit').select('request_id').where('action', '=', 'anonymous.view')
  return (await views.orderBy('id').execute()).map(({ request_id: requestId }) => requestId)
}

test('seeing through the anonymity is noted once for each person, whoever acts as them, survey and day', async () => {
  await Promise.all([note(own(), 'first'), note(own(), 'at once')])
  await note(own(), 'again')
  await note(acting(), 'acting')
  await note(acting(), 'acting again')
  await note(own(), 'other survey', other)
  await note(own(), 'next day', survey, '2026-05-02')
  expect(await noted()).toEqual(['first', 'acting', 'other survey', 'next day'])
  const entry = database.db.selectFrom('audit').selectAll().where('request_id', '=', 'acting')
  expect(await entry.executeTakeFirst()).toMatchObject({
    ...{ user_id: userId, actor_user_id: actorUserId, survey_id: survey.id, object: survey.extName },
  })
})

test('it is not noted by a transaction, and again after it could not be noted', async () => {
  const before = await noted()
  await database.db.transaction().execute((trx) => note(own(), 'in a transaction', survey, '2026-06-01', trx))
  expect(await noted()).toEqual(before)
  await database.pool.query('alter table audit rename to audit_away')
  try {
    await expect(note(own(), 'failing', survey, '2026-06-01')).rejects.toThrow('audit')
  } finally {
    await database.pool.query('alter table audit_away rename to audit')
  }
  await note(own(), 'afterwards', survey, '2026-06-01')
  expect(await noted()).toEqual([...before, 'afterwards'])
})
