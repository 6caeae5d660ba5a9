import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { surveyFlags } from '#server/domain/rights/role-rights.ts'
import { openRoles, bodyOf, withAccess } from './testing/role-bench.ts'
import type { Answered, Body, Calls, Details, RoleBench } from './testing/role-bench.ts'

// A person whose role may create roles, below one that has more than they have: every way up must be closed.
let bench: RoleBench
let root: Calls
let editor: Calls
let survey = ''
let [topId, ownId, childId, adminId] = [0, 0, 0, 0]

beforeAll(async () => {
  bench = await openRoles()
  root = await bench.root()
})
afterAll(() => bench.close())

beforeEach(async () => {
  const every = Object.fromEntries(surveyFlags.map((flag) => [flag, true]))
  const both = { [bench.survey.surveyId]: every, [bench.anonymous.surveyId]: every }
  const all = { canAddUsers: true, canSeeAllData: true, canCreateRoles: true, canViewCompletedSamples: true }
  survey = bench.survey.extName
  adminId = await bench.roleOf({ ...all, surveys: both })
  topId = await bench.roleOf({ ...all, surveys: both })
  const some = { canViewSamples: true, canHandleAlerts: true, viewAccessList: [{ view: 'stores', access: true }] }
  ownId = await bench.roleOf({ parentId: topId, canCreateRoles: true, surveys: { [bench.survey.surveyId]: some } })
  childId = await bench.roleOf({ parentId: ownId, surveys: { [bench.survey.surveyId]: some } })
  editor = await bench.as(await bench.userOf(ownId))
})

