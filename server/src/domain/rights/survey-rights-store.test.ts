import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { readSurveyRights, readSurveysWithAccess } from './survey-rights-store.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test('rights of a lineage are those of each role in its order, null for a role without access', async () => {
  const { db } = database
  const universeId = (await createUniverse(db)).id
  const { surveyId } = await createSurvey(db, universeId)
  const open = await createRole(db, universeId, { surveys: { [surveyId]: { canViewSamples: true } } })
  const closed = await createRole(db, universeId)
  const rights = { canViewSamples: true }
  expect(await readSurveyRights(db, surveyId, [closed, open])).toMatchObject([null, rights])
  expect(await readSurveyRights(db, surveyId, [open, closed])).toMatchObject([rights, null])
  expect(await readSurveyRights(db, surveyId + 1000, [open])).toEqual([null])
  expect(await readSurveyRights(db, surveyId, [])).toEqual([])
  await db.updateTable('role_survey').set({ access: false }).where('role_id', '=', open).execute()
  expect(await readSurveyRights(db, surveyId, [open])).toEqual([null])
})

test('the surveys of a universe are those in use, each with the roles that have access and its author', async () => {
  const { db } = database
  const universeId = (await createUniverse(db)).id
  const [both, none, disabled] = [
    await createSurvey(db, universeId),
    await createSurvey(db, universeId),
    await createSurvey(db, universeId),
  ]
  await createSurvey(db, (await createUniverse(db)).id)
  await db.updateTable('survey').set({ disabled: true }).where('id', '=', disabled.surveyId).execute()
  await db
    .updateTable('survey')
    .set({ title: JSON.stringify({ en: 'Both' }) })
    .where('id', '=', both.surveyId)
    .execute()
  const roles = [
    await createRole(db, universeId, { surveys: { [both.surveyId]: {} } }),
    await createRole(db, universeId, { surveys: { [both.surveyId]: {} } }),
  ]
  const without = await createRole(db, universeId, { surveys: { [none.surveyId]: {} } })
  await db.updateTable('role_survey').set({ access: false }).where('role_id', '=', without).execute()
  const { id: authorId } = await createUser(db)
  await db.updateTable('survey').set({ author_id: authorId }).where('id', '=', none.surveyId).execute()
  const surveys = await readSurveysWithAccess(db, universeId)
  expect(surveys.map(({ roleIds, ...survey }) => ({ ...survey, roleIds: roleIds.toSorted((a, b) => a - b) }))).toEqual([
    { id: both.surveyId, extName: both.extName, title: { en: 'Both' }, roleIds: roles, authorId: null },
    { id: none.surveyId, extName: none.extName, title: {}, roleIds: [], authorId },
  ])
})
