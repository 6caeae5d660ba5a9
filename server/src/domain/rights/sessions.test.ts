import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createUniverse, createUser } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { identify } from './identify.ts'
import { identityIn } from './identity-store.ts'
import { endSession, endSessionsOf, identifyByCookie, identifyById, identifyByToken } from './sessions.ts'
import { isSessionThere, noteLastWrite, removeExpiredSessions, startSession } from './sessions.ts'
import { hashSecret, newSecret, tokenOfCookie } from './secret.ts'
import { identifyByTicket, issueTicket } from './ticket.ts'
import { hashPassword, verifyPassword } from './password.ts'

const minute = 60_000
const start = new Date('2026-05-01T08:00:00Z')

let database: TestDatabase
let now = start
let ctx: Parameters<typeof startSession>[0]
let universeId = 0
let otherUniverse = 0
let roleId = 0
let otherRole = 0
let userId = 0
let actorUserId = 0

beforeAll(async () => {
  database = await testDatabase()
  ctx = { db: database.db, clock: { now: () => now } }
  universeId = (await createUniverse(ctx.db)).id
  otherUniverse = (await createUniverse(ctx.db)).id
  roleId = await createRole(ctx.db, universeId, { canAddUsers: true })
  otherRole = await createRole(ctx.db, otherUniverse)
  userId = await personWith({})
  actorUserId = await personWith({ admin: true, actAs: true })
})

afterAll(() => database.drop())

async function personWith(membership: { admin?: boolean; actAs?: boolean; disabled?: boolean }, user = {}) {
  const universes = [
    { universeId, roleId, ...membership },
    { universeId: otherUniverse, roleId: otherRole },
  ]
  return (await createUser(ctx.db, { ...user, universes })).id
}

const own = () => startSession(ctx, { userId, universeId, actorUserId: null })
const acting = () => startSession(ctx, { userId, universeId, actorUserId })
const looking = () => startSession(ctx, { userId: actorUserId, universeId, actorUserId: null, viewRoleId: roleId })
const wait = (minutes: number) => (now = new Date(now.getTime() + minutes * minute))

describe.each([
  ['a sign-in', () => own(), 30, 12 * 60],
  ['an acting session', () => acting(), 15, 60],
  ['a session that looks at the screens as a role', () => looking(), 15, 60],
] as const)('%s', (_name, begin, idle, longest) => {
  test('lasts so long without use', async () => {
    const { token, cookie, id, expiresAt } = await begin()
    expect(expiresAt).toEqual(new Date(now.getTime() + idle * minute))
    now = new Date(now.getTime() + idle * minute - 1)
    expect(await identifyById(ctx, id)).toMatchObject({ sessionId: id, expiresAt })
    now = expiresAt
    for (const identity of [identifyById(ctx, id), identifyByToken(ctx, token), identifyByCookie(ctx, cookie)])
      expect(await identity).toBeNull()
  })

  test('is prolonged by use, at most so long', async () => {
    const { token, cookie, expiresAt } = await begin()
    const from = now.getTime()
    wait(idle - 1)
    const used = await identifyByToken(ctx, token)
    expect(used?.expiresAt).toEqual(new Date(Math.min(now.getTime() + idle * minute, from + longest * minute)))
    now = expiresAt
    for (now = expiresAt; now.getTime() < from + longest * minute; wait(idle - 1))
      expect(await identifyByCookie(ctx, cookie)).not.toBeNull()
    now = new Date(from + longest * minute - 1)
    expect((await identifyByToken(ctx, token))?.expiresAt).toEqual(new Date(from + longest * minute))
    now = new Date(from + longest * minute)
    expect(await identifyByToken(ctx, token)).toBeNull()
  })

  test('is written at most once a minute, and not when it is looked up by its id', async () => {
    const { token, id, expiresAt } = await begin()
    now = new Date(now.getTime() + minute - 1)
    expect((await identifyByToken(ctx, token))?.expiresAt).toEqual(expiresAt)
    now = new Date(now.getTime() + 1)
    expect((await identifyById(ctx, id))?.expiresAt).toEqual(expiresAt)
    expect((await identifyByToken(ctx, token))?.expiresAt).toEqual(new Date(expiresAt.getTime() + minute))
    expect((await identifyById(ctx, id))?.expiresAt).toEqual(new Date(expiresAt.getTime() + minute))
  })
})

