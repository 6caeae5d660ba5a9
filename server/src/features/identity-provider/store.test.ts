import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRole, createUniverse, createUser } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import {
  endAccountRecords,
  findAccountById,
  findAccountByName,
  findAccountBySubject,
  forgetAddresses,
  isKnownAddress,
  listDemoUsers,
  oidcStore,
  rememberAddress,
  removeExpiredRecords,
  setPasswordHash,
  subjectOf,
} from './store.ts'

let database: TestDatabase
let now = new Date()
const clock = { now: () => now }
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))

beforeAll(async () => {
  database = await testDatabase()
})

beforeEach(() => {
  now = new Date('2026-05-01T08:00:00Z')
})

afterAll(() => database.drop())

const storeOf = (model: string) => oidcStore(database.db, clock, model)
const subject = async () => subjectOf({ id: (await createUser(database.db)).id, credentialVersion: 1 })

describe('a record of the provider', () => {
  test('is found by its id, uid or user code, of its own kind, until it expires', async () => {
    const [sessions, codes] = [storeOf('Session'), storeOf('DeviceCode')]
    await sessions.upsert('one', { uid: 'uid one', kind: 'Session' }, 60)
    await codes.upsert('one', { userCode: 'code one', kind: 'DeviceCode' }, 60)
    expect(await sessions.find('one')).toEqual({ uid: 'uid one', kind: 'Session' })
    expect(await codes.find('one')).toEqual({ userCode: 'code one', kind: 'DeviceCode' })
    expect(await sessions.findByUid('uid one')).toMatchObject({ kind: 'Session' })
    expect(await codes.findByUserCode('code one')).toMatchObject({ kind: 'DeviceCode' })
    expect([await sessions.find('two'), await codes.findByUid('uid one')]).toEqual([undefined, undefined])
    later(59)
    expect(await sessions.find('one')).toBeDefined()
    later(1)
    expect(await sessions.find('one')).toBeUndefined()
    await sessions.upsert('one', { kind: 'again' }, 60)
    expect(await sessions.find('one')).toEqual({ kind: 'again' })
    expect(await sessions.findByUid('uid one')).toBeUndefined()
  })

  test('can be marked as used, removed alone, or with everything of its grant', async () => {
    const codes = storeOf('AuthorizationCode')
    const tokens = storeOf('AccessToken')
    await codes.upsert('used', { grantId: 'grant' }, 60)
    await codes.upsert('other', { grantId: 'other grant' }, 60)
    await tokens.upsert('token', { grantId: 'grant' }, 60)
    await codes.consume('used')
    expect([await codes.find('used'), await codes.find('other')]).toEqual([
      { grantId: 'grant', consumed: true },
      { grantId: 'other grant' },
    ])
    await codes.destroy('token')
    expect(await tokens.find('token')).toBeDefined()
    await codes.revokeByGrantId('grant')
    expect([await codes.find('used'), await tokens.find('token')]).toEqual([undefined, undefined])
    await codes.destroy('other')
    expect(await codes.find('other')).toBeUndefined()
  })

  test('without an end is kept, the others are deleted once they have expired', async () => {
    const clients = storeOf('Client')
    await clients.upsert('endless', {}, 0)
    await clients.upsert('ended', {}, 60)
    const rest = await removeExpiredRecords(database.db, new Date('2000-01-01'))
    expect(rest).toBe(0)
    const before = new Date(now.getTime() + 60_000)
    expect(
      await database.db.selectFrom('oidc_model').select('id').where('model', '=', 'Client').execute(),
    ).toHaveLength(2)
    await removeExpiredRecords(database.db, before)
    expect(
      await database.db.selectFrom('oidc_model').select('id').where('model', '=', 'Client').execute(),
    ).toHaveLength(2)
    expect(await removeExpiredRecords(database.db, new Date(before.getTime() + 1))).toBeGreaterThan(0)
    later(1e9)
    expect(await clients.find('endless')).toEqual({})
  })

  test('ends with the password of its account, and with the account', async () => {
    const user = await createUser(database.db)
    const of = subjectOf({ id: user.id, credentialVersion: 1 })
    const [sessions, interactions] = [storeOf('Session'), storeOf('Interaction')]
    await sessions.upsert('mine', { accountId: of }, 60)
    await interactions.upsert('mine', { result: { login: { accountId: of } } }, 60)
    // Somebody who has answered something else than the sign-in is known by their session.
    await interactions.upsert('mine too', { accountId: of, result: { consent: {} } }, 60)
    await interactions.upsert('empty', { result: {} }, 60)
    await sessions.upsert('theirs', { accountId: await subject() }, 60)
    const found = async () => [
      await sessions.find('mine'),
      await interactions.find('mine'),
      await interactions.find('mine too'),
    ]
    expect(await found()).not.toContain(undefined)
    expect(await interactions.find('empty')).toBeDefined()
    await setPasswordHash(database.db, user.id, 'hash')
    expect(await found()).toEqual([undefined, undefined, undefined])
    expect(await sessions.find('theirs')).toBeDefined()
    await endAccountRecords(database.db, user.id)
    const left = database.db
      .selectFrom('oidc_model')
      .select(['model', 'id'])
      .where('id', 'in', ['mine', 'mine too', 'theirs'])
    expect(await left.execute()).toEqual([{ model: 'Session', id: 'theirs' }])
  })
})

