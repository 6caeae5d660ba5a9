import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { openPeople } from './testing/people.ts'
import type { People, Person } from './testing/people.ts'

let people: People
const at = (id: number): string => `details/${people.survey.extName}/${id}`
const get = (who: Person, id: number) => people.call(who, 'GET', at(id))

beforeAll(async () => {
  people = await openPeople()
})
afterAll(() => people.server.close())

/** What a form sends that changes nothing but what is given. */
async function save(who: Person, id: number, change: object, rest: object = {}) {
  const { body } = await get(who, id)
  const { userDTO, version } = body
  const { name, email, locale, selectedRoleId, actAsAccess, showIndicators, disabled, notifyFlags } = userDTO
  return people.call(who, 'POST', at(id), {
    userDTO: { name, email, locale, selectedRoleId, actAsAccess, showIndicators, disabled, notifyFlags, ...change },
    version,
    ...rest,
  })
}
const newcomer = (name: string) => ({
  ...{ name, email: `${name.toLowerCase().replace(' ', '.')}@example.org` },
  selectedRoleId: people.roles.reader,
})
const filter = (variable: string, value: string, global = false) => ({
  ...{ variable, questionId: 0, surveyName: people.survey.extName, globalName: global ? variable : '', value },
  changed: true,
})

describe('the details of another user', () => {
  test('are answered to administrators with roles, languages, channels and filters (USERS-43)', async () => {
    const kim = await people.add('kim', { filters: { store: ['Oslo'] } })
    const { status, body } = await get(people.admin, kim.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userDTO: {
        ...{ id: kim.id, name: 'kim', email: 'kim@example.org', password: '', locale: 'en', disabled: false },
        ...{ selectedRoleId: people.roles.reader, actAsAccess: false, showIndicators: true, notifyFlags: 0 },
        errorMessage: null,
      },
      lastLogin: null,
      canEditPassword: true,
      restricted: false,
      locales: ['en', 'sv', 'no', 'da', 'fi'],
      channelDTOs: [
        { channel: 'bell', enabled: true },
        { channel: 'mail', enabled: true },
      ],
    })
    expect(body.roleNames).toEqual(['adder', 'administrator', 'reader', 'restricted'])
    expect(body.roleIDs).toHaveLength(4)
    const empty = await get(people.admin, 0)
    expect(empty.body.userDTO).toMatchObject({ id: 0, name: '', email: '', selectedRoleId: null })
    expect(empty.body.lastLogin).toBeNull()
  })

  test('hold the filters per survey, and those of every survey under global, joined by semicolons (USERS-37)', async () => {
    const { body } = await get(
      people.admin,
      (await people.add('lee', { filters: { store: ['Oslo', 'Stockholm'] } })).id,
    )
    const map = body.userQuestionFilterMap
    expect(Object.keys(map)).toEqual(['global', people.survey.extName])
    const store = map.global.find((one: { variable: string }) => one.variable === 'store')
    expect(store).toMatchObject({
      ...{ title: 'store', variable: 'store', globalName: 'store', value: 'Oslo;Stockholm', changed: false },
      surveyName: people.survey.extName,
    })
    expect(store.questionId).toBeGreaterThan(0)
    expect(map[people.survey.extName].map((one: { variable: string }) => one.variable)).toEqual(['country', 'store'])
  })

  test('are of the active survey for administrators, of all surveys for root (USERS-16)', async () => {
    const { db } = people.server.deps
    const other = await createSurvey(db, people.universeId)
    onTestFinished(async () => {
      await db.deleteFrom('survey').where('id', '=', other.surveyId).execute()
    })
    const mia = await people.add('mia')
    const blocks = async (who: Person) => Object.keys((await get(who, mia.id)).body.userQuestionFilterMap).toSorted()
    expect(await blocks(people.admin)).toEqual(['global', people.survey.extName].toSorted())
    expect(await blocks(people.root)).toEqual(['global', people.survey.extName, other.extName].toSorted())
  })

  test('are refused to whoever manages no users, across organisations, and for more rights', async () => {
    const { db } = people.server.deps
    const universe = await createUniverse(db)
    const roleId = await createRole(db, universe.id)
    const stranger = await createUser(db, { universes: [{ universeId: universe.id, roleId }] })
    expect((await get(people.admin, stranger.id)).status).toBe(404)
    expect((await people.call(people.admin, 'POST', at(stranger.id), { userDTO: { locale: 'sv' } })).status).toBe(404)
    expect((await get(people.restricted, people.admin.id)).status).toBe(403)
    expect((await get(await people.add('noa'), people.admin.id)).status).toBe(403)
    expect((await get(people.adder, people.admin.id)).status).toBe(403)
    const norwegian = await people.add('nils', { filters: { country: ['Norway'] } })
    expect((await get(people.adder, norwegian.id)).status).toBe(403)
    expect((await get(people.admin, people.root.id)).status).toBe(404)
  })
})

