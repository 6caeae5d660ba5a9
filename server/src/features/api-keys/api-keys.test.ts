import type { StoredApiKey } from '@gensvar/contract/api-keys'
import { apiKey } from '@gensvar/contract/entities/api-keys'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findKey } from '#server/domain/keys/key-access.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { ownerOf } from '#server/domain/rights/owner-context.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import { systemClock } from '#server/platform/clock.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { createKey } from '#server/testing/key-rows.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let survey: MadeSurvey
let anonymous: MadeSurvey
let user: MadeUser
let root: (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) => Promise<Answer>
let now = systemClock.now()

interface Answer {
  status: number
  body: ReturnType<typeof JSON.parse>
}

const config = 'bigScreen: { rating: rating, comment: comment }'
const minute = 60_000

beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
  const { db } = server.deps
  const universe = await createUniverse(db)
  survey = await createSurvey(db, universe.id, { ...smallSurvey, config })
  anonymous = await createSurvey(db, universe.id, { ...smallSurvey, config: `${config}\nanonymity: { filters: [] }` })
  const surveys = { [survey.surveyId]: { canViewSamples: true }, [anonymous.surveyId]: {} }
  const roleId = await createRole(db, universe.id, { surveys })
  user = await createUser(db, {
    universes: [{ universeId: universe.id, roleId, admin: true, actAs: true, filters: { country: ['Sweden'] } }],
  })
  root = await callsOf(await createUser(db, { isRoot: true }), universe.id)
})

// Sessions end with the time that a test lets pass.
afterEach(() => {
  now = systemClock.now()
})
afterAll(() => server.close())

async function callsOf(caller: MadeUser, universeId: number) {
  const headers = bearer(await signIn(server.deps, caller, universeId))
  return async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<Answer> => {
    const answer = await server.app.inject({ method, url, headers, ...(body && { payload: body }) })
    return { status: answer.statusCode, body: answer.json() }
  }
}

let made = 0
const wish = (more: object = {}) => ({
  ...{ extname: `key${++made}`, type: 4, survey: survey.extName, path: 'root', user: null },
  ...{ perMinute: 600, lastDay: null, ...more },
})
const create = (more: object = {}) => root('POST', '/rest/apikeys/create', wish(more))
const listed = async (id: number): Promise<StoredApiKey | undefined> =>
  (await root('GET', '/rest/apikeys/list')).body.keys.find((key: StoredApiKey) => key.id === id)
const context = () => ({ ...server.deps, requestId: 'test' })
const find = (token: string, type: 1 | 2 | 3 | 4) =>
  type === 3 ? findKey(context(), token, 3) : findKey(context(), token, type)

