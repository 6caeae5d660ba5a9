import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { bearer } from '#server/testing/factories.ts'
import { serviceAccount, startKeycloak } from '#server/testing/keycloak.ts'
import type { TestKeycloak } from '#server/testing/keycloak.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let keycloak: TestKeycloak
let embedded: TestApp
let external: TestApp

beforeAll(async () => {
  keycloak = await startKeycloak()
  embedded = await testApp()
  const env = {
    GENSVAR_IDP_URL: keycloak.url,
    GENSVAR_IDP_REALM: 'main',
    GENSVAR_IDP_CLIENT: 'web',
    GENSVAR_KEYCLOAK_ADMIN_CLIENT: serviceAccount.clientId,
    GENSVAR_KEYCLOAK_ADMIN_SECRET: serviceAccount.secret,
  }
  external = await testApp({ env })
})

afterAll(async () => {
  await embedded.close()
  await external.close()
  await keycloak.close()
})

afterEach(() => {
  keycloak.failures.length = 0
})

let made = 0

/** A user in a universe of their own, and root in it. */
async function place(server: TestApp) {
  const { db } = server.deps
  const universe = await createUniverse(db)
  const roleId = await createRole(db, universe.id)
  const username = `bo${++made}@names.example`
  const universes = [{ universeId: universe.id, roleId }]
  const user = await createUser(db, { username, lastName: 'Ek', universes })
  const root = await signIn(server.deps, await createUser(db, { isRoot: true }), universe.id)
  const call = async (method: 'GET' | 'POST', path: string, payload?: object, token = root) => {
    const url = `/rest/users/${path}`
    const response = await server.app.inject({ method, url, headers: bearer(token), ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  const rename = (newUsername: string, token?: string) =>
    call('POST', 'changeusername/-', { oldUsername: username, newUsername }, token)
  const nameOf = async () =>
    db.selectFrom('app_user').select(['username', 'email']).where('id', '=', user.id).executeTakeFirstOrThrow()
  return { user, username, universe, roleId, rename, nameOf, call }
}

const free = () => `new${++made}@names.example`

describe.each([
  ['the embedded directory', () => embedded],
  ['a Keycloak', () => external],
])('with %s', (_name, server) => {
  test('root renames a user, whose sessions end (USERS-09) (USERS-51)', async () => {
    const { user, username, rename, nameOf, call } = await place(server())
    const token = await signIn(server().deps, user)
    const newUsername = free()
    expect(await rename(newUsername)).toEqual({ status: 200, body: { username: newUsername } })
    expect(await nameOf()).toEqual({ username: newUsername, email: newUsername })
    expect((await call('GET', `details/-/${user.id}`, undefined, token)).status).toBe(401)
    const entry = server().deps.db.selectFrom('audit').select('details').where('action', '=', 'user.rename')
    const [noted] = await entry.where('object', '=', newUsername).execute()
    expect(noted?.details).toEqual({ userId: user.id, before: username })
  })

  test('whether a name is free is answered (USERS-50)', async () => {
    const { username, call } = await place(server())
    const available = async (name: string) => (await call('GET', `checkemailavailability/-/${name}`)).body
    expect(await available(username.toUpperCase())).toEqual({ available: false })
    expect(await available(free())).toEqual({ available: true })
  })

  test('an empty, wrong, unchanged or taken name is refused, and nothing changes (USERS-28a) (USERS-28b) (USERS-29a) (USERS-29b)', async () => {
    const { username, rename, nameOf } = await place(server())
    const other = await place(server())
    for (const [name, status] of [
      ['', 400],
      ['bosse', 400],
      [username, 400],
      [other.username, 409],
    ] as const) {
      const answer = await rename(name)
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([status, ['newUsername']])
    }
    expect((await nameOf()).username).toBe(username)
  })

  test('administrators neither rename nor ask (USERS-09)', async () => {
    const { universe, roleId, rename, call } = await place(server())
    const { db } = server().deps
    const universes = [{ universeId: universe.id, roleId, admin: true }]
    const token = await signIn(server().deps, await createUser(db, { universes }))
    expect((await rename(free(), token)).status).toBe(403)
    expect((await call('GET', `checkemailavailability/-/${free()}`, undefined, token)).status).toBe(403)
    expect((await call('GET', 'keycloakdata/-/1', undefined, token)).status).toBe(403)
  })
})

describe('a Keycloak', () => {
  const known = async () => {
    const at = await place(external)
    const person = { email: at.username, firstName: 'Bo', lastName: 'Ek', enabled: true }
    keycloak.users.set(`kc-${at.user.id}`, { id: `kc-${at.user.id}`, username: at.username, ...person })
    return at
  }
  const nameThere = (userId: number) => keycloak.users.get(`kc-${userId}`)?.username

  test('is renamed first, and back where our own record fails', async () => {
    const { user, username, rename, nameOf } = await known()
    const newUsername = free()
    const { db } = external.deps
    await db.updateTable('app_user').set({ version: 2_147_483_647 }).where('id', '=', user.id).execute()
    expect((await rename(newUsername)).status).toBe(500)
    expect([nameThere(user.id), (await nameOf()).username]).toEqual([username, username])
    await db.updateTable('app_user').set({ version: 1 }).where('id', '=', user.id).execute()
    expect((await rename(newUsername)).status).toBe(200)
    expect([nameThere(user.id), (await nameOf()).username]).toEqual([newUsername, newUsername])
    expect(keycloak.loggedOut).toContain(newUsername)
  })

  test('that fails keeps the name, and its words are told', async () => {
    const { user, username, rename, nameOf } = await known()
    keycloak.failures.push({ status: 503, body: { error: 'maintenance' } })
    const answer = await rename(free())
    expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('maintenance') } })
    expect([nameThere(user.id), (await nameOf()).username]).toEqual([username, username])
  })

  test('answers its record (USERS-49)', async () => {
    const { user, username, call } = await known()
    expect((await call('GET', `keycloakdata/-/${user.id}`)).body).toEqual({
      email: username,
      firstName: 'Bo',
      lastName: 'Ek',
      enabled: true,
      userId: `kc-${user.id}`,
    })
    const stranger = await place(external)
    expect((await stranger.call('GET', `keycloakdata/-/${stranger.user.id}`)).status).toBe(404)
  })

  test('gets whom root adds, mails the invitation, and keeps nobody whose save fails', async () => {
    const { universe, call } = await place(external)
    const data = (await call('GET', 'editordata/-/0')).body
    const roleId = await createRole(external.deps.db, universe.id)
    const email = free()
    const universeUsers = data.universeUsers.map((card: { universeName: string }) => ({
      ...card,
      createuser: card.universeName === universe.name,
      selectedrole: roleId,
    }))
    const body = {
      ...data,
      invite: true,
      universeUsers,
      keyCloakData: { email, firstName: 'Eva', lastName: 'Holm', enabled: true },
    }
    const people = keycloak.users.size
    // The second call of the admin API adds the person.
    keycloak.failures.push({ status: 200, body: [] }, { status: 500, body: { error: 'full' } })
    const failed = await call('POST', 'editordata/-/0', body)
    expect([failed.status, keycloak.users.size]).toEqual([503, people])
    const saved = await call('POST', 'editordata/-/0', body)
    expect(saved).toMatchObject({ status: 200, body: { invitation: { link: null, mailed: true, problem: '' } } })
    expect(keycloak.mails.at(-1)).toMatchObject({ username: email, actions: ['UPDATE_PASSWORD'] })
    const disabled = { ...body, version: saved.body.data.version, invite: false }
    const { id } = saved.body.data
    const off = { ...disabled, keyCloakData: { ...body.keyCloakData, enabled: false } }
    expect((await call('POST', `editordata/-/${id}`, off)).status).toBe(200)
    expect([...keycloak.users.values()].find((one) => one.username === email)).toMatchObject({ enabled: false })
    expect(keycloak.loggedOut).toContain(email)
  })
})
