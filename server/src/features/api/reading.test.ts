import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { apiExamples, commandOf, exampleSurvey } from '@gensvar/contract/api-examples'
import type { Route } from '@gensvar/contract/define-route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registeredRoutes } from '#server/platform/http.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import { createKey } from '#server/testing/key-rows.ts'

const extra = `
alerts: [{ extname: low, title: Low marks, when: rating < 3, due: 1d }]
filters: { hidden: [{ extName: illegal, value: 'channel=_phone' }] }
`
const hidden = 'Hidden from everybody'
const abroad = { country: 'Norway', store: 'Oslo' }

let board: Dashboard
let routes: Route[] = []
let userId = 0
let token = ''
let listening: Promise<string> | null = null

beforeAll(async () => {
  board = await openDashboard({
    extra,
    questions: { channel: { type: 'single', choices: ['web', 'till', 'phone'] } },
    rows: [
      ...(smallSurvey.rows ?? []),
      { date: '2026-02-06', answers: { ...abroad, channel: 'phone', rating: 1, comment: hidden } },
    ],
  })
  routes = registeredRoutes(board.app).filter(({ permission }) => permission === 'api-key')
  userId = await member()
  token = await key()
  await caughtUp(board.deps.analytics, board.deps.pool)
})
afterAll(() => board.close())

/** A user who sees all of the survey, or what their filters leave of it. */
async function member(filters?: Record<string, string[]>): Promise<number> {
  const { db } = board.deps
  const roleId = await createRole(db, board.universeId, { surveys: { [board.surveyId]: {} } })
  const place = { universeId: board.universeId, roleId, ...(filters && { filters }) }
  return (await createUser(db, { universes: [place] })).id
}

const key = (values: Partial<Parameters<typeof createKey>[2]> = {}) =>
  createKey(board.deps.db, board, { type: 3, user_id: userId, per_minute: 100_000, ...values })

async function get(path: string, by = token, survey = board.survey) {
  const { statusCode, body } = await board.app.inject({
    method: 'GET',
    url: `/api/v1/surveys/${survey}${path}`,
    headers: bearer(by),
  })
  return { status: statusCode, body: JSON.parse(body) }
}

const figure = async (path: string, by = token) =>
  (await get(`/figures?indicators=rating&path=${path}`, by)).body.figures[0]

