import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import type { TestRole } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import type { Identity } from './identity.ts'
import { demandGivableRole, listGivableRoles, mayModifyUserFilters } from './may-give.ts'
import { surveyFlags } from './role-rights.ts'
import { identifyByToken, startSession } from './sessions.ts'

let program: TestDeps
let universeId = 0
let surveyId = 0
let extName = ''
let otherId = 0

beforeAll(async () => {
  program = await testDeps()
  universeId = (await createUniverse(program.deps.db)).id
  const survey = await createSurvey(program.deps.db, universeId)
  surveyId = survey.surveyId
  extName = survey.extName
  otherId = (await createSurvey(program.deps.db, universeId)).surveyId
})

afterAll(() => program.close())

type Rights = NonNullable<TestRole['surveys']>[number]

const roleWith = (role: TestRole, rights: Rights = {}): Promise<number> =>
  createRole(program.deps.db, universeId, { surveys: { [surveyId]: rights }, ...role })

async function callerOf(roleId: number, more: { isRoot?: boolean } = {}): Promise<Identity> {
  const user = await createUser(program.deps.db, { ...more, universes: [{ universeId, roleId, admin: true }] })
  const identity = await identifyByToken(program.deps, await signIn(program.deps, user))
  if (!identity) throw new Error('the caller has no identity')
  return identity
}

async function may(identity: Identity, roleId: number): Promise<boolean> {
  const ctx = { ...program.deps, identity }
  const listed = (await listGivableRoles(ctx)).some(({ id }) => id === roleId)
  try {
    await demandGivableRole(ctx, roleId)
    expect(listed).toBe(true)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden', fields: { roleId: expect.anything() } })
    expect(listed).toBe(false)
    return false
  }
}

const everyFlag = Object.fromEntries(surveyFlags.map((flag) => [flag, true]))
const allOfRole = { canAddUsers: true, canSeeAllData: true, canCreateRoles: true, canViewCompletedSamples: true }
const views = (...names: string[]): Rights => ({ viewAccessList: names.map((view) => ({ view, access: true })) })
const anchors = (...levels: string[]): Rights => ({
  anchorAccessList: levels.map((level) => ({ view: 'stores', level, access: true })),
})

describe('a role may be given where it allows no more than the giver', () => {
  test.each<[string, Rights, TestRole, Rights, TestRole]>([
    ['an equal one', everyFlag, allOfRole, everyFlag, allOfRole],
    ['a smaller one', {}, {}, everyFlag, allOfRole],
    ['one with fewer views', views('stores'), {}, {}, {}],
    ['one with fewer anchors', anchors('country'), {}, anchors('country', 'store'), {}],
    ['one without any survey', {}, { surveys: {} }, {}, {}],
    ['a restricted one', {}, { restricted: true }, {}, {}],
  ])('%s', async (_case, rights, role, held, own) => {
    expect(await may(await callerOf(await roleWith(own, held)), await roleWith(role, rights))).toBe(true)
  })

  test.each(surveyFlags)('not with %s more', async (flag) => {
    const { [flag]: _, ...others } = everyFlag
    const caller = await callerOf(await roleWith(allOfRole, others))
    expect(await may(caller, await roleWith({}, { [flag]: true }))).toBe(false)
    expect(await may(caller, await roleWith(allOfRole, others))).toBe(true)
  })

  test.each(['canAddUsers', 'canSeeAllData', 'canCreateRoles', 'canViewCompletedSamples'] as const)(
    'not with %s more',
    async (flag) => {
      const caller = await callerOf(await roleWith({ ...allOfRole, [flag]: false }, everyFlag))
      expect(await may(caller, await roleWith({ [flag]: true }))).toBe(false)
    },
  )

  test.each<[string, Rights, TestRole, Rights, TestRole]>([
    ['views to come', {}, {}, views('stores'), {}],
    ['another view', views('other'), {}, views('stores'), {}],
    ['another anchor', anchors('store'), {}, anchors('country'), {}],
    ['anchors to come', {}, {}, anchors('country'), {}],
    ['no limit under a limit', {}, {}, {}, { restricted: true }],
  ])('not with %s', async (_case, rights, role, held, own) => {
    expect(await may(await callerOf(await roleWith(own, held)), await roleWith(role, rights))).toBe(false)
  })

  test('not with a survey more', async () => {
    const both = { surveys: { [surveyId]: {}, [otherId]: {} } }
    expect(await may(await callerOf(await roleWith({})), await roleWith(both))).toBe(false)
    expect(await may(await callerOf(await roleWith(both)), await roleWith({}))).toBe(true)
  })
})

