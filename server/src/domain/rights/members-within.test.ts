import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMembership } from '#server/domain/build/user.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { readIdentity } from './identity-store.ts'
import type { Identity } from './identity.ts'
import { membersWithin } from './members-within.ts'
import type { Member } from './members-within.ts'
import { roleFlags, surveyFlags } from './role-rights.ts'
import { rightsWithin } from './subset.ts'
import { accessOfUser, accessOfUsers } from './user-access.ts'

let program: TestDeps
beforeAll(async () => {
  program = await testDeps()
})
afterAll(() => program.close())

/** Numbers that look random and are the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** An organisation of members with all kinds of roles and filters, some of them broken. */
async function makeOrganisation(seed: number) {
  const { db } = program.deps
  const random = randomFrom(seed)
  const is = (share: number): boolean => random() < share
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const universeId = (await createUniverse(db)).id
  const surveys = [
    await createSurvey(db, universeId, { ...smallSurvey, views: { stores: ['country', 'store'], ways: ['channel'] } }),
    await createSurvey(db, universeId, {
      ...smallSurvey,
      config: 'filters: { hidden: [{ extName: h, value: channel=web }] }',
    }),
    await createSurvey(db, universeId),
  ]
  await db
    .updateTable('survey')
    .set({ disabled: true })
    .where('id', '=', surveys[2]?.surveyId ?? 0)
    .execute()
  const roles: number[] = []
  for (let n = 0; n < 12; n++) {
    const rights = () => ({
      ...Object.fromEntries(surveyFlags.filter(() => is(0.15)).map((flag) => [flag, true])),
      ...(is(0.2) && { viewAccessList: [{ view: oneOf(['stores', 'ways']), access: is(0.8) }] }),
      ...(is(0.2) && { anchorAccessList: [{ view: 'stores', level: oneOf(['country', 'store']), access: true }] }),
    })
    const open = surveys.filter(() => is(0.75)).map(({ surveyId }) => [surveyId, rights()] as const)
    const flags = Object.fromEntries(roleFlags.map((flag) => [flag, is(flag === 'canSeeAllData' ? 0.2 : 0.15)]))
    const parentId = n > 6 ? oneOf(roles) : undefined
    roles.push(await createRole(db, universeId, { ...flags, parentId, surveys: Object.fromEntries(open) }))
  }
  const filters = (): Record<string, string[]> => {
    const values = {
      country: ['Sweden', 'Norway'],
      store: ['Stockholm', 'Gothenburg', 'Oslo'],
      channel: ['web', 'till', 'gone'],
      rating: ['5', 'range_4_5', 'none', 'high'],
      'no question': ['a'],
    }
    const chosen = Object.entries(values).filter(([name]) => is(name === 'no question' ? 0.05 : 0.3))
    return Object.fromEntries(chosen.map(([name, all]) => [name, all.filter(() => is(0.6))]))
  }
  const members: Member[] = []
  for (let n = 0; n < 45; n++) {
    const place = { roleId: oneOf(roles), admin: is(0.2), actAs: is(0.3), disabled: is(0.1) }
    const isRoot = n === 44
    const { id } = await createUser(db, { isRoot, status: oneOf([0, 0, 1, 2]) })
    await insertMembership(db, { ...place, userId: id, universeId, filters: is(0.6) ? filters() : {} })
    if (is(0.3))
      await db
        .insertInto('user_filter')
        .values({
          user_id: id,
          universe_id: universeId,
          survey_id: oneOf(surveys).surveyId,
          variable: 'channel',
          values: ['web'],
        })
        .execute()
    members.push({ id, roleId: place.roleId, admin: place.admin, actAs: place.actAs, isRoot })
  }
  // Each survey was made by an administrator, who may open it for that.
  await db.updateTable('universe').set({ admins_create_surveys: true }).where('id', '=', universeId).execute()
  const administrators = members.filter(({ admin }) => admin)
  for (const [at, { surveyId }] of surveys.entries())
    await db.updateTable('survey').set({ author_id: administrators[at]?.id }).where('id', '=', surveyId).execute()
  const identityOf = (userId: number, actorUserId: number | null = null): Promise<Identity | null> =>
    readIdentity(program.deps.db, {
      ...{ sessionId: 0, userId, universeId, actorUserId, lastWrite: { xid: null }, expiresAt: new Date() },
      evenDisabled: true,
    })
  return { members, surveys, identityOf }
}