/** All rows of a list, page by page, as a program reads them. */
async function allRows(path: string, by = token): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof get>> = await get(
      `${path}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      by,
    )
    expect(page.status).toBe(200)
    expect(page.body.rows.length).toBeLessThanOrEqual(2)
    rows.push(...page.body.rows)
    cursor = page.body.next
  }
  return rows
}

describe('what a key of the API reads', () => {
  test('is its survey, with questions, hierarchies and indicators', async () => {
    const { body } = await board.app.inject({ method: 'GET', url: '/api/v1/surveys', headers: bearer(token) })
    expect(JSON.parse(body).surveys).toMatchObject([{ name: board.survey, isAnonymous: false, path: 'root' }])
    const survey = (await get('')).body
    expect(survey.views).toMatchObject([{ name: 'stores', levels: ['country', 'store'] }])
    expect(survey.indicators.map(({ name }: { name: string }) => name)).toEqual(['satisfaction', 'slow', 'place'])
    const choices = Object.fromEntries(
      survey.questions.map((one: { variable: string; choices: { name: string }[] }) => [
        one.variable,
        one.choices.map(({ name }) => name),
      ]),
    )
    expect(choices).toEqual({ country: [], store: [], channel: ['web', 'till', 'phone'], rating: [], comment: [] })
  })

  test('are the figures of the dashboard, with their answers, intervals, goals and period', async () => {
    const call = await board.as()
    for (const path of ['root', 'country=Sweden', 'country=Sweden;date=custom_01012026_01022026', 'channel=web']) {
      const { variables } = (await call('GET', `/rest/widgets/data/${board.survey}/head/${path}`)).body
      const { figures } = (await get(`/figures?path=${path}`)).body
      for (const [at, tile] of variables.entries())
        expect(figures[at]).toEqual({
          ...{ effectiveN: null, name: tile.name, title: expect.any(String), value: tile.value, n: tile.nInterviews },
          ...{
            low: tile.low,
            high: tile.high,
            unit: tile.unit,
            goal: tile.goalValue,
            withheld: tile.withheld?.en ?? null,
          },
        })
    }
    expect((await get('/figures?path=country=Sweden;date=custom_01012026_01022026')).body.period).toEqual({
      from: '2026-01-01',
      to: '2026-02-01',
    })
    const { body } = await get('/ranking?indicators=satisfaction,n&path=root')
    expect(
      body.rows.map(({ name, figures }: { name: string; figures: { value: number; n: number }[] }) => [
        name,
        ...figures.map(({ value }) => value),
      ]),
    ).toEqual([
      ['Sweden', 3.5, 4],
      ['Norway', 1, 1],
    ])
  })

  test('are lists in pages without gaps or repetition: units, interviews, comments and alerts', async () => {
    expect((await allRows('/units?path=country=Sweden')).map(({ name }) => name)).toEqual(['Stockholm', 'Gothenburg'])
    const interviews = await allRows('/interviews?path=root')
    expect(interviews.map(({ id }) => id)).toEqual(board.responseIds.slice(0, 5))
    expect(interviews[0]).toMatchObject({
      ...{ date: '2026-01-05', places: ['country=Sweden;store=Stockholm'], version: 1 },
      ...{ answers: { channel: 'web', rating: 5, comment: 'Good' } },
    })
    expect((await allRows('/ranking?path=country=Sweden&indicators=rating')).map(({ name }) => name)).toEqual([
      'Stockholm',
      'Gothenburg',
    ])
    const comments = await allRows('/comments?path=root')
    expect(comments.map(({ texts }) => texts)).toEqual(
      ['Good', 'Slow', 'Kaldt'].map((text) => [{ variable: 'comment', text }]),
    )
    const { db } = board.deps
    const low = [board.responseIds[1] ?? 0, board.responseIds[4] ?? 0]
    await db
      .insertInto('alert')
      .values(low.map((response_id) => ({ survey_id: board.surveyId, response_id, rule: 'low', state: 2 })))
      .execute()
    expect(await allRows('/alerts?state=open')).toMatchObject(
      low.map((interviewId) => ({ interviewId, rule: 'low', title: 'Low marks', state: 'open' })),
    )
    expect(await allRows('/alerts?state=closed')).toEqual([])
    const { body } = await get(`/interviews/${board.responseIds[0]}`)
    expect(body).toMatchObject({ id: board.responseIds[0], comments: [] })
    expect((await get('/interviews?cursor=abc')).body.fields).toHaveProperty('cursor')
    expect((await get('/interviews?limit=1000')).status).toBe(400)
  })
})

/** Every call that reads: each list at some paths, and each response by its number. */
function urlsOfReads(paths: readonly string[]): string[] {
  return routes
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace('{survey}', board.survey))
    .flatMap((url) =>
      url.includes('{interviewId}')
        ? board.responseIds.map((id) => url.replace('{interviewId}', String(id)))
        : paths.map((path) => `${url}?path=${path}`),
    )
}

describe('no key reads more than its user and its place may see', () => {
  test('of single answers, whatever it asks for', async () => {
    const confined = await member({ channel: ['web'] })
    const keys: [string, string[]][] = [
      [await key({ path: 'country=Sweden' }), ['Kaldt', hidden]],
      [await key({ path: 'country=Sweden;store=Gothenburg' }), ['Good', 'Slow', 'Kaldt', hidden]],
      [await key({ user_id: confined }), ['Slow', hidden]],
      [await key({ user_id: confined, path: 'country=Sweden' }), ['Slow', 'Kaldt', hidden]],
      [token, [hidden]],
    ]
    const paths = ['root', 'country=Norway;store=Oslo', 'store=Oslo', 'comment=~']
    for (const [by, secrets] of keys)
      for (const url of urlsOfReads(paths)) {
        const { body } = await board.app.inject({ method: 'GET', url, headers: bearer(by) })
        for (const secret of secrets) expect(body, url).not.toContain(secret)
      }
    // Those who look find what they may see.
    expect(JSON.stringify((await get('/comments', token)).body)).toContain('Kaldt')
    const [own] = keys[0] ?? []
    expect((await get('/interviews?path=country=Norway', own)).status).toBe(403)
    expect((await get(`/interviews/${board.responseIds[4]}`, own)).status).toBe(404)
    expect((await get(`/interviews/${board.responseIds[5]}`, token)).status).toBe(404)
  })

  test('of figures: other places are published ones, which these few answers are not', async () => {
    const own = await key({ path: 'country=Sweden' })
    expect(await figure('country=Sweden', own)).toMatchObject({ value: 3.5, n: 4, withheld: null })
    expect((await get('/figures?path=country=Norway', own)).status).toBe(403)
    // The place above is shown as to a user who is confined to the place of the key.
    const call = await board.as({ filters: { country: ['Sweden'] } })
    const [tile] = (await call('GET', `/rest/widgets/data/${board.survey}/head/root`)).body.variables
    expect((await get('/figures?indicators=satisfaction&path=root', own)).body.figures[0]).toMatchObject({
      ...{ value: tile.value, n: tile.nInterviews, low: tile.low, high: tile.high },
    })
    const { rows } = (await get('/ranking?indicators=rating&path=root', own)).body
    expect(
      rows.map(
        ({ name, accessAllowed, figures }: { name: string; accessAllowed: boolean; figures: { value: unknown }[] }) => [
          name,
          accessAllowed,
          figures[0]?.value,
        ],
      ),
    ).toEqual([
      ['Sweden', true, 3.5],
      ['Norway', false, null],
    ])
  })

  test('of an anonymous survey: figures as they are published, and no answer', async () => {
    const { db, analytics, pool } = board.deps
    const survey = await createSurvey(db, board.universeId, {
      ...smallSurvey,
      config: 'anonymity: { filters: [channel] }\n',
      rows: Array.from({ length: 40 }, (_, at) => ({
        date: '2025-10-06',
        answers: { ...abroad, channel: at < 39 ? 'web' : 'till', rating: (at % 5) + 1, comment: 'Never told' },
      })),
    })
    const roleId = await createRole(db, board.universeId, { surveys: { [survey.surveyId]: {} } })
    const user = await createUser(db, { universes: [{ universeId: board.universeId, roleId }] })
    const by = await createKey(db, survey, { type: 3, user_id: user.id, per_minute: 100_000 })
    await caughtUp(analytics, pool)
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const url = route.path.replace('{survey}', survey.extName).replace('{interviewId}', String(survey.responseIds[0]))
      const { statusCode, body } = await board.app.inject({ method: 'GET', url, headers: bearer(by) })
      expect(body).not.toContain('Never told')
      const isOfAnswers = /interviews|comments|alerts/.test(url)
      expect([url, statusCode]).toEqual([url, isOfAnswers ? 403 : 200])
    }
    // As a session of the same user is answered, noise and all.
    const session = bearer(await signIn(board.deps, user, board.universeId))
    const counted = async (path: string) => {
      const asked = await board.app.inject({
        method: 'GET',
        url: `/rest/paths/count/${survey.extName}/${path}`,
        headers: session,
      })
      return asked.json().n
    }
    for (const path of ['root', 'channel=web', 'channel=till']) {
      const { body } = await get(`/figures?indicators=n&path=${path};date=2025_4q`, by, survey.extName)
      if (body.figures) expect(body.figures[0].value).toBe(await counted(`${path};date=2025_4q`))
      else expect(body.code).toBe('validation')
    }
    expect((await get('/figures?path=comment=~', by, survey.extName)).status).toBe(400)
  })
})

describe('a key that is none', () => {
  const call = (route: Route, headers: Record<string, string>, query = '') =>
    board.app.inject({
      method: route.method,
      url: `${route.path.replace('{survey}', board.survey).replace('{interviewId}', String(board.responseIds[0]))}${query}`,
      headers: { 'content-type': 'application/json', ...headers },
      ...(route.method === 'POST' && { payload: { answers: abroad } }),
    })

  test('opens no route: of another type, revoked, ended, unknown, a session, in an address or without a user', async () => {
    const { db } = board.deps
    const session = await signIn(
      board.deps,
      { id: userId, username: '', universeId: board.universeId },
      board.universeId,
    )
    const isRoot = await createUser(db, { isRoot: true })
    const stranger = await createUniverse(db)
    const theirs = await createUser(db, {
      universes: [{ universeId: stranger.id, roleId: await createRole(db, stranger.id) }],
    })
    const bad: [string, Record<string, string>, number][] = [
      ['none', {}, 401],
      ['unknown', bearer(`gsv3_${'x'.repeat(43)}`), 401],
      ['session', bearer(session), 401],
      ['revoked', bearer(await key({ revoked_at: new Date() })), 401],
      ['ended', bearer(await key({ last_day: '2026-02-09' })), 401],
      ['without a user', bearer(await key({ user_id: null })), 403],
      ['of root', bearer(await key({ user_id: isRoot.id })), 403],
      ['of a stranger', bearer(await key({ user_id: theirs.id })), 403],
      ['of a place that is gone', bearer(await key({ path: 'country=Denmark' })), 403],
      ...(await Promise.all(
        ([1, 2, 4] as const).map(async (type): Promise<[string, Record<string, string>, number]> => [
          `type ${type}`,
          bearer(await key({ type, user_id: null })),
          403,
        ]),
      )),
    ]
    expect(routes.length).toBeGreaterThan(5)
    const before = await countResponses()
    for (const route of routes) {
      for (const [what, headers, status] of bad) {
        const { statusCode } = await call(route, headers)
        expect([route.id, what, statusCode]).toEqual([route.id, what, status])
      }
      const inAddress = await call(route, bearer(token), `?key=${token}`)
      expect([route.id, inAddress.statusCode]).toEqual([route.id, 403])
      expect(inAddress.body).not.toContain(token)
    }
    expect(await countResponses()).toBe(before)
  })

  test('of another survey or organisation finds none of this one', async () => {
    const { db } = board.deps
    const other = await createSurvey(db, board.universeId)
    const { id } = await createUniverse(db)
    const foreign = await createSurvey(db, id)
    const roleId = await createRole(db, id, { surveys: { [foreign.surveyId]: {} } })
    const stranger = await createUser(db, { universes: [{ universeId: id, roleId }] })
    const role = await createRole(db, board.universeId, { surveys: { [other.surveyId]: {}, [board.surveyId]: {} } })
    const both = await createUser(db, { universes: [{ universeId: board.universeId, roleId: role }] })
    const before = await countResponses()
    for (const by of [
      await createKey(db, other, { type: 3, user_id: both.id }),
      await createKey(db, foreign, { type: 3, user_id: stranger.id }),
    ])
      for (const route of routes.filter(({ path }) => path.includes('{survey}')))
        expect([route.id, (await call(route, bearer(by))).statusCode]).toEqual([route.id, 404])
    expect(await countResponses()).toBe(before)
  })

  async function countResponses(): Promise<number> {
    const { n } = await board.deps.db
      .selectFrom('response')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
})

describe('the reference page', () => {
  test('has examples that work as they are written, each answered as its route says', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../../docs/api/v1.md'), 'utf8')
    const shown = [...page.matchAll(/```sh\n(curl [\s\S]*?)\n```/g)].map(([, command]) => command ?? '')
    const survey = await createSurvey(board.deps.db, board.universeId, {
      ...smallSurvey,
      extName: exampleSurvey,
      config:
        'indicators: { satisfaction: { title: Satisfaction, expression: mean(rating) } }\n' +
        'alerts: [{ extname: low, title: Low, when: rating < 3, due: 1d }]\n',
    })
    const roleId = await createRole(board.deps.db, board.universeId, { surveys: { [survey.surveyId]: {} } })
    const user = await createUser(board.deps.db, { universes: [{ universeId: board.universeId, roleId }] })
    await caughtUp(board.deps.analytics, board.deps.pool)
    const env = {
      GENSVAR_URL: await address(),
      GENSVAR_KEY: await createKey(board.deps.db, survey, { type: 3, user_id: user.id, per_minute: 1000 }),
      RESPONSE_ID: String(survey.responseIds[0]),
    }
    const statuses: string[] = []
    for (const example of apiExamples) {
      const route = routes.find(({ id }) => id === example.route)
      const command = commandOf(example, route?.path ?? '')
      expect(shown).toContain(command)
      const answer = await run(command, env)
      const told = route?.response.safeParse(answer)
      expect([example.title, told?.success, answer]).toEqual([example.title, true, answer])
      if (example.route === 'sendResponses')
        statuses.push((answer as { rows: { status: string }[] }).rows.map(({ status }) => status).join())
    }
    expect(statuses).toEqual(['created', 'updated', 'created,refused', 'created,created'])
    expect(shown).toHaveLength(apiExamples.length)
    for (const { id } of routes) expect(apiExamples.map(({ route }) => route)).toContain(id)
  })

  /** Runs a command in a shell; without curl, what it says is sent all the same. */
  async function run(command: string, env: Readonly<Record<string, string>>): Promise<unknown> {
    const hasCurl = spawnSync('curl', ['--version']).status === 0
    if (hasCurl) {
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -sS --fail-with-body`], {
        env: { PATH: process.env['PATH'] ?? '', ...env },
      })
      return JSON.parse(stdout)
    }
    const text = command.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => env[name] ?? '')
    const body = /--data-binary '([\s\S]*)'/.exec(text)?.[1]
    const headers = [...text.matchAll(/-H "([\w-]+): ([^"]*)"/g)].map(([, name = '', value = '']): [string, string] => [
      name,
      value,
    ])
    const answer = await fetch(/^curl "([^"]+)"/.exec(text)?.[1] ?? '', {
      ...(body !== undefined && { method: 'POST', body }),
      headers,
    })
    expect(answer.status).toBe(200)
    return answer.json()
  }
})

