import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { openPeople } from './testing/people.ts'
import type { People, Person } from './testing/people.ts'

let people: People
beforeAll(async () => {
  people = await openPeople()
  const { db } = people.server.deps
  await people.add('zoe', { filters: { store: ['Oslo', 'Stockholm'] } }, { firstName: 'Zoe', lastName: 'Ask' })
  await people.add('off', { disabled: true })
  await people.add('ask', {}, { status: 2 })
  await people.add('mute', { roleId: people.roles.reader })
  await db
    .updateTable('user_universe')
    .set({ notify_flags: 1 })
    .where('user_id', '=', await idOf('mute'))
    .execute()
  await db
    .updateTable('app_user')
    .set({ last_login: '2026-03-02T08:15:00Z' })
    .where('username', '=', 'zoe@example.org')
    .execute()
  const other = await createUniverse(db)
  await createUser(db, { username: 'other@example.org' })
  expect(other.id).not.toBe(people.universeId)
})
afterAll(() => people.server.close())

async function idOf(name: string): Promise<number> {
  const { db } = people.server.deps
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', `${name}@example.org`)
    .executeTakeFirstOrThrow()
  return id
}
const list = (who: Person, query = '') => people.call(who, 'GET', `list/${people.survey.extName}${query}`)
const names = ({ body }: { body: { rows: { email: string }[] } }) => body.rows.map(({ email }) => email.split('@')[0])

describe('the list of users', () => {
  test('has the active members of the organisation for status 0, by e-mail (USERS-42)', async () => {
    const found = await list(people.admin, '?status=0')
    expect(found.status).toBe(200)
    expect(names(found)).toEqual(['adder', 'admin', 'mute', 'restricted', 'zoe'])
    expect(found.body.total).toBe(5)
    expect(found.body.rows.find((row: { name: string }) => row.name === 'Zoe Ask')).toEqual({
      id: await idOf('zoe'),
      name: 'Zoe Ask',
      email: 'zoe@example.org',
      lastLogin: '2026-03-02T08:15:00.000Z',
      selectedRoleName: 'reader',
      userVariables: 'store: OSLO, STOCKHOLM',
      status: 0,
      notify: 0,
      accessAllowed: true,
    })
  })

  test('is filtered by status, role and text', async () => {
    expect(names(await list(people.admin, '?status=1'))).toEqual(['off'])
    expect(names(await list(people.admin, '?status=2'))).toEqual(['ask'])
    expect(names(await list(people.admin))).toHaveLength(7)
    expect(names(await list(people.admin, `?role=${people.roles.adder}`))).toEqual(['adder'])
    expect(names(await list(people.admin, '?filter=ZOE%20as'))).toEqual(['zoe'])
    expect(names(await list(people.admin, '?filter=nobody'))).toEqual([])
    expect((await list(people.admin, '?status=9')).status).toBe(400)
  })

  test('is sorted by its columns and paged, and pages do not overlap', async () => {
    expect(names(await list(people.admin, '?sortVar=lastLogin&sortDesc=true'))[0]).toBe('zoe')
    expect(names(await list(people.admin, '?sortVar=notify&sortDesc=true'))[0]).toBe('mute')
    expect(names(await list(people.admin, '?sortVar=status&sortDesc=true'))[0]).toBe('ask')
    expect(names(await list(people.admin, '?sortVar=name'))[0]).toBe('adder')
    expect(names(await list(people.admin, '?sortVar=selectedRoleName'))[0]).toBe('adder')
    const first = names(await list(people.admin, '?rowFrom=0&rowTo=4'))
    const second = names(await list(people.admin, '?rowFrom=4&rowTo=8'))
    expect([...first, ...second]).toEqual(names(await list(people.admin)))
    expect((await list(people.admin, '?sortVar=password')).body.fields).toHaveProperty('sortVar')
  })

  test('has those who may do or see more, but says that they cannot be opened', async () => {
    const open = async (who: Person) =>
      Object.fromEntries(
        (await list(who)).body.rows.map(({ email, accessAllowed }: { email: string; accessAllowed: boolean }) => [
          email.split('@')[0],
          accessAllowed,
        ]),
      )
    const swede = await people.add('swede', { filters: { country: ['Sweden'] } })
    expect(await open(people.adder)).toMatchObject({ admin: false, adder: true, swede: true, zoe: false, mute: false })
    expect(await open(people.admin)).toMatchObject({ admin: true, adder: true, zoe: true })
    // The list says of each what opening them answers.
    for (const [name, isOpen] of Object.entries(await open(people.adder))) {
      const { status } = await people.call(people.adder, 'GET', `details/-/${await idOf(name)}`)
      expect([name, status]).toEqual([name, isOpen ? 200 : 403])
    }
    expect(swede.id).toBeGreaterThan(0)
  })

  test('is refused to those who manage no users', async () => {
    expect((await list(people.restricted)).status).toBe(403)
    expect((await list(await people.add('plain'))).status).toBe(403)
  })
})

