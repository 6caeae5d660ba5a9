import { userEditorData } from '@gensvar/contract/entities/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noticesByRole } from '#server/domain/notices/role-notices.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { filledForm, filtered, makePlace } from './testing/editor-place.ts'
import type { CardChanges, Data, PersonChanges, Place, Sent } from './testing/editor-place.ts'

let server: TestApp
let rootToken = ''

beforeAll(async () => {
  server = await testApp()
})

afterAll(() => server.close())

let at: Place

beforeEach(async () => {
  at = await makePlace(server)
  rootToken = await signIn(server.deps, await createUser(server.deps.db, { isRoot: true }), at.universe.id)
})

async function call(method: 'GET' | 'POST', path: string, token: string, payload?: object) {
  const url = `/rest/users/${path}`
  const response = await server.app.inject({ method, url, headers: bearer(token), ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}

const open = async (userId: number, token = at.adminToken): Promise<Data> => {
  const { status, body } = await call('GET', `editordata/${at.survey}/${userId}`, token)
  expect(status).toBe(200)
  return userEditorData.parse(body)
}

const save = (userId: number, sent: Sent, token = at.adminToken) =>
  call('POST', `editordata/${at.survey}/${userId}`, token, sent)

const filled = (data: Data, card: CardChanges = {}, person: PersonChanges = {}) => filledForm(at, data, card, person)
const withFilter = (data: Data, variable: string, value: string) => filtered(at, data, variable, value)

const newPerson = { email: '', firstName: 'Eva', lastName: 'Holm', enabled: true }
let people = 0
const someone = () => ({ ...newPerson, email: `eva${++people}@editor.example` })

describe('the editor', () => {
  test('answers a user with every field of the entity (USERS-38) (USERS-46)', async () => {
    const data = await open(at.reader.id, rootToken)
    expect(Object.keys(data)).toEqual(expect.arrayContaining(['keyCloakData', 'indicators', 'invite', 'universeUsers']))
    expect(Object.keys(data.keyCloakData).toSorted()).toEqual(['email', 'enabled', 'firstName', 'lastName', 'userId'])
    expect(data).toMatchObject({
      id: at.reader.id,
      username: at.reader.username,
      keyCloakData: { email: at.reader.username, enabled: true },
      indicators: true,
      invite: false,
    })
  })

  test('answers a card with every field of a universe user (USERS-39)', async () => {
    const [card] = (await open(at.reader.id)).universeUsers
    expect(card).toMatchObject({
      universeName: at.universe.name,
      userId: at.reader.id,
      createuser: true,
      disabled: false,
      admin: false,
      notification: 0,
      locales: expect.arrayContaining(['en']),
      selectedlocale: 'en',
      selectedrole: at.roles.reader,
      roles: expect.arrayContaining([
        { id: at.roles.reader, name: 'reader', seesAllData: false, limitedIn: [at.survey] },
      ]),
      surveys: [expect.anything()],
      notificationChannels: [
        { channel: 'bell', enabled: true },
        { channel: 'mail', enabled: true },
      ],
    })
  })

  test('answers the filters of a survey with every field (USERS-40)', async () => {
    const [survey] = (await open(at.reader.id)).universeUsers[0]?.surveys ?? []
    expect(survey).toMatchObject({ surveyName: expect.any(String), extname: at.survey })
    const channel = survey?.userVariables.find(({ variable }) => variable === 'channel')
    expect(channel).toEqual({
      title: expect.anything(),
      variable: 'channel',
      value: '',
      required: true,
      changed: false,
      questionId: expect.any(Number),
      globalName: '',
      surveyName: at.survey,
    })
  })

  test('is refused to those who are no administrators, and so is its save (USERS-05a)', async () => {
    const data = await open(at.reader.id)
    const token = await signIn(server.deps, at.reader)
    expect((await call('GET', `editordata/${at.survey}/${at.reader.id}`, token)).status).toBe(403)
    expect((await save(at.reader.id, filled(data), token)).status).toBe(403)
    expect((await save(0, filled(await open(0), {}, someone()), token)).status).toBe(403)
  })

  test('shows administrators the users and the card of their own universe only (USERS-05b)', async () => {
    const { db } = server.deps
    const roleId = await createRole(db, at.other.id)
    const stranger = await createUser(db, { lastName: 'S', universes: [{ universeId: at.other.id, roleId }] })
    expect((await call('GET', `editordata/${at.survey}/${stranger.id}`, at.adminToken)).status).toBe(404)
    const data = await open(at.reader.id)
    expect(data.universeUsers.map(({ universeName }) => universeName)).toEqual([at.universe.name])
    expect((await save(stranger.id, filled(data))).status).toBe(404)
    const sent = filled(data)
    const foreign = sent.universeUsers.map((card) => ({ ...card, universeName: at.other.name }))
    expect((await save(at.reader.id, { ...sent, universeUsers: [...sent.universeUsers, ...foreign] })).status).toBe(403)
    const everywhere = (await open(at.reader.id, rootToken)).universeUsers.map(({ universeName }) => universeName)
    expect(everywhere).toEqual(expect.arrayContaining([at.universe.name, at.other.name]))
  })

  test('saves what it was sent (USERS-47)', async () => {
    const data = await open(at.reader.id)
    const { status, body } = await save(
      at.reader.id,
      filled(
        data,
        { notification: 1, selectedlocale: 'en', notificationChannels: [{ channel: 'mail', enabled: false }] },
        {
          firstName: 'Ewa',
          email: 'ewa@editor.example',
          lastName: 'Berg',
        },
      ),
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ keyCloakData: { firstName: 'Ewa', lastName: 'Berg' }, version: data.version + 1 })
    const again = await open(at.reader.id)
    expect(again.keyCloakData).toMatchObject({ firstName: 'Ewa', lastName: 'Berg', email: 'ewa@editor.example' })
    expect(again.universeUsers[0]).toMatchObject({
      notification: 1,
      notificationChannels: [
        { channel: 'bell', enabled: true },
        { channel: 'mail', enabled: false },
      ],
    })
    const entry = server.deps.db.selectFrom('audit').select('user_id').where('object', '=', at.reader.username)
    expect(await entry.where('action', '=', 'user.save').execute()).toEqual([{ user_id: at.admin.id }])
  })

  test('refuses a version that is out of date, and changes nothing', async () => {
    const data = await open(at.reader.id)
    const person = { firstName: 'A', lastName: 'B' }
    expect((await save(at.reader.id, filled(data, {}, person))).status).toBe(200)
    const late = await save(at.reader.id, filled(data, {}, { ...person, firstName: 'Late' }))
    expect([late.status, Object.keys(late.body.fields)]).toEqual([409, ['version']])
    expect((await open(at.reader.id)).keyCloakData.firstName).toBe('A')
  })

  test('adds a user, who is invited by a link that is answered once', async () => {
    const data = await open(0)
    expect(data).toMatchObject({ id: 0, invite: true })
    const person = someone()
    const card = { createuser: true, selectedrole: at.roles.reader, surveys: withFilter(data, 'channel', 'web') }
    const { status, body } = await save(0, { ...filled(data, card, person), invite: true })
    expect(status).toBe(200)
    expect(body.invitation).toEqual({
      link: expect.stringMatching(/\/login\/password\?code=/),
      mailed: false,
      problem: '',
    })
    expect(body.data).toMatchObject({ username: person.email, status: 2, keyCloakData: { email: person.email } })
    const again = await open(body.data.id)
    expect(JSON.stringify(again)).not.toContain('code=')
    const taken = await save(0, filled(data, card, { ...person, email: person.email.toUpperCase() }))
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([409, ['username']])
  })
})

describe('its rules', () => {
  test('e-mail, first name and last name are mandatory (USERS-23)', async () => {
    const data = await open(0)
    const empty = { email: '', firstName: ' ', lastName: '' }
    const { status, body } = await save(0, filled(data, { selectedrole: at.roles.reader }, empty))
    expect(status).toBe(400)
    expect(Object.keys(body.fields).toSorted()).toEqual([
      'keyCloakData.email',
      'keyCloakData.firstName',
      'keyCloakData.lastName',
    ])
  })

  test('a role is required per active universe (USERS-24)', async () => {
    const data = await open(0)
    const refused = await save(0, filled(data, { createuser: true, selectedrole: null }, someone()))
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { 'universeUsers.0.selectedrole': 'A role is required' } },
    })
    const foreign = await createRole(server.deps.db, at.other.id)
    expect((await save(0, filled(data, { selectedrole: foreign }, someone()))).status).toBe(400)
  })

  test('at least one universe must be associated (USERS-25)', async () => {
    const message = 'At least one universe must be associated with user'
    const none = await save(0, filled(await open(0), { createuser: false }, someone()))
    expect(none).toMatchObject({ status: 400, body: { message, fields: { universeUsers: message } } })
    const leaving = await save(at.reader.id, filled(await open(at.reader.id), { createuser: false }))
    expect(leaving).toMatchObject({ status: 400, body: { message } })
  })

  test('says before saving who needs a universe, and which filters hold for a role', async () => {
    const root = await createUser(server.deps.db, { isRoot: true })
    const both = await createUser(server.deps.db, {
      universes: [
        { universeId: at.universe.id, roleId: at.roles.reader },
        { universeId: at.other.id, roleId: await createRole(server.deps.db, at.other.id) },
      ],
    })
    const mayBeNowhere = async (id: number, token: string) => (await open(id, token)).mayBeNowhere
    expect([
      await mayBeNowhere(0, at.adminToken),
      await mayBeNowhere(at.reader.id, at.adminToken),
      await mayBeNowhere(both.id, at.adminToken),
      await mayBeNowhere(both.id, rootToken),
      await mayBeNowhere(root.id, rootToken),
    ]).toEqual([false, false, true, false, true])

    await createRole(server.deps.db, at.universe.id, { name: 'nowhere' })
    await createRole(server.deps.db, at.universe.id, {
      name: 'everything',
      canSeeAllData: true,
      surveys: { [at.surveyId]: {} },
    })
    const { universeUsers } = await open(0, rootToken)
    const card = universeUsers.find(({ universeName }) => universeName === at.universe.name)
    const limited = Object.fromEntries((card?.roles ?? []).map(({ name, limitedIn }) => [name, limitedIn]))
    expect(limited).toMatchObject({ reader: [at.survey], nowhere: [], everything: [] })
  })

  test('question filters that are required need a value (USERS-26)', async () => {
    const data = await open(0)
    const refused = await save(0, filled(data, { selectedrole: at.roles.reader }, someone()))
    expect(refused.status).toBe(400)
    const index = data.universeUsers[0]?.surveys[0]?.userVariables.findIndex(({ variable }) => variable === 'channel')
    expect(refused.body.fields).toEqual({
      [`universeUsers.0.surveys.0.userVariables.${index}.value`]: 'value is required',
    })
    const emptied = filled(await open(at.reader.id, rootToken), {
      globalVariables: [
        { variable: 'channel', questionId: 0, surveyName: '', globalName: 'channel', value: '', changed: true },
      ],
    })
    expect((await save(at.reader.id, emptied, rootToken)).status).toBe(400)
  })

  test('values are separated by semicolons (USERS-27)', async () => {
    const { db } = server.deps
    const data = await open(at.reader.id)
    const saved = await save(at.reader.id, filled(data, { surveys: withFilter(data, 'store', 'Stockholm; Oslo;;') }))
    expect(saved.status).toBe(200)
    const stored = db.selectFrom('user_filter').select('values').where('user_id', '=', at.reader.id)
    expect(await stored.where('variable', '=', 'store').execute()).toEqual([{ values: ['Stockholm', 'Oslo'] }])
    const [survey] = (await open(at.reader.id)).universeUsers[0]?.surveys ?? []
    expect(survey?.userVariables.find(({ variable }) => variable === 'store')?.value).toBe('Stockholm;Oslo')
  })

  test('a filter on a choice that is gone is refused at its field', async () => {
    const data = await open(at.reader.id)
    const refused = await save(at.reader.id, filled(data, { surveys: withFilter(data, 'store', 'Stockholm;Malmö') }))
    expect(refused.status).toBe(400)
    expect(Object.values(refused.body.fields)).toEqual(['No choice of this question: Malmö.'])
  })

  test('associating and dissociating make and end a membership (USERS-11b)', async () => {
    const roleId = await createRole(server.deps.db, at.other.id)
    const data = await open(at.reader.id, rootToken)
    const joined = filled(data)
    joined.universeUsers = joined.universeUsers.map((card) =>
      card.universeName === at.other.name ? { ...card, createuser: true, selectedrole: roleId } : card,
    )
    expect((await save(at.reader.id, joined, rootToken)).status).toBe(200)
    const own = (one: Data) => one.universeUsers.filter(({ createuser }) => createuser).map((card) => card.universeName)
    const both = await open(at.reader.id, rootToken)
    expect(own(both).toSorted()).toEqual([at.universe.name, at.other.name].toSorted())
    expect((await save(at.reader.id, filled(both, { createuser: false }), rootToken)).status).toBe(200)
    expect(own(await open(at.reader.id, rootToken))).toEqual([at.other.name])
    expect((await call('GET', `editordata/${at.survey}/${at.reader.id}`, at.adminToken)).status).toBe(404)
  })
})

