import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { createSurvey, createUniverse, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import type { Identity } from './identity.ts'
import { identifyByToken } from './sessions.ts'
import { tellElsewhere } from './survey-elsewhere.ts'

let parts: TestDeps
let root: Identity

beforeAll(async () => {
  parts = await testDeps()
  const { db } = parts.deps
  const home = await createUniverse(db)
  // The names are sorted otherwise than they are made.
  for (const name of ['Zebra', 'Aardvark']) {
    const { id } = await createUniverse(db, { name })
    await createSurvey(db, id, { ...smallSurvey, extName: 'told_elsewhere' })
  }
  const user = await createUser(db, { isRoot: true })
  const found = await identifyByToken(parts.deps, await signIn(parts.deps, user, home.id))
  if (!found) throw new Error('root has no identity')
  root = found
})
afterAll(() => parts.close())

const missing = new AppError('not_found', say`There is no survey "${'told_elsewhere'}".`)

const told = (identity: Identity, survey = 'told_elsewhere', error: unknown = missing): Promise<unknown> =>
  tellElsewhere({ db: parts.deps.db, identity }, survey, error).catch((thrown: unknown) => thrown)

test('root is told the first organisation that has the survey', async () => {
  const error = await told(root)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'not_found', fields: { universe: expect.anything() } })
  expect(JSON.stringify(error)).toContain('Aardvark')
  expect(error).not.toBe(missing)
})

test('nobody else is told anything, nor root by whom somebody acts, nor the program', async () => {
  const actor = { userId: 1, username: 'eva@example.org', both: [root, root] as const }
  for (const change of [{ isRoot: false }, { actor }, { program: 'a task' }])
    expect(await told({ ...root, ...change })).toBe(missing)
})

test('a survey that nobody has, and any other error, is thrown as it is', async () => {
  expect(await told(root, 'told_nowhere')).toBe(missing)
  const refused = new AppError('forbidden', say`Your role may not open this survey.`)
  expect(await told(root, 'told_elsewhere', refused)).toBe(refused)
  const broken = Object.assign(new Error('the database is gone'), { code: 'not_found' })
  expect(await told(root, 'told_elsewhere', broken)).toBe(broken)
})
