import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { Directory } from '#server/domain/people/directory.ts'
import { keycloakDirectory } from '#server/domain/people/keycloak-directory.ts'
import { readConfig } from '#server/platform/config.ts'
import { createUser } from '#server/testing/factories.ts'
import { serviceAccount, startKeycloak } from '#server/testing/keycloak.ts'
import type { TestKeycloak } from '#server/testing/keycloak.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { directoryOf } from './directories.ts'

let parts: TestDeps
let keycloak: TestKeycloak

beforeAll(async () => {
  parts = await testDeps()
  keycloak = await startKeycloak()
})

afterAll(async () => {
  await keycloak.close()
  await parts.close()
})

const withKeycloak = (secret: string) => ({
  GENSVAR_IDP_URL: keycloak.url,
  GENSVAR_IDP_REALM: 'main',
  GENSVAR_IDP_CLIENT: 'web',
  GENSVAR_KEYCLOAK_ADMIN_CLIENT: serviceAccount.clientId,
  GENSVAR_KEYCLOAK_ADMIN_SECRET: secret,
})

async function directory(env: Record<string, string>): Promise<Directory> {
  const { deps } = parts
  const folder = { GENSVAR_DATA: deps.config.dataFolder }
  const ctx: Ctx = programContext({ ...deps, config: readConfig({ ...env, ...folder }) }, 'test')
  return directoryOf(ctx)
}

let made = 0
const person = () => {
  const username = `person${++made}@directory.example`
  return { username, email: username, firstName: 'Eva', lastName: 'Holm' }
}

describe.each([
  ['the embedded directory', () => directory({})],
  ['the directory of a Keycloak', () => directory(withKeycloak(serviceAccount.secret))],
])('%s', (_name, open) => {
  test('knows whom it was given, whatever the case of the name', async () => {
    const people = await open()
    const eva = person()
    expect(await people.find(eva.username)).toBeNull()
    expect(await people.isNameFree(eva.username)).toBe(true)
    const record = await people.create(eva)
    expect(record).toEqual({ ...eva, enabled: true, userId: expect.stringMatching(/./) })
    expect(await people.find(eva.username.toUpperCase())).toEqual(record)
    expect(await people.isNameFree(eva.username.toUpperCase())).toBe(false)
  })

  test('takes no name twice', async () => {
    const people = await open()
    const eva = person()
    await people.create(eva)
    await expect(people.create(eva)).rejects.toMatchObject({
      code: 'conflict',
      fields: { username: expect.anything() },
    })
  })

  test('keeps what is saved of a person, and nobody else', async () => {
    const people = await open()
    const [eva, bo] = [person(), person()]
    await people.create(eva)
    const other = await people.create(bo)
    const changes = { email: `new-${eva.email}`, firstName: 'Ewa', lastName: 'Holmberg', enabled: false }
    await people.save(eva.username, changes)
    expect(await people.find(eva.username)).toMatchObject({ ...changes, username: eva.username })
    await people.save(eva.username, { ...changes, enabled: true })
    expect((await people.find(eva.username))?.enabled).toBe(true)
    expect(await people.find(bo.username)).toEqual(other)
  })

  test('renames a person, with the address that was the name, unless the name is in use', async () => {
    const people = await open()
    const [eva, bo] = [person(), person()]
    const { userId } = await people.create(eva)
    await people.create(bo)
    await expect(people.rename(eva.username, bo.username)).rejects.toMatchObject({ code: 'conflict' })
    const username = `renamed-${eva.username}`
    await people.rename(eva.username, username)
    expect(await people.find(eva.username)).toBeNull()
    expect(await people.find(username)).toEqual({ ...eva, username, email: username, userId, enabled: true })
  })

  test('invites a person, by mail or by a link', async () => {
    const people = await open()
    const eva = person()
    await people.create(eva)
    const { link, mailed } = await people.invite(eva.username)
    expect(mailed).toBe(link === null)
    if (link !== null) expect(link).toMatch(/^http:.*\/login\/password\?code=[\w-]{43}$/)
  })

  test('ends the sign-ins of a person', async () => {
    const people = await open()
    const eva = person()
    await people.create(eva)
    await expect(people.endSessions(eva.username)).resolves.toBeUndefined()
  })

  test('says that it does not know a person', async () => {
    const people = await open()
    const { username } = person()
    const changes = { email: username, firstName: 'E', lastName: 'H', enabled: true }
    const unknown = { code: 'not_found' }
    await expect(people.save(username, changes)).rejects.toMatchObject(unknown)
    await expect(people.rename(username, `x${username}`)).rejects.toMatchObject(unknown)
    await expect(people.invite(username)).rejects.toMatchObject(unknown)
    await expect(people.endSessions(username)).rejects.toMatchObject(unknown)
  })
})