async function read(roleId: number, calls = editor): Promise<Details> {
  const { status, body } = await calls('GET', `/rest/roles/-/${roleId}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Details
}

const save = (body: Body, calls = editor): Promise<Answered> => calls('POST', '/rest/roles/-', body)

async function stored(): Promise<unknown> {
  const { db } = bench.deps
  const roles = await db.selectFrom('role').selectAll().orderBy('id').execute()
  return [roles, await db.selectFrom('role_survey').selectAll().orderBy('role_id').orderBy('survey_id').execute()]
}

/** Expects that a save is refused, at a field if one is named, and that nothing changed. */
async function refused(body: Body, status: number, field?: string): Promise<void> {
  const before = await stored()
  const answer = await save(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  if (field !== undefined) expect(answer.body).toHaveProperty(['fields', field])
  expect(await stored()).toEqual(before)
}

describe('roles are made, saved and deleted', () => {
  test('by root, and by roles that may create roles, within their own rights (ROLES-09, SEC-02d)', async () => {
    const without = await bench.as(await bench.userOf(childId))
    const admin = await bench.roleOf({ canAddUsers: true, canSeeAllData: true })
    const administrator = await bench.as(await bench.userOf(admin))
    const body = bodyOf(await read(0), { name: crypto.randomUUID() })
    for (const calls of [without, administrator]) {
      expect((await calls('GET', '/vuejs/roles/-')).status).toBe(403)
      expect((await calls('GET', `/rest/roles/-/${childId}`)).status).toBe(403)
      expect((await save(body, calls)).status).toBe(403)
      expect((await calls('DELETE', `/rest/roles/-/${childId}`)).status).toBe(403)
      expect((await calls('POST', `/rest/roles/-/${childId}/view`)).status).toBe(403)
    }
    const made = await save(body)
    expect(made).toMatchObject({ status: 200, body: { parentId: ownId } })
    const id = Number(made.body['id'])
    const renamed = bodyOf(await read(id), { name: crypto.randomUUID() })
    expect((await save(renamed)).status).toBe(200)
    expect((await editor('DELETE', `/rest/roles/-/${id}`)).status).toBe(200)
    const byRoot = await save({ ...body, name: crypto.randomUUID(), parentId: null, canseealldata: true }, root)
    expect(byRoot.status).toBe(200)
    expect((await root('DELETE', `/rest/roles/-/${Number(byRoot.body['id'])}`)).status).toBe(200)
  })

  test('and who lost the right to create roles is refused at the next request', async () => {
    expect((await editor('GET', '/vuejs/roles/-')).status).toBe(200)
    const own = await read(ownId, root)
    expect((await save(bodyOf(own, { cancreateroles: false }), root)).status).toBe(200)
    expect((await editor('GET', '/vuejs/roles/-')).status).toBe(403)
  })
})

describe('nobody raises themselves', () => {
  test('by their own role, nor by one it comes from', async () => {
    const own = await read(ownId)
    expect(own.mayEdit).toBe(false)
    await refused(bodyOf(own), 403)
    await refused(bodyOf(own, { canseealldata: true }), 403)
    await refused(bodyOf(own, { parentId: null }), 403)
    await refused(bodyOf(await read(topId, root)), 403)
    expect((await editor('DELETE', `/rest/roles/-/${ownId}`)).status).toBe(403)
  })

  test('by a role that allows more, which they may neither read nor change nor delete', async () => {
    await refused(bodyOf(await read(adminId, root), { name: 'taken over' }), 403)
    expect((await editor('GET', `/rest/roles/-/${adminId}`)).status).toBe(403)
    expect((await editor('GET', `/rest/roles/-/${adminId}/matrix`)).status).toBe(403)
    expect((await editor('DELETE', `/rest/roles/-/${adminId}`)).status).toBe(403)
    const { body } = await editor('GET', '/vuejs/roles/-')
    const { roles } = body as unknown as { roles: { id: number; mayEdit: boolean; mayView: boolean }[] }
    const listed = (id: number) => roles.find((one) => one.id === id)
    expect(listed(adminId)).toMatchObject({ mayEdit: false, mayView: false })
    expect(listed(childId)).toMatchObject({ mayEdit: true, mayView: true })
  })

  test('by another parent: only their own role, or one below it', async () => {
    const child = await read(childId)
    for (const parentId of [topId, adminId]) await refused(bodyOf(child, { parentId }), 400, 'parentId')
    await refused(bodyOf(child, { parentId: null }), 400, 'parentId')
    const made = bodyOf(await read(0), { name: crypto.randomUUID() })
    for (const parentId of [topId, adminId, null]) await refused({ ...made, parentId }, 400, 'parentId')
    expect(child.parents.map(({ id }) => id)).toEqual([ownId])
    expect(child.mayBeTop).toBe(false)
  })

  test.each(['canaddusers', 'canseealldata', 'canviewcompletedsamples'] as const)(
    'by giving %s to a role below theirs',
    async (flag) => {
      await refused(bodyOf(await read(childId), { [flag]: true }), 400, flag)
    },
  )

  test.each(surveyFlags.filter((flag) => flag !== 'canViewSamples' && flag !== 'canHandleAlerts'))(
    'by giving %s in a survey',
    async (flag) => {
      const given = withAccess(await read(childId), survey, { [flag]: true, anonReason: 'because' })
      await refused(given, 400, `surveyAccessList.0.${flag}`)
    },
  )

  test('by giving a view, or a level for actions, that they do not have', async () => {
    const child = await read(childId)
    const viewAccessList = [
      { view: 'stores', access: true, defaultDrill: null },
      { view: 'channels', access: true, defaultDrill: null },
    ]
    await refused(withAccess(child, survey, { viewAccessList }), 400, 'surveyAccessList.0.viewAccessList')
    // All views they have are a list, not everything that is to come.
    const narrow = viewAccessList.slice(0, 1)
    expect((await save(withAccess(child, survey, { viewAccessList: narrow }))).status).toBe(200)
    const { rights } = await bench.deps.db
      .selectFrom('role_survey')
      .select('rights')
      .where('role_id', '=', childId)
      .executeTakeFirstOrThrow()
    expect(rights['viewAccessList']).toHaveLength(1)
  })

  test('by a survey that their role does not open', async () => {
    const child = await read(childId)
    expect(child.surveys.map(({ extName }) => extName)).toEqual([survey])
    const [own] = bodyOf(child).surveyAccessList
    if (!own) throw new Error('the role has no survey')
    const foreign = { ...own, surveyExtName: bench.anonymous.extName, viewAccessList: [], viewOrder: [] }
    await refused(bodyOf(child, { surveyAccessList: [foreign] }), 400, 'surveyAccessList.0.surveyExtName')
  })

  test('by what root gave to a role below: it stays withheld by their own', async () => {
    const wide = withAccess(await read(childId, root), survey, { canEditActions: true })
    expect((await save({ ...wide, canseealldata: true }, root)).status).toBe(200)
    // Saved unchanged it stays as root made it; no more can be added.
    const child = await read(childId)
    expect((await save(bodyOf(child))).status).toBe(200)
    await refused(bodyOf(await read(childId), { canaddusers: true }), 400, 'canaddusers')
    const { body } = await editor('GET', `/rest/roles/-/${childId}/matrix`)
    expect(JSON.stringify(body)).toContain('"right":"canseealldata","cell":{"state":"withheld"')
  })

  test('by looking at the screens as a role that allows more, as is noted', async () => {
    const answer = await editor('POST', `/rest/roles/-/${adminId}/view`)
    expect(answer.status).toBe(403)
    const entry = await bench.deps.db
      .selectFrom('audit')
      .select(['action', 'object'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ action: 'role.view.refused', object: String(adminId) })
    expect((await editor('POST', `/rest/roles/-/${childId}/view`)).status).toBe(200)
  })
})
