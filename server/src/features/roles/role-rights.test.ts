import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestRole } from '#server/testing/factories.ts'
import { openRoles } from './testing/role-bench.ts'
import type { Calls, RoleBench } from './testing/role-bench.ts'

// What a role gives or withholds in a survey, as its calls answer.
let bench: RoleBench
let survey = ''

beforeAll(async () => {
  bench = await openRoles()
  survey = bench.survey.extName
})
afterAll(() => bench.close())

type Rights = NonNullable<TestRole['surveys']>[number]

async function memberWith(rights: Rights, role: TestRole = {}): Promise<Calls> {
  const roleId = await bench.roleOf({ ...role, surveys: { [bench.survey.surveyId]: rights } })
  return bench.as(await bench.userOf(roleId))
}

const start = async (calls: Calls) => (await calls('GET', `/rest/surveys/start/${survey}`)).body

test('without canViewSamples neither the list nor a page of samples is opened (ROLES-23)', async () => {
  const sampleId = bench.survey.responseIds[5]
  const urls = [`/rest/samples/list/${survey}/root`, `/rest/samples/data/${survey}/${sampleId}`]
  const [open, closed] = [await memberWith({ canViewSamples: true }), await memberWith({})]
  for (const url of urls) {
    expect((await open('GET', url)).status, url).toBe(200)
    expect((await closed('GET', url)).status, url).toBe(403)
  }
})

test('without canEditActions no action is made, changed or deleted (ROLES-14b)', async () => {
  const [may, mayNot] = [await memberWith({ canEditActions: true }), await memberWith({ canHandleAlerts: true })]
  const { surveyId } = bench.survey
  const { db } = bench.deps
  const action = await db
    .insertInto('action')
    .values({
      survey_id: surveyId,
      ...{ view: 'stores', extname: 'gone', expression: 'mean(rating)', goal: 4, period: 'rel_-3m_0d' },
      ...{ period_start: '2026-01-01', deadline: '2026-06-30' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = {
    ...{ id: action.id, extname: 'gone', state: 0, expression: 'mean(rating)', goal: 4, period: 'rel_-3m_0d' },
    ...{ periodStartDate: '2026-01-01', deadline: '2026-06-30', responsible: '', comments: 'x', version: 1 },
  }
  const url = `/rest/actions/update/${survey}/root`
  for (const id of [0, action.id]) expect((await mayNot('POST', url, { ...body, id })).status).toBe(403)
  expect((await mayNot('DELETE', `/rest/actions/data/${survey}/${action.id}`)).status).toBe(403)
  // Refused for what it says, not for who asks.
  expect((await may('POST', url, body)).status).not.toBe(403)
  expect((await may('DELETE', `/rest/actions/data/${survey}/${action.id}`)).status).toBe(200)
})

describe('views', () => {
  test('are in the order of viewOrder, then in that of the survey (ROLES-15b)', async () => {
    expect(await start(await memberWith({}))).toMatchObject({ viewOrder: ['stores', 'channels'] })
    expect(await start(await memberWith({ viewOrder: ['channels'] }))).toMatchObject({
      viewOrder: ['channels', 'stores'],
    })
  })

  test('that the list does not open are neither offered nor answered (ROLES-16a)', async () => {
    const only = (view: string) => memberWith({ viewAccessList: [{ view, access: true }] })
    const [all, stores] = [await memberWith({}), await only('stores')]
    expect(await start(stores)).toMatchObject({ viewOrder: ['stores'] })
    for (const path of ['view=channels', 'view=channels;channel=web']) {
      expect((await all('GET', `/rest/rankings/data/${survey}/${path}`)).status, path).toBe(200)
      expect((await stores('GET', `/rest/rankings/data/${survey}/${path}`)).status, path).toBe(404)
    }
  })

  test('open at the path of defaultDrill (ROLES-16b)', async () => {
    const viewAccessList = [{ view: 'stores', access: true, defaultDrill: 'country=Sweden' }]
    expect(await start(await memberWith({ viewAccessList }))).toMatchObject({ startPath: 'country=Sweden' })
    expect(await start(await memberWith({}))).toMatchObject({ startPath: 'root' })
  })
})