describe('rights', () => {
  test('enabling and disabling everywhere is for root only (USERS-08)', async () => {
    const data = await open(at.reader.id)
    const person = { firstName: 'A', lastName: 'B', enabled: false }
    expect((await save(at.reader.id, filled(data, {}, person))).status).toBe(403)
    const token = await signIn(server.deps, at.reader)
    expect((await save(at.reader.id, filled(await open(at.reader.id, rootToken), {}, person), rootToken)).status).toBe(
      200,
    )
    expect((await call('GET', `editordata/${at.survey}/${at.reader.id}`, token)).status).toBe(401)
    expect((await open(at.reader.id, rootToken)).keyCloakData.enabled).toBe(false)
  })

  test('making an administrator needs full access, which root alone has (USERS-12) (USERS-17)', async () => {
    const data = await open(at.reader.id)
    const person = { firstName: 'A', lastName: 'B' }
    expect(data.fullAccess).toBe(false)
    expect((await save(at.reader.id, filled(data, { admin: true }, person))).status).toBe(403)
    const forRoot = await open(at.reader.id, rootToken)
    expect(forRoot.fullAccess).toBe(true)
    expect((await save(at.reader.id, filled(forRoot, { admin: true }, person), rootToken)).status).toBe(200)
    expect((await open(at.reader.id, rootToken)).universeUsers.find(({ createuser }) => createuser)?.admin).toBe(true)
  })

  test('nobody gives a role that allows more than their own', async () => {
    const data = await open(at.reader.id)
    expect(data.universeUsers[0]?.roles.map(({ name }) => name)).toEqual(['administrator', 'reader'])
    const refused = await save(
      at.reader.id,
      filled(data, { selectedrole: at.roles.wide }, { firstName: 'A', lastName: 'B' }),
    )
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([403, ['universeUsers.0.selectedrole']])
  })

  test('nobody opens up more answers than they see themselves', async () => {
    const { db } = server.deps
    const filters = { country: ['Sweden'] }
    const place = { universeId: at.universe.id, roleId: at.roles.administrator, admin: true, filters }
    const regional = await createUser(db, { universes: [place] })
    const token = await signIn(server.deps, regional)
    const user = await createUser(db, {
      firstName: 'A',
      lastName: 'B',
      universes: [
        { universeId: at.universe.id, roleId: at.roles.reader, filters: { country: ['Sweden'], channel: ['web'] } },
      ],
    })
    const data = await open(user.id, token)
    const globalVariables = (variable: string, value: string) =>
      (data.universeUsers[0]?.globalVariables ?? []).map((one) =>
        one.variable === variable ? { ...one, value, changed: true } : one,
      )
    const wider = await save(
      user.id,
      filled(data, { globalVariables: globalVariables('country', '') }, { lastName: 'B' }),
      token,
    )
    expect(wider.status).toBe(403)
    const within = await save(
      user.id,
      filled(data, { globalVariables: globalVariables('store', 'Stockholm') }, { lastName: 'B' }),
      token,
    )
    expect(within.status).toBe(200)
    // Whoever sees more than the administrator is not theirs to change.
    expect((await call('GET', `editordata/${at.survey}/${at.reader.id}`, token)).status).toBe(403)
  })

  test('nobody but root changes their own role and filters', async () => {
    const data = await open(at.admin.id)
    const person = { firstName: 'A', lastName: 'B' }
    const own = filled(data, { surveys: withFilter(data, 'channel', 'web') }, person)
    expect((await save(at.admin.id, own)).status).toBe(403)
  })

  test('root users are changed by root only', async () => {
    const { db } = server.deps
    const user = await createUser(db, {
      isRoot: true,
      universes: [{ universeId: at.universe.id, roleId: at.roles.reader }],
    })
    expect((await call('GET', `editordata/${at.survey}/${user.id}`, at.adminToken)).status).toBe(403)
  })

  test('a member of other organisations keeps name, address and sign-in unless root changes them', async () => {
    const { db } = server.deps
    const roleId = await createRole(db, at.other.id)
    const user = await createUser(db, {
      lastName: 'B',
      universes: [
        { universeId: at.universe.id, roleId: at.roles.reader, filters: { channel: ['web'] } },
        { universeId: at.other.id, roleId },
      ],
    })
    const data = await open(user.id)
    expect(data.ownPerson).toBe(false)
    expect((await save(user.id, filled(data, {}, { email: 'mine@editor.example' }))).status).toBe(403)
    const invited = await save(user.id, { ...filled(data, { notification: 1 }), invite: true })
    expect(invited).toMatchObject({
      status: 200,
      body: { invitation: { link: null, mailed: false, problem: expect.stringContaining('other organisations') } },
    })
  })

  test('sessions end at once where somebody is narrowed or disabled in the organisation', async () => {
    for (const change of [{ disabled: true }, { surveys: withFilter(await open(at.reader.id), 'store', 'Oslo') }]) {
      const data = await open(at.reader.id)
      const token = await signIn(server.deps, at.reader)
      const url = `/rest/paths/segments/${at.survey}/root`
      const status = async () => (await server.app.inject({ url, headers: bearer(token) })).statusCode
      expect(await status()).toBe(200)
      const saved = await save(at.reader.id, filled(data, change, { firstName: 'A', lastName: 'B' }))
      expect(saved.status).toBe(200)
      expect(await status()).toBe(401)
      await save(at.reader.id, filled(await open(at.reader.id), { disabled: false }))
    }
  })
})