describe('saving', () => {
  test('adds a user for id 0, with role, filters and password (USERS-44)', async () => {
    const { survey } = people
    const password = { password: 'correct horse', passwordRepeat: 'correct horse' }
    const filters = { userQuestionFilterMap: { [survey.extName]: [filter('store', 'Oslo')] } }
    const { status, body } = await save(people.admin, 0, { ...newcomer('Ola Nord'), ...password }, filters)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userDTO: { name: 'Ola Nord', email: 'ola.nord@example.org', password: '', errorMessage: null },
      status: 0,
      error: null,
    })
    const { db } = people.server.deps
    const row = await db
      .selectFrom('app_user')
      .select(['username', 'first_name', 'last_name', 'password_hash'])
      .where('id', '=', body.userDTO.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ username: 'ola.nord@example.org', first_name: 'Ola', last_name: 'Nord' })
    expect(row.password_hash).toMatch(/^scrypt\$/)
    const again = await get(people.admin, body.userDTO.id)
    const stored = again.body.userQuestionFilterMap[survey.extName]
    expect(stored.find((one: { variable: string }) => one.variable === 'store').value).toBe('Oslo')
    const changed = await save(people.admin, body.userDTO.id, { locale: 'sv', notifyFlags: 1 })
    expect(changed.body.userDTO).toMatchObject({ locale: 'sv', notifyFlags: 1 })
  })

  test('demands name and role', async () => {
    const { status, body } = await save(people.admin, 0, { ...newcomer('A B'), name: ' ', selectedRoleId: null })
    expect(status).toBe(400)
    expect(body.fields).toEqual({ 'userDTO.name': 'Name is required', 'userDTO.selectedRoleId': 'Role is required' })
    const noMail = await save(people.admin, 0, { ...newcomer('A B'), email: 'nobody' })
    expect(Object.keys(noMail.body.fields)).toEqual(['userDTO.email'])
  })

  test('demands the same password twice, long enough', async () => {
    const eva = await people.add('eva')
    const two = await save(people.admin, eva.id, { password: 'correct horse', passwordRepeat: 'correct house' })
    expect(two.body.fields).toEqual({ 'userDTO.passwordRepeat': 'Passwords must match' })
    const short = await save(people.admin, eva.id, { password: 'short', passwordRepeat: 'short' })
    expect(Object.keys(short.body.fields)).toEqual(['userDTO.password'])
  })

  test('takes name and e-mail of a new user only', async () => {
    const jon = await people.add('jon')
    const { status, body } = await save(people.admin, jon.id, { name: 'Other', email: 'other@example.org' })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['userDTO.name', 'userDTO.email'])
  })

  test('refuses a name in use at the field, and adds nobody', async () => {
    const { status, body } = await save(people.admin, 0, { ...newcomer('Kim'), email: 'ADMIN@example.org' })
    expect(status).toBe(409)
    expect(body.fields).toEqual({ 'userDTO.email': 'in use' })
  })

  test('refuses a role beyond the own rights, and filters that show more', async () => {
    const { survey, roles, adder } = people
    const per = await people.add('per', { filters: { store: ['Stockholm'] } })
    const beyond = await save(adder, per.id, { selectedRoleId: roles.administrator })
    expect(beyond.status).toBe(403)
    expect(Object.keys(beyond.body.fields)).toEqual(['userDTO.selectedRoleId'])
    const wider = await save(adder, per.id, {}, { userQuestionFilterMap: { global: [filter('store', '', true)] } })
    expect(wider.status).toBe(403)
    expect(wider.body.message).toContain('You can only give what you have.')
    const { body } = await get(people.admin, per.id)
    expect(body.userDTO.selectedRoleId).toBe(roles.reader)
    expect(body.userQuestionFilterMap.global.find((one: { variable: string }) => one.variable === 'store').value).toBe(
      'Stockholm',
    )
    const narrower = { userQuestionFilterMap: { [survey.extName]: [filter('store', 'Gothenburg')] } }
    expect((await save(adder, per.id, {}, narrower)).status).toBe(200)
  })

  test('refuses act-as access and disabling to those who may not give it', async () => {
    const siv = await people.add('siv', { filters: { country: ['Sweden'] } })
    expect((await save(people.admin, siv.id, { actAsAccess: true })).status).toBe(403)
    expect((await save(people.root, siv.id, { actAsAccess: true })).body.userDTO.actAsAccess).toBe(true)
    expect((await save(people.adder, siv.id, { disabled: true })).status).toBe(403)
    expect((await save(people.admin, siv.id, { disabled: true })).body).toMatchObject({ status: 1 })
    const gone = await people.server.app.inject({ url: `/rest/users/${at(siv.id)}`, headers: bearer(siv.token) })
    expect(gone.statusCode).toBe(401)
  })

  test('tells a choice that is gone at its field, keeps a stored one in sight and unchanged', async () => {
    const tor = await people.add('tor', { filters: { store: ['Paris', 'Oslo'] } })
    const { body } = await get(people.admin, tor.id)
    const { global } = body.userQuestionFilterMap
    const index = global.findIndex((one: { variable: string }) => one.variable === 'store')
    expect(global[index]).toMatchObject({ value: 'Paris;Oslo', gone: ['Paris'] })
    const sent = global.map((one: object, place: number) => ({ ...one, changed: place === index }))
    const refused = await save(people.admin, tor.id, {}, { userQuestionFilterMap: { global: sent } })
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual({
      [`userQuestionFilterMap.global.${index}.value`]: 'No choice of this question: Paris.',
    })
    const unchanged = { userQuestionFilterMap: { global } }
    expect((await save(people.admin, tor.id, { locale: 'da' }, unchanged)).status).toBe(200)
    const unknown = { userQuestionFilterMap: { [people.survey.extName]: [filter('shoe', 'x')] } }
    expect((await save(people.admin, tor.id, {}, unknown)).status).toBe(400)
  })

  test('refuses a stale version, and changes nothing', async () => {
    const una = await people.add('una')
    const { body } = await get(people.admin, una.id)
    await save(people.admin, una.id, { locale: 'fi' })
    const late = await people.call(people.admin, 'POST', at(una.id), {
      userDTO: { locale: 'sv', selectedRoleId: people.roles.reader },
      version: body.version,
    })
    expect(late.status).toBe(409)
    expect(Object.keys(late.body.fields)).toEqual(['version'])
    expect((await get(people.admin, una.id)).body.userDTO.locale).toBe('fi')
  })

  test('answers what is refused without a field as errorMessage beside what is stored', async () => {
    const { db } = people.server.deps
    const universe = await createUniverse(db)
    const roleId = await createRole(db, universe.id, { name: 'all', canSeeAllData: true, canAddUsers: true })
    const only = await createUser(db, { universes: [{ universeId: universe.id, roleId, admin: true }] })
    const root = {
      id: people.root.id,
      token: await signIn(people.server.deps, { ...only, id: people.root.id }, universe.id),
    }
    const path = `details/-/${only.id}`
    const { body } = await people.call(root, 'GET', path)
    const answer = await people.call(root, 'POST', path, {
      userDTO: { locale: 'sv', selectedRoleId: roleId, disabled: true },
      version: body.version,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.error).toContain('without an administrator')
    expect(answer.body.userDTO).toMatchObject({ errorMessage: answer.body.error, locale: 'en', disabled: false })
  })

  test('invites, and hands the link over where no mail is sent', async () => {
    const { body } = await save(people.admin, 0, { ...newcomer('Vera Ny'), sendEmail: true })
    expect(body.invitation).toMatchObject({ mailed: false, link: expect.stringContaining('code=') })
    expect(body.status).toBe(2)
  })
})

test('passwords are set by nobody where an identity provider keeps them', async () => {
  const { config } = people.server.deps
  const before = config.identityProvider
  const wim = await people.add('wim')
  try {
    config.identityProvider = { url: 'https://id.example.org', realm: 'r', clientId: 'c' }
    expect((await get(people.admin, wim.id)).body.canEditPassword).toBe(false)
    const sent = { password: 'correct horse', passwordRepeat: 'correct horse' }
    expect(Object.keys((await save(people.admin, wim.id, sent)).body.fields)).toEqual(['userDTO.password'])
  } finally {
    config.identityProvider = before
  }
})
