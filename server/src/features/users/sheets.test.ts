import { readXlsx } from 'hucre/xlsx'
import { maxUserRows } from '@gensvar/contract/user-sheets'
import { createUniverse, createUser } from '#server/testing/factories.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPeople } from './testing/people.ts'
import type { People, Person } from './testing/people.ts'

let people: People
beforeAll(async () => {
  people = await openPeople()
})
afterAll(() => people.server.close())

async function load(who: Person, content: string | Buffer, isWritten: boolean, filename = 'users.csv') {
  const path = `import/-?filename=${filename}&write=${isWritten}`
  return people.call(who, 'POST', path, Buffer.from(content))
}
const csv = (...lines: string[]): string => ['email,name,role,locale,filters,disabled', ...lines].join('\n')
async function stored(email: string) {
  const { db } = people.server.deps
  return db
    .selectFrom('app_user')
    .innerJoin('user_universe', 'user_universe.user_id', 'app_user.id')
    .innerJoin('role', 'role.id', 'user_universe.role_id')
    .leftJoin('user_filter', 'user_filter.user_id', 'app_user.id')
    .select(['first_name', 'last_name', 'status', 'role.name as role', 'user_universe.locale', 'disabled', 'values'])
    .where('username', '=', email)
    .executeTakeFirst()
}
async function file(who: Person, query: string): Promise<Buffer> {
  const path = `/rest/users/download/-?${query}`
  const { headers } = { headers: { authorization: `Bearer ${who.token}` } }
  const { app } = people.server
  const made = await app.inject({ method: 'POST', url: '/rest/authentication/ticket', headers, payload: { path } })
  const answer = await app.inject({ url: `${path}&token=${made.json().ticket}` })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

describe('a file of users', () => {
  test('is checked first, then adds and changes users', async () => {
    await people.add('known', { filters: { store: ['Oslo'] } }, { firstName: 'Kim', lastName: 'Known' })
    const content = csv(
      'new@example.org,Ny Person,READER,sv,store=Oslo;Stockholm,no',
      'known@example.org,Kim Known,adder,,,yes',
      'admin@example.org,,administrator,,,',
    )
    const check = await load(people.admin, content, false)
    expect(check.body).toEqual({ done: false, created: 1, changed: 1, unchanged: 1, nproblems: 0, problems: [] })
    expect(await stored('new@example.org')).toBeUndefined()
    expect((await load(people.admin, content, true)).body).toMatchObject({ done: true, created: 1, changed: 1 })
    expect(await stored('new@example.org')).toEqual({
      ...{ first_name: 'Ny', last_name: 'Person', status: 2, role: 'reader', locale: 'sv', disabled: false },
      values: ['Oslo', 'Stockholm'],
    })
    expect(await stored('known@example.org')).toMatchObject({ role: 'adder', disabled: true, values: null })
    expect((await load(people.admin, content, false)).body).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  })

  test('with any error writes nothing, and tells each with row, column and what was read', async () => {
    const { db } = people.server.deps
    await createUniverse(db)
    await createUser(db, { username: 'elsewhere@example.org' })
    const content = csv(
      'fine@example.org,Fine Person,reader,en,,no',
      'nobody,No Body,reader,,,',
      'a@example.org,,boss,de,store=Paris,maybe',
      'fine@example.org,Again,reader,,,',
      'elsewhere@example.org,Else Where,reader,,,',
      'b@example.org,B C,reader,,shoe=1,',
      'admin@example.org,,,,,yes',
    )
    const { status, body } = await load(people.admin, content, true)
    expect(status).toBe(200)
    expect(body).toMatchObject({ done: false, nproblems: 10 })
    const told = body.problems.map(({ row, column, read }: Record<string, unknown>) => [row, column, read])
    expect(told).toEqual([
      [3, 'email', 'nobody'],
      [4, 'name', null],
      [4, 'role', 'boss'],
      [4, 'locale', 'de'],
      [4, 'disabled', 'maybe'],
      [4, 'filters', 'store=Paris'],
      [5, 'email', 'fine@example.org'],
      [6, 'email', 'elsewhere@example.org'],
      [7, 'filters', 'shoe=1'],
      [8, 'disabled', 'yes'],
    ])
    expect(body.problems[5].message).toBe('No choice of this question: Paris.')
    expect(await stored('fine@example.org')).toBeUndefined()
  })

  test('gives nothing that its sender does not have', async () => {
    await people.add('wide', { filters: { country: ['Norway'] } })
    const content = csv(
      'wide@example.org,,reader,,,',
      'boss@example.org,B Oss,administrator,,,',
      'ok@example.org,O K,reader,,country=Sweden,',
    )
    const { body } = await load(people.adder, content, true)
    expect(body.problems.map(({ row, column }: Record<string, unknown>) => [row, column])).toEqual([
      [2, 'email'],
      [3, 'role'],
    ])
    // Without the filter the new user would see Norway, too.
    const wider = await load(people.adder, csv('ok@example.org,O K,reader,,,'), false)
    expect(wider.body).toMatchObject({ done: false, nproblems: 1 })
    expect(wider.body.problems[0].row).toBe(2)
    const fine = await load(people.adder, csv('ok@example.org,O K,reader,,country=Sweden,'), true)
    expect(fine.body).toMatchObject({ done: true, created: 1 })
    expect((await load(people.restricted, csv(), true)).status).toBe(403)
  })

  test('says what is wrong with its columns, and refuses what is no table', async () => {
    const { body } = await load(people.admin, 'mail,role\na@example.org,reader\n', true)
    expect(body.problems.map(({ row, column }: Record<string, unknown>) => [row, column])).toEqual([
      [1, 'mail'],
      [1, 'email'],
    ])
    expect((await load(people.admin, 'no workbook', false, 'users.xlsx')).status).toBe(400)
    const many = Array.from({ length: maxUserRows + 1 }, (_, at) => `u${at}@example.org,U,reader,,,`)
    expect((await load(people.admin, csv(...many), false)).status).toBe(413)
  })
})

test('the users are saved as a file that an import takes as it is', async () => {
  await people.add('eve', { filters: { store: ['Oslo', 'Stockholm'], country: ['Norway'] } })
  const xlsx = await file(people.admin, 'format=xlsx')
  const workbook = await readXlsx(xlsx)
  const [header, ...rows] = workbook.sheets[0]?.rows ?? []
  expect(header).toEqual(['email', 'name', 'role', 'locale', 'filters', 'disabled', 'status', 'lastLogin'])
  expect(rows.find(([email]) => email === 'eve@example.org')).toEqual([
    ...['eve@example.org', 'eve', 'reader'],
    ...[expect.toSatisfy((cell) => !cell), 'store=Oslo;Stockholm\ncountry=Norway', 'no', 'active'],
    expect.toSatisfy((cell) => !cell),
  ])
  const check = await load(people.admin, xlsx, false, 'users.xlsx')
  expect(check.body).toMatchObject({ created: 0, changed: 0, nproblems: 0, unchanged: rows.length })
  // Also by somebody who may not change some of them: those stay as they are.
  const limited = await load(people.adder, xlsx, true, 'users.xlsx')
  expect(limited.body).toMatchObject({ done: true, nproblems: 0, unchanged: rows.length })
  const text = (await file(people.admin, 'format=csv&status=0&filter=eve')).toString()
  expect(text.trim().split('\r\n')[1]).toMatch(/^eve@example\.org,/)
  expect((await load(people.admin, text, false)).body).toMatchObject({ unchanged: 1, nproblems: 0 })
})