describe('the keys of an organisation', () => {
  test('are made, of every type, with every field; only the hash of a token is kept (APIKEY-02) (APIKEY-03) (APIKEY-04)', async () => {
    for (const type of [1, 2, 3, 4] as const) {
      const { status, body } = await create({
        type,
        path: 'country=Sweden',
        ...(type === 3 && { user: user.username }),
      })
      expect(status).toBe(200)
      expect(body.token).toMatch(new RegExp(`^gsv${type}_[\\w-]{43}$`))
      expect(body.key).toMatchObject({
        type,
        path: 'country=Sweden',
        placeTitle: 'Sweden',
        state: 'works',
        lastUsed: null,
      })
      expect(Object.keys(body.key)).toEqual(expect.arrayContaining(Object.keys(apiKey.shape)))
      expect(await listed(body.key.id)).toEqual(body.key)
      const stored = await server.deps.pool.query('select api_key::text as row from api_key where id = $1', [
        body.key.id,
      ])
      expect(stored.rows[0].row).not.toContain(body.token.slice(5))
      expect(await find(body.token, type)).toMatchObject({
        ...{ keyId: body.key.id, universeId: survey.universeId, surveyId: survey.surveyId, path: 'country=Sweden' },
        access: { model: { id: survey.surveyId } },
      })
    }
    expect(JSON.stringify((await root('GET', '/rest/apikeys/list')).body)).not.toMatch(/gsv\d_/)
  })

  test('name what is wrong with them', async () => {
    const plain = await createSurvey(server.deps.db, survey.universeId)
    const taken = (await create()).body.key.extname
    const stranger = await createUser(server.deps.db)
    const rootUser = await createUser(server.deps.db, { isRoot: true })
    for (const [more, fields] of [
      [{ survey: 'none-such' }, { survey: expect.any(String) }],
      [{ survey: plain.extName }, { survey: expect.stringContaining('bigScreen') }],
      [
        { path: 'country=Atlantis', lastDay: '2001-01-01' },
        { path: expect.any(String), lastDay: expect.any(String) },
      ],
      [{ path: 'country=Sweden;channel=web' }, { path: 'A key is bound to a place, without filters.' }],
      [{ type: 3 }, { user: 'Choose the user whose rights the key has.' }],
      [{ type: 3, user: stranger.username }, { user: expect.stringContaining('no access') }],
      [{ type: 3, user: rootUser.username }, { user: expect.stringContaining('root') }],
      [{ type: 3, user: 'nobody' }, { user: 'There is no user "nobody".' }],
    ] as const) {
      const { status, body } = await create(more)
      expect([status, Object.keys(body.fields)], JSON.stringify(more)).toEqual([400, Object.keys(fields)])
      expect(body.fields).toMatchObject(fields)
    }
    expect(await create({ extname: taken })).toMatchObject({ status: 409, body: { fields: { extname: 'in use' } } })
  })

  test('are saved over the version that was read (APIKEY-05)', async () => {
    const { key } = (await create()).body
    const settings = { extname: `${key.extname}-2`, path: 'country=Norway', user: null, perMinute: 5, lastDay: null }
    const url = `/rest/apikeys/save/${key.id}`
    const saved = await root('POST', url, { ...settings, version: 1 })
    expect(saved).toMatchObject({ status: 200, body: { ...settings, placeTitle: 'Norway', type: 4, version: 2 } })
    expect(await listed(key.id)).toEqual(saved.body)
    const stale = await root('POST', url, { ...settings, perMinute: 9, version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { fields: { version: 'is out of date' } } })
    expect(await listed(key.id)).toEqual(saved.body)
  })

  test('are deleted (APIKEY-06)', async () => {
    const { key, token } = (await create()).body
    const url = `/rest/apikeys/delete/${key.id}`
    expect((await root('DELETE', url)).status).toBe(200)
    expect(await listed(key.id)).toBeUndefined()
    await expect(find(token, 4)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await root('DELETE', url)).status).toBe(404)
  })

  test('are root’s alone: no call of them answers an administrator (SEC-02f)', async () => {
    const administrator = await callsOf(user, survey.universeId)
    const { key } = (await create()).body
    const save = { extname: 'x', path: 'root', user: null, perMinute: 1, lastDay: null, version: 1 }
    for (const [method, path, body] of [
      ['GET', 'list'],
      ['POST', 'create', wish()],
      ['POST', `save/${key.id}`, save],
      ['POST', `rotate/${key.id}`, { graceHours: 0 }],
      ['POST', `revoke/${key.id}`],
      ['DELETE', `delete/${key.id}`],
    ] as const)
      expect([path, (await administrator(method, `/rest/apikeys/${path}`, body)).status]).toEqual([path, 403])
    expect(await listed(key.id)).toEqual(key)
  })
})

describe('a token', () => {
  const refusal = { code: 'unauthenticated', message: 'This key is not known here, or it has ended.' }

  test('that is unknown, replaced, revoked or past its last day is refused, always in the same words', async () => {
    const { db } = server.deps
    const of = (values: object) => createKey(db, survey, { type: 4, ...values })
    const { key, token } = (await create()).body
    expect((await root('POST', `/rest/apikeys/rotate/${key.id}`, { graceHours: 0 })).status).toBe(200)
    const revoked = (await create()).body
    expect((await root('POST', `/rest/apikeys/revoke/${revoked.key.id}`)).body.state).toBe('revoked')
    expect((await root('POST', `/rest/apikeys/rotate/${revoked.key.id}`, { graceHours: 0 })).status).toBe(409)
    for (const dead of [
      ...[token, revoked.token, await of({ last_day: '2020-01-01' })],
      ...['', 'x', `gsv4_${'A'.repeat(43)}`, `gsv9_${'A'.repeat(43)}`, `${await of({})} `],
    ])
      for (const type of [1, 4, 3] as const) await expect(find(dead, type), dead).rejects.toMatchObject(refusal)
  })

  test('of another type is told what it is for, and one of the wrong organisation is not listed', async () => {
    const { key, token } = (await create({ type: 1 })).body
    await expect(find(token, 4)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This key is for the widget with the score, not for the big screen.',
    })
    const elsewhere = await createUniverse(server.deps.db)
    const other = await callsOf(await createUser(server.deps.db, { isRoot: true }), elsewhere.id)
    expect((await other('GET', '/rest/apikeys/list')).body).toMatchObject({ keys: [], surveys: [] })
    expect((await other('POST', `/rest/apikeys/revoke/${key.id}`)).status).toBe(404)
    expect((await listed(key.id))?.state).toBe('works')
  })

  test('works on after a rotation for the time that was given, and no longer', async () => {
    const { key, token: first } = (await create()).body
    const rotated = await root('POST', `/rest/apikeys/rotate/${key.id}`, { graceHours: 2 })
    const second = rotated.body.token
    expect(rotated.body.key.oldTokenUntil).toBe(new Date(now.getTime() + 120 * minute).toISOString())
    for (const token of [first, second]) expect(await find(token, 4)).toMatchObject({ keyId: key.id })
    const third = (await root('POST', `/rest/apikeys/rotate/${key.id}`, { graceHours: 2 })).body.token
    await expect(find(first, 4)).rejects.toMatchObject(refusal)
    now = new Date(now.getTime() + 121 * minute)
    await expect(find(second, 4)).rejects.toMatchObject(refusal)
    expect(await find(third, 4)).toMatchObject({ keyId: key.id })
  })

  test('is limited to its requests a minute, and its use is noted once a minute', async () => {
    const token = await createKey(server.deps.db, survey, { type: 4, ext_name: 'limited', per_minute: 2 })
    const used = async () =>
      (
        await server.deps.db
          .selectFrom('api_key')
          .select('last_used_at')
          .where('ext_name', '=', 'limited')
          .executeTakeFirstOrThrow()
      ).last_used_at
    const start = now
    await find(token, 4)
    expect(await used()).toEqual(start)
    now = new Date(start.getTime() + 1000)
    await find(token, 4)
    expect(await used()).toEqual(start)
    await expect(find(token, 4)).rejects.toMatchObject({ code: 'too_many', message: expect.stringContaining('29 s') })
    now = new Date(start.getTime() + minute + 1000)
    await find(token, 4)
    expect(await used()).toEqual(now)
  })
})