describe('a session', () => {
  test('is found by its own secrets alone, which are not stored', async () => {
    const { token, cookie, id } = await own()
    expect(token).toBe(tokenOfCookie(cookie))
    expect(await identifyByToken(ctx, token)).toMatchObject({ userId, sessionId: id, actor: null })
    expect(await identifyByCookie(ctx, cookie)).toMatchObject({ userId, sessionId: id })
    expect(await identifyByToken(ctx, cookie)).toBeNull()
    expect(await identifyByCookie(ctx, token)).toBeNull()
    const stored = await ctx.db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([stored.token_hash, stored.cookie_hash]).toEqual([hashSecret(token), hashSecret(cookie)])
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(newSecret()).not.toBe(newSecret())
    expect(newSecret()).toMatch(/^[\w-]{43}$/)
  })

  test('ends alone, or with all of its user and of whoever acts as them or is acted for', async () => {
    const [mine, other, acted] = [await own(), await own(), await acting()]
    const stranger = await startSession(ctx, { userId: await personWith({}), universeId, actorUserId: null })
    const there = () => Promise.all([mine, other, acted, stranger].map(({ id }) => isSessionThere(ctx.db, id)))
    await endSession(ctx, mine.id)
    expect(await there()).toEqual([false, true, true, true])
    await endSessionsOf(ctx, userId, otherUniverse)
    expect(await there()).toEqual([false, true, true, true])
    await endSessionsOf(ctx, userId)
    expect(await there()).toEqual([false, false, false, true])
    const again = await acting()
    await endSessionsOf(ctx, [userId, actorUserId], otherUniverse)
    expect(await isSessionThere(ctx.db, again.id)).toBe(true)
    await endSessionsOf(ctx, [actorUserId], universeId)
    expect(await isSessionThere(ctx.db, again.id)).toBe(false)
    const last = await acting()
    await endSessionsOf(ctx, actorUserId)
    expect(await isSessionThere(ctx.db, last.id)).toBe(false)
  })

  test('is deleted some time after it has expired', async () => {
    const { id } = await own()
    const later = await acting()
    wait(15)
    expect(await removeExpiredSessions(ctx.db, now)).toBeGreaterThanOrEqual(0)
    expect([await isSessionThere(ctx.db, id), await isSessionThere(ctx.db, later.id)]).toEqual([true, true])
    expect(await removeExpiredSessions(ctx.db, new Date(now.getTime() + 1))).toBe(1)
    expect([await isSessionThere(ctx.db, id), await isSessionThere(ctx.db, later.id)]).toEqual([true, false])
  })

  test('starts only where the credential behind it holds', async () => {
    const of = { userId, universeId, actorUserId: null }
    await expect(startSession(ctx, of, () => Promise.resolve(false))).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await startSession(ctx, of, () => Promise.resolve(true))).toMatchObject({ id: expect.any(Number) })
  })

  test('locks its people while it starts, so that a new password misses none of their sessions', async () => {
    let unlocked: number[] = []
    const proof = async () => {
      const people = ctx.db.selectFrom('app_user').select('id').where('id', 'in', [userId, actorUserId])
      unlocked = (await people.forNoKeyUpdate().skipLocked().execute()).map(({ id }) => id)
      return true
    }
    await startSession(ctx, { userId, universeId, actorUserId }, proof)
    expect(unlocked).toEqual([])
    await startSession(ctx, { userId, universeId, actorUserId: null }, proof)
    expect(unlocked).toEqual([actorUserId])
  })

  test.each<[string, () => Promise<number>, boolean]>([
    ['a member', () => personWith({}), true],
    ['a disabled member', () => personWith({ disabled: true }), false],
    ['a disabled user', () => personWith({}, { status: 1 }), false],
    ['an invited user', () => personWith({}, { status: 2 }), true],
    ['root, who is a member of nothing', async () => (await createUser(ctx.db, { isRoot: true })).id, true],
    ['a stranger', async () => (await createUser(ctx.db)).id, false],
  ])('is open to %s or ends for good', async (_who, person, isOpen) => {
    const { token, id } = await startSession(ctx, { userId: await person(), universeId, actorUserId: null })
    expect((await identifyByToken(ctx, token)) !== null).toBe(isOpen)
    expect(await isSessionThere(ctx.db, id)).toBe(isOpen)
  })

  test('of somebody who has chosen no universe has neither role nor universe', async () => {
    const { token } = await startSession(ctx, { userId, universeId: null, actorUserId: null })
    expect(await identifyByToken(ctx, token)).toMatchObject({ universe: null, role: null, isUserAdmin: false })
  })

  test('knows the last write, but not one of a database of which this is a copy', async () => {
    const { token, id } = await own()
    const identity = await identifyByToken(ctx, token)
    expect(identity?.lastWrite.xid).toBeNull()
    await noteLastWrite({ db: ctx.db, identity })
    const xid = (await identifyByToken(ctx, token))?.lastWrite.xid
    expect(xid).toBeGreaterThan(0)
    await noteLastWrite({ db: ctx.db, identity: identity && { ...identity, program: 'the program' } })
    await noteLastWrite({ db: ctx.db, identity: null })
    expect((await identifyByToken(ctx, token))?.lastWrite.xid).toBe(xid)
    await ctx.db.updateTable('session').set({ last_write: '99999999999' }).where('id', '=', id).execute()
    expect((await identifyByToken(ctx, token))?.lastWrite.xid).toBeNull()
  })
})

