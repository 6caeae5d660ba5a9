import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Deps } from '#server/domain/context.ts'
import { appendChange } from '#server/domain/figures/feed/change-log.ts'
import { raiseModelVersion } from '#server/domain/survey/survey-model-store.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'

let board: Dashboard
let everyone: Caller
let root: Caller

beforeAll(async () => {
  board = await openDashboard()
  everyone = await board.as({ username: 'eva@example.org' })
  root = await board.as({ isRoot: true })
})

afterAll(() => board.close())

describe('opening a survey', () => {
  test('answers the survey with its pages and both filter sets (PAGE-05) (FILTER-04)', async () => {
    const { status, body } = await everyone('GET', `/rest/surveys/start/${board.survey}`)
    expect(status).toBe(200)
    expect(body.survey).toMatchObject({ extName: board.survey, title: board.survey, enableRankingListReport: true })
    expect(body.survey.pages.map((page: { extname: string }) => page.extname)).toEqual(['overview', 'ranking'])
    expect(body.survey.reports).toMatchObject({ excelBenchmark: true, interviews: true })
    expect(body.survey.standardFilterSet.type).toBe('standard')
    expect(body.survey.timeFilterSet.type).toBe('time')
    expect(body).toMatchObject({
      startPage: 'overview',
      defaultPage: 'overview',
      startPath: 'root',
      named: true,
      support: { faq: 'https://example.org/faq', email: 'help@example.org', phone: '123', hours: 'Weekdays' },
    })
  })

  test("names the survey's default page beside a role's own start page", async () => {
    const { db } = board.deps
    const { universeId } = board
    const surveys = { [board.surveyId]: { startPage: 'ranking' } }
    const roleId = await createRole(db, universeId, { surveys })
    const analyst = await signIn(board.deps, await createUser(db, { universes: [{ universeId, roleId }] }))
    const url = `/rest/surveys/start/${board.survey}`
    const body = (await board.app.inject({ url, headers: bearer(analyst) })).json()
    expect(body).toMatchObject({ startPage: 'ranking', defaultPage: 'overview' })
  })

  test('offers pages for administrators to them alone', async () => {
    const { db } = board.deps
    const { universeId } = board
    const config = `
pages:
  - extname: send
    components: [{ type: mail-templates-list, config: { id: mt } }]
  - extname: imports
    components: [{ type: import-set-list, config: { id: sets } }]
  - extname: mixed
    components: [{ type: mail-templates-list, config: { id: mt2 } }, { type: mail-campaigns-list, config: { id: list } }]`
    const { extName, surveyId } = await createSurvey(db, universeId, { ...smallSurvey, config })
    const roleId = await createRole(db, universeId, { surveys: { [surveyId]: { startPage: 'send' } } })
    const opened = async (admin: boolean) => {
      const token = await signIn(board.deps, await createUser(db, { universes: [{ universeId, roleId, admin }] }))
      const { body } = await board.app.inject({ url: `/rest/surveys/start/${extName}`, headers: bearer(token) })
      const { survey, startPage } = JSON.parse(body) as { survey: { pages: { extname: string }[] }; startPage: string }
      return { pages: survey.pages.map(({ extname }) => extname), startPage }
    }
    expect(await opened(true)).toEqual({ pages: ['send', 'imports', 'mixed'], startPage: 'send' })
    expect(await opened(false)).toEqual({ pages: ['mixed'], startPage: 'mixed' })
  })

  test('starts a confined user at the deepest place that holds what they may open', async () => {
    const store = await board.as({ filters: { store: ['Oslo'] } })
    expect((await store('GET', `/rest/surveys/start/${board.survey}`)).body.startPath).toBe('country=Norway;store=Oslo')
  })

  test('remembers what a user set, per survey and across surveys', async () => {
    expect((await everyone('PUT', `/rest/preferences/save/${board.survey}/columns`, { value: ['n'] })).status).toBe(200)
    expect((await everyone('PUT', '/rest/preferences/save/-/density', { value: 'dense' })).status).toBe(200)
    expect((await everyone('GET', `/rest/surveys/start/${board.survey}`)).body.preferences).toEqual({
      columns: ['n'],
      density: 'dense',
    })
    expect((await root('GET', `/rest/surveys/start/${board.survey}`)).body.preferences).toEqual({})
    const large = await everyone('PUT', `/rest/preferences/save/${board.survey}/columns`, { value: 'x'.repeat(30_000) })
    expect(large).toMatchObject({ status: 400, body: { fields: { value: expect.any(String) } } })
  })
})

