import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { accessOfUser, accessOfUsers, mayEnter } from './user-access.ts'

let parts: TestDeps
let universeId: number
let surveyId: number
let roleId: number

beforeAll(async () => {
  parts = await testDeps()
  const { db } = parts.deps
  universeId = (await createUniverse(db)).id
  surveyId = (await createSurvey(db, universeId, smallSurvey)).surveyId
  roleId = await createRole(db, universeId, { surveys: { [surveyId]: {} } })
})
afterAll(() => parts.close())

async function survey() {
  const model = await loadSurveyModelById(parts.deps, surveyId)
  return { model, tree: await loadUnitTree(parts.deps, model) }
}

/** What the two ways of asking say of a user: whether they may enter the survey. */
async function mayOpen(userId: number): Promise<boolean> {
  const [one, several] = await Promise.all([
    accessOfUser(parts.deps, await survey(), userId),
    accessOfUsers(parts.deps, await survey(), [userId]),
  ])
  expect(several.has(userId)).toBe(one !== null)
  return one !== null
}

test('a member who is not disabled may enter their organisation and no other', async () => {
  const { db } = parts.deps
  const user = await createUser(db, { universes: [{ universeId, roleId }] })
  const elsewhere = (await createUniverse(db)).id
  expect(await mayEnter(parts.deps, user.id, universeId)).toBe(true)
  expect(await mayOpen(user.id)).toBe(true)
  expect(await mayEnter(parts.deps, user.id, elsewhere)).toBe(false)
  await db.updateTable('user_universe').set({ disabled: true }).where('user_id', '=', user.id).execute()
  expect(await mayEnter(parts.deps, user.id, universeId)).toBe(false)
  expect(await mayOpen(user.id)).toBe(false)
})

test('nobody without a role in a survey, or whose filter cannot be applied, may open it; root may', async () => {
  const { db } = parts.deps
  const closed = await createRole(db, universeId, {})
  const without = await createUser(db, { universes: [{ universeId, roleId: closed }] })
  const broken = await createUser(db, { universes: [{ universeId, roleId, filters: { 'no question': ['a'] } }] })
  const stranger = await createUser(db)
  const root = await createUser(db, { isRoot: true })
  const left = await createUser(db, { status: 1, universes: [{ universeId, roleId }] })
  for (const { id } of [without, broken, stranger, left]) expect(await mayOpen(id)).toBe(false)
  expect(await mayOpen(root.id)).toBe(true)
  expect(await mayEnter(parts.deps, without.id, universeId)).toBe(true)
})

test('of no users nothing is asked, and what fails for another reason than rights is thrown', async () => {
  const { model } = await survey()
  const broken = { model, tree: null as unknown as Awaited<ReturnType<typeof survey>>['tree'] }
  expect(await accessOfUsers(parts.deps, broken, [])).toEqual(new Map())
  const filters = { country: ['Norway'] }
  const { id } = await createUser(parts.deps.db, { universes: [{ universeId, roleId, filters }] })
  await expect(accessOfUser(parts.deps, broken, id)).rejects.toThrow(TypeError)
  await expect(accessOfUsers(parts.deps, broken, [id])).rejects.toThrow(TypeError)
})