describe('a Keycloak', () => {
  afterEach(() => {
    keycloak.failures.length = 0
    keycloak.editUsernameAllowed = true
  })

  const open = () => directory(withKeycloak(serviceAccount.secret))

  test('is asked with one token until it refuses it', async () => {
    const people = await open()
    const eva = person()
    await people.create(eva)
    const before = keycloak.tokens
    await people.find(eva.username)
    expect(keycloak.tokens).toBe(before)
    keycloak.forgetTokens()
    expect(await people.find(eva.username)).not.toBeNull()
    expect(keycloak.tokens).toBe(before + 1)
  })

  test('mails a link to choose a password for a week, and ends sessions', async () => {
    const people = await open()
    const eva = person()
    await people.create(eva)
    await people.invite(eva.username)
    await people.endSessions(eva.username)
    const mail = keycloak.mails.at(-1)
    expect(mail).toMatchObject({ username: eva.username, actions: ['UPDATE_PASSWORD'] })
    expect(mail?.query).toContain('lifespan=604800')
    expect(keycloak.loggedOut.at(-1)).toBe(eva.username)
  })

  test('keeps attributes of a person that we know nothing of', async () => {
    const people = await open()
    const eva = person()
    const { userId } = await people.create(eva)
    const stored = keycloak.users.get(userId)
    if (stored) stored['attributes'] = { department: ['Sales'] }
    await people.save(eva.username, { ...eva, enabled: true, lastName: 'Berg' })
    expect(keycloak.users.get(userId)).toMatchObject({ lastName: 'Berg', attributes: { department: ['Sales'] } })
  })

  test('says so where its realm does not let names be edited', async () => {
    const people = await open()
    const eva = person()
    await people.create(eva)
    keycloak.editUsernameAllowed = false
    await expect(people.rename(eva.username, `x${eva.username}`)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Edit username'),
    })
  })

  test.each([
    [{ status: 403, body: { error: 'HTTP 403 Forbidden' } }, 'does not let "gensvar-admin" manage users'],
    [{ status: 500, body: { errorMessage: 'Failed to send execute actions email' } }, 'Failed to send execute actions'],
    [{ status: 502 }, 'answered with an error (502)'],
  ])('that fails with %o says what is wrong', async (failure, words) => {
    const people = await open()
    keycloak.failures.push(failure)
    await expect(people.find('eva@directory.example')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(words),
    })
  })

  test('does not say the secret where it is wrong', async () => {
    const people = await directory({ ...withKeycloak('not-the-secret'), GENSVAR_KEYCLOAK_ADMIN_CLIENT: 'other' })
    const refusal = people.find('eva@directory.example')
    await expect(refusal).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Check the service account'),
    })
    await expect(refusal).rejects.not.toMatchObject({ message: expect.stringContaining('not-the-secret') })
  })

  test('that cannot be reached is unavailable', async () => {
    const account = { url: 'http://127.0.0.1:1', realm: 'main', ...serviceAccount, clock: parts.deps.clock }
    const people = keycloakDirectory(account, { clientId: 'web', address: 'http://127.0.0.1/', seconds: 60 })
    await expect(people.isNameFree('eva@directory.example')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('without a service account is left alone, and invites nobody', async () => {
    const { GENSVAR_IDP_URL, GENSVAR_IDP_REALM, GENSVAR_IDP_CLIENT } = withKeycloak('')
    const people = await directory({ GENSVAR_IDP_URL, GENSVAR_IDP_REALM, GENSVAR_IDP_CLIENT })
    const [eva, users] = [person(), keycloak.users.size]
    await people.create(eva)
    expect(await people.find(eva.username)).toBeNull()
    expect(keycloak.users.size).toBe(users)
    await expect(people.invite(eva.username)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('the embedded directory ends tokens and sessions', async () => {
  const people = await directory({})
  const { db } = parts.deps
  const user = await createUser(db)
  const version = () =>
    db.selectFrom('app_user').select('credential_version').where('id', '=', user.id).executeTakeFirstOrThrow()
  const before = (await version()).credential_version
  await people.endSessions(user.username)
  expect((await version()).credential_version).toBe(before + 1)
})