describe('the identity of a session', () => {
  const identityOf = async (id: number, at: number | null = universeId) => {
    const { token } = await startSession(ctx, { userId: id, universeId: at, actorUserId: null })
    return identifyByToken(ctx, token)
  }

  test.each<[string, object, object, object]>([
    ['a member', {}, {}, { isRoot: false, isUserAdmin: false, mayActAs: false }],
    ['an administrator', { admin: true }, {}, { isUserAdmin: true, mayActAs: false }],
    ['an administrator who may act as others', { admin: true, actAs: true }, {}, { isUserAdmin: true, mayActAs: true }],
    ['a member who may act as others', { actAs: true }, {}, { isUserAdmin: false, mayActAs: false }],
    ['root', {}, { isRoot: true }, { isRoot: true, isUserAdmin: true, mayActAs: true, role: null }],
  ])('has the rights of %s', async (_who, membership, user, rights) => {
    expect(await identityOf(await personWith(membership, user))).toMatchObject(rights)
  })

  test('is that of the universe entered, and of another only where the user belongs', async () => {
    const identity = await identityOf(userId)
    if (!identity) throw new Error('a member')
    expect(identity).toMatchObject({ universe: { id: universeId }, role: { id: roleId, canAddUsers: true } })
    const settings = { name: 'Moved', time_zone: 'Europe/Helsinki', default_locale: 'fi' }
    await ctx.db.updateTable('universe').set(settings).where('id', '=', otherUniverse).execute()
    expect(await identityIn(ctx.db, identity, otherUniverse)).toMatchObject({
      universe: { id: otherUniverse, name: 'Moved', timeZone: 'Europe/Helsinki', defaultLocale: 'fi' },
    })
    expect(await identityIn(ctx.db, identity, otherUniverse)).toMatchObject({ role: { id: otherRole } })
    const strange = (await createUniverse(ctx.db)).id
    expect(await identityIn(ctx.db, identity, strange)).toBeNull()
    expect(await identityIn(ctx.db, identity, strange + 1000)).toBeNull()
    const both = await identifyByToken(ctx, (await acting()).token)
    if (!both) throw new Error('they may')
    expect(await identityIn(ctx.db, both, universeId)).toBe(both)
    expect(await identityIn(ctx.db, both, otherUniverse)).toBeNull()
    expect(await identityIn(ctx.db, { ...both, universe: null }, universeId)).toBeNull()
    const root = await identityOf((await createUser(ctx.db, { isRoot: true })).id, null)
    if (!root) throw new Error('root')
    expect(await identityIn(ctx.db, root, strange)).toMatchObject({ universe: { id: strange }, role: null })
    expect(await identityIn(ctx.db, root, strange + 1000)).toBeNull()
  })

  test.each(['user', 'actor'] as const)('of an acting session ends with the membership of the %s', async (who) => {
    const people = { user: await personWith({}), actor: await personWith({ admin: true, actAs: true }) }
    const session = { userId: people.user, universeId, actorUserId: people.actor }
    const { token } = await startSession(ctx, session)
    expect(await identifyByToken(ctx, token)).toMatchObject({ actor: { userId: people.actor } })
    await ctx.db.updateTable('user_universe').set({ disabled: true }).where('user_id', '=', people[who]).execute()
    expect(await identifyByToken(ctx, token)).toBeNull()
  })

  test('has the language of the membership, else of the user, else of the universe', async () => {
    const id = await personWith({})
    const set = async (table: 'user_universe' | 'app_user', locale: string | null) => {
      await ctx.db
        .updateTable(table)
        .set({ locale })
        .where(table === 'app_user' ? 'id' : 'user_id', '=', id)
        .execute()
      return (await identityOf(id))?.locale
    }
    await ctx.db.updateTable('universe').set({ default_locale: 'fi' }).where('id', '=', universeId).execute()
    expect((await identityOf(id))?.locale).toBe('fi')
    expect(await set('app_user', 'sv')).toBe('sv')
    expect(await set('user_universe', 'da')).toBe('da')
    expect((await identityOf(await personWith({}), null))?.locale).toBe('en')
  })
})

