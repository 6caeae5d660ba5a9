import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { maxUserRows } from '@gensvar/contract/user-sheets'
import { buildApp } from '#server/app.ts'
import { administratorRole } from '#server/domain/build/role.ts'
import { insertUser } from '#server/domain/build/user.ts'
import { readIdentity } from '#server/domain/rights/identity-store.ts'
import { readStream } from '#server/features/notices/testing/read-stream.ts'
import { findProfile } from '#server/features/identity/store.ts'
import { openPostgres } from '#server/platform/postgres.ts'
import { bearer, createRole, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { openPeople } from './testing/people.ts'
import type { People, Person } from './testing/people.ts'

let people: People
beforeAll(async () => {
  people = await openPeople()
})
afterAll(() => people.server.close())

const csv = (...lines: string[]): Buffer =>
  Buffer.from(['email,name,role,locale,filters,disabled', ...lines].join('\n'))
const load = (who: Person, file: Buffer, write: boolean) =>
  people.call(who, 'POST', `import/-?filename=users.csv&write=${write}`, file)

describe('two administrators', () => {
  /** An organisation of two administrators alone. */
  async function two() {
    const { deps, app } = people.server
    const { id: universeId } = await createUniverse(deps.db)
    const roleId = await createRole(deps.db, universeId, administratorRole)
    const place = { universeId, roleId, admin: true }
    const made = await Promise.all([0, 1].map(() => createUser(deps.db, { lastName: 'Boss', universes: [place] })))
    const send = async (token: string, path: string, payload: object) => {
      const url = `/rest/users/${path}`
      const answer = await app.inject({ method: 'POST', url, headers: bearer(token), payload })
      return { status: answer.statusCode, body: answer.json() }
    }
    const administrators = async () => {
      const rows = deps.db.selectFrom('user_universe').select('user_id').where('universe_id', '=', universeId)
      return (await rows.where('admin', '=', true).where('disabled', '=', false).execute()).length
    }
    const [one, other] = made
    if (!one || !other) throw new Error('two users were made')
    return { universeId, one, other, send, administrators }
  }

  test('who disable each other at the same moment leave one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const { one, other, send, administrators } = await two()
      const tokens = await Promise.all([one, other].map((user) => signIn(people.server.deps, user)))
      const answers = await Promise.all([
        send(tokens[0] ?? '', 'disable/-', { userIds: [other.id], disabled: true }),
        send(tokens[1] ?? '', 'disable/-', { userIds: [one.id], disabled: true }),
      ])
      expect(await administrators()).toBe(1)
      expect(answers.filter(({ body }) => body.done?.length === 1)).toHaveLength(1)
    }
  })

  test('from whom two root users take it at the same moment leave one of them', async () => {
    const { universeId, one, other, send, administrators } = await two()
    const { app, deps } = people.server
    const take = async (userId: number) => {
      const token = await signIn(deps, await createUser(deps.db, { isRoot: true }), universeId)
      const path = `editordata/-/${userId}`
      const read = await app.inject({ url: `/rest/users/${path}`, headers: bearer(token) })
      const { keyCloakData, ...data } = read.json()
      const { userId: _, ...person } = keyCloakData
      const universeUsers = data.universeUsers
        .filter((card: { createuser: boolean }) => card.createuser)
        .map((card: object) => ({ ...card, admin: false }))
      return () => send(token, path, { ...data, keyCloakData: person, invite: false, universeUsers })
    }
    const takes = [await take(one.id), await take(other.id)]
    const answers = await Promise.all(takes.map((act) => act()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await administrators()).toBe(1)
  })
})

describe('a user name', () => {
  test('is given once, whatever its case, to two who ask at the same moment', async () => {
    const { db } = people.server.deps
    for (let round = 0; round < 10; round++) {
      const names = [`Same${round}@example.org`, `sAME${round}@example.org`]
      const given = await Promise.allSettled(names.map((username) => insertUser(db, { username })))
      expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const refused = given.find(({ status }) => status === 'rejected')
      expect(refused).toMatchObject({ reason: { code: 'conflict', fields: { username: expect.anything() } } })
    }
  })

  test('is the same however its letters are encoded', async () => {
    const { db } = people.server.deps
    const composed = 'bj\u00F6rn@example.org'
    const decomposed = 'bjo\u0308rn@example.org'
    const id = await insertUser(db, { username: decomposed })
    await expect(insertUser(db, { username: composed })).rejects.toMatchObject({ code: 'conflict' })
    await expect(insertUser(db, { username: decomposed.toUpperCase() })).rejects.toMatchObject({ code: 'conflict' })
    for (const name of [composed, decomposed, decomposed.toUpperCase()])
      expect(await findProfile(db, name)).toMatchObject({ userId: id, username: composed })
  })
})