describe('an account', () => {
  test('is found by name or e-mail address, first by name, unless it is disabled', async () => {
    const { db } = database
    const anna = await createUser(db, { username: 'Anna', email: 'anna@example.org' })
    const named = await createUser(db, { username: 'anna@example.org', email: '' })
    const out = await createUser(db, { username: 'out', status: 1 })
    expect((await findAccountByName(db, ' ANNA '))?.id).toBe(anna.id)
    expect((await findAccountByName(db, 'Anna@Example.org'))?.id).toBe(named.id)
    await db.deleteFrom('app_user').where('id', '=', named.id).execute()
    expect((await findAccountByName(db, 'anna@example.org'))?.id).toBe(anna.id)
    for (const name of ['', '  ', 'out', 'nobody']) expect(await findAccountByName(db, name)).toBeUndefined()
    expect([await findAccountById(db, out.id), (await findAccountById(db, anna.id))?.username]).toEqual([
      undefined,
      'Anna',
    ])
  })

  test('has a subject until its password changes; an invited one is active then', async () => {
    const { db } = database
    const invited = await createUser(db, { status: 2 })
    const account = await findAccountById(db, invited.id)
    if (!account) throw new Error('made just now')
    const first = subjectOf(account)
    expect(first).toBe(`${invited.id}.1`)
    expect((await findAccountBySubject(db, first))?.id).toBe(invited.id)
    await setPasswordHash(db, invited.id, 'hash')
    expect(await findAccountBySubject(db, first)).toBeUndefined()
    expect(await findAccountBySubject(db, `${invited.id}.2`)).toMatchObject({
      passwordHash: 'hash',
      credentialVersion: 2,
    })
    const statusOf = (id: number) => db.selectFrom('app_user').select('status').where('id', '=', id).executeTakeFirst()
    expect(await statusOf(invited.id)).toEqual({ status: 0 })
    const disabled = await createUser(db, { status: 1 })
    await setPasswordHash(db, disabled.id, 'hash')
    expect(await statusOf(disabled.id)).toEqual({ status: 1 })
    await sql`select setval(pg_get_serial_sequence('app_user', 'id'), max(id) + 100) from app_user`.execute(db)
    const { id: hundredth } = await createUser(db)
    await db.updateTable('app_user').set({ credential_version: 12 }).where('id', '=', hundredth).execute()
    expect((await findAccountBySubject(db, `${hundredth}.12`))?.id).toBe(hundredth)
    for (const text of ['', `${invited.id}`, `x${invited.id}.2`, `${invited.id}.2x`, '0.1', `${invited.id}.`])
      expect(await findAccountBySubject(db, text), text).toBeUndefined()
  })

  test('is known at an address for half a year after each sign-in from it', async () => {
    const { db } = database
    const [one, two] = [await createUser(db), await createUser(db)]
    const isKnown = (id: number, address = '192.0.2.1') => isKnownAddress({ db, clock }, id, address)
    expect(await isKnown(one.id)).toBe(false)
    await rememberAddress({ db, clock }, one.id, '192.0.2.1')
    await rememberAddress({ db, clock }, one.id, '2001:db8:1:2::7')
    expect([await isKnown(one.id), await isKnown(two.id), await isKnown(one.id, '192.0.2.2')]).toEqual([
      true,
      false,
      false,
    ])
    expect(await isKnown(one.id, '2001:db8:1:2::8')).toBe(true)
    const day = 86_400
    later(180 * day - 1)
    expect(await isKnown(one.id)).toBe(true)
    await rememberAddress({ db, clock }, one.id, '192.0.2.1')
    later(1)
    expect([await isKnown(one.id), await isKnown(one.id, '2001:db8:1:2::7')]).toEqual([true, false])
    later(1)
    await rememberAddress({ db, clock }, two.id, '192.0.2.1')
    const stored = db.selectFrom('known_address').select(['user_id', 'address']).orderBy('user_id')
    expect(await stored.execute()).toEqual([
      { user_id: one.id, address: '192.0.2.1' },
      { user_id: two.id, address: '192.0.2.1' },
    ])
    await forgetAddresses(db, one.id)
    expect([await isKnown(one.id), await isKnown(two.id)]).toEqual([false, true])
  })
})

test('the users of the demo are listed in their order, with their roles in each universe', async () => {
  const { db } = database
  const [first, second] = [
    await createUniverse(db, { title: 'First' }),
    await createUniverse(db, { name: 'second', title: '' }),
  ]
  const roles = [
    await createRole(db, first.id, { name: 'staff' }),
    await createRole(db, second.id, { name: 'manager' }),
  ]
  const places = [first, second].map(({ id }, at) => ({ universeId: id, roleId: roles[at] ?? 0 }))
  await createUser(db, { username: 'zoe', firstName: 'Zoe', lastName: 'Berg', demo: true, universes: places })
  await createUser(db, { username: 'root', firstName: '', demo: true, isRoot: true })
  await createUser(db, { username: 'gone', demo: true, status: 1, universes: places })
  await createUser(db, { username: 'real', universes: places })
  expect(await listDemoUsers(db, 'en')).toEqual([
    {
      ...{ username: 'zoe', name: 'Zoe Berg', isRoot: false },
      places: [
        { universe: 'First', role: 'staff' },
        { universe: 'second', role: 'manager' },
      ],
    },
    { username: 'root', name: 'root', isRoot: true, places: [] },
  ])
})