describe('a caller', () => {
  const identified = (credentials: Partial<Parameters<typeof identify>[1]>) =>
    identify(ctx as Parameters<typeof identify>[0], credentials as Parameters<typeof identify>[1])
  const ticketOf = (code: string, url: string) => ({ code, parameter: 'token', url })

  test('is identified by the header, else by a ticket, else not at all', async () => {
    const { token, id } = await own()
    expect(await identified({ authorization: `Bearer ${token}` })).toMatchObject({ sessionId: id })
    expect(await identified({ authorization: `bearer   ${token} ` })).toMatchObject({ sessionId: id })
    for (const authorization of ['Bearer wrong', 'Bearer', '', `${token.slice(0, 9)}Bearer ${token.slice(9)}`])
      await expect(identified({ authorization })).rejects.toMatchObject({ code: 'unauthenticated' })
    const code = await issueTicket({ ...ctx, locale: 'en', identity: { sessionId: id, userId } }, '/a')
    expect(await identified({ ticket: ticketOf(code, '/a') })).toMatchObject({ sessionId: id })
    await expect(identified({ ticket: ticketOf(code, '/a') })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(await identified({})).toBeNull()
  })

  test.each<[string, string, string, boolean]>([
    ['the same path', '/a/b', '/a/b?token=x', true],
    ['the same parameters in another order', '/a?y=1&x=2', '/a?x=2&token=x&y=1', true],
    ['a parameter twice, in their order', '/a?x=1&x=2', '/a?x=1&x=2&token=x', true],
    ['a parameter twice, in another order', '/a?x=1&x=2', '/a?x=2&x=1&token=x', false],
    ['a path escaped otherwise', '/a/%C3%A9', '/a/é?token=x', true],
    ['a slash that is escaped', '/a/b', '/a%2Fb?token=x', false],
    ['a question mark in a value', '/a?x=1?2', '/a?x=1?2&token=x', true],
    ['another value', '/a?x=1', '/a?x=2&token=x', false],
    ['a parameter less', '/a?x=1', '/a?token=x', false],
    ['a parameter more', '/a', '/a?x=1&token=x', false],
  ])('uses a ticket for %s: %s, %s, %s', async (_case, made, used, isFor) => {
    const { id } = await own()
    const code = await issueTicket({ ...ctx, locale: 'en', identity: { sessionId: id, userId } }, made)
    const use = identifyByTicket(ctx, ticketOf(code, used))
    if (isFor) expect(await use).toMatchObject({ sessionId: id })
    else await expect(use).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('uses a ticket for a minute, of their own session', async () => {
    const { id } = await own()
    const issue = (of: number) => issueTicket({ ...ctx, locale: 'en', identity: { sessionId: id, userId: of } }, '/a')
    const [early, late, foreign] = [await issue(userId), await issue(userId), await issue(actorUserId)]
    now = new Date(now.getTime() + minute - 1)
    expect(await identifyByTicket(ctx, ticketOf(early, '/a'))).toMatchObject({ sessionId: id })
    expect(await identifyByTicket(ctx, ticketOf(foreign, '/a'))).toBeNull()
    now = new Date(now.getTime() + 1)
    expect(await identifyByTicket(ctx, ticketOf(late, '/a'))).toBeNull()
    expect(() => issueTicket({ ...ctx, locale: 'en', identity: { sessionId: id, userId } }, '/%zz')).toThrow(
      expect.objectContaining({ code: 'validation', fields: { path: expect.anything() } }),
    )
  })
})

test('a password is verified against its own hash alone', async () => {
  const hash = await hashPassword('Swordfish')
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(hash).not.toBe(await hashPassword('Swordfish'))
  expect(await verifyPassword('Swordfish', hash)).toBe(true)
  expect(await verifyPassword('swordfish', hash)).toBe(false)
  // One character can have two forms.
  expect(await verifyPassword('caf\u00e9', await hashPassword('cafe\u0301'))).toBe(true)
  const [salt, key] = hash.split('$').slice(4)
  const broken = [null, '', `bcrypt$32768$8$1$${salt}$${key}`, 'scrypt$32768$8$1', `scrypt$32768$8$1$${salt}$`]
  for (const one of [...broken, `scrypt$32768$8$1$$${key}`, `scrypt$32768$8$1$${salt}$${key?.slice(2)}`])
    expect(await verifyPassword('Swordfish', one), String(one)).toBe(false)
})
