import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createSurvey, createUser, signIn } from '#server/testing/factories.ts'
import { maxSavedFilters } from './service.ts'

let board: Dashboard
let everyone: Caller
let swede: Caller

beforeAll(async () => {
  board = await openDashboard()
  everyone = await board.as()
  swede = await board.as({ filters: { country: ['Sweden'] } })
})

afterAll(() => board.close())

describe('filter data', () => {
  test('answers the set of a tab with its groups, filters and options (FILTER-34)', async () => {
    const standard = await everyone('GET', `/rest/filters/data/${board.survey}/standard`)
    expect(standard.body.type).toBe('standard')
    expect(standard.body.filterGroups[0]).toMatchObject({ key: 'visit', title: 'Visit', expanded: true })
    expect(standard.body.filterGroups[0].filters[0]).toMatchObject({
      extName: 'channel',
      options: [{ extName: 'web' }, { extName: 'till' }],
    })
    expect(standard.body.filterGroups[0].filters[1]).toMatchObject({
      extName: 'store',
      serverSide: true,
      exclude: true,
      options: [],
    })
    const time = await everyone('GET', `/rest/filters/data/${board.survey}/time`)
    expect(time.body.filterGroups[0]).toMatchObject({
      quickSelect: ['rel_-30d_0d'],
      filters: [{ extName: 'date', tableDate: true }],
    })
  })

  test('answers the options of a server-side filter that match a text (FILTER-33)', async () => {
    const { body } = await everyone('GET', `/rest/filters/query/${board.survey}/store/o`)
    expect(body.total).toBe(3)
    expect(body.options.map((option: { extName: string }) => option.extName)).toEqual([
      'Oslo',
      'Gothenburg',
      'Stockholm',
    ])
    expect((await everyone('GET', `/rest/filters/query/${board.survey}/nothing/o`)).status).toBe(404)
  })

  test('offers a limited user only answers they may see', async () => {
    const { body } = await swede('GET', `/rest/filters/query/${board.survey}/store/o`)
    expect(body.options.map((option: { extName: string }) => option.extName)).toEqual(['Gothenburg', 'Stockholm'])
  })
})

describe('the kind of a filter', () => {
  test('is sent with it, whatever its name', async () => {
    const configured = {
      channel: 'choice',
      comment: 'choice',
      rating: 'range',
      date: 'dates',
      window: 'dates',
      campaign: 'campaign',
      mailing: 'campaign',
      samplestate: 'sampleState',
    }
    const kinds = await openDashboard({
      extra: `
filters:
  standard:
    - key: all
      filters: [channel, comment, { extName: rating, range: true }, date, { extName: window, dateInterval: true }, { extName: campaign, campaign: true }, { extName: mailing, campaign: true }, samplestate]
`,
    })
    onTestFinished(() => kinds.close())
    const call = await kinds.as()
    const { body } = await call('GET', `/rest/filters/data/${kinds.survey}/standard`)
    const filters = body.filterGroups[0].filters as { extName: string; kind: string; options: { extName: string }[] }[]
    expect(Object.fromEntries(filters.map((one) => [one.extName, one.kind]))).toEqual(configured)
    const states = filters.find((one) => one.kind === 'sampleState')?.options
    expect(states?.map((one) => one.extName)).toEqual(['0', '1', '2', '3', '4'])
    const { id } = await kinds.deps.db
      .insertInto('campaign')
      .values({ survey_id: kinds.surveyId, ext_name: 'spring', title: 'Spring', sending_type: 'EMAIL' })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Each is parsed as its own type.
    for (const path of ['window=rel_-60d_0d', `mailing=${id}.any.any.any`, 'samplestate=0', 'rating=5'])
      expect((await call('GET', `/rest/widgets/data/${kinds.survey}/head/${path}`)).status, path).toBe(200)
    const missing = await call('GET', `/rest/widgets/data/${kinds.survey}/head/mailing=4711.any.any.any`)
    expect(missing).toMatchObject({ status: 400, body: { fields: { mailing: expect.any(String) } } })
  })
})

