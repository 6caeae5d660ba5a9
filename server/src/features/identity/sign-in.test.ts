import { loginStatus } from '@gensvar/contract/entities/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { identifyByToken, isSessionThere, startSession } from '#server/domain/rights/sessions.ts'
import { serverSettingsKey } from '#server/platform/server-settings.ts'
import { createRole, createSurvey, createUniverse, createUser } from '#server/testing/factories.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { answerWithSession } from './answer.ts'
import { choiceStatus, enterUniverse, signIn } from './sign-in.ts'
import type { SignInRequest } from './sign-in.ts'
import { findProfile, findProfileById, listCandidates, listRoles, listUniverses, readPreparation } from './store.ts'

const now = new Date('2026-05-01T08:00:00Z')

let database: TestDatabase
let deps: Parameters<typeof signIn>[0]
/** Ids by name: retail and bank anywhere, abroad at a host of its own. */
const universes = { retail: 0, bank: 0, abroad: 0 }
const roles = { retail: 0, bank: 0, abroad: 0 }

type Place = keyof typeof universes

beforeAll(async () => {
  database = await testDatabase()
  deps = programContext({ db: database.db, clock: { now: () => now } }, 'test')
  for (const name of ['retail', 'bank', 'abroad'] as const) {
    const host = name === 'abroad' ? 'Abroad.example.org' : ''
    universes[name] = (await createUniverse(database.db, { name, host, title: name.toUpperCase() })).id
    roles[name] = await createRole(database.db, universes[name], { name: `${name} staff` })
  }
})

afterAll(() => database.drop())

let made = 0

/** Stores a user of some universes. */
async function person(
  places: Partial<Record<Place, { admin?: boolean; actAs?: boolean; disabled?: boolean }>>,
  user: TestUser = {},
) {
  const entries = Object.entries(places) as [Place, object][]
  const members = entries.map(([name, more]) => ({ universeId: universes[name], roleId: roles[name], ...more }))
  return createUser(database.db, { username: `Person${++made}@example.org`, ...user, universes: members })
}

const proven = async (): Promise<boolean> => true

function asked(username: string, more: Partial<SignInRequest> = {}): SignInRequest {
  return { username, flag: '', host: 'here.example.org', proof: proven, mayBeRoot: true, ...more }
}

async function entriesOf(object: string) {
  const columns = ['action', 'user_id', 'universe_id', 'details'] as const
  return database.db
    .selectFrom('audit')
    .select([...columns])
    .where('object', '=', object)
    .orderBy('id')
    .execute()
}

async function withSettings<T>(value: object, key: string, work: () => Promise<T>): Promise<T> {
  const { db } = database
  await db
    .insertInto('setting')
    .values({ key, value: JSON.stringify(value) })
    .execute()
  try {
    return await work()
  } finally {
    await db.deleteFrom('setting').execute()
  }
}