describe('a client of the Model Context Protocol', () => {
  test('finds which units fell, and opens their cases, by the same doors', async () => {
    const url = new URL('/api/v1/mcp', await address())
    const client = await clientOf(url, token)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(5)
    for (const tool of tools) expect([tool.name, tool.annotations?.readOnlyHint]).toEqual([tool.name, true])
    const { survey } = board
    const fell = await ask(client, 'compare_units', {
      ...{ survey, path: 'country=Sweden', indicator: 'satisfaction' },
      ...{ period: 'custom_06012026_01032026', before: 'custom_01012026_06012026' },
    })
    expect(fell.rows.map(({ name, change }: { name: string; change: number }) => [name, change])).toEqual([
      ['Stockholm', -3],
      ['Gothenburg', null],
    ])
    expect(fell.rows[0].now).toMatchObject({ value: 2, n: 1 })
    const cases = await ask(client, 'list_interviews', { survey, path: 'country=Sweden;store=Stockholm' })
    expect(cases.rows.map(({ id }: { id: number }) => id)).toEqual(board.responseIds.slice(0, 2))
    const [interview, comments, figures] = await Promise.all([
      ask(client, 'get_interview', { survey, interviewId: cases.rows[1].id }),
      ask(client, 'list_comments', { survey, path: 'country=Sweden' }),
      ask(client, 'get_figures', { survey, path: 'country=Sweden', indicators: 'satisfaction' }),
    ])
    expect(interview.answers.comment).toBe('Slow')
    expect(comments.rows).toHaveLength(2)
    expect(figures.figures).toEqual((await get('/figures?path=country=Sweden&indicators=satisfaction')).body.figures)
    await client.close()
  })

  test('of a key of a place is told in words what it may not see, and of no other key anything', async () => {
    const url = new URL('/api/v1/mcp', await address())
    const own = await clientOf(url, await key({ path: 'country=Sweden' }))
    const { survey } = board
    for (const [name, asked] of [
      ['list_interviews', { survey, path: 'country=Norway' }],
      ['get_interview', { survey, interviewId: board.responseIds[4] }],
      ['get_figures', { survey: 'none-such' }],
      ['get_figures', { survey, indicators: 'none-such' }],
    ] as const) {
      const answer = await own.callTool({ name, arguments: asked })
      expect([name, answer.isError]).toEqual([name, true])
      expect(JSON.stringify(answer)).not.toContain('Kaldt')
    }
    await own.close()
    await expect(clientOf(url, await key({ type: 4, user_id: null }))).rejects.toThrow()
    const refused = await board.app.inject({
      method: 'POST',
      url: '/api/v1/mcp',
      payload: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
      headers: bearer(token),
    })
    expect(refused.statusCode).toBe(400)
    expect((await fetch(url)).status).toBe(405)
  })

  async function clientOf(url: URL, by: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: bearer(by) } }))
    return client
  }

  async function ask(client: Client, name: string, asked: Record<string, unknown>) {
    const answer = await client.callTool({ name, arguments: asked })
    const [first] = answer.content as { type: string; text: string }[]
    expect([name, answer.isError ?? false, first?.text]).toEqual([name, false, first?.text])
    return JSON.parse(first?.text ?? '')
  }
})

/** Where the server listens, which is opened once. */
async function address(): Promise<string> {
  listening ??= board.app.listen({ port: 0, host: '127.0.0.1' })
  return listening
}
