import { userDetails } from '@gensvar/contract/entities/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let survey = ''
let rita: { id: number; token: string }
let rootId = 0
let rootToken = ''

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  const universe = await createUniverse(db)
  const made = await createSurvey(db, universe.id)
  survey = made.extName
  const roleId = await createRole(db, universe.id, {
    name: 'reader',
    restricted: true,
    surveys: { [made.surveyId]: {} },
  })
  const place = { universeId: universe.id, roleId, filters: { store: ['Oslo', 'Stockholm'] } }
  const user = await createUser(db, { username: 'rita@example.org', universes: [place] })
  rita = { id: user.id, token: await signIn(server.deps, user) }
  const root = await createUser(db, { isRoot: true })
  rootId = root.id
  rootToken = await signIn(server.deps, root, universe.id)
})

afterAll(() => server.close())

async function call(method: 'GET' | 'POST', token: string, userId: number, body?: object, of = survey) {
  const url = `/rest/users/details/${of}/${userId}`
  const response = await server.app.inject({ method, url, headers: bearer(token), ...(body && { payload: body }) })
  return { status: response.statusCode, body: response.json() }
}

const language = (locale: string) => ({ userDTO: { locale } })

test('a user reads their own details with every field of the form (USERS-36)', async () => {
  const { status, body } = await call('GET', rita.token, rita.id)
  expect(status).toBe(200)
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(userDetails.shape).toSorted())
  expect(Object.keys(body.userDTO).toSorted()).toEqual(Object.keys(userDetails.shape.userDTO.shape).toSorted())
  expect(body).toMatchObject({
    userDTO: {
      id: rita.id,
      name: 'rita',
      email: 'rita@example.org',
      locale: 'en',
      sendEmail: false,
      notifyFlags: 0,
      disabled: false,
    },
    canEditPassword: false,
    restricted: true,
    roleNames: ['reader'],
    userQuestionFilterMap: { global: [{ variable: 'store', globalName: 'store', value: 'Oslo;Stockholm' }] },
  })
  expect((await call('GET', rita.token, rita.id, undefined, '-')).body).toEqual(body)
})

test('the details of another user are refused, to read and to save (USERS-06a)', async () => {
  expect((await call('GET', rita.token, rootId)).status).toBe(403)
  expect((await call('POST', rita.token, rootId, language('fi'))).status).toBe(403)
  expect((await call('GET', rootToken, rootId)).body.userDTO.locale).toBe('en')
})

test('a language that is saved is the one of the next request without one, and is noted', async () => {
  expect((await call('POST', rita.token, rita.id, language('fi'))).body.userDTO.locale).toBe('fi')
  expect((await call('GET', rita.token, rita.id)).body.userDTO.locale).toBe('fi')
  const bar = await server.app.inject({ url: `/rest/paths/segments/${survey}/root`, headers: bearer(rita.token) })
  expect(bar.statusCode).toBe(200)
  expect(bar.body).toContain('Kaikki')
  const entry = await server.deps.db
    .selectFrom('audit')
    .select(['user_id', 'object', 'details'])
    .where('action', '=', 'user.profile')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ user_id: rita.id, object: 'rita@example.org', details: { locale: 'fi' } })
})

test('root, a member of no universe, keeps a language for all of them', async () => {
  expect((await call('POST', rootToken, rootId, language('da'))).body.userDTO.locale).toBe('da')
  const { db } = server.deps
  const { locale } = await db.selectFrom('app_user').select('locale').where('id', '=', rootId).executeTakeFirstOrThrow()
  expect(locale).toBe('da')
})

test('a language that is none of ours is refused and changes nothing', async () => {
  const { status, body } = await call('POST', rita.token, rita.id, language('de'))
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual(['userDTO.locale'])
})