describe('whoever signs in', () => {
  test('enters their only universe, becomes active, and is noted', async () => {
    const { id, username } = await person({ retail: {} }, { status: 2 })
    const { answer, cookie } = await signIn(deps, asked(username.toLowerCase()))
    expect(answer).toMatchObject({
      ...{ userId: id, username, universe: 'retail', loginStatus: 0, loadStatus: 100, role: 'retail staff' },
      ...{
        isRoot: false,
        isUserAdmin: false,
        locale: 'en',
        impersonator: null,
        viewedRole: null,
        movedTo: null,
        restricted: false,
      },
      universes: [{ name: 'retail', title: { en: 'RETAIL' }, host: '' }],
      expiresAt: new Date(now.getTime() + 30 * 60_000).toISOString(),
    })
    expect(cookie).not.toBeNull()
    expect(await identifyByToken(deps, answer.authToken ?? '')).toMatchObject({ userId: id })
    const stored = database.db.selectFrom('app_user').select(['status', 'last_login']).where('id', '=', id)
    expect(await stored.executeTakeFirst()).toEqual({ status: 0, last_login: now })
    const noted = database.db
      .selectFrom('audit')
      .select(['action', 'universe_id', 'object', 'details'])
      .where('user_id', '=', id)
    expect(await noted.execute()).toEqual([
      { action: 'sign-in', universe_id: universes.retail, object: 'retail', details: { status: 0 } },
    ])
  })

  test('is told to wait while the data is being prepared', async () => {
    const { username } = await person({ retail: {} })
    const loading = await withSettings({ percent: 99 }, 'demo.progress', () => signIn(deps, asked(username)))
    expect(loading).toMatchObject({
      answer: { loginStatus: 8, loadStatus: 99, authToken: null, userId: null },
      cookie: null,
    })
    const ready = await withSettings({ percent: 100 }, 'demo.progress', () => signIn(deps, asked(username)))
    expect(ready.answer.loginStatus).toBe(0)
    const unreadable = await withSettings({ percent: 'some' }, 'demo.progress', () => signIn(deps, asked(username)))
    expect(unreadable.answer.loginStatus).toBe(0)
    expect(await withSettings({ percent: 'some' }, 'demo.progress', () => readPreparation(database.db))).toBe(100)
  })

  test('is unknown without a profile or a universe, or as root where root may not sign in', async () => {
    const nowhere = await person({})
    await database.db.updateTable('app_user').set({ locale: 'sv' }).where('id', '=', nowhere.id).execute()
    const out = await person({ retail: { disabled: true } })
    const disabled = await person({ retail: {} }, { status: 1 })
    const root = await person({ retail: {} }, { isRoot: true })
    const { answer, cookie } = await signIn(deps, asked(nowhere.username))
    expect({ answer, cookie }).toMatchObject({
      ...{ answer: { loginStatus: 1, userId: nowhere.id, authToken: null, universes: [], surveys: [], locale: 'sv' } },
      cookie: null,
    })
    expect(answer).toMatchObject({ universe: null, role: null, isRoot: false, isUserAdmin: false, expiresAt: null })
    expect((await signIn(deps, asked(out.username))).answer).toMatchObject({ loginStatus: 1, userId: out.id })
    for (const username of ['nobody@example.org', disabled.username])
      expect((await signIn(deps, asked(username))).answer).toMatchObject({ loginStatus: 1, userId: null, locale: 'en' })
    expect((await signIn(deps, asked(root.username, { mayBeRoot: false }))).answer).toMatchObject({
      loginStatus: 1,
      userId: null,
    })
    expect((await signIn(deps, asked(root.username))).answer.loginStatus).toBe(0)
    const member = await person({ retail: {} })
    expect((await signIn(deps, asked(member.username, { mayBeRoot: false }))).answer.loginStatus).toBe(0)
    expect(await entriesOf('nobody@example.org')).toEqual([
      { action: 'sign-in.failed', user_id: null, universe_id: null, details: { reason: 'unknown user' } },
    ])
  })

  test('chooses where there are several, and enters the one they name', async () => {
    const { id, username } = await person({ retail: {}, bank: {} })
    const { answer } = await signIn(deps, asked(username))
    expect(answer).toMatchObject({ loginStatus: 5, universe: null, role: null, surveys: [] })
    expect(answer.universes.map(({ name }) => name)).toEqual(['bank', 'retail'])
    expect(answer.authToken).not.toBeNull()
    expect((await signIn(deps, asked(username, { universe: 'bank' }))).answer).toMatchObject({
      loginStatus: 0,
      universe: 'bank',
    })
    const sessions = database.db.selectFrom('session').select('universe_id').where('user_id', '=', id).orderBy('id')
    expect((await sessions.execute()).map((one) => one.universe_id)).toEqual([null, universes.bank])
  })

  test('chooses by the overview where there is one, unless they prefer the list', async () => {
    const { id } = await person({ retail: {}, bank: {} })
    const overview = { globalOverview: { welcomeText: 'Hello' } }
    const prefer = (value: string, survey_id = 0) =>
      database.db
        .insertInto('user_preference')
        .values({ user_id: id, survey_id, key: 'chooseUniverseBy', value })
        .onConflict((conflict) => conflict.columns(['user_id', 'survey_id', 'key']).doUpdateSet({ value }))
        .execute()
    const status = () => withSettings(overview, serverSettingsKey, () => choiceStatus(database.db, id))
    expect(await choiceStatus(database.db, id)).toBe(loginStatus.selectUniverse)
    expect(await status()).toBe(loginStatus.selectByOverview)
    await prefer('"list"', 1)
    expect(await status()).toBe(loginStatus.selectByOverview)
    await prefer('"list"')
    expect(await status()).toBe(loginStatus.selectUniverse)
    await prefer('"overview"')
    expect(await status()).toBe(loginStatus.selectByOverview)
    expect(await choiceStatus(database.db, id)).toBe(loginStatus.selectUniverse)
    await prefer('"unreadable"')
    expect(await status()).toBe(loginStatus.selectByOverview)
  })

  test('is sent elsewhere from a host or universe that is not theirs', async () => {
    const { id, username } = await person({ abroad: {} })
    const { answer, cookie } = await signIn(deps, asked(username))
    expect(answer).toMatchObject({ loginStatus: 9, userId: id, authToken: null, surveys: [] })
    expect([answer.universes.map(({ name }) => name), cookie]).toEqual([['abroad'], null])
    const failed = { action: 'sign-in.failed', user_id: id, universe_id: null }
    const details = { reason: 'not configured for this server' }
    expect(await entriesOf('here.example.org')).toEqual([{ ...failed, details }])
    expect((await signIn(deps, asked(username, { host: 'ABROAD.example.org' }))).answer.loginStatus).toBe(0)
    const both = await person({ abroad: {}, retail: {} })
    expect((await signIn(deps, asked(both.username))).answer).toMatchObject({ loginStatus: 0, universe: 'retail' })
    for (const universe of ['bank', 'abroad', 'nothing'])
      expect((await signIn(deps, asked(both.username, { universe }))).answer).toMatchObject({ loginStatus: 9 })
    expect((await entriesOf('nothing')).map(({ action }) => action)).toEqual(['sign-in.failed'])
  })

  test('as root may enter every universe at every host, first their own', async () => {
    const root = await person({ bank: {} }, { isRoot: true })
    expect((await signIn(deps, asked(root.username))).answer).toMatchObject({
      loginStatus: 0,
      universe: 'bank',
      role: null,
      isRoot: true,
    })
    const change = (await signIn(deps, asked(root.username, { flag: 'change' }))).answer
    expect(change).toMatchObject({ loginStatus: 5, universe: null })
    expect(change.universes.map(({ name }) => name)).toEqual(['abroad', 'bank', 'retail'])
    expect((await signIn(deps, asked(root.username, { universe: 'abroad' }))).answer.universe).toBe('abroad')
    const stranger = await person({}, { isRoot: true })
    expect((await signIn(deps, asked(stranger.username))).answer.loginStatus).toBe(5)
    // Changing is no choice where there is one.
    const only = await person({ retail: {} })
    expect((await signIn(deps, asked(only.username, { flag: 'change' }))).answer.universe).toBe('retail')
  })

  test('and asks to act as another is offered the users of where they may', async () => {
    const admin = await person({ retail: { admin: true, actAs: true }, bank: { admin: true } })
    const target = await person({ retail: {} }, { username: 'aaa@example.org', firstName: 'Anna', lastName: 'Berg' })
    const nameless = await person({ retail: {} }, { username: 'zzz@example.org', firstName: '' })
    for (const [place, user] of [
      [{ retail: { disabled: true } }, {}],
      [{ retail: {} }, { status: 2 as const }],
      [{ retail: {} }, { isRoot: true }],
      [{ bank: {} }, {}],
    ] as const)
      await person(place, { ...user, username: `not${++made}@example.org` })
    const { answer } = await signIn(deps, asked(admin.username, { flag: 'actas' }))
    expect(answer).toMatchObject({ loginStatus: 7, universe: null })
    expect(answer.universeAdminUserList.map(({ universe, title }) => [universe, title])).toEqual([
      ['retail', { en: 'RETAIL' }],
    ])
    const users = answer.universeAdminUserList[0]?.users ?? []
    expect(
      users.map(({ username }) => username).filter((name) => name.startsWith('not') || name === admin.username),
    ).toEqual([])
    expect(users.find(({ userId }) => userId === target.id)).toEqual({
      userId: target.id,
      username: target.username,
      name: 'Anna Berg',
    })
    expect(users.find(({ userId }) => userId === nameless.id)?.name).toBe('zzz@example.org')
    // At any other time only the universes are named.
    const signedIn = (await signIn(deps, asked(admin.username, { universe: 'retail' }))).answer
    expect(signedIn).toMatchObject({ loginStatus: 0, isUserAdmin: true })
    expect(signedIn.universeAdminUserList).toEqual([{ universe: 'retail', title: { en: 'RETAIL' }, users: [] }])
    expect((await signIn(deps, asked(admin.username, { flag: 'actas', universe: 'bank' }))).answer).toMatchObject({
      loginStatus: 7,
      universe: 'bank',
    })
    const single = await person({ retail: { admin: true, actAs: true } })
    expect((await signIn(deps, asked(single.username, { flag: 'actas' }))).answer).toMatchObject({
      loginStatus: 7,
      universe: 'retail',
    })
    for (const place of [{ admin: true }, { actAs: true }, {}]) {
      const other = await person({ retail: place })
      expect((await signIn(deps, asked(other.username, { flag: 'actas' }))).answer).toMatchObject({
        loginStatus: 0,
        universeAdminUserList: [],
      })
    }
    const root = await person({}, { isRoot: true })
    const everywhere = (await signIn(deps, asked(root.username, { flag: 'actas' }))).answer
    expect(everywhere.universeAdminUserList.map(({ universe }) => universe)).toEqual(['abroad', 'bank', 'retail'])
  })

  test('is not let in where the proof no longer holds', async () => {
    const { username } = await person({ retail: {} })
    const refused = signIn(deps, asked(username, { proof: async () => false }))
    await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('sees the surveys that every role of their lineage opens, and the notice of a universe that has moved', async () => {
    const { db } = database
    const [shown, half] = [await createSurvey(db, universes.bank), await createSurvey(db, universes.bank)]
    const parent = await createRole(db, universes.bank, { surveys: { [shown.surveyId]: {} } })
    const roleId = await createRole(db, universes.bank, {
      ...{ parentId: parent, restricted: true, surveys: { [shown.surveyId]: {}, [half.surveyId]: {} } },
    })
    const { username } = await createUser(db, { universes: [{ universeId: universes.bank, roleId }] })
    const forward = { vgs: { universes: ['bank'] }, finland: { universes: ['bank', 'retail'] } }
    const moved = (name: string) => withSettings({ forward }, serverSettingsKey, () => signIn(deps, asked(name)))
    const { answer } = await moved(username)
    expect(answer).toMatchObject({ movedTo: 'vgs', restricted: true })
    expect(answer.surveys.map(({ extName }) => extName)).toEqual([shown.extName])
    expect((await moved((await person({ retail: {} })).username)).answer.movedTo).toBe('finland')
    const root = await person({ bank: {} }, { isRoot: true })
    const seen = (await moved(root.username)).answer
    expect(seen.movedTo).toBeNull()
    expect(seen.surveys.map(({ extName }) => extName)).toEqual([shown.extName, half.extName])
    expect((await moved((await person({ retail: {}, bank: {} })).username)).answer).toMatchObject({
      viewedRole: null,
      movedTo: null,
      surveys: [],
    })
  })
})

describe('whoever changes the universe', () => {
  test('has a new session instead of the old one, and has not signed in again', async () => {
    const { id, username } = await person({ retail: {}, bank: {} })
    const old = await startSession(deps, { userId: id, universeId: universes.bank, actorUserId: null })
    const { answer, cookie } = await enterUniverse(deps, { ...asked(username), universe: 'retail', sessionId: old.id })
    expect(answer).toMatchObject({ loginStatus: 0, universe: 'retail' })
    expect(cookie).not.toBeNull()
    expect(await isSessionThere(database.db, old.id)).toBe(false)
    const stored = database.db.selectFrom('app_user').select('last_login').where('id', '=', id)
    expect(await stored.executeTakeFirst()).toEqual({ last_login: null })
    const noted = database.db.selectFrom('audit').select(['action', 'object']).where('user_id', '=', id)
    expect(await noted.execute()).toEqual([{ action: 'universe.change', object: 'retail' }])
  })

  test('stays where they are if the other one is not theirs here', async () => {
    const { id, username } = await person({ retail: {}, abroad: {} })
    const old = await startSession(deps, { userId: id, universeId: universes.retail, actorUserId: null })
    for (const universe of ['bank', 'abroad', 'nothing']) {
      const { answer, cookie } = await enterUniverse(deps, { ...asked(username), universe, sessionId: old.id })
      expect(answer).toMatchObject({ loginStatus: 9, userId: id, authToken: null })
      expect([answer.universes.length, cookie]).toEqual([2, null])
    }
    expect(await isSessionThere(database.db, old.id)).toBe(true)
    const gone = await enterUniverse(deps, { ...asked('nobody'), universe: 'retail', sessionId: old.id })
    expect(gone.answer).toMatchObject({ loginStatus: 9, userId: null, universes: [] })
  })
})

test('whoever acts as another is in one universe, and is offered nobody else', async () => {
  const actor = await person({ retail: { admin: true, actAs: true } })
  const user = await person({ retail: { admin: true, actAs: true }, bank: {} })
  const { token } = await startSession(deps, { userId: user.id, universeId: universes.retail, actorUserId: actor.id })
  const identity = await identifyByToken(deps, token)
  if (!identity) throw new Error('they may')
  expect(await answerWithSession(database.db, identity, 0, null)).toMatchObject({
    ...{ impersonator: actor.username, username: user.username, authToken: null, universeAdminUserList: [] },
    universes: [{ name: 'retail' }],
  })
})

test('profiles are found by name without regard to case, first the exact one, and by id', async () => {
  const one = await person({})
  const { username, id } = one
  expect(await findProfile(database.db, username.toUpperCase())).toMatchObject({
    userId: id,
    username,
    isRoot: false,
    locale: null,
  })
  expect(await findProfileById(database.db, id)).toMatchObject({ userId: id })
  expect(await findProfile(database.db, 'nobody')).toBeUndefined()
  const disabled = await person({}, { status: 1 })
  expect(await findProfileById(database.db, disabled.id)).toBeUndefined()
  expect(await listCandidates(database.db, [], 0)).toEqual([])
  expect((await listUniverses(database.db)).map(({ name }) => name)).toEqual(['abroad', 'bank', 'retail'])
  expect(await listRoles(database.db, universes.retail)).toEqual([{ id: roles.retail, name: 'retail staff' }])
})
