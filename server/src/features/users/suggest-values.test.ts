import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let survey: MadeSurvey
const tokens: Record<string, string> = {}
const questions: Record<string, number> = {}

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  const universe = await createUniverse(db)
  survey = await createSurvey(db, universe.id)
  for (const { id, variable } of await db
    .selectFrom('question')
    .select(['id', 'variable'])
    .where('survey_id', '=', survey.surveyId)
    .execute())
    questions[variable] = id
  const surveys = { [survey.surveyId]: {} }
  const adding = await createRole(db, universe.id, { canAddUsers: true, surveys })
  const reading = await createRole(db, universe.id, { surveys })
  const make = async (name: string, roleId: number, filters: Record<string, string[]> = {}) => {
    const user = await createUser(db, { universes: [{ universeId: universe.id, roleId, filters }] })
    tokens[name] = await signIn(server.deps, user)
  }
  await make('all', adding)
  await make('swede', adding, { country: ['Sweden'] })
  await make('web', adding, { channel: ['web'] })
  await make('reader', reading)
})

afterAll(() => server.close())

async function suggest(who: string, questionId: number | undefined, text: string) {
  const url = `/rest/users/questionfiltersuggestions/${survey.extName}/${questionId}/${encodeURIComponent(text)}`
  const response = await server.app.inject({ url, headers: bearer(tokens[who]!) })
  return { status: response.statusCode, body: response.json() }
}
const valuesOf = ({ body }: { body: { suggestions: { value: string }[] } }) =>
  body.suggestions.map(({ value }) => value)

test('values of a question that hold a text are suggested for a user question filter (USERS-45)', async () => {
  const found = await suggest('all', questions['store'], 'o')
  expect(found.status).toBe(200)
  expect(valuesOf(found)).toEqual(['Oslo', 'Gothenburg', 'Stockholm'])
  expect(found.body).toMatchObject({ total: 3, suggestions: [{ value: 'Oslo', title: 'OSLO' }, {}, {}] })
  expect(valuesOf(await suggest('all', questions['channel'], '*'))).toEqual(['till', 'web'])
  expect(valuesOf(await suggest('all', questions['channel'], 'nothing'))).toEqual([])
})

test('only values within the rights of who asks are suggested', async () => {
  expect(valuesOf(await suggest('swede', questions['store'], '*'))).toEqual(['Gothenburg', 'Stockholm'])
  expect(valuesOf(await suggest('swede', questions['country'], '*'))).toEqual(['Sweden'])
  expect(valuesOf(await suggest('web', questions['channel'], '*'))).toEqual(['web'])
})

test('a question without choices, and one of another survey, are refused as unknown', async () => {
  const { db } = server.deps
  const other = await createSurvey(db, (await createUniverse(db)).id)
  const { id } = await db
    .selectFrom('question')
    .select('id')
    .where('survey_id', '=', other.surveyId)
    .where('variable', '=', 'store')
    .executeTakeFirstOrThrow()
  expect((await suggest('all', questions['comment'], 'o')).status).toBe(404)
  expect((await suggest('all', id, 'o')).status).toBe(404)
  expect((await suggest('reader', questions['store'], 'o')).status).toBe(403)
})
