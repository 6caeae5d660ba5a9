import { loginStatus } from '@gensvar/contract/entities/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import { identifyByToken, startSession } from '#server/domain/rights/sessions.ts'
import { createRole, createSurvey, createUniverse, createUser } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { answerWithSession, answerWithoutSession } from './answer.ts'

let database: TestDatabase
/** A member of the universe "retail", whose role opens its only survey. */
let member: Identity

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const deps = programContext({ db, clock: { now: () => new Date('2026-05-01T08:00:00Z') } }, 'test')
  const { id: universeId } = await createUniverse(db, { name: 'retail' })
  const { surveyId } = await createSurvey(db, universeId)
  const roleId = await createRole(db, universeId, { surveys: { [surveyId]: {} } })
  const { id } = await createUser(db, { universes: [{ universeId, roleId }] })
  const { token } = await startSession(deps, { userId: id, universeId, actorUserId: null })
  const identity = await identifyByToken(deps, token)
  if (!identity) throw new Error('just signed in')
  member = identity
})

afterAll(() => database.drop())

const answerTo = (identity: Identity) => answerWithSession(database.db, identity, loginStatus.signedIn, null)

/** The member, had they these rights and their role those. */
function memberWith(rights: Partial<Identity>, ofRole: Partial<NonNullable<Identity['role']>> = {}): Identity {
  if (!member.role) throw new Error('they have a role')
  return { ...member, role: { ...member.role, ...ofRole }, ...rights }
}

test('an answer without a session gives no rights', () => {
  expect(answerWithoutSession('anna', loginStatus.unknownUser)).toEqual({
    ...{ userId: null, username: 'anna', universe: null, universes: [], universeAdminUserList: [] },
    ...{ loginStatus: 1, loadStatus: 100, globalOverviewData: null, surveys: [], role: null, locale: 'en' },
    ...{ isRoot: false, isUserAdmin: false, mayCreateSurveys: false, mayEditDashboards: false, mayAddUsers: false },
    ...{ mayManageRoles: false, restricted: false, authToken: null, impersonator: null, viewedRole: null },
    ...{ expiresAt: null, movedTo: null },
  })
})

test('an answer without a session is in the language of the user, if the screens have it', () => {
  const profile = { userId: 7, username: 'anna', isRoot: false, locale: 'sv' }
  const localeOf = (locale: string | null) =>
    answerWithoutSession('anna', loginStatus.unknownUser, { profile: { ...profile, locale } }).locale
  expect(['sv', 'xx', '', null].map(localeOf)).toEqual(['sv', 'en', 'en', 'en'])
  expect(answerWithoutSession('anna', loginStatus.loading, { loadStatus: 0, profile })).toMatchObject({
    userId: 7,
    loadStatus: 0,
  })
})

test('an answer with a session is in the language of the user, if the screens have it', async () => {
  expect((await answerTo(memberWith({ locale: 'fi' }))).locale).toBe('fi')
  expect((await answerTo(memberWith({ locale: 'xx' }))).locale).toBe('en')
})

test('root and whoever may create roles manage roles', async () => {
  const managesRoles = async (identity: Identity) => (await answerTo(identity)).mayManageRoles
  expect(await managesRoles(memberWith({}))).toBe(false)
  expect(await managesRoles(memberWith({}, { canCreateRoles: true }))).toBe(true)
  expect(await managesRoles(memberWith({ role: null }))).toBe(false)
  expect(await managesRoles(memberWith({ isRoot: true, role: null }))).toBe(true)
})

test('whoever may add users adds them, except administrators, who manage them, and the restricted', async () => {
  const addsUsers = async (identity: Identity) => (await answerTo(identity)).mayAddUsers
  expect(await addsUsers(memberWith({}))).toBe(false)
  expect(await addsUsers(memberWith({}, { canAddUsers: true }))).toBe(true)
  expect(await addsUsers(memberWith({ isUserAdmin: true }, { canAddUsers: true }))).toBe(false)
  expect(await addsUsers(memberWith({}, { canAddUsers: true, restricted: true }))).toBe(false)
  expect(await addsUsers(memberWith({ role: null }))).toBe(false)
})

test('without a role nothing is open, unless for root', async () => {
  expect((await answerTo(member)).surveys).toHaveLength(1)
  expect(await answerTo(memberWith({ role: null }))).toMatchObject({ surveys: [], role: null, restricted: false })
  expect((await answerTo(memberWith({ isRoot: true, role: null }))).surveys).toHaveLength(1)
})

test('a user who has just been removed has no universes', async () => {
  expect((await answerTo(member)).universes).toHaveLength(1)
  expect((await answerTo(memberWith({ userId: 0 }))).universes).toEqual([])
})