test('whoever is disabled or narrowed is signed out in every process at once', async () => {
  const { deps, app } = people.server
  const { rows } = await deps.pool.query<{ name: string }>('select current_database() as name')
  const url = new URL(deps.pool.options.connectionString ?? '')
  expect(url.pathname).toBe(`/${rows[0]?.name}`)
  const second = openPostgres(url.href, { max: 8 })
  const elsewhere = await buildApp({ ...deps, db: second.db, pool: second.pool })
  onTestFinished(async () => {
    await elsewhere.close()
    await second.close()
  })
  const off = await people.add('off')
  const narrowed = await people.add('narrowed')
  const streams = await Promise.all([app, elsewhere].map((one) => readStream(one, off.token)))
  for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'unread' })
  const status = async (who: Person): Promise<number[]> => {
    const answers = [app, elsewhere].map((one) =>
      one.inject({ url: `/rest/users/details/-/${who.id}`, headers: bearer(who.token) }),
    )
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  }
  expect([await status(off), await status(narrowed)]).toEqual([
    [200, 200],
    [200, 200],
  ])
  const disabled = await people.call(people.admin, 'POST', 'disable/-', { userIds: [off.id], disabled: true })
  expect(disabled.body.done).toEqual([off.id])
  expect(await status(off)).toEqual([401, 401])
  // The streams end by themselves, long before they look for their session the next time.
  for (const stream of streams) expect(await stream.next()).toBeNull()
  const lines = csv('narrowed@example.org,,reader,,country=Norway,')
  expect((await load(people.admin, lines, true)).body).toMatchObject({ done: true, changed: 1 })
  expect(await status(narrowed)).toEqual([401, 401])
})

describe('a file of as many users as it may have', () => {
  const lines = (name: string): string[] =>
    Array.from({ length: maxUserRows }, (_, at) => `${name}${at}@example.org,Kim ${name},reader,,store=Oslo,no`)

  test('is checked and stored by whoever is limited by filters themselves, each in a request', async () => {
    const file = csv(...lines('many').map((line) => line.replace('store=Oslo', 'store=Stockholm')))
    expect((await load(people.adder, file, false)).body).toMatchObject({ created: maxUserRows, nproblems: 0 })
    expect((await load(people.adder, file, true)).body).toMatchObject({ done: true, created: maxUserRows })
    const tooWide = csv(...lines('many').slice(0, 300))
    expect((await load(people.adder, tooWide, false)).body).toMatchObject({ nproblems: 300 })
  })

  test('that is cancelled while it is stored leaves nothing', async () => {
    const { app, deps } = people.server
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const leaver = new AbortController()
    const answer = fetch(`http://127.0.0.1:${port}/rest/users/import/-?filename=users.csv&write=true`, {
      method: 'POST',
      headers: { ...bearer(people.admin.token), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(csv(...lines('gone'))),
      signal: leaver.signal,
    }).catch(() => 'left')
    const writing = async (): Promise<boolean> => {
      const { rows } = await deps.pool.query(`select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and query like '%insert into "app_user"%' and state in ('active', 'idle in transaction')`)
      return rows.length > 0
    }
    await expect.poll(writing, { interval: 5, timeout: 20_000 }).toBe(true)
    leaver.abort()
    expect(await answer).toBe('left')
    const open = async (): Promise<number> => {
      const { rows } = await deps.pool.query(`select from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%'`)
      return rows.length
    }
    await expect.poll(open).toBe(0)
    const left = deps.db.selectFrom('app_user').select('id').where('username', 'like', 'gone%')
    expect(await left.execute()).toEqual([])
  })
})

test('a file changes nobody who sends it', async () => {
  const own = 'adder@example.org'
  const before = async () =>
    readIdentity(people.server.deps.db, {
      ...{ sessionId: 0, userId: people.adder.id, universeId: people.universeId, actorUserId: null },
      ...{ lastWrite: { xid: null }, expiresAt: new Date() },
    })
  const { role } = (await before()) ?? {}
  const { body } = await load(people.adder, csv(`${own},,reader,,,`), true)
  expect(body.problems.map(({ row, column }: Record<string, unknown>) => [row, column])).toEqual([
    [2, 'role'],
    [2, 'filters'],
  ])
  expect(body.problems[0].message).toBe('You cannot change your own role and question filters.')
  expect((await before())?.role).toEqual(role)
  const filters = people.server.deps.db.selectFrom('user_filter').select('values')
  expect(await filters.where('user_id', '=', people.adder.id).execute()).toEqual([{ values: ['Sweden'] }])
})
