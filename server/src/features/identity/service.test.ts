import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { identifyByToken } from '#server/domain/rights/sessions.ts'
import { peekCode } from '#server/domain/rights/one-time-code.ts'
import { createRole, createUniverse, createUser } from '#server/testing/factories.ts'
import { testDatabaseForOne } from '#server/testing/postgres.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { addUser, makeToken } from './service.ts'
import type { UserRequest } from './service.ts'

let program: TestDeps
let ctx: Ctx
const universes = { bank: 0, retail: 0 }
const roles = { teller: 0, clerk: 0, seller: 0 }

beforeAll(async () => {
  program = await testDeps()
  ctx = programContext(program.deps, 'test')
  // Nothing to choose from yet.
  await expect(added({ universe: 'bank' })).rejects.toThrow('there are: none yet; an import creates one.')
  universes.bank = (await createUniverse(ctx.db, { name: 'bank' })).id
  universes.retail = (await createUniverse(ctx.db, { name: 'retail' })).id
  await expect(added({ universe: 'bank' })).rejects.toThrow("Name the user's role; roles of bank: none.")
  roles.teller = await createRole(ctx.db, universes.bank, { name: 'teller' })
  roles.clerk = await createRole(ctx.db, universes.bank, { name: 'clerk' })
  roles.seller = await createRole(ctx.db, universes.retail, { name: 'seller' })
})

afterAll(() => program.close())

let made = 0

const added = (wish: Partial<UserRequest>, context = ctx) =>
  addUser(context, { username: `new${++made}`, isRoot: false, admin: false, ...wish })