test.each([1, 2])('says of members what comparing each of them alone says (seed %i)', async (seed) => {
  const { members, identityOf } = await makeOrganisation(seed)
  const counts = { within: 0, beyond: 0 }
  const alone = await Promise.all(members.map(({ id }) => identityOf(id)))
  const together = members.slice(25, 44).map(({ id }, at) => identityOf(members[at]?.id ?? 0, id))
  const callers = [...alone.slice(0, 20), ...(await Promise.all(together)), alone[44]]
  for (const outer of callers) {
    if (!outer) continue
    const fast = await membersWithin(program.deps, members, outer)
    for (const inner of alone) {
      if (!inner) throw new Error('a member has no identity')
      const isWithin = await rightsWithin(program.deps, inner, outer)
      counts[isWithin ? 'within' : 'beyond'] += 1
      expect([inner.userId, outer.userId, fast.has(inner.userId)]).toEqual([inner.userId, outer.userId, isWithin])
    }
  }
  // Both answers were put to the test.
  expect(counts.within).toBeGreaterThan(100)
  expect(counts.beyond).toBeGreaterThan(100)
})

test('nobody is within the rights of somebody outside of all universes', async () => {
  const { members, identityOf } = await makeOrganisation(4)
  const outer = await identityOf(members[0]?.id ?? 0)
  if (!outer) throw new Error('a member has no identity')
  expect(await membersWithin(program.deps, members, { ...outer, universe: null })).toEqual(new Set())
  expect(await membersWithin(program.deps, [], outer)).toEqual(new Set())
})

test('nobody is said to be within where their rights cannot be worked out', async () => {
  const { db } = program.deps
  const universeId = (await createUniverse(db)).id
  const config = 'filters: { hidden: [{ extName: h, value: rating=high }] }'
  const { surveyId } = await createSurvey(db, universeId, { ...smallSurvey, config })
  const closed = await createRole(db, universeId, {})
  const open = await createRole(db, universeId, { surveys: { [surveyId]: {} } })
  const [outer, inner] = [await createUser(db), await createUser(db)]
  await insertMembership(db, { userId: outer.id, universeId, roleId: closed, filters: {} })
  await insertMembership(db, { userId: inner.id, universeId, roleId: open, filters: {} })
  const at = { sessionId: 0, universeId, actorUserId: null, lastWrite: { xid: null }, expiresAt: new Date() }
  const identity = await readIdentity(db, { ...at, userId: outer.id })
  if (!identity) throw new Error('the member has no identity')
  const member = { id: inner.id, roleId: open, admin: false, actAs: false, isRoot: false }
  await expect(membersWithin(program.deps, [member], identity)).rejects.toThrow('The hidden filter on "rating"')
})

test.each([5, 6])('what several users may see is read together as of each alone (seed %i)', async (seed) => {
  const { members, surveys } = await makeOrganisation(seed)
  const { deps } = program
  const stranger = await createUser(deps.db)
  const userIds = [...members.map(({ id }) => id), stranger.id]
  let entered = 0
  for (const { surveyId } of surveys) {
    const model = await loadSurveyModelById(deps, surveyId)
    const survey = { model, tree: await loadUnitTree(deps, model) }
    const together = await accessOfUsers(deps, survey, userIds)
    for (const id of userIds) {
      const [one, other] = [await accessOfUser(deps, survey, id), together.get(id) ?? null]
      const told = (access: typeof one) =>
        access && [access.rights, access.views, access.caseScope, access.compareScope, access.canViewInterviews]
      expect(told(other), `user ${id} of survey ${surveyId}`).toEqual(told(one))
      entered += Number(one !== null)
    }
  }
  expect(entered).toBeGreaterThan(20)
  expect(entered).toBeLessThan(surveys.length * userIds.length - 20)
})
