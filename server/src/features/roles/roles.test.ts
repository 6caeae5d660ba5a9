import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createUniverse } from '#server/testing/factories.ts'
import { surveyFlags } from '#server/domain/rights/role-rights.ts'
import { bodyOf, openRoles, withAccess } from './testing/role-bench.ts'
import type { Answered, Body, Calls, Details, RoleBench } from './testing/role-bench.ts'

let bench: RoleBench
let root: Calls

beforeAll(async () => {
  bench = await openRoles()
  root = await bench.root()
})

afterAll(() => bench.close())

async function read(roleId: number, calls = root): Promise<Details> {
  const { status, body } = await calls('GET', `/rest/roles/-/${roleId}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Details
}

const save = (body: Body, calls = root): Promise<Answered> => calls('POST', '/rest/roles/-', body)

async function saved(body: Body): Promise<Details> {
  const answer = await save(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as unknown as Details
}

const newRole = async (changes: Partial<Body> = {}) =>
  saved(bodyOf(await read(0), { name: crypto.randomUUID(), ...changes }))

const auditOf = (roleId: number) =>
  bench.deps.db
    .selectFrom('audit')
    .selectAll()
    .where('action', 'like', 'role.%')
    .orderBy('id')
    .execute()
    .then((rows) => rows.filter(({ details }) => details['roleId'] === roleId))

describe('roles of a universe', () => {
  test('GET /vuejs/roles/{survey} lists them, children after their parent, with their users (ROLES-19)', async () => {
    const parent = await bench.roleOf({ name: 'b region' })
    const child = await bench.roleOf({ name: 'a store', parentId: parent, restricted: true })
    const other = await bench.roleOf({ name: 'c other' })
    await bench.userOf(child)
    const elsewhere = await createRole(bench.deps.db, (await createUniverse(bench.deps.db)).id)
    for (const survey of ['-', bench.survey.extName]) {
      const { status, body } = await root('GET', `/vuejs/roles/${survey}`)
      expect(status).toBe(200)
      const { roles, mayCreateTop } = body as unknown as { roles: Details[]; mayCreateTop: boolean }
      expect(mayCreateTop).toBe(true)
      expect(roles.filter(({ id }) => [parent, child, other, elsewhere].includes(id))).toMatchObject([
        { id: parent, name: 'b region', parentId: null, depth: 0, users: 0, children: 1, mayEdit: true },
        { id: child, name: 'a store', parentId: parent, depth: 1, users: 1, children: 0, restricted: true },
        { id: other, depth: 0 },
      ])
    }
  })

  test('GET roles/{survey}/{roleId} answers one with all its fields, and an empty new one for 0 (ROLES-05, ROLES-06, ROLES-20)', async () => {
    const roleId = await bench.roleOf({
      name: 'full',
      canAddUsers: true,
      surveys: {
        [bench.survey.surveyId]: {
          canViewSamples: true,
          startPage: 'second',
          viewOrder: ['channels', 'stores'],
          viewAccessList: [{ view: 'stores', access: true, defaultDrill: 'country=Sweden' }],
          anchorAccessList: [{ view: 'stores', level: 'store', access: true }],
          notifications: 1,
          questionNotificationList: [{ variable: 'rating', enabled: false }],
          notificationChannelList: [{ channel: 'mail', enabled: false }],
        },
      },
    })
    const role = await read(roleId)
    expect(role).toMatchObject({
      ...{ id: roleId, name: 'full', parentId: null, canaddusers: true, canseealldata: false, cancreateroles: false },
      ...{ canviewcompletedsamples: false, restricted: false, version: 1, mayEdit: true, mayView: true },
    })
    const own = role.surveyAccessList.find(({ surveyExtName }) => surveyExtName === bench.survey.extName)
    expect(own).toEqual({
      surveyExtName: bench.survey.extName,
      access: true,
      ...Object.fromEntries(surveyFlags.map((flag) => [flag, flag === 'canViewSamples'])),
      startPage: 'second',
      viewOrder: ['channels', 'stores'],
      viewAccessList: [
        { view: 'stores', access: true, defaultDrill: 'country=Sweden' },
        { view: 'channels', access: false, defaultDrill: null },
      ],
      anchorAccessList: [
        { view: 'stores', level: '', access: false },
        { view: 'stores', level: 'country', access: false },
        { view: 'stores', level: 'store', access: true },
        { view: 'channels', level: '', access: false },
        { view: 'channels', level: 'channel', access: false },
      ],
      notifications: 1,
      questionNotificationList: [
        { variable: 'rating', title: expect.anything(), enabled: false },
        { variable: 'channel', title: expect.anything(), enabled: true },
      ],
      notificationChannelList: [
        { channel: 'bell', title: expect.anything(), enabled: true },
        { channel: 'mail', title: expect.anything(), enabled: false },
      ],
    })
    const empty = await read(0)
    expect(empty).toMatchObject({ id: 0, name: '', parentId: null, version: 0, mayEdit: true, mayView: false })
    expect(empty.surveyAccessList.map(({ access }) => access)).toEqual([false, false])
    expect(empty.surveys.map(({ extName, anonymous }) => [extName, anonymous]).toSorted()).toEqual(
      [
        [bench.survey.extName, false],
        [bench.anonymous.extName, true],
      ].toSorted(),
    )
  })

  test('POST roles/{survey} makes one of 0, and changes one that is there (ROLES-21)', async () => {
    const made = await newRole({ canaddusers: true })
    expect(made).toMatchObject({ canaddusers: true, version: 1 })
    expect(made.id).toBeGreaterThan(0)
    const changed = withAccess(made, bench.survey.extName, { access: true, canHandleAlerts: true, startPage: 'second' })
    const again = await saved({ ...changed, name: `${made.name} renamed`, canaddusers: false, restricted: true })
    expect(again).toMatchObject({ id: made.id, version: 2, canaddusers: false, restricted: true })
    const own = again.surveyAccessList.find(({ surveyExtName }) => surveyExtName === bench.survey.extName)
    expect(own).toMatchObject({ access: true, canHandleAlerts: true, canEditActions: false, startPage: 'second' })
    // Every view and level is open, also those to come: a list of those there are would close them.
    const stored = await bench.deps.db
      .selectFrom('role_survey')
      .select('rights')
      .where('role_id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(stored.rights['viewAccessList'] ?? null).toBeNull()
    expect(stored.rights['anchorAccessList'] ?? null).toBeNull()
    const entries = await auditOf(made.id)
    expect(entries.map(({ action }) => action)).toEqual(['role.create', 'role.save'])
    const { extName } = bench.survey
    expect(entries[1]?.details['changed']).toEqual(
      expect.arrayContaining(['name', 'canAddUsers', 'restricted', `${extName}.access`, `${extName}.canHandleAlerts`]),
    )
  })

  test('rights in surveys that a save does not name stay', async () => {
    const made = await newRole()
    const both = await saved(withAccess(made, bench.survey.extName, { access: true, canViewSamples: true }))
    const renamed = await saved(bodyOf(both, { surveyAccessList: [] }))
    expect(renamed.surveyAccessList.find(({ access }) => access)).toMatchObject({ canViewSamples: true })
  })

  test('views and default paths are stored as they are listed', async () => {
    const viewAccessList = [
      { view: 'stores', access: true, defaultDrill: 'country=Sweden' },
      { view: 'channels', access: false, defaultDrill: null },
    ]
    const made = await newRole()
    const again = await saved(withAccess(made, bench.survey.extName, { access: true, viewAccessList }))
    expect(again.surveyAccessList.find(({ access }) => access)?.viewAccessList).toEqual(viewAccessList)
  })

  test('DELETE roles/{survey}/{roleId} removes one, but not while users or child roles have it (ROLES-22)', async () => {
    const held = await bench.roleOf()
    await bench.userOf(held)
    const parent = await bench.roleOf()
    const child = await bench.roleOf({ parentId: parent })
    const remove = (id: number) => root('DELETE', `/rest/roles/-/${id}`)
    expect(await remove(held)).toMatchObject({ status: 409, body: { message: expect.stringContaining('1 user') } })
    expect(await remove(parent)).toMatchObject({ status: 409, body: { message: expect.stringContaining('parent') } })
    expect((await remove(child)).status).toBe(200)
    expect((await remove(parent)).status).toBe(200)
    expect((await remove(parent)).status).toBe(404)
    expect((await root('GET', `/rest/roles/-/${parent}`)).status).toBe(404)
    expect((await auditOf(parent)).map(({ action }) => action)).toEqual(['role.delete'])
  })

  test("another universe's role is not there, for reading, saving, deleting and as a parent", async () => {
    const elsewhere = await createRole(bench.deps.db, (await createUniverse(bench.deps.db)).id)
    expect((await root('GET', `/rest/roles/-/${elsewhere}`)).status).toBe(404)
    expect((await root('GET', `/rest/roles/-/${elsewhere}/matrix`)).status).toBe(404)
    expect((await root('DELETE', `/rest/roles/-/${elsewhere}`)).status).toBe(404)
    const body = bodyOf(await read(0), { name: 'stolen' })
    expect((await save({ ...body, id: elsewhere, version: 1 })).status).toBe(404)
    expect(await save({ ...body, parentId: elsewhere })).toMatchObject({
      status: 404,
      body: { fields: { parentId: expect.any(String) } },
    })
  })
})

describe('a save is refused', () => {
  const refused = async (body: Body, field: string, status = 400) => {
    const answer = await save(body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status })
    expect(answer.body).toHaveProperty(['fields', field])
  }

  test('at the parent where a role would be its own ancestor', async () => {
    const top = await newRole()
    const middle = await newRole({ parentId: top.id })
    const leaf = await newRole({ parentId: middle.id })
    for (const parentId of [top.id, middle.id, leaf.id]) await refused(bodyOf(top, { parentId }), 'parentId')
    expect((await read(top.id)).parents.map(({ id }) => id)).not.toContain(leaf.id)
    expect((await read(leaf.id)).parents.map(({ id }) => id)).toEqual(expect.arrayContaining([top.id, middle.id]))
  })

  test('for one of two that would put each of two roles below the other at once', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await newRole(), await newRole()]
      const answers = await Promise.all([
        save(bodyOf(one, { parentId: other.id })),
        save(bodyOf(other, { parentId: one.id })),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })

  test('where somebody saved in between', async () => {
    const made = await newRole()
    const first = await saved(bodyOf(made, { canaddusers: true }))
    const stale = await save(bodyOf(made, { canseealldata: true }))
    expect(stale).toMatchObject({
      status: 409,
      body: { fields: { version: expect.stringContaining('changed this role') } },
    })
    expect(await read(made.id)).toMatchObject({ canaddusers: true, canseealldata: false, version: first.version })
  })

  test('at the name where another role has it, or none is given', async () => {
    const made = await newRole()
    const other = await newRole()
    await refused(bodyOf(other, { name: made.name.toUpperCase() }), 'name', 409)
    await refused(bodyOf(other, { name: '  ' }), 'name')
  })

  test('at what the survey does not have', async () => {
    const made = await newRole()
    const { extName } = bench.survey
    const index = made.surveyAccessList.findIndex(({ surveyExtName }) => surveyExtName === extName)
    const at = (field: string) => `surveyAccessList.${index}.${field}`
    const change = (changes: Parameters<typeof withAccess>[2]) =>
      withAccess(made, extName, { access: true, ...changes })
    const stores = { view: 'stores', access: true, defaultDrill: null }
    await refused(change({ viewAccessList: [stores, { ...stores, view: 'gone' }] }), at('viewAccessList'))
    await refused(change({ viewAccessList: [{ ...stores, access: false }] }), at('viewAccessList'))
    await refused(change({ viewOrder: ['gone'] }), at('viewOrder'))
    await refused(change({ startPage: 'gone' }), at('startPage'))
    await refused(change({ viewAccessList: [{ ...stores, defaultDrill: '===' }] }), at('viewAccessList.0.defaultDrill'))
    await refused(change({ surveyExtName: 'gone' }), at('surveyExtName'))
    expect((await read(made.id)).version).toBe(1)
  })

  test('where canViewAnon is given without a reason; with one, the reason stands in the audit log', async () => {
    const made = await newRole()
    const { extName, surveyId } = bench.anonymous
    const given = { access: true, canViewAnon: true }
    const index = made.surveyAccessList.findIndex(({ surveyExtName }) => surveyExtName === extName)
    await refused(withAccess(made, extName, given), `surveyAccessList.${index}.anonReason`)
    await refused(withAccess(made, extName, { ...given, anonReason: '   ' }), `surveyAccessList.${index}.anonReason`)
    const reason = 'Answers are read by the works council'
    const again = await saved(withAccess(made, extName, { ...given, anonReason: reason }))
    const entry = (await auditOf(made.id)).find(({ action }) => action === 'role.anonymous')
    expect(entry).toMatchObject({ survey_id: surveyId, object: made.name, details: { reason } })
    // It has it already: the next save needs none.
    await saved(bodyOf(again, { canaddusers: true }))
    expect((await auditOf(made.id)).filter(({ action }) => action === 'role.anonymous')).toHaveLength(1)
  })
})

describe('a change of a role', () => {
  test('is felt by its users at their next request: narrowed, renamed, closed', async () => {
    const made = await newRole()
    const { extName } = bench.survey
    const open = await saved(withAccess(made, extName, { access: true, canViewSamples: true }))
    const user = await bench.userOf(made.id)
    const calls = await bench.as(user)
    const samples = () => calls('GET', `/rest/interviews/data/${extName}/${bench.survey.responseIds[0]}`)
    const start = () => calls('GET', `/rest/surveys/start/${extName}`)
    expect((await start()).status).toBe(200)
    expect((await samples()).status).toBe(200)
    const renamed = await saved(bodyOf(open, { name: `${open.name} 2` }))
    const details = await calls('GET', `/rest/users/details/-/${user.id}`)
    expect(details.body).toMatchObject({ roleNames: [`${open.name} 2`] })
    await saved(withAccess(renamed, extName, { access: false }))
    expect((await start()).status).toBe(403)
    expect((await samples()).status).toBe(403)
  })

  test('keeps mails that wait from users whom it lets be told no more', async () => {
    const { db } = bench.deps
    const made = await newRole()
    const open = await saved(withAccess(made, bench.survey.extName, { access: true }))
    const [user, other] = [await bench.userOf(made.id), await bench.userOf(await bench.roleOf())]
    const notice = { survey_id: bench.survey.surveyId, event: 'mention', object_kind: 'alert', object_id: 1 } as const
    for (const { id } of [user, other])
      await db
        .insertInto('notice')
        .values({ ...notice, user_id: id, in_bell: true, mail_waits: true, created_at: new Date() })
        .execute()
    const notificationChannelList = [{ channel: 'mail' as const, enabled: false }]
    await saved(withAccess(open, bench.survey.extName, { notificationChannelList }))
    const waiting = await db
      .selectFrom('notice')
      .select(['user_id', 'mail_waits'])
      .where('user_id', 'in', [user.id, other.id])
      .orderBy('user_id')
      .execute()
    expect(waiting.map(({ mail_waits: waits }) => waits)).toEqual([false, true])
  })

  test('of a parent withholds from its children, whatever they have, and the matrix says by whom', async () => {
    const { extName } = bench.survey
    const top = await newRole({ canaddusers: true })
    const parent = await saved(withAccess(top, extName, { access: true, canEditActions: true, canHandleAlerts: true }))
    const made = await newRole({ parentId: parent.id, canaddusers: true, canseealldata: true })
    const child = await saved(
      withAccess(made, extName, { access: true, canEditActions: true, canHandleAlerts: true, canViewSamples: true }),
    )
    await saved(withAccess(parent, extName, { canHandleAlerts: false }))
    const { body } = await root('GET', `/rest/roles/-/${child.id}/matrix`)
    const matrix = body as unknown as {
      flags: { right: string; cell: object }[]
      surveys: { extName: string; access: object; rights: { right: string; cell: object }[]; views: unknown }[]
    }
    const flag = (right: string) => matrix.flags.find((one) => one.right === right)?.cell
    const withheld = { state: 'withheld', by: top.name }
    expect(flag('canaddusers')).toEqual({ state: 'role', by: null })
    expect(flag('canseealldata')).toEqual(withheld)
    expect(flag('cancreateroles')).toEqual({ state: 'none', by: null })
    const inSurvey = matrix.surveys.find((one) => one.extName === extName)
    const right = (name: string) => inSurvey?.rights.find((one) => one.right === name)?.cell
    expect(inSurvey).toMatchObject({ access: { state: 'role', by: null }, views: null, anchors: null })
    expect(right('canEditActions')).toEqual({ state: 'role', by: null })
    expect(right('canHandleAlerts')).toEqual(withheld)
    expect(right('canViewSamples')).toEqual(withheld)
    expect(right('canViewAnon')).toEqual({ state: 'none', by: null })
    const hidden = matrix.surveys.find((one) => one.extName === bench.anonymous.extName)
    expect(hidden).toMatchObject({ access: { state: 'none', by: null }, views: [], anchors: 0 })
  })
})