describe('a filter of days around today', () => {
  const configuration = `
filters: { time: [{ key: days, filters: [{ extName: window, dateInterval: true }] }] }
pages:
  - extname: overview
    selectionInterval: last_1q
    components:
      - { type: variable-block, config: { id: head, size: 12, variables: [n] } }
      - { type: development-chart, config: { id: trend, size: 12, variables: [n], selectionInterval: last_2m } }
`

  test('asks for the event date by another name, in place of the period of the page', async () => {
    const days = await openDashboard({ extra: configuration })
    onTestFinished(() => days.close())
    const someone = await days.as()
    const count = async (path: string) => {
      const { status, body } = await someone('GET', `/rest/widgets/data/${days.survey}/head/${path}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.variables[0].value
    }
    expect(await count('root')).toBe(0)
    expect(await count('date=rel_-60d_0d')).toBeGreaterThan(0)
    expect(await count('window=rel_-60d_0d')).toBe(await count('date=rel_-60d_0d'))
    expect(await count('window=rel_-1d_0d')).toBe(0)
  })

  test('and a chart may cover a period of its own, also where the page’s is chosen', async () => {
    const days = await openDashboard({ extra: configuration })
    onTestFinished(() => days.close())
    const someone = await days.as()
    const months = async (path: string) =>
      (await someone('GET', `/rest/widgets/data/${days.survey}/trend/${path}`)).body.categories
    expect(await months('root')).toEqual(['2026-01-01'])
    expect(await months('date=last_1q')).toEqual(['2026-01-01'])
    expect(await months('date=2025-12')).toEqual([])
  })
})

describe('the periods to choose from', () => {
  test('are those of the calendar and the latest year of which the user has answers', async () => {
    const old = await openDashboard({
      rows: [
        { date: '2025-05-01', answers: { country: 'Sweden', store: 'Stockholm', rating: 4 } },
        { date: '2019-05-01', answers: { country: 'Norway', store: 'Oslo', rating: 4 } },
      ],
    })
    onTestFinished(() => old.close())
    const offered = async (filters?: Record<string, string[]>) => {
      const call = await old.as(filters && { filters })
      const { periods, latestYear } = (await call('GET', `/rest/surveys/start/${old.survey}`)).body.survey
      return { periods, latestYear }
    }
    const calendar = ['last_1m', 'last_1q', 'last_1y', 'this_m', 'this_q', 'this_y', 'all_time']
    expect(await offered()).toEqual({ periods: ['2025', 'rel_-30d_0d', ...calendar], latestYear: '2025' })
    // A user of Norway does not learn of answers elsewhere.
    expect(await offered({ country: ['Norway'] })).toEqual({
      periods: ['2019', 'rel_-30d_0d', 'all_time'],
      latestYear: '2019',
    })
  })
})

describe('campaigns', () => {
  test('have a name by id (FILTER-35)', async () => {
    const { id } = await board.deps.db
      .insertInto('campaign')
      .values({ survey_id: board.surveyId, ext_name: 'spring', title: 'Spring wave', sending_type: 'EMAIL' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await everyone('GET', `/rest/filters/campaign/${board.survey}/${id}`)).body).toEqual({
      id,
      title: 'Spring wave',
    })
    expect((await everyone('GET', `/rest/filters/campaigns/${board.survey}`)).body.campaigns).toEqual([
      { id, title: 'Spring wave', sendingType: 'EMAIL' },
    ])
    expect((await everyone('GET', `/rest/filters/campaign/${board.survey}/${id + 1}`)).status).toBe(404)
  })
})

describe('saved filters', () => {
  test('are saved under a name, shared, and deleted by their owner alone', async () => {
    const saved = await everyone('POST', `/rest/filters/saved/${board.survey}`, {
      name: 'Web only',
      path: 'channel=web',
      shared: true,
    })
    expect(saved.body).toMatchObject({ name: 'Web only', path: 'channel=web', shared: true, own: true })
    expect((await swede('GET', `/rest/filters/saved/${board.survey}`)).body.savedFilters).toEqual([
      { ...saved.body, own: false },
    ])
    expect((await swede('DELETE', `/rest/filters/saved/${board.survey}/${saved.body.id}`)).status).toBe(404)
    const again = await everyone('POST', `/rest/filters/saved/${board.survey}`, {
      name: 'Web only',
      path: 'root',
      shared: false,
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict', fields: { name: expect.any(String) } } })
    expect(
      (await everyone('POST', `/rest/filters/saved/${board.survey}`, { name: ' ', path: 'root', shared: false })).body
        .fields,
    ).toHaveProperty('name')
    expect(
      (await everyone('POST', `/rest/filters/saved/${board.survey}`, { name: 'x', path: '=', shared: false })).body
        .fields,
    ).toHaveProperty('path')
    expect((await everyone('DELETE', `/rest/filters/saved/${board.survey}/${saved.body.id}`)).status).toBe(200)
    expect((await everyone('GET', `/rest/filters/saved/${board.survey}`)).body.savedFilters).toEqual([])
  })

  test('are so many of a user in a survey at most', async () => {
    const saver = await board.as()
    const save = (name: string) =>
      saver('POST', `/rest/filters/saved/${board.survey}`, { name, path: 'channel=web', shared: false })
    for (let at = 0; at < maxSavedFilters; at++) expect((await save(`f${at}`)).status).toBe(200)
    expect(await save('more')).toMatchObject({ status: 400, body: { fields: { name: expect.any(String) } } })
    const { body } = await saver('GET', `/rest/filters/saved/${board.survey}`)
    expect(body.savedFilters).toHaveLength(maxSavedFilters)
    expect((await saver('DELETE', `/rest/filters/saved/${board.survey}/${body.savedFilters[0].id}`)).status).toBe(200)
    expect((await save('more')).status).toBe(200)
  })
})

describe('what is kept for one survey', () => {
  let other: { extName: string; surveyId: number }
  let both: Caller

  beforeAll(async () => {
    const { db } = board.deps
    other = await createSurvey(db, board.universeId)
    const rights = { canViewSamples: true }
    const surveys = { [board.surveyId]: rights, [other.surveyId]: rights }
    const roleId = await createRole(db, board.universeId, { surveys })
    const place = { universeId: board.universeId, roleId, admin: true }
    const user = await createUser(db, { isRoot: true, universes: [place] })
    const headers = bearer(await signIn(board.deps, user, board.universeId))
    both = async (method, url, payload) => {
      const answer = await board.app.inject({
        method,
        url,
        headers,
        ...(payload !== undefined && { payload: payload as object }),
      })
      return { status: answer.statusCode, body: answer.json() }
    }
  })

  test('a saved filter is neither listed nor deleted from another, and its name is free there', async () => {
    const filter = { name: 'Mine', path: 'channel=web', shared: true }
    const saved = (survey: string) => `/rest/filters/saved/${survey}`
    const { body } = await both('POST', saved(board.survey), filter)
    expect((await both('GET', saved(other.extName))).body.savedFilters).toEqual([])
    expect((await both('DELETE', `${saved(other.extName)}/${body.id}`)).status).toBe(404)
    const there = await both('POST', saved(other.extName), filter)
    expect(there.status).toBe(200)
    const { savedFilters } = (await both('GET', saved(board.survey))).body
    expect(savedFilters.map((one: { id: number }) => one.id)).toEqual([body.id])
    for (const [survey, id] of [
      [board.survey, body.id],
      [other.extName, there.body.id],
    ])
      expect((await both('DELETE', `${saved(survey)}/${id}`)).status).toBe(200)
  })

  test('a failure is listed, counted and cleared in its own', async () => {
    const bugs = async (survey: string) =>
      (await both('GET', `/rest/bugs/list/${survey}`)).body.bugs.map((one: { message: string; count: number }) => [
        one.message,
        one.count,
      ])
    for (const survey of [board.survey, board.survey, other.extName])
      expect((await both('POST', `/rest/bugs/report/${survey}`, { message: 'the same words' })).status).toBe(200)
    expect(await bugs(board.survey)).toEqual([['the same words', 2]])
    expect(await bugs(other.extName)).toEqual([['the same words', 1]])
    expect((await both('DELETE', `/rest/bugs/clear/${board.survey}`)).body).toEqual({ cleared: 1 })
    expect(await bugs(board.survey)).toEqual([])
    expect(await bugs(other.extName)).toEqual([['the same words', 1]])
  })

  test('a stored path means nothing in another, neither as a path nor inside one', async () => {
    const long = `comment=${'z'.repeat(1600)}*Good`
    const { body } = await both('POST', `/rest/paths/store/${board.survey}`, { path: long })
    expect((await both('GET', `/rest/paths/segments/${board.survey}/${body.path}`)).status).toBe(200)
    for (const path of [body.path, `${body.path};channel=web`, `country=Sweden;${body.path}`])
      expect((await both('GET', `/rest/paths/segments/${other.extName}/${path}`)).status).toBe(404)
    const id = body.path.slice('sel='.length)
    expect((await both('GET', `/rest/paths/expand/${other.extName}/${id}`)).status).toBe(404)
    // The same words stored there have a number of their own, and both can be opened.
    const there = await both('POST', `/rest/paths/store/${other.extName}`, { path: long })
    expect(there.body.path).not.toBe(body.path)
    for (const [survey, path] of [
      [board.survey, body.path],
      [other.extName, there.body.path],
    ])
      expect((await both('GET', `/rest/paths/segments/${survey}/${path}`)).status).toBe(200)
  })
})

describe('the hidden filter', () => {
  test('is applied to every query, also when the client leaves it out or sets its own (FILTER-14b)', async () => {
    const hidden = await openDashboard({
      extra:
        'filters: { standard: [{ key: visit, filters: [channel, store] }], hidden: [{ extName: illegal, value: "channel=_till" }] }',
    })
    try {
      const call = await hidden.as({ isRoot: true })
      const n = async (path: string) =>
        (await call('GET', `/rest/widgets/data/${hidden.survey}/units/${path}`)).body.rankingData.footer.cells[3].value
      expect(await n('root')).toBe(3)
      expect(await n('illegal=channel')).toBe(3)
      expect(await n('channel=till')).toBe(0)
      const bar = await call('GET', `/rest/widgets/data/${hidden.survey}/units/country=Sweden;store=Stockholm`)
      expect(bar.body.rankingData.rows).toHaveLength(1)
      const tile = await call('GET', `/rest/widgets/data/${hidden.survey}/head/root`)
      expect(tile.body.variables[0].nInterviews).toBe(3)
      // A case behind it cannot be opened by its number either.
      expect((await call('GET', `/rest/interviews/data/${hidden.survey}/${hidden.responseIds[1]}`)).status).toBe(404)
    } finally {
      await hidden.close()
    }
  })
})
