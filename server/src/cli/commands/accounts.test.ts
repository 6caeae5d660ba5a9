import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '#server/domain/context.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser } from '#server/testing/factories.ts'
import { TestBrowser, signInAtProvider } from '#server/testing/provider-sign-in.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { Command } from '../command.ts'
import { runForTest } from '../testing/run-for-test.ts'
import type { CommandRun } from '../testing/run-for-test.ts'
import { tokenCommand } from './token.ts'
import { userAdd } from './user-add.ts'

let server: TestApp
let universeId = 0

beforeAll(async () => {
  server = await testApp()
  universeId = (await createUniverse(server.deps.db, { name: 'retail' })).id
  await createSurvey(server.deps.db, universeId)
  await createUniverse(server.deps.db, { name: 'bank' })
})

afterAll(() => server.close())

function run(command: Command, args: string[], deps: Deps = server.deps): Promise<CommandRun> {
  return runForTest(command, args, deps)
}

test('the first administrator chooses a password with the printed link and signs in', async () => {
  const { exitCode, printed } = await run(userAdd, ['boss@example.org', '--root', '--universe', 'retail'])
  expect(exitCode).toBe(0)
  const browser = new TestBrowser(server.app)
  const code = new URL(printed.trim()).searchParams.get('code') ?? ''
  const form = { code, password: 'first password', repeat: 'first password' }
  expect((await browser.send('POST', '/realms/gensvar/login/password', form)).statusCode).toBe(200)
  const { access_token: token } = await signInAtProvider(browser, {
    username: 'boss@example.org',
    password: 'first password',
  })
  const response = await server.app.inject({ method: 'POST', url: '/rest/authentication/login', payload: { token } })
  expect(response.json()).toMatchObject({ loginStatus: 0, isRoot: true, universe: 'retail' })
  const entry = await server.deps.db
    .selectFrom('audit')
    .select('object')
    .where('action', '=', 'user.add')
    .executeTakeFirst()
  expect(entry).toEqual({ object: 'boss@example.org' })
})

test('an administrator gets a role that may do everything in the universe', async () => {
  expect((await run(userAdd, ['admin@example.org', '--universe', 'retail', '--admin'])).exitCode).toBe(0)
  const { printed } = await run(tokenCommand, ['--user', 'admin@example.org'])
  const response = await server.app.inject({
    method: 'POST',
    url: '/rest/authentication/changeuniverse',
    headers: bearer(printed.trim()),
    payload: { universe: 'retail' },
  })
  expect(response.json()).toMatchObject({ role: 'administrator', isUserAdmin: true, isRoot: false })
  expect(response.json<{ surveys: object[] }>().surveys).toHaveLength(1)
})

describe('the administrator role', () => {
  async function rolesOf(universe: { id: number }): Promise<string[]> {
    const rows = await server.deps.db
      .selectFrom('role')
      .select('name')
      .where('universe_id', '=', universe.id)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.name)
  }

  async function roleOf(username: string): Promise<string | undefined> {
    const row = await server.deps.db
      .selectFrom('user_universe')
      .innerJoin('role', 'role.id', 'user_universe.role_id')
      .innerJoin('app_user', 'app_user.id', 'user_universe.user_id')
      .where('username', '=', username)
      .select('role.name')
      .executeTakeFirst()
    return row?.name
  }

  test('is the one there is, in whatever case it is written', async () => {
    const universe = await createUniverse(server.deps.db)
    await createRole(server.deps.db, universe.id, { name: 'Administrator' })
    expect((await run(userAdd, ['early@example.org', '--universe', universe.name, '--admin'])).exitCode).toBe(0)
    expect(
      (await run(userAdd, ['named@example.org', '--universe', universe.name, '--role', 'ADMINISTRATOR'])).exitCode,
    ).toBe(0)
    expect(await rolesOf(universe)).toEqual(['Administrator'])
    expect(await roleOf('early@example.org')).toBe('Administrator')
    expect(await roleOf('named@example.org')).toBe('Administrator')
  })

  test('is the one written in small letters where an installation has both', async () => {
    const universe = await createUniverse(server.deps.db)
    for (const name of ['Administrator', 'administrator']) await createRole(server.deps.db, universe.id, { name })
    await run(userAdd, ['both@example.org', '--universe', universe.name, '--admin'])
    expect(await roleOf('both@example.org')).toBe('administrator')
  })

  test('does not see through anonymity', async () => {
    const universe = await createUniverse(server.deps.db)
    await createSurvey(server.deps.db, universe.id)
    await run(userAdd, ['curious@example.org', '--universe', universe.name, '--admin'])
    const [rights, ...others] = await server.deps.db
      .selectFrom('role_survey')
      .innerJoin('role', 'role.id', 'role_survey.role_id')
      .where('universe_id', '=', universe.id)
      .select('rights')
      .execute()
    expect(others).toEqual([])
    expect(rights?.rights).toMatchObject({ canViewSamples: true })
    expect(rights?.rights).not.toHaveProperty('canViewAnon')
  })

  test('is given to nobody who did not ask for it', async () => {
    const universe = await createUniverse(server.deps.db)
    await createRole(server.deps.db, universe.id, { name: 'administrator' })
    const { exitCode, noted } = await run(userAdd, ['plain@example.org', '--universe', universe.name])
    expect({ exitCode, noted }).toEqual({ exitCode: 1, noted: expect.stringContaining("Name the user's role") })
  })
})