describe('the last administrator', () => {
  const person = { firstName: 'A', lastName: 'B' }

  test.each([
    ['disabled', { disabled: true }],
    ['demoted', { admin: false }],
  ])('cannot be %s, by nobody', async (_what, card) => {
    const data = await open(at.admin.id, rootToken)
    const surveys = withFilter(data, 'channel', 'web')
    const refused = await save(at.admin.id, filled(data, { ...card, surveys }, person), rootToken)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('without an administrator') },
    })
    expect((await open(at.admin.id)).universeUsers[0]).toMatchObject({ admin: true, disabled: false })
  })

  test('cannot be disabled everywhere either', async () => {
    const data = await open(at.admin.id, rootToken)
    const surveys = withFilter(data, 'channel', 'web')
    const refused = await save(at.admin.id, filled(data, { surveys }, { ...person, enabled: false }), rootToken)
    expect(refused.status).toBe(409)
  })

  test('stays when two disable each other at the same time', async () => {
    const { db } = server.deps
    const filters = { channel: ['web', 'till'] }
    const place = { universeId: at.universe.id, roleId: at.roles.administrator, admin: true, filters }
    const pair = [await createUser(db, { universes: [place] }), await createUser(db, { universes: [place] })]
    await db.updateTable('user_universe').set({ disabled: true }).where('user_id', '=', at.admin.id).execute()
    const [one, two] = pair
    if (!one || !two) throw new Error('no pair')
    const attempts = [
      { user: one, token: await signIn(server.deps, two) },
      { user: two, token: await signIn(server.deps, one) },
    ]
    const forms = await Promise.all(
      attempts.map(async ({ user, token }) => filled(await open(user.id, token), { disabled: true }, person)),
    )
    const answers = await Promise.all(
      attempts.map(({ user, token }, index) => save(user.id, forms[index] ?? filled({} as Data), token)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = db.selectFrom('user_universe').select('user_id').where('universe_id', '=', at.universe.id)
    expect(await left.where('admin', '=', true).where('disabled', '=', false).execute()).toHaveLength(1)
  })
})