const storedUser = (id: number) =>
  ctx.db
    .selectFrom('app_user')
    .select(['username', 'email', 'first_name', 'last_name', 'is_root', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const placesOf = (id: number) =>
  ctx.db
    .selectFrom('user_universe')
    .innerJoin('role', 'role.id', 'user_universe.role_id')
    .select(['user_universe.universe_id', 'role.name', 'user_universe.admin', 'user_universe.act_as'])
    .where('user_id', '=', id)
    .execute()

const lastEntry = () =>
  ctx.db
    .selectFrom('audit')
    .select(['action', 'universe_id', 'user_id', 'object', 'details'])
    .where('action', 'in', ['user.add', 'token.make'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

describe('a user added from the shell', () => {
  test('belongs to a universe with a role, is invited, and sets a password within a week', async () => {
    const names = { email: 'post@example.org', firstName: 'Anna', lastName: 'Berg' }
    const { userId, link, days } = await added({
      username: ' anna@example.org ',
      ...names,
      universe: 'bank',
      role: 'teller',
    })
    expect(await storedUser(userId)).toEqual({
      ...{ username: 'anna@example.org', email: 'post@example.org', first_name: 'Anna', last_name: 'Berg' },
      ...{ is_root: false, status: 2 },
    })
    expect(await placesOf(userId)).toEqual([
      { universe_id: universes.bank, name: 'teller', admin: false, act_as: false },
    ])
    expect(await lastEntry()).toEqual({
      ...{ action: 'user.add', universe_id: universes.bank, user_id: null, object: 'anna@example.org' },
      details: { userId, root: false, admin: false },
    })
    expect([link?.startsWith('http://127.0.0.1:8080/'), days]).toEqual([true, 7])
    const code = new URL(link ?? '').searchParams.get('code') ?? ''
    const codeAfter = (seconds: number) => {
      const at = new Date(Date.now() + seconds * 1000)
      return peekCode({ ...ctx, clock: { now: () => at } }, 'set-password', code)
    }
    expect(await codeAfter(7 * 86_400 - 60)).toEqual({ userId })
    expect(await codeAfter(7 * 86_400 + 60)).toBeNull()
  })

  test('has the name as address if it is one, and no names unless they are given', async () => {
    const named = await added({ username: 'bo@example.org', universe: 'bank', role: 'teller' })
    expect(await storedUser(named.userId)).toMatchObject({ email: 'bo@example.org', first_name: '', last_name: '' })
    const short = await added({ username: 'bo', universe: 'bank', role: 'teller' })
    expect(await storedUser(short.userId)).toMatchObject({ email: '' })
  })

  test('administers the universe with the role of administrators, or another that is named', async () => {
    const admin = { admin: true, universe: 'retail' }
    const administrator = { universe_id: universes.retail, name: 'administrator', admin: true, act_as: true }
    expect(await placesOf((await added(admin)).userId)).toEqual([administrator])
    expect(await placesOf((await added({ ...admin, role: 'seller' })).userId)).toEqual([
      { ...administrator, name: 'seller' },
    ])
    const root = await added({ isRoot: true, universe: 'retail' })
    expect(await placesOf(root.userId)).toEqual([{ ...administrator, admin: false, act_as: false }])
  })

  test('is root without any universe', async () => {
    const { userId } = await added({ isRoot: true })
    expect([await storedUser(userId), await placesOf(userId)]).toMatchObject([{ is_root: true }, []])
    expect(await lastEntry()).toMatchObject({ universe_id: null, details: { userId, root: true, admin: false } })
  })

  test('gets no link where a Keycloak keeps the passwords', async () => {
    const identityProvider = { url: 'https://id.example.org', realm: 'main', clientId: 'web' }
    const keycloak = { ...ctx, config: { ...ctx.config, identityProvider } }
    expect(await added({ isRoot: true }, keycloak)).toMatchObject({ link: null })
  })

  test.each<[string, Partial<UserRequest>, string, RegExp, string[]]>([
    ['a name', { username: '  ', isRoot: true }, 'validation', /must not be empty/, []],
    ['a name without spaces', { username: 'a b', isRoot: true }, 'validation', /or contain spaces/, []],
    ['a universe', {}, 'validation', /^Name the universe the user belongs to/, ['universe', 'root']],
    ['a universe for a role', { isRoot: true, role: 'teller' }, 'validation', /^Roles and admin/, ['universe']],
    ['a universe to administer', { isRoot: true, admin: true }, 'validation', /^Roles and admin/, ['universe']],
    ['a universe that exists', { universe: 'shop' }, 'not_found', /"shop"; there are: bank, retail\.$/, []],
    ['a role', { universe: 'bank' }, 'not_found', /roles of bank: clerk, teller\.$/, ['role']],
    ['a role that exists', { universe: 'bank', role: 'seller' }, 'not_found', /roles of bank: clerk, teller/, ['role']],
    ['a role that exists, as root', { isRoot: true, universe: 'bank', role: 'x' }, 'not_found', /bank: cl/, ['role']],
  ])('needs %s', async (_what, wish, code, words, fields) => {
    const before = await ctx.db.selectFrom('app_user').select('id').execute()
    const error = await added(wish).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, message: expect.stringMatching(words) })
    expect(Object.keys((error as { fields?: object }).fields ?? {})).toEqual(fields)
    expect(await ctx.db.selectFrom('app_user').select('id').execute()).toEqual(before)
  })
})

describe('a token for scripts', () => {
  const member = (...names: (keyof typeof universes)[]) =>
    names.map((name) => ({ universeId: universes[name], roleId: name === 'bank' ? roles.teller : roles.seller }))

  test('is of the user in their only universe, or the one that is named', async () => {
    const one = await createUser(ctx.db, { universes: member('retail') })
    const { token, universe } = await makeToken(ctx, { user: ` ${one.username} ` })
    expect(universe).toBe('retail')
    expect(await identifyByToken(ctx, token)).toMatchObject({
      userId: one.id,
      universe: { name: 'retail' },
      actor: null,
    })
    expect(await lastEntry()).toEqual({
      ...{ action: 'token.make', universe_id: universes.retail, user_id: one.id, object: 'retail', details: {} },
    })
    const two = await createUser(ctx.db, { universes: member('bank', 'retail') })
    expect((await makeToken(ctx, { user: two.username, universe: 'retail' })).universe).toBe('retail')
    const root = await createUser(ctx.db, { isRoot: true, universes: member('retail') })
    expect((await makeToken(ctx, { user: root.username })).universe).toBe('retail')
    expect((await makeToken(ctx, { user: root.username, universe: 'bank' })).universe).toBe('bank')
  })

  test('is of root in the only universe there is', async () => {
    const { db } = await testDatabaseForOne()
    const { name } = await createUniverse(db)
    const { username } = await createUser(db, { isRoot: true })
    expect((await makeToken({ ...ctx, db }, { user: username })).universe).toBe(name)
  })

  test('is refused to whoever does not exist or belong there, or belongs to several', async () => {
    const refused = (user: string, universe?: string) =>
      makeToken(ctx, { user, universe }).catch((thrown: unknown) => thrown)
    expect(await refused('nobody')).toMatchObject({ code: 'not_found', message: 'There is no active user "nobody".' })
    const { username } = await createUser(ctx.db, { universes: member('bank', 'retail') })
    const root = await createUser(ctx.db, { isRoot: true })
    for (const user of [username, root.username])
      expect(await refused(user)).toMatchObject({
        ...{ code: 'validation', message: `Name the universe; ${user} may enter: bank, retail.` },
        fields: { universe: expect.anything() },
      })
    const one = await createUser(ctx.db, { universes: member('retail') })
    expect(await refused(one.username, 'bank')).toMatchObject({
      code: 'not_found',
      message: `${one.username} does not belong to a universe "bank"; there are: retail.`,
    })
    const nowhere = await createUser(ctx.db)
    expect(await refused(nowhere.username)).toMatchObject({ message: expect.stringContaining('may enter: none.') })
  })
})