test('a survey of another organisation is told to root alone', async () => {
  const { id } = await createUniverse(board.deps.db, { name: 'elsewhere' })
  await createSurvey(board.deps.db, id, { ...smallSurvey, extName: 'far_away' })
  const url = '/rest/surveys/start/far_away'
  expect(await root('GET', url)).toMatchObject({
    status: 404,
    body: {
      message: 'The survey "far_away" is in another organisation: elsewhere.',
      fields: { universe: 'elsewhere' },
    },
  })
  const administrator = await board.as({ admin: true })
  for (const caller of [everyone, administrator]) {
    const { status, body } = await caller('GET', url)
    expect(status).toBe(404)
    expect(JSON.stringify(body)).not.toContain('elsewhere')
    expect(body.fields).toBeUndefined()
  }
  expect((await root('GET', '/rest/surveys/start/nowhere')).body.fields).toBeUndefined()
})

describe('the status of a survey', () => {
  const statusOf = async (caller: Caller, path = 'root') => {
    const { status, body } = await caller('GET', `/rest/surveys/status/${board.survey}/${path}`)
    expect(status).toBe(200)
    return body
  }
  const startOf = async (caller: Caller) => (await caller('GET', `/rest/surveys/start/${board.survey}`)).body

  test('is no view of an anonymous survey: the audit log has one when the survey is opened', async () => {
    const { db } = board.deps
    const { universeId } = board
    const config = 'anonymity: {filters: []}\n'
    const { surveyId, extName } = await createSurvey(db, universeId, { ...smallSurvey, config })
    const roleId = await createRole(db, universeId, { surveys: { [surveyId]: { canViewAnon: true } } })
    const headers = bearer(await signIn(board.deps, await createUser(db, { universes: [{ universeId, roleId }] })))
    const views = async () => {
      const { rows } = await board.deps.pool.query(
        "select 1 from audit where survey_id = $1 and action = 'anonymous.view'",
        [surveyId],
      )
      return rows.length
    }
    const get = async (url: string) => (await board.app.inject({ url, headers })).statusCode
    expect(await get(`/rest/surveys/status/${extName}/root`)).toBe(200)
    expect(await views()).toBe(0)
    for (const _ of [1, 2]) expect(await get(`/rest/surveys/start/${extName}`)).toBe(200)
    expect(await get(`/rest/surveys/status/${extName}/root`)).toBe(200)
    expect(await views()).toBe(1)
  })

  test('holds what changes by itself, and nothing else', async () => {
    expect(await statusOf(everyone)).toEqual({
      version: (await startOf(everyone)).version,
      nOpenAlerts: 0,
      openDoubts: null,
      allAlerts: { open: 0, waiting: 0, path: 'root', place: 'All' },
      systemMessage: null,
      announcements: [{ extName: 'autumn', actionText: 'Open', bodyText: 'Tell us' }],
      freshness: { updatedAt: expect.any(String), updating: expect.any(Boolean), problem: null },
    })
  })

  test('counts open doubts for whoever administers the survey, and for nobody else', async () => {
    const { db } = board.deps
    const row = { kind: 'below', variable: 'rating', facts: '{}', chosen: 'counted', decided_by: null } as const
    await db
      .insertInto('survey_doubt')
      .values({ ...row, survey_id: board.surveyId })
      .execute()
    const administrator = await board.as({ admin: true })
    const seen = async (caller: Caller) => [
      (await startOf(caller)).rights.canAdministrate,
      (await statusOf(caller)).openDoubts,
    ]
    expect(await seen(everyone)).toEqual([false, null])
    expect(await seen(administrator)).toEqual([true, 1])
    expect(await seen(root)).toEqual([true, 1])
    await db.updateTable('survey_doubt').set({ decided_by: 'somebody', decided_through: 'person' }).execute()
    expect(await seen(administrator)).toEqual([true, 0])
  })

  test('counts the open alerts at the place, and of no place the caller may not open', async () => {
    const [response = 0] = board.responseIds
    const xid = await board.deps.db.transaction().execute(async (trx) => {
      await trx.insertInto('alert').values({ survey_id: board.surveyId, response_id: response, rule: 'low' }).execute()
      return appendChange(trx, board.surveyId, [response])
    })
    expect(await board.deps.analytics.feed.waitFor(xid, 10_000)).toBe(true)
    const store = await board.as({ filters: { store: ['Oslo'] } })
    expect((await statusOf(everyone, 'country=Sweden')).nOpenAlerts).toBe(1)
    expect((await statusOf(everyone, 'country=Norway')).nOpenAlerts).toBe(0)
    expect((await statusOf(store)).nOpenAlerts).toBe(0)
    for (const path of ['country=Sweden', 'country=Mars', 'colour=red', 'country'])
      expect((await statusOf(store, path)).nOpenAlerts).toBeNull()
  })

  test('counts the open alerts of all places the caller may open, wherever they are, and those for their own level', async () => {
    const swede = await board.as({ filters: { country: ['Sweden'] } })
    const norwegian = await board.as({ filters: { country: ['Norway'] } })
    const all = (caller: Caller) => statusOf(caller, 'country=Norway').then(({ allAlerts }) => allAlerts)
    // The rule "low" is no rule of the configuration, so it waits for nobody.
    expect(await all(everyone)).toEqual({ open: 1, waiting: 0, path: 'root', place: 'All' })
    expect(await all(swede)).toEqual({ open: 1, waiting: 0, path: 'country=Sweden', place: 'Sweden' })
    expect(await all(norwegian)).toEqual({ open: 0, waiting: 0, path: 'country=Norway', place: 'Norway' })
  })

  test('carries the system message with its colours, icon and link once there is one', async () => {
    const message = {
      text: 'Maintenance',
      texts: { sv: 'Underhåll' },
      icon: 'tools',
      link: 'https://example.org/status',
    }
    await board.deps.db
      .insertInto('setting')
      .values({ key: 'server', value: JSON.stringify({ systemMessage: message }) })
      .execute()
    expect((await statusOf(everyone)).systemMessage).toEqual({
      ...message,
      backgroundColor: 'red',
      textColor: 'black',
      severity: null,
    })
  })

  test.each<[string, (db: Deps['db'], who: { roleId: number; userId: number }) => Promise<unknown>]>([
    ['the survey', (db) => raiseModelVersion(db, board.surveyId)],
    [
      'what the role may do in it',
      (db, { roleId }) => db.updateTable('role_survey').set({ rights: '{}' }).where('role_id', '=', roleId).execute(),
    ],
    [
      'what the caller may see of it',
      (db, { userId }) =>
        db
          .insertInto('user_filter')
          .values({ user_id: userId, universe_id: board.universeId, variable: 'store', values: ['Oslo'] })
          .execute(),
    ],
  ])('carries the version of the start, which changes with %s', async (_what, change) => {
    const { db } = board.deps
    const roleId = await createRole(db, board.universeId, { surveys: { [board.surveyId]: { canViewSamples: true } } })
    const user = await createUser(db, { universes: [{ universeId: board.universeId, roleId }] })
    const headers = bearer(await signIn(board.deps, user))
    const versions = async () => {
      const urls = ['start', 'status'].map((call) => `/rest/surveys/${call}/${board.survey}`)
      const answers = await Promise.all(
        [urls[0] ?? '', `${urls[1]}/root`].map((url) => board.app.inject({ url, headers })),
      )
      return answers.map((answer) => answer.json().version)
    }
    const [start, status] = await versions()
    expect(status).toBe(start)
    expect(await versions()).toEqual([start, start])
    await change(db, { roleId, userId: user.id })
    const [later, ...others] = await versions()
    expect(later).not.toBe(start)
    expect(others).toEqual([later])
  })

  test('asks the database for one row more than it takes to know the caller', async () => {
    // The feed runs queries of its own, so the minimum of several runs is used.
    const statements = async (url: string) => {
      const counts: number[] = []
      const query = vi.spyOn(pg.Client.prototype, 'query')
      for (let time = 0; time < 5; time++) {
        query.mockClear()
        await everyone('GET', url)
        counts.push(query.mock.calls.length)
      }
      query.mockRestore()
      return Math.min(...counts)
    }
    // Path segments are in memory; only the session and the rights are queried.
    const caller = await statements(`/rest/paths/segments/${board.survey}/country=Sweden`)
    expect(await statements(`/rest/surveys/status/${board.survey}/country=Sweden`)).toBe(caller + 1)
  })
})

