import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let token = ''
let survey = ''
const roles = { limited: 0, closed: 0, wide: 0 }

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  const { id: universeId } = await createUniverse(db)
  const config = 'userVariables: [{ question: channel, required: true }]'
  const made = await createSurvey(db, universeId, { ...smallSurvey, config })
  survey = made.extName
  const surveys = { [made.surveyId]: {} }
  roles.limited = await createRole(db, universeId, { name: 'limited', surveys })
  roles.closed = await createRole(db, universeId, { name: 'closed' })
  roles.wide = await createRole(db, universeId, { name: 'wide', canSeeAllData: true, surveys })
  token = await signIn(server.deps, await createUser(db, { isRoot: true }), universeId)
})
afterAll(() => server.close())

let made = 0
async function call(path: string, payload?: object | Buffer) {
  const response = await server.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/rest/users/${path}`,
    headers: {
      ...bearer(token),
      ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
    },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}
async function add(selectedRoleId: number, value: string) {
  const { body } = await call(`details/${survey}/0`)
  const items: { variable: string }[] = body.userQuestionFilterMap[survey]
  const userQuestionFilterMap = {
    [survey]: items.map((one) => ({ ...one, ...(one.variable === 'channel' && { value, changed: value !== '' }) })),
  }
  const userDTO = { name: 'Ny Person', email: `required${++made}@example.org`, locale: 'en', selectedRoleId }
  const answer = await call(`details/${survey}/0`, { userDTO, userQuestionFilterMap })
  return { ...answer, place: items.findIndex(({ variable }) => variable === 'channel') }
}

test('the form demands a value of a filter that a survey requires, where the role is limited by it', async () => {
  const { status, body, place } = await add(roles.limited, '')
  expect([status, body.fields]).toEqual([
    400,
    { [`userQuestionFilterMap.${survey}.${place}.value`]: 'value is required' },
  ])
  expect((await add(roles.closed, '')).status).toBe(200)
  expect((await add(roles.wide, '')).status).toBe(200)
  const fine = await add(roles.limited, 'web')
  expect(fine.status).toBe(200)
  // What is not about role and filters is saved without them.
  const { id, name, email, selectedRoleId } = fine.body.userDTO
  const saved = (change: object, filters: object = {}) =>
    call(`details/${survey}/${id}`, {
      userDTO: { name, email, selectedRoleId, locale: 'en', ...change },
      version: fine.body.version,
      ...filters,
    })
  const emptied = { variable: 'channel', questionId: 0, surveyName: survey, globalName: '', value: '', changed: true }
  expect((await saved({}, { userQuestionFilterMap: { [survey]: [emptied] } })).status).toBe(400)
  expect((await saved({ locale: 'sv' })).status).toBe(200)
})

test('a file tells it at the row', async () => {
  const file = (...lines: string[]) => Buffer.from(['email,name,role,filters', ...lines].join('\n'))
  const lines = [
    'one@example.org,One Person,limited,',
    'two@example.org,Two Persons,limited,channel=web',
    'three@example.org,Three Persons,wide,',
  ]
  const { body } = await call('import/-?filename=u.csv&write=true', file(...lines))
  expect(body.problems).toMatchObject([
    { row: 2, column: 'filters', message: 'A filter on these questions is required: channel.' },
  ])
  const rest = await call('import/-?filename=u.csv&write=true', file(...lines.slice(1)))
  expect(rest.body).toMatchObject({ done: true, created: 2 })
  const other = await call('import/-?filename=u.csv&write=true', file('three@example.org,,limited,'))
  expect(other.body).toMatchObject({ done: false, problems: [{ row: 2, column: 'filters' }] })
})