describe('channels', () => {
  test('are those of the role (USERS-48)', async () => {
    const { db } = server.deps
    const path = (roleId: number) => `editordata/channels/${at.survey}/${at.reader.id}?roleid=${roleId}`
    const all = await call('GET', path(at.roles.reader), at.adminToken)
    expect(all.body.channels).toMatchObject([{ channel: 'bell' }, { channel: 'mail', title: { en: 'E-mail' } }])
    const rights = JSON.stringify({ notificationChannelList: [{ channel: 'mail', enabled: false }] })
    await db.updateTable('role_survey').set({ rights }).where('role_id', '=', at.roles.reader).execute()
    expect((await call('GET', path(at.roles.reader), at.adminToken)).body.channels).toMatchObject([{ channel: 'bell' }])
    const foreign = await createRole(db, at.other.id)
    expect((await call('GET', path(foreign), at.adminToken)).status).toBe(404)
  })

  test('and notifications that are switched off tell a member nothing', async () => {
    const { db } = server.deps
    const told = async () => {
      const survey = { id: at.surveyId, universeId: at.universe.id }
      const { bell, mail } = (await noticesByRole(db, survey, [at.reader.id]))(at.reader.id)
      return { bell, mail }
    }
    expect(await told()).toEqual({ bell: true, mail: true })
    const muted = { notificationChannels: [{ channel: 'mail' as const, enabled: false }] }
    expect((await save(at.reader.id, filled(await open(at.reader.id), muted))).status).toBe(200)
    expect(await told()).toEqual({ bell: true, mail: false })
    expect((await save(at.reader.id, filled(await open(at.reader.id), { notification: 1 }))).status).toBe(200)
    expect(await told()).toEqual({ bell: false, mail: false })
  })
})