describe('an announcement', () => {
  test('has a url for the user, escaped, at the path the specification gives (SHELL-30)', async () => {
    const { body } = await everyone('GET', `/vuejs/campaign/link/${board.survey}/autumn`)
    expect(body).toEqual({ url: `https://example.org/${board.survey}/eva%40example.org` })
    expect((await everyone('GET', `/vuejs/campaign/link/${board.survey}/spring`)).status).toBe(404)
  })
})

describe('bugs', () => {
  test('are listed for root with count, message, user and datetime', async () => {
    for (const message of ['Chart failed', 'Chart failed', 'Table failed'])
      expect((await everyone('POST', `/rest/bugs/report/${board.survey}`, { message })).status).toBe(200)
    const { body } = await root('GET', `/rest/bugs/list/${board.survey}`)
    expect(body.bugs).toHaveLength(2)
    expect(body.bugs).toContainEqual({
      count: 2,
      message: 'Chart failed',
      user: 'eva@example.org',
      datetime: expect.any(String),
    })
    expect((await everyone('GET', `/rest/bugs/list/${board.survey}`)).status).toBe(403)
  })

  test('are cleared by root alone (SHELL-25)', async () => {
    expect((await everyone('DELETE', `/rest/bugs/clear/${board.survey}`)).status).toBe(403)
    expect((await root('DELETE', `/rest/bugs/clear/${board.survey}`)).body.cleared).toBeGreaterThan(0)
    expect((await root('GET', `/rest/bugs/list/${board.survey}`)).body.bugs).toEqual([])
  })
})
