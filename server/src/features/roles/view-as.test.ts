import type { SignInResult } from '@gensvar/contract/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import { bearer } from '#server/testing/factories.ts'
import type { TestRole } from '#server/testing/factories.ts'
import { identifyByToken, startSession } from '#server/domain/rights/sessions.ts'
import { ownerContext, ownerOf } from '#server/domain/rights/owner-context.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let now = new Date()
let universeId = 0
let survey = { surveyId: 0, extName: '', responseIds: [] as readonly number[] }
let anonymous = { surveyId: 0, extName: '' }

beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
  const { db } = server.deps
  universeId = (await createUniverse(db, { name: 'retail' })).id
  survey = await createSurvey(db, universeId)
  anonymous = await createSurvey(db, universeId, { ...smallSurvey, config: 'anonymity: { filters: [] }' })
})
afterAll(() => server.close())

const roleOf = (role: TestRole): Promise<number> => createRole(server.deps.db, universeId, role)

/** A person signed in in a browser: by the token of their calls, and the cookie of the window. */
async function personOf(of: { roleId?: number; isRoot?: boolean; actAs?: false; filters?: Record<string, string[]> }) {
  const { roleId, isRoot = false, actAs = true, filters = {} } = of
  const universes = roleId === undefined ? [] : [{ universeId, roleId, filters, admin: true, actAs }]
  const user = await createUser(server.deps.db, { isRoot, universes })
  const { token, cookie } = await startSession(server.deps, { userId: user.id, universeId, actorUserId: null })
  return { ...user, token, cookie }
}

const ask = (token: string, url: string) => server.app.inject({ url, headers: bearer(token) })

async function linkOf(token: string, roleId: number) {
  const url = `/rest/roles/-/${roleId}/view`
  return server.app.inject({ method: 'POST', url, headers: bearer(token) })
}

async function open(cookie: string, profileURL: string) {
  const profile = new URL(profileURL, 'http://x').searchParams.get('profile')
  return server.app.inject({
    method: 'POST',
    url: '/rest/authentication/validatecookie',
    headers: { host: '127.0.0.1:8080', cookie: `gensvar_session=${cookie}` },
    payload: { profile },
  })
}

async function viewing(person: { token: string; cookie: string }, roleId: number) {
  const link = await linkOf(person.token, roleId)
  expect(link.statusCode, link.body).toBe(200)
  const answer = await open(person.cookie, link.json<{ profileURL: string }>().profileURL)
  expect(answer.statusCode, answer.body).toBe(200)
  const result = answer.json<SignInResult>()
  return { ...result, token: result.authToken ?? '' }
}