test('what a parent withholds is not given', async () => {
  const parentId = await roleWith({}, {})
  const child = await roleWith({ parentId, ...allOfRole }, everyFlag)
  expect(await may(await callerOf(await roleWith({})), child)).toBe(true)
})

test('root gives every role, canViewAnon included; an administrator needs it themselves', async () => {
  const anonymous = await roleWith({}, { canViewAnon: true })
  expect(await may(await callerOf(await roleWith({}), { isRoot: true }), anonymous)).toBe(true)
  expect(await may(await callerOf(await roleWith(allOfRole, { ...everyFlag, canViewAnon: false })), anonymous)).toBe(
    false,
  )
})

test('whoever acts as another gives only what both have', async () => {
  const { db } = program.deps
  const wide = await roleWith(allOfRole, everyFlag)
  const user = await createUser(db, { universes: [{ universeId, roleId: wide, admin: true }] })
  const narrow = await roleWith({}, {})
  const actor = await createUser(db, { universes: [{ universeId, roleId: narrow, admin: true, actAs: true }] })
  const { token } = await startSession(program.deps, { userId: user.id, universeId, actorUserId: actor.id })
  const identity = await identifyByToken(program.deps, token)
  if (!identity) throw new Error('the session has no identity')
  expect(await may(identity, wide)).toBe(false)
  expect(await may(identity, narrow)).toBe(true)
})

test('what the caller has lost since their request began is not given', async () => {
  const { db } = program.deps
  const own = await roleWith(allOfRole, everyFlag)
  const caller = await callerOf(own)
  const role = await roleWith({ canSeeAllData: true }, { canViewSamples: true })
  expect(await may(caller, role)).toBe(true)
  await db.updateTable('role').set({ can_see_all_data: false }).where('id', '=', own).execute()
  expect(await may(caller, role)).toBe(false)
  await db.updateTable('role').set({ can_see_all_data: true }).where('id', '=', own).execute()
  await db.updateTable('role_survey').set({ access: false }).where('role_id', '=', own).execute()
  expect(await may(caller, role)).toBe(false)
})

test("another universe's role is not there, and somebody without a universe or role gives none", async () => {
  const { db } = program.deps
  const elsewhere = await createRole(db, (await createUniverse(db)).id)
  const caller = await callerOf(await roleWith({}), { isRoot: true })
  await expect(demandGivableRole({ ...program.deps, identity: caller }, elsewhere)).rejects.toMatchObject({
    code: 'not_found',
  })
  const nowhere = { ...program.deps, identity: { ...caller, universe: null } }
  await expect(demandGivableRole(nowhere, elsewhere)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await listGivableRoles(nowhere)).toEqual([])
  const roleless = { ...(await callerOf(await roleWith({}))), role: null }
  expect(await may(roleless, await roleWith({}))).toBe(false)
})

test('question filters of users are changed by roles with modifyUserFilters alone', async () => {
  const ask = async (identity: Identity, survey: string | null = extName) =>
    mayModifyUserFilters({ ...program.deps, identity }, survey)
  const without = await callerOf(await roleWith(allOfRole, { ...everyFlag, modifyUserFilters: false }))
  const here = await callerOf(await roleWith({}, { modifyUserFilters: true }))
  const everywhere = await callerOf(
    await roleWith({ surveys: { [surveyId]: { modifyUserFilters: true }, [otherId]: { modifyUserFilters: true } } }),
  )
  const root = await callerOf(await roleWith({}), { isRoot: true })
  expect(await Promise.all([without, here, everywhere, root].map((one) => ask(one)))).toEqual([false, true, true, true])
  // A filter for all surveys touches each of them.
  expect(await Promise.all([without, here, everywhere, root].map((one) => ask(one, null)))).toEqual([
    ...[false, false, true, true],
  ])
  const parentId = await roleWith({}, {})
  const child = await callerOf(await roleWith({ parentId }, { modifyUserFilters: true }))
  expect(await ask(child)).toBe(false)
  expect(await ask(here, 'unknown')).toBe(false)
  expect(await ask(root, 'unknown')).toBe(false)
  expect(await ask({ ...root, universe: null })).toBe(false)
  expect(await ask({ ...root, universe: null }, null)).toBe(false)
  // A database that cannot be asked is no answer; the copy has nothing cached.
  const broken = { ...program.deps, identity: { ...here }, db: {} as TestDeps['deps']['db'] }
  await expect(mayModifyUserFilters(broken, extName)).rejects.toBeInstanceOf(TypeError)
})
