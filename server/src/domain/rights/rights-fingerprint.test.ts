import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { TestRole } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { identifyByToken, startSession } from './sessions.ts'
import { rightsFingerprint } from './rights-fingerprint.ts'
import { surveyAccess } from './survey-access.ts'

let parts: TestDeps
let universeId: number
let survey: { surveyId: number; extName: string }

beforeAll(async () => {
  parts = await testDeps()
  const { db } = parts.deps
  universeId = (await createUniverse(db)).id
  survey = await createSurvey(db, universeId, {
    ...smallSurvey,
    views: { stores: ['country', 'store'], channels: ['channel'] },
  })
})
afterAll(() => parts.close())

interface Person {
  role?: TestRole
  rights?: NonNullable<TestRole['surveys']>[number]
  filters?: Record<string, string[]>
  isRoot?: boolean
}

async function make({ role = {}, rights = {}, filters, isRoot = false }: Person) {
  const { db } = parts.deps
  const roleId = await createRole(db, universeId, { surveys: { [survey.surveyId]: rights }, ...role })
  const place = { universeId, roleId, admin: true, actAs: true, ...(filters && { filters }) }
  return createUser(db, { isRoot, universes: [place] })
}

/** The fingerprint of a new user, in a session in which another may act as them. */
async function of(person: Person, actor?: Person): Promise<string> {
  const user = await make(person)
  const actorUserId = actor ? (await make(actor)).id : null
  const { token } = await startSession(parts.deps, { userId: user.id, universeId, actorUserId })
  const identity = await identifyByToken(parts.deps, token)
  if (!identity) throw new Error('there is no session')
  const ctx = { ...parts.deps, identity }
  return rightsFingerprint(ctx, await surveyAccess(ctx, survey.extName))
}

const norway = { filters: { country: ['Norway'] } }

test('people of equal rights have one fingerprint, by whatever role', async () => {
  expect(await of(norway)).toBe(await of(norway))
  expect(await of({ rights: { canViewSamples: true } })).toBe(await of({ rights: { canViewSamples: true } }))
})

test('whatever somebody may see more or less changes it, and so does who acts as them', async () => {
  const all = await Promise.all([
    of({}),
    of(norway),
    of({ filters: { country: ['Sweden'] } }),
    of({ role: { canSeeAllData: true } }),
    of({ rights: { canViewSamples: true } }),
    of({ rights: { viewAccessList: [{ view: 'stores', access: true }] } }),
    of({ rights: { viewAccessList: [{ view: 'channels', access: true }] } }),
    of({ isRoot: true }),
    of({}, {}),
    of({}, norway),
    of(norway, {}),
  ])
  expect(new Set(all).size).toBe(all.length)
})