describe('whoever looks at the screens as a role', () => {
  test('is themself with its rights, told in the answer and noted in the audit log', async () => {
    const roleId = await roleOf({ name: 'seen', surveys: { [survey.surveyId]: { canViewSamples: true } } })
    const root = await personOf({ isRoot: true })
    const seen = await viewing(root, roleId)
    expect(seen).toMatchObject({
      ...{ username: root.username, impersonator: root.username, viewedRole: 'seen', role: 'seen' },
      ...{ isRoot: false, isUserAdmin: false, mayCreateSurveys: false, universeAdminUserList: [] },
      surveys: [{ extName: survey.extName }],
    })
    const entry = await server.deps.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'role.view')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ user_id: root.id, actor_user_id: root.id, object: 'seen', universe_id: universeId })
    expect((await ask(seen.token, `/rest/surveys/start/${survey.extName}`)).statusCode).toBe(200)
    expect((await ask(seen.token, `/rest/surveys/start/${anonymous.extName}`)).statusCode).toBe(403)
    // Root's own calls are closed.
    expect((await ask(seen.token, '/vuejs/roles/-')).statusCode).toBe(403)
    // The other session goes on.
    expect((await ask(root.token, '/vuejs/roles/-')).statusCode).toBe(200)
  })

  test('sees and does no more than they may themselves: rows, flags, surveys', async () => {
    const every = { canViewSamples: true, canHandleAlerts: true }
    const roleId = await roleOf({ canSeeAllData: true, surveys: { [survey.surveyId]: every } })
    const all = { canCreateRoles: true, canSeeAllData: true }
    const own = await roleOf({ ...all, surveys: { [survey.surveyId]: every, [anonymous.surveyId]: {} } })
    const person = await personOf({ roleId: own, filters: { country: ['Sweden'] } })
    const seen = await viewing(person, roleId)
    // Narrowed afterwards: the session keeps to what both may.
    await server.deps.db.updateTable('role').set({ can_see_all_data: false }).where('id', '=', own).execute()
    const rights = JSON.stringify({ canViewSamples: true })
    const narrowed = server.deps.db.updateTable('role_survey').set({ rights }).where('role_id', '=', own)
    await narrowed.where('survey_id', '=', survey.surveyId).execute()
    const { rights: seenRights } = (await ask(seen.token, `/rest/surveys/start/${survey.extName}`)).json()
    expect(seenRights).toMatchObject({ canViewSamples: true, canHandleAlerts: false })
    const [swedish, , , , norwegian] = survey.responseIds
    const interview = (id: number | undefined) => ask(seen.token, `/rest/interviews/data/${survey.extName}/${id}`)
    expect((await interview(swedish)).statusCode).toBe(200)
    expect((await interview(norwegian)).statusCode).toBe(404)
    expect((await ask(seen.token, `/rest/surveys/start/${anonymous.extName}`)).statusCode).toBe(403)
  })

  test('needs no right to act as others', async () => {
    const surveys = { [survey.surveyId]: {} }
    const person = await personOf({ roleId: await roleOf({ canCreateRoles: true, surveys }), actAs: false })
    expect((await viewing(person, await roleOf({ name: 'plain', surveys }))).viewedRole).toBe('plain')
  })

  test('writes no more than the role may', async () => {
    const roleId = await roleOf({ surveys: { [survey.surveyId]: { canViewSamples: true } } })
    const seen = await viewing(await personOf({ isRoot: true }), roleId)
    const [sample] = survey.responseIds.slice(5)
    const url = `/rest/samples/data/${survey.extName}/${sample}`
    const payload = { version: 1, overwrite: true, state: '4', fields: {} }
    const saved = await server.app.inject({ method: 'PUT', url, headers: bearer(seen.token), payload })
    expect(saved.statusCode).toBe(403)
    const removed = await server.app.inject({ method: 'DELETE', url, headers: bearer(seen.token) })
    expect(removed.statusCode).toBe(403)
  })

  test('as root does not see through anonymity by it', async () => {
    const roleId = await roleOf({ surveys: { [anonymous.surveyId]: { canViewAnon: true } } })
    const seen = await viewing(await personOf({ isRoot: true }), roleId)
    const { rights } = (await ask(seen.token, `/rest/surveys/start/${anonymous.extName}`)).json()
    expect(rights).toMatchObject({ canViewInterviews: false })
  })

  test('starts no other such session, nor acts as somebody', async () => {
    const surveys = { [survey.surveyId]: {} }
    const roleId = await roleOf({ canCreateRoles: true, surveys })
    const seen = await viewing(await personOf({ isRoot: true }), roleId)
    expect((await linkOf(seen.token, roleId)).statusCode).toBe(403)
    const acting = await server.app.inject({
      method: 'POST',
      url: '/rest/authentication/impersonate',
      headers: bearer(seen.token),
      payload: { token: 'x', universe: 'retail', user: 'anybody' },
    })
    expect(acting.statusCode).toBe(403)
  })

  test('is back to nothing when the role is gone or the time is up', async () => {
    const roleId = await roleOf({ surveys: { [survey.surveyId]: {} } })
    const root = await personOf({ isRoot: true })
    const seen = await viewing(root, roleId)
    await server.deps.db.deleteFrom('role').where('id', '=', roleId).execute()
    expect((await ask(seen.token, `/rest/surveys/start/${survey.extName}`)).statusCode).toBe(401)
    const other = await viewing(root, await roleOf({ surveys: { [survey.surveyId]: {} } }))
    now = new Date(now.getTime() + 16 * 60_000)
    expect((await ask(other.token, `/rest/surveys/start/${survey.extName}`)).statusCode).toBe(401)
  })

  test('has the same rights in work that a task does for them', async () => {
    const roleId = await roleOf({ surveys: { [survey.surveyId]: {} } })
    const seen = await viewing(await personOf({ isRoot: true }), roleId)
    const identity = await identifyByToken(server.deps, seen.token)
    if (!identity) throw new Error('the session has no identity')
    const owner = ownerOf({ identity, locale: 'en' })
    const { signal } = new AbortController()
    const ctx = await ownerContext(server.deps, owner, { name: 'test', signal })
    expect(ctx.identity).toMatchObject({ isRoot: false, viewedRole: identity.viewedRole, role: { id: roleId } })
  })
})

describe('the link', () => {
  test('is good for one use within 60 s, in the browser that asked for it', async () => {
    const roleId = await roleOf({ surveys: { [survey.surveyId]: {} } })
    const [root, other] = [await personOf({ isRoot: true }), await personOf({ isRoot: true })]
    const link = async () => (await linkOf(root.token, roleId)).json<{ profileURL: string }>().profileURL
    const used = await link()
    expect(used).toMatch(/^\/\?profile=[\w-]{43}$/)
    expect((await open(root.cookie, used)).statusCode).toBe(200)
    expect((await open(root.cookie, used)).statusCode).toBe(404)
    expect((await open(other.cookie, await link())).statusCode).toBe(403)
    const late = await link()
    now = new Date(now.getTime() + 61_000)
    expect((await open(root.cookie, late)).statusCode).toBe(404)
  })

  test('is refused once the caller may no longer administer roles, or the role allows more', async () => {
    const surveys = { [survey.surveyId]: { canViewSamples: true } }
    const own = await roleOf({ canCreateRoles: true, surveys })
    const roleId = await roleOf({ surveys })
    const person = await personOf({ roleId: own })
    const link = (await linkOf(person.token, roleId)).json<{ profileURL: string }>().profileURL
    const raised = server.deps.db.updateTable('role').set({ can_add_users: true })
    await raised.where('id', '=', roleId).execute()
    expect((await open(person.cookie, link)).statusCode).toBe(403)
    expect((await linkOf(person.token, roleId)).statusCode).toBe(403)
    const lowered = server.deps.db.updateTable('role').set({ can_add_users: false })
    await lowered.where('id', '=', roleId).execute()
    const again = (await linkOf(person.token, roleId)).json<{ profileURL: string }>().profileURL
    await server.deps.db.updateTable('role').set({ can_create_roles: false }).where('id', '=', own).execute()
    expect((await open(person.cookie, again)).statusCode).toBe(403)
  })

  test("opens no other universe's role", async () => {
    const { db } = server.deps
    const elsewhere = await createRole(db, (await createUniverse(db)).id)
    const root = await personOf({ isRoot: true })
    expect((await linkOf(root.token, elsewhere)).statusCode).toBe(404)
  })
})
