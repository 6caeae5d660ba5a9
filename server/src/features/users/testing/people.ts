import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { administratorRole, fullSurveyRights } from '#server/domain/build/role.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp, TestParts } from '#server/testing/test-app.ts'

/** A signed-in user of the organisation. */
export interface Person {
  id: number
  token: string
}

/** An organisation with a survey, four roles and people of each. */
export interface People {
  server: TestApp
  universeId: number
  survey: MadeSurvey
  roles: Record<'administrator' | 'adder' | 'reader' | 'restricted', number>
  /** `adder` may add users and sees Sweden only. */
  root: Person
  admin: Person
  adder: Person
  restricted: Person
  call: (
    who: Person,
    method: 'GET' | 'POST',
    path: string,
    body?: object | Buffer,
  ) => Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>
  add: (name: string, place?: Partial<NonNullable<TestUser['universes']>[number]>, user?: TestUser) => Promise<Person>
}

/** Starts a server with the organisation. */
export async function openPeople(parts: TestParts = {}): Promise<People> {
  const server = await testApp(parts)
  const { db } = server.deps
  const { id: universeId } = await createUniverse(db)
  const survey = await createSurvey(db, universeId)
  const surveys = { [survey.surveyId]: {} }
  const roles = {
    administrator: await createRole(db, universeId, {
      ...administratorRole,
      surveys: { [survey.surveyId]: fullSurveyRights },
    }),
    adder: await createRole(db, universeId, {
      name: 'adder',
      canAddUsers: true,
      surveys: { [survey.surveyId]: { modifyUserFilters: true } },
    }),
    reader: await createRole(db, universeId, { name: 'reader', surveys }),
    restricted: await createRole(db, universeId, { name: 'restricted', restricted: true, surveys }),
  }
  const add: People['add'] = async (name, place = {}, user = {}) => {
    const made = await createUser(db, {
      username: `${name}@example.org`,
      ...user,
      universes: [{ universeId, roleId: roles.reader, ...place }],
    })
    return { id: made.id, token: await signIn(server.deps, made) }
  }
  const root = await createUser(db, { isRoot: true, username: 'root@example.org' })
  return {
    server,
    universeId,
    survey,
    roles,
    root: { id: root.id, token: await signIn(server.deps, root, universeId) },
    admin: await add('admin', { roleId: roles.administrator, admin: true }),
    adder: await add('adder', { roleId: roles.adder, filters: { country: ['Sweden'] } }),
    restricted: await add('restricted', { roleId: roles.restricted }),
    add,
    async call(who, method, path, body) {
      const isFile = Buffer.isBuffer(body)
      const response = await server.app.inject({
        method,
        url: `/rest/users/${path}`,
        headers: { ...bearer(who.token), ...(isFile && { 'content-type': 'application/octet-stream' }) },
        ...(body && { payload: body }),
      })
      return { status: response.statusCode, body: response.json() }
    },
  }
}