describe('a key of the API', () => {
  const rowsOf = async (token: string) => {
    const { access } = await findKey(context(), token, 3)
    const { rows } = await listCases(context(), access.model, access.caseScope, { conditions: [], from: 0, to: 100 })
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  }

  test('opens what its user sees of its survey and place, whoever asks for it', async () => {
    const { db } = server.deps
    const of = (path: string) => createKey(db, survey, { type: 3, user_id: user.id, path })
    expect(await rowsOf(await of('root'))).toEqual(survey.responseIds.slice(0, 4))
    expect(await rowsOf(await of('country=Sweden;store=Stockholm'))).toEqual(survey.responseIds.slice(0, 2))
    expect(await rowsOf(await of('country=Norway'))).toEqual([])
    const { identity } = await findKey(context(), await of('country=Sweden;store=Stockholm'), 3)
    const ctx = { ...context(), identity }
    expect((await surveyAccess(ctx, survey.extName)).places.allows('stores', ['Sweden', 'Gothenburg'])).toBe(false)
    await expect(surveyAccess(ctx, anonymous.extName)).rejects.toMatchObject({ code: 'not_found' })
    expect(identity).toMatchObject({ isUserAdmin: false, mayActAs: false, isRoot: false })
    expect(() => ownerOf({ identity, locale: 'en' })).toThrow('API key')
  })

  test('opens nothing once its user is locked, is made root, or is gone', async () => {
    const { db } = server.deps
    const roleId = await createRole(db, survey.universeId, { surveys: { [survey.surveyId]: {} } })
    const member = async () => createUser(db, { universes: [{ universeId: survey.universeId, roleId }] })
    for (const change of [
      (id: number) => db.updateTable('app_user').set({ status: 1 }).where('id', '=', id).execute(),
      (id: number) => db.updateTable('user_universe').set({ disabled: true }).where('user_id', '=', id).execute(),
      (id: number) => db.updateTable('app_user').set({ is_root: true }).where('id', '=', id).execute(),
      (id: number) => db.deleteFrom('app_user').where('id', '=', id).execute(),
    ]) {
      const { id, username } = await member()
      const { key, token } = (await create({ type: 3, user: username })).body
      expect(await rowsOf(token)).toHaveLength(6)
      await change(id)
      await expect(find(token, 3)).rejects.toMatchObject({ code: 'forbidden' })
      expect((await listed(key.id))?.state).toBe('closed')
    }
  })

  test('opens nothing where the place that it is bound to is gone', async () => {
    const lost = await createKey(server.deps.db, survey, { type: 3, user_id: user.id, path: 'country=Atlantis' })
    await expect(find(lost, 3)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a public key', () => {
  test('has no rows of its own, so that its figures are published ones; comments are of named surveys alone', async () => {
    const { db } = server.deps
    const named = await findKey(context(), await createKey(db, survey, { type: 4, path: 'country=Sweden' }), 4)
    expect(named.access).toMatchObject({
      canViewInterviews: false,
      canViewSamples: false,
      caseScope: { isOpen: false },
    })
    expect(named.access.commentScope?.conditions).toEqual([
      { kind: 'unit', view: 'stores', depth: 1, path: ['Sweden'] },
    ])
    const closed = await findKey(context(), await createKey(db, anonymous, { type: 4 }), 4)
    expect(closed.access.commentScope).toBeNull()
    await db.updateTable('survey').set({ disabled: true }).where('id', '=', anonymous.surveyId).execute()
    await db
      .updateTable('survey')
      .set((eb) => ({ model_version: eb('model_version', '+', 1) }))
      .where('id', '=', anonymous.surveyId)
      .execute()
    await expect(find(await createKey(db, anonymous, { type: 4 }), 4)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
