import { afterAll, beforeAll, expect, test } from 'vitest'
import * as editorRoutes from '@gensvar/contract/user-editor'
import * as filterRoutes from '@gensvar/contract/user-filters'
import * as sheetRoutes from '@gensvar/contract/user-sheets'
import * as listRoutes from '@gensvar/contract/users'
import { createRole } from '#server/testing/factories.ts'
import { openPeople } from './testing/people.ts'
import type { People, Person } from './testing/people.ts'

let people: People
beforeAll(async () => {
  people = await openPeople()
})
afterAll(() => people.server.close())

let made = 0
const newcomer = (): string => `newcomer${++made}@example.org`
const file = (...lines: string[]): Buffer => Buffer.from(['email,name,role,filters', ...lines].join('\n'))
const isHere = async (email: string): Promise<boolean> => {
  const rows = people.server.deps.db.selectFrom('app_user').select('id').where('username', '=', email)
  return (await rows.execute()).length > 0
}

/** Somebody with a role of these flags in an organisation-wide survey, who is limited by nothing. */
async function personWith(name: string, flags: { canAddUsers?: boolean; parentId?: number }, modifies = true) {
  const { db } = people.server.deps
  const surveys = { [people.survey.surveyId]: { modifyUserFilters: modifies } }
  return people.add(name, { roleId: await createRole(db, people.universeId, { name, ...flags, surveys }) })
}

/** Adds somebody by the form and somebody by a file. */
async function addBoth(who: Person) {
  const [byForm, byFile] = [newcomer(), newcomer()]
  const userDTO = { name: 'Ny Person', email: byForm, locale: 'en', selectedRoleId: people.roles.reader }
  const statuses = [
    (await people.call(who, 'GET', 'list/-')).status,
    (await people.call(who, 'GET', 'details/-/0')).status,
    (await people.call(who, 'POST', 'details/-/0', { userDTO })).status,
    (await people.call(who, 'POST', 'import/-?filename=u.csv&write=true', file(`${byFile},Fil Person,reader,`))).status,
  ]
  return { statuses, added: [await isHere(byForm), await isHere(byFile)] }
}

test('a role with canaddusers adds users; without it, or where its parent is without, nobody is added (ROLES-07)', async () => {
  const may = await personWith('may', { canAddUsers: true })
  expect(await addBoth(may)).toEqual({ statuses: [200, 200, 200, 200], added: [true, true] })
  const mayNot = await personWith('may-not', { canAddUsers: false })
  const refused = { statuses: [403, 403, 403, 403], added: [false, false] }
  expect(await addBoth(mayNot)).toEqual(refused)
  const parentId = await createRole(people.server.deps.db, people.universeId, { canAddUsers: false })
  const child = await personWith('child', { canAddUsers: true, parentId })
  expect(await addBoth(child)).toEqual(refused)
})

test("a role with modifyUserFilters changes users' question filters; without it they stay (ROLES-18)", async () => {
  const changer = await personWith('changer', { canAddUsers: true })
  const keeper = await personWith('keeper', { canAddUsers: true }, false)
  const { extName } = people.survey
  const limited = await people.add('limited', { filters: { store: ['Oslo'] } }, { lastName: 'Lim' })
  const stored = async () => {
    const rows = people.server.deps.db.selectFrom('user_filter').select(['survey_id', 'values'])
    return (await rows.where('user_id', '=', limited.id).orderBy('id').execute()).map((row) => row.values)
  }
  const byForm = async (who: Person, value: string) => {
    const { body } = await people.call(who, 'GET', `details/${extName}/${limited.id}`)
    const { locale, selectedRoleId } = body.userDTO
    const one = { variable: 'store', questionId: 0, surveyName: extName, globalName: '', value, changed: true }
    const userQuestionFilterMap = { [extName]: [one] }
    const sent = { userDTO: { locale, selectedRoleId }, version: body.version, userQuestionFilterMap }
    return (await people.call(who, 'POST', `details/${extName}/${limited.id}`, sent)).status
  }
  const byFile = async (who: Person, filters: string) => {
    const sent = file(`limited@example.org,,,${filters}`)
    return (await people.call(who, 'POST', 'import/-?filename=u.csv&write=true', sent)).body
  }
  expect(await byForm(keeper, 'Stockholm')).toBe(403)
  expect((await byFile(keeper, 'store=Stockholm')).problems).toEqual([
    expect.objectContaining({ row: 2, column: 'filters' }),
  ])
  expect(await stored()).toEqual([['Oslo']])
  expect(await byForm(changer, 'Stockholm')).toBe(200)
  expect(await stored()).toEqual([['Oslo'], ['Stockholm']])
  expect(await byFile(changer, 'store=Oslo;Stockholm')).toMatchObject({ done: true, changed: 1 })
  expect(await stored()).toEqual([['Oslo', 'Stockholm']])
  // Administrators, too, need the right of their role.
  const place = { roleId: people.roles.reader, admin: true }
  const administrator = await people.add('powerless', place)
  const data = (await people.call(administrator, 'GET', `editordata/${extName}/${limited.id}`)).body
  const { userId: _, ...keyCloakData } = data.keyCloakData
  const universeUsers = data.universeUsers.map((card: { surveys: { userVariables: object[] }[] }) => ({
    ...card,
    surveys: card.surveys.map((survey) => ({
      ...survey,
      userVariables: survey.userVariables.map((one) => ({ ...one, value: 'Oslo', changed: true })),
    })),
  }))
  const sent = { ...data, keyCloakData, invite: false, universeUsers }
  const refused = await people.call(administrator, 'POST', `editordata/${extName}/${limited.id}`, sent)
  expect([refused.status, refused.body.message]).toEqual([403, 'Your role may not change the filters of users here.'])
  expect(await stored()).toEqual([['Oslo', 'Stockholm']])
})

test('every call about users is in one of the areas vuejs and rest (USERS-52)', () => {
  const routes = [listRoutes, editorRoutes, sheetRoutes, filterRoutes]
    .flatMap((module) => Object.values(module))
    .filter((one): one is typeof listRoutes.listUsers => typeof one === 'object' && one !== null && 'path' in one)
  const served = routes.map(({ path }) => path)
  for (const path of served) expect(path).toMatch(/^\/(vuejs|rest)\/users\//)
  const named = ['universe', 'list', 'details', 'questionfiltersuggestions', 'editordata', 'editordata/channels']
  for (const name of [...named, 'keycloakdata', 'checkemailavailability', 'changeusername'])
    expect(served.some((path) => path.split('/users/')[1]?.startsWith(`${name}/{`))).toBe(true)
})