describe('several users', () => {
  test('are disabled and enabled, and those it cannot be done with are skipped with the reason', async () => {
    const one = await people.add('one')
    const two = await people.add('two', { disabled: true })
    const userIds = [one.id, two.id, people.admin.id, 2_147_483_647]
    const { body } = await people.call(people.admin, 'POST', 'disable/-', { userIds, disabled: true })
    expect(body.done).toEqual([one.id])
    expect(body.skipped).toEqual([
      { id: two.id, name: 'two@example.org', reason: 'is disabled already' },
      { id: people.admin.id, name: 'admin@example.org', reason: 'You cannot disable or enable yourself.' },
      { id: 2_147_483_647, name: '2147483647', reason: 'There is no such user in this organisation.' },
    ])
    expect((await people.call(one, 'GET', 'details/-/0')).status).toBe(401)
    const again = await people.call(people.admin, 'POST', 'disable/-', { userIds: [one.id, two.id], disabled: false })
    expect(again.body).toEqual({ done: [one.id, two.id], skipped: [] })
    expect((await people.call(people.adder, 'POST', 'disable/-', { userIds: [one.id], disabled: true })).status).toBe(
      403,
    )
  })

  test('are invited, with links to hand over where no mail is sent', async () => {
    const three = await people.add('three', {}, { status: 2 })
    const four = await people.add('four', { disabled: true })
    const { body } = await people.call(people.admin, 'POST', 'invite/-', { userIds: [three.id, four.id] })
    expect(body.done).toEqual([three.id])
    expect(body.links).toEqual([{ name: 'three@example.org', link: expect.stringContaining('code=') }])
    expect(body.skipped).toEqual([
      { id: four.id, name: 'four@example.org', reason: 'four@example.org is disabled. Enable the user first.' },
    ])
  })
})

describe('the users of an organisation to act as', () => {
  test('are the active ones whose rights are within the own (USERS-41)', async () => {
    const { db } = people.server.deps
    const { name } = await db
      .selectFrom('universe')
      .select('name')
      .where('id', '=', people.universeId)
      .executeTakeFirstOrThrow()
    const actor = await people.add('actor', {
      roleId: people.roles.adder,
      admin: true,
      actAs: true,
      filters: { country: ['Sweden'] },
    })
    const mine = await people.add('mine', { filters: { store: ['Stockholm'] } })
    const { status, body } = await people.call(actor, 'GET', `universe/${name}`)
    expect(status).toBe(200)
    const listed = body.users.map((user: { username: string }) => user.username)
    expect(listed).toContain('mine@example.org')
    for (const not of ['admin', 'zoe', 'off', 'ask', 'actor', 'root'])
      expect(listed).not.toContain(`${not}@example.org`)
    expect((await people.call(people.root, 'GET', `universe/${name}?term=zoe`)).body.users).toMatchObject([
      { username: 'zoe@example.org', name: 'Zoe Ask' },
    ])
    expect((await people.call(people.admin, 'GET', `universe/${name}`)).status).toBe(403)
    const stranger = await createUser(db, { isRoot: false })
    const token = await signIn(people.server.deps, stranger, null)
    expect((await people.call({ id: stranger.id, token }, 'GET', `universe/${name}`)).status).toBe(404)
    expect(mine.id).toBeGreaterThan(0)
  })
})
