import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serviceAccount, startKeycloak } from '#server/testing/keycloak.ts'
import type { TestKeycloak } from '#server/testing/keycloak.ts'
import { openPeople } from './testing/people.ts'
import type { People, Person } from './testing/people.ts'

let keycloak: TestKeycloak
let people: People

beforeAll(async () => {
  keycloak = await startKeycloak()
  people = await openPeople({
    env: {
      GENSVAR_IDP_URL: keycloak.url,
      GENSVAR_IDP_REALM: 'main',
      GENSVAR_IDP_CLIENT: 'web',
      GENSVAR_KEYCLOAK_ADMIN_CLIENT: serviceAccount.clientId,
      GENSVAR_KEYCLOAK_ADMIN_SECRET: serviceAccount.secret,
    },
  })
})

afterAll(async () => {
  await people.server.close()
  await keycloak.close()
})

afterEach(() => {
  keycloak.hangs = false
  keycloak.failures.length = 0
})

let made = 0
const address = (): string => `new${++made}@directory.example`
const add = (who: Person, email: string, filters: object[] = []) =>
  people.call(who, 'POST', 'details/-/0', {
    userDTO: { name: 'Ny Person', email, locale: 'en', selectedRoleId: people.roles.reader },
    userQuestionFilterMap: { global: filters },
  })
const load = (who: Person, ...lines: string[]) =>
  people.call(
    who,
    'POST',
    'import/-?filename=users.csv&write=true',
    Buffer.from(['email,name,role,locale,filters,disabled', ...lines].join('\n')),
  )
const isThere = (email: string): boolean => [...keycloak.users.values()].some(({ username }) => username === email)
async function isHere(email: string): Promise<boolean> {
  const { db } = people.server.deps
  return (await db.selectFrom('app_user').select('id').where('username', '=', email).execute()).length > 0
}
/** Transactions that are open and wait for something else than the database. */
async function waitingTransactions(): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(people.server.deps.db)
  return rows[0]?.open ?? -1
}

describe('whoever is added to the list', () => {
  test('is added at the Keycloak, and stays who they are where it knows them', async () => {
    const email = address()
    expect((await add(people.admin, email)).status).toBe(200)
    expect([await isHere(email), isThere(email)]).toEqual([true, true])
    expect([...keycloak.users.values()].find(({ username }) => username === email)).toMatchObject({
      firstName: 'Ny',
      lastName: 'Person',
      requiredActions: ['UPDATE_PASSWORD'],
    })
    const known = address()
    keycloak.users.set('known', {
      ...{ id: 'known', username: known, email: known, firstName: 'Old', lastName: 'Name', enabled: true },
    })
    expect((await add(people.admin, known)).status).toBe(200)
    expect([await isHere(known), keycloak.users.get('known')?.firstName]).toEqual([true, 'Old'])
  })

  test('is nowhere where storing them fails, unless the Keycloak knew them', async () => {
    const email = address()
    // The adder sees Sweden only, and somebody without a filter would see Norway, too.
    expect((await add(people.adder, email)).status).toBe(403)
    expect([await isHere(email), isThere(email)]).toEqual([false, false])
    const known = address()
    keycloak.users.set('before', {
      ...{ id: 'before', username: known, email: known, firstName: 'Old', lastName: 'Name', enabled: true },
    })
    expect((await add(people.adder, known)).status).toBe(403)
    expect([await isHere(known), isThere(known)]).toEqual([false, true])
  })

  test('is nowhere where somebody else has the address at the Keycloak', async () => {
    const email = address()
    keycloak.users.set('other', {
      ...{ id: 'other', username: address(), email, firstName: 'Other', lastName: 'Person', enabled: true },
    })
    const { body } = await add(people.admin, email)
    expect(JSON.stringify(body)).toContain('already has somebody with the name or address')
    expect([await isHere(email), isThere(email)]).toEqual([false, false])
  })

  test('is nowhere where the Keycloak fails, and its words are told', async () => {
    const email = address()
    keycloak.failures.push({ status: 500, body: { errorMessage: 'disk full' } })
    const answer = await add(people.admin, email)
    expect(answer.body.userDTO.errorMessage).toContain('disk full')
    expect([await isHere(email), isThere(email)]).toEqual([false, false])
  })

  test('waits for a Keycloak that does not answer without a transaction, and others are saved meanwhile', async () => {
    const email = address()
    const other = await people.add('other')
    keycloak.hangs = true
    const before = keycloak.asked
    const adding = add(people.admin, email)
    await expect.poll(() => keycloak.asked).toBeGreaterThan(before)
    expect(await waitingTransactions()).toBe(0)
    const disable = { userIds: [other.id], disabled: true }
    expect((await people.call(people.admin, 'POST', 'disable/-', disable)).body.done).toEqual([other.id])
    keycloak.drop()
    const { body } = await adding
    expect(body.userDTO.errorMessage).not.toBeNull()
    expect([await isHere(email), isThere(email)]).toEqual([false, false])
  })

  test('is not asked about where the name is in use here', async () => {
    const before = keycloak.asked
    const { status, body } = await add(people.admin, 'ADMIN@example.org')
    expect([status, Object.keys(body.fields)]).toEqual([409, ['userDTO.email']])
    expect(keycloak.asked).toBe(before)
  })
})