test.each([
  [['two words', '--root'], 2, 'must not be empty or contain spaces'],
  [['x@example.org'], 2, '--universe'],
  [['x@example.org', '--root', '--role', 'seller'], 2, '--universe'],
  [['x@example.org', '--universe', 'nowhere', '--admin'], 1, 'there are: bank, retail'],
  [['x@example.org', '--universe', 'bank'], 1, 'Give --role NAME'],
  [['x@example.org', '--universe', 'bank', '--role', 'seller'], 1, 'roles of bank: none'],
])('user:add %j is refused and adds nobody', async (args, code, words) => {
  const { exitCode, noted, printed } = await run(userAdd, args)
  expect({ exitCode, printed }).toEqual({ exitCode: code, printed: '' })
  expect(noted).toContain(words)
  const added = await server.deps.db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', args[0] ?? '')
    .execute()
  expect(added).toEqual([])
})

test('a name in use is refused without regard to case', async () => {
  await createUser(server.deps.db, { username: 'taken@example.org' })
  const { exitCode, noted } = await run(userAdd, ['Taken@Example.org', '--root'])
  expect(exitCode).toBe(1)
  expect(noted).toContain('There is already a user')
})

test('with a Keycloak no link is made', async () => {
  const config = readConfig({
    GENSVAR_IDP_URL: 'https://id.example.org',
    GENSVAR_IDP_REALM: 'main',
    GENSVAR_IDP_CLIENT: 'web',
  })
  const { exitCode, printed, noted } = await run(userAdd, ['keycloak@example.org', '--root'], {
    ...server.deps,
    config,
  })
  expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: '' })
  expect(noted).toContain('identity provider')
})

test('token asks for the universe where there are several, and names them', async () => {
  const bank = await createUniverse(server.deps.db, { name: 'insurer' })
  const [one, two] = await Promise.all([createRole(server.deps.db, universeId), createRole(server.deps.db, bank.id)])
  await createUser(server.deps.db, {
    username: 'both',
    universes: [
      { universeId, roleId: one },
      { universeId: bank.id, roleId: two },
    ],
  })
  expect((await run(tokenCommand, ['--user', 'both'])).noted).toContain('may enter: insurer, retail')
  expect((await run(tokenCommand, ['--user', 'both', '--universe', 'bank'])).noted).toContain(
    'there are: insurer, retail',
  )
  expect((await run(tokenCommand, ['--user', 'both', '--universe', 'insurer'])).printed).toMatch(/^[\w-]{43}\n$/)
  expect((await run(tokenCommand, ['--user', 'nobody'])).exitCode).toBe(1)
  expect((await run(tokenCommand, [])).exitCode).toBe(2)
})

test('the link holds no more than what it opens, and another server of the same data takes it', async () => {
  const { printed } = await run(userAdd, ['late@example.org', '--root'])
  const app = await buildApp(server.deps)
  const page = await new TestBrowser(app).send('GET', printed.trim())
  await app.close()
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toContain('late@example.org')
})

test.each(['a\0b', 'a\ud800'])('words that cannot be stored are refused by the argument', async (broken) => {
  const named = await run(userAdd, [broken])
  expect(named.noted).toContain('arguments.0 must not contain NUL or half a surrogate pair')
  expect(named.exitCode).toBe(2)
  const option = await run(userAdd, ['new@example.org', '--universe', broken])
  expect(option.noted).toContain('universe must not contain NUL')
  expect(option.exitCode).toBe(2)
})
