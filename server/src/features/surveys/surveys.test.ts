import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '../../testing/dashboard.ts'
import type { Caller, Dashboard } from '../../testing/dashboard.ts'

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
      startPath: 'root',
      named: true,
      support: { faq: 'https://example.org/faq', email: 'help@example.org', phone: '123', hours: 'Weekdays' },
      campaigns: [{ extName: 'autumn', actionText: 'Open', bodyText: 'Tell us' }],
      systemMessage: null,
    })
  })

  test('starts a confined user at the deepest place that holds what they may open', async () => {
    const store = await board.as({ filters: { store: ['Oslo'] } })
    expect((await store('GET', `/rest/surveys/start/${board.survey}`)).body.startPath).toBe('country=Norway;store=Oslo')
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
    expect((await everyone('GET', `/rest/surveys/start/${board.survey}`)).body.systemMessage).toEqual({
      ...message,
      backgroundColor: 'red',
      textColor: 'black',
    })
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

describe('a dialog campaign', () => {
  test('has a url for the user, escaped, at the path the specification gives (SHELL-30)', async () => {
    const { body } = await everyone('GET', `/vuejs/campaign/link/${board.survey}/autumn`)
    expect(body).toEqual({ url: `https://example.org/${board.survey}/eva%40example.org` })
    expect((await everyone('GET', `/vuejs/campaign/link/${board.survey}/spring`)).status).toBe(404)
  })
})

describe('bugs', () => {
  test('are listed for root with count, message, user and datetime (SHELL-24)', async () => {
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