describe('a file of users', () => {
  test('adds its people at the Keycloak, and a check does not', async () => {
    const emails = Array.from({ length: 20 }, address)
    const lines = emails.map((email) => `${email},Fil Person,reader,,,`)
    expect((await load(people.admin, ...lines)).body).toMatchObject({ done: true, created: 20 })
    expect(emails.every(isThere)).toBe(true)
    const before = keycloak.users.size
    const check = Buffer.from(['email,name,role', `${address()},A B,reader`].join('\n'))
    const checked = await people.call(people.admin, 'POST', 'import/-?filename=users.csv&write=false', check)
    expect(checked.body).toMatchObject({ done: false, created: 1 })
    expect(keycloak.users.size).toBe(before)
  })

  test('adds nobody anywhere where one of them is refused, or the Keycloak fails on the way', async () => {
    const [swede, everybody] = [address(), address()]
    const lines = [`${swede},A B,reader,,country=Sweden,`, `${everybody},C D,reader,,,`]
    expect((await load(people.adder, ...lines)).body).toMatchObject({ done: false, nproblems: 1 })
    for (const email of [swede, everybody]) expect([await isHere(email), isThere(email)]).toEqual([false, false])
    const emails = Array.from({ length: 10 }, address)
    const file = emails.map((email) => `${email},E F,reader,,,`)
    keycloak.refused.add(emails[8] ?? '')
    const failed = await load(people.admin, ...file)
    expect([failed.status, emails.filter(isThere)]).toEqual([503, []])
    expect(await isHere(emails[0] ?? '')).toBe(false)
    keycloak.refused.clear()
    expect((await load(people.admin, ...file)).body).toMatchObject({ done: true, created: 10 })
    expect(emails.filter(isThere)).toEqual(emails)
  })
})

test('the editor leaves the Keycloak as it was where its form is out of date', async () => {
  const email = address()
  expect((await add(people.root, email)).status).toBe(200)
  const { body: found } = await people.call(people.root, 'GET', `list/-?filter=${email}`)
  const path = `editordata/-/${found.rows[0].id}`
  const data = (await people.call(people.root, 'GET', path)).body
  const { userId: _, ...person } = data.keyCloakData
  const changed = { ...data, invite: false, keyCloakData: { ...person, lastName: 'Changed' } }
  const there = (): unknown => [...keycloak.users.values()].find(({ username }) => username === email)?.lastName
  expect((await people.call(people.root, 'POST', path, { ...changed, version: data.version - 1 })).status).toBe(409)
  expect(there()).toBe('Person')
  expect((await people.call(people.root, 'POST', path, changed)).status).toBe(200)
  expect(there()).toBe('Changed')
})
