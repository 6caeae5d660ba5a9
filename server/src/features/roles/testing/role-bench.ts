import type { roleDetails, saveRole } from '@gensvar/contract/roles'
import type { z } from 'zod'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { smallSurvey } from '#server/testing/factories.ts'
import type { MadeUser, TestRole } from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** A role as it is answered, and as it is saved. */
export type Details = z.output<typeof roleDetails>
export type Body = z.input<(typeof saveRole)['body']>

/** An answer with its status. */
export interface Answered {
  status: number
  body: Record<string, unknown> & {
    error?: { code: string; message: string; fields?: Record<string, string> }
  }
}

/** Calls as one user. */
export type Calls = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => Promise<Answered>

const config = `
pages:
  - { extname: overview, icon: home, components: [] }
  - { extname: second, icon: home, title: { en: Second }, components: [] }
alerts:
  - { extname: unhappy, when: rating <= 2 }
  - { extname: till, when: channel = till and rating < 5 }
`

/** A server with a universe, a named and an anonymous survey, and users of roles. */
export interface RoleBench extends TestApp {
  universeId: number
  survey: MadeSurvey
  anonymous: MadeSurvey
  roleOf: (role?: TestRole) => Promise<number>
  userOf: (roleId: number, more?: { isRoot?: boolean; filters?: Record<string, string[]> }) => Promise<MadeUser>
  as: (user: MadeUser) => Promise<Calls>
  root: () => Promise<Calls>
}

/** Opens one; the caller closes it. */
export async function openRoles(): Promise<RoleBench> {
  const server = await testApp()
  const { db } = server.deps
  const { id: universeId } = await createUniverse(db)
  const views = { stores: ['country', 'store'], channels: ['channel'] }
  const survey = await createSurvey(db, universeId, { ...smallSurvey, views, config })
  const hidden = `anonymity: { filters: [] }\n${config.replace(/alerts:[\s\S]*/, '')}`
  const anonymous = await createSurvey(db, universeId, { ...smallSurvey, config: hidden })
  const userOf: RoleBench['userOf'] = (roleId, { isRoot = false, filters = {} } = {}) =>
    createUser(db, { isRoot, universes: [{ universeId, roleId, filters }] })
  const as: RoleBench['as'] = async (user) => callsWith(server, await signIn(server.deps, user, universeId))
  return {
    ...server,
    ...{ universeId, survey, anonymous, userOf, as },
    roleOf: (role) => createRole(db, universeId, role),
    root: async () => as(await createUser(db, { isRoot: true })),
  }
}

/** Calls with the token of a session. */
export function callsWith({ app }: Pick<TestApp, 'app'>, token: string): Calls {
  return async (method, url, body) => {
    const answer = await app.inject({ method, url, headers: bearer(token), ...(body && { payload: body }) })
    return { status: answer.statusCode, body: answer.json() }
  }
}

/** What a form sends of a role that was answered, with changes. */
export function bodyOf(role: Details, changes: Partial<Body> = {}): Body {
  const { mayEdit: _e, mayView: _v, parents: _p, mayBeTop: _t, surveys: _s, ...own } = role
  return { ...own, ...changes }
}

/** The same with changes of its rights in one survey. */
export function withAccess(role: Details, survey: string, changes: Partial<Body['surveyAccessList'][number]>): Body {
  const body = bodyOf(role)
  const surveyAccessList = body.surveyAccessList.map((one) =>
    one.surveyExtName === survey ? { ...one, ...changes } : one,
  )
  return { ...body, surveyAccessList }
}
