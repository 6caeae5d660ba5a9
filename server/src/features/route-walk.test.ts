import { tmpdir } from 'node:os'
import * as campaignProgress from '@gensvar/contract/campaign-progress'
import * as campaigns from '@gensvar/contract/campaigns'
import type { Route } from '@gensvar/contract/define-route'
import * as letters from '@gensvar/contract/letters'
import * as recordings from '@gensvar/contract/recordings'
import * as templateEditor from '@gensvar/contract/template-editor'
import * as templates from '@gensvar/contract/templates'
import { afterAll, describe, expect, test } from 'vitest'
import { registeredRoutes } from '#server/platform/http.ts'
import { makeWorld, walkers } from '#server/testing/route-walk-world.ts'
import { bodyOf } from '#server/testing/route-walk-bodies.ts'
import {
  expectedOf,
  headersOf,
  isLimitedBySurvey,
  mayMiss,
  openRoutes,
  paramsOf,
  placeRules,
  printingRoutes,
  rowParamsOf,
  urlOf,
} from '#server/testing/route-walk.ts'
import type { Walker } from '#server/testing/route-walk-world.ts'
import type { Expected } from '#server/testing/route-walk.ts'
import { hasOffice } from '#server/testing/office.ts'
import { testApp } from '#server/testing/test-app.ts'

// The routes are known once the application is built, so it is built before the tests are named.
const server = await testApp({ env: { GENSVAR_BACKUP_FOLDER: tmpdir() } })
const world = await makeWorld(server.deps)
const routes = registeredRoutes(server.app)
const isOpen = (route: Route) => route.permission === 'none' || route.permission === 'sign-in'
const ofKeys = routes.filter(({ permission }) => permission === 'api-key')
// features/api/reading.test.ts calls the others with keys.
const guarded = routes.filter((route) => !isOpen(route) && !ofKeys.includes(route))

afterAll(() => server.close())

async function call(route: Route, walker: Walker, given: Readonly<Record<string, string>> = {}) {
  const body = await bodyOf(server.deps, route, world, given)
  const response = await server.app.inject({
    method: route.method,
    url: urlOf(route, world, { username: world.usernames[walker], userId: world.userIds[walker], ...given }),
    headers: { ...headersOf(route), ...world.headers[walker] },
    ...(body && { payload: body }),
  })
  const mayLackOffice = !hasOffice && printingRoutes.has(route.id) && response.statusCode === 503
  if (response.statusCode >= 500 && !mayLackOffice) throw new Error(`${route.id} failed: ${response.body}`)
  return response
}

/** Statuses that meet an expectation. */
function answersOf(route: Route, expected: Expected): number[] {
  if (expected !== 'allowed') return [expected]
  // Its sample tokens are invalid, and the call itself answers that.
  if (route.id === 'impersonate') return [401]
  if (!hasOffice && printingRoutes.has(route.id)) return [200, 404, 503]
  return mayMiss(route) ? [200, 404] : [200]
}

test('the routes of the product are walked', () => {
  expect(routes.length).toBeGreaterThan(10)
  expect(new Set(routes.map((route) => route.id)).size).toBe(routes.length)
})

test('every call of templates and campaigns is under /rest (CALL-02)', () => {
  const parts = [templates, templateEditor, letters, campaigns, campaignProgress, recordings]
  const ofParts = parts.flatMap((part) => Object.values(part).filter((one): one is Route => isRoute(one)))
  const served = new Set(routes.map(({ id }) => id))
  expect(ofParts.length).toBeGreaterThan(45)
  for (const { id, path } of ofParts) {
    expect(served.has(id), id).toBe(true)
    expect(path, id).toMatch(/^\/rest\/(?:mails|sms|letters|letteruploader|mailcampaign)\//)
  }
  // Nor is one of them anywhere else.
  const others = routes.filter(({ id }) => !ofParts.some((one) => one.id === id))
  expect(others.filter(({ path }) => /\/(?:mails\/template|sms|letter\w*|mailcampaign)\b/.test(path))).toEqual([])
})

function isRoute(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'permission' in value && 'path' in value
}

describe('open routes', () => {
  test('are those that were meant to be; every other call without a token is refused (AUTH-15a)', async () => {
    const idsOf = (permission: Route['permission']) =>
      routes.filter((route) => route.permission === permission).map((route) => route.id)
    expect(idsOf('none').toSorted()).toEqual(['getBigScreen', 'getClientConfig', 'getHealth'])
    expect([...idsOf('none'), ...idsOf('sign-in')].toSorted()).toEqual(Object.keys(openRoutes).toSorted())
    for (const route of [...guarded, ...ofKeys]) expect((await call(route, 'nobody')).statusCode, route.id).toBe(401)
  })

  test.each(routes.filter(isOpen).map((route) => [route.id, route] as const))(
    '%s answers nobody as expected',
    async (id, route) => {
      expect((await call(route, 'nobody')).statusCode).toBe(openRoutes[id])
    },
  )
})

test('no session opens what is opened by keys', async () => {
  expect(ofKeys.length).toBeGreaterThan(5)
  for (const route of ofKeys)
    for (const walker of ['root', 'administrator'] as const)
      expect((await call(route, walker)).statusCode, route.id).toBe(401)
})

const named = (list: readonly Route[]) => list.map((route) => [route.id, route] as const)
const withRows = guarded.flatMap((route) =>
  rowParamsOf(route).map(([name, kind]) => [route.id, name, kind, route] as const),
)
/** Rows of the places and channels of the responses, in their order, by the kind of row that a parameter names. */
const rowsOfCases: Readonly<Record<string, readonly number[]>> = {
  interviewId: world.survey.responseIds,
  sampleId: world.sampleIds,
  alertId: world.alertIds,
  closedAlert: world.alertIds,
}
const withCases = withRows.filter(([, , kind]) => Object.hasOwn(rowsOfCases, kind))

describe.each(named(guarded))('%s', (_id, route) => {
  test.each(walkers)('answers %s by its permission', async (walker) => {
    const expected = expectedOf(route, walker)
    const { statusCode, body } = await call(route, walker)
    expect(answersOf(route, expected), body).toContain(statusCode)
  })
})

test.each(named(guarded.filter((route) => paramsOf(route).includes('survey'))))(
  "%s keeps another universe's survey from everybody, root included",
  async (_id, route) => {
    for (const walker of ['root', 'administrator', 'store', 'acting'] as const) {
      // What is said by the rights in a survey or by its configuration is not read of this one.
      const isByRank = expectedOf(route, walker) === 403 && !isLimitedBySurvey(route, walker)
      const expected = isByRank ? 403 : 404
      expect((await call(route, walker, { survey: world.foreign.extName })).statusCode).toBe(expected)
    }
  },
)

const ofCases = guarded.filter(({ permission }) => permission === 'view-interviews' || permission === 'view-samples')

test.each(named(ofCases))('%s opens no single answer of an anonymous survey', async (_id, route) => {
  const rows = rowParamsOf(route).map(([name]) => [name, String(world.anonymous.responseIds[0])])
  for (const walker of ['root', 'administrator', 'store'] as const) {
    const given = { survey: world.anonymous.extName, ...Object.fromEntries(rows) }
    expect((await call(route, walker, given)).statusCode).toBe(403)
  }
})

test.each(named(guarded))(
  "%s names nothing of the user's other universes to whoever acts as them",
  async (_id, route) => {
    const { body } = await call(route, 'acting')
    expect(body).not.toContain(world.foreign.extName)
    expect(body).not.toContain(world.foreignUniverse)
  },
)

test.each(withRows)(
  "%s keeps another universe's {%s} from everybody, root included",
  async (_id, name, kind, route) => {
    const foreign = world.ids.foreign[kind] ?? ''
    for (const walker of ['root', 'administrator', 'acting'] as const) {
      const expected = expectedOf(route, walker) === 'allowed' ? 404 : expectedOf(route, walker)
      expect((await call(route, walker, { [name]: foreign })).statusCode).toBe(expected)
    }
  },
)

test.each(withCases)('%s keeps {%s} outside the rights of a user from them', async (_id, name, kind, route) => {
  const [, , gothenburgWeb, gothenburgTill, oslo] = rowsOfCases[kind]?.map(String) ?? []
  const cases: [Walker, string | undefined, 'open' | 'closed'][] = [
    ['regional', oslo, 'closed'],
    ['regional', gothenburgTill, 'open'],
    ['acting', oslo, 'closed'],
    ['acting', gothenburgTill, 'open'],
    ['store', gothenburgWeb, 'closed'],
    ['channel', gothenburgTill, 'closed'],
    ['channel', gothenburgWeb, 'open'],
  ]
  for (const [walker, id, access] of cases) {
    const permitted = expectedOf(route, walker)
    const expected = permitted === 'allowed' && access === 'closed' ? 404 : permitted
    expect(answersOf(route, expected)).toContain((await call(route, walker, { [name]: id ?? '' })).statusCode)
  }
})

test.each(named(guarded.filter((route) => paramsOf(route).includes('drillPath'))))(
  '%s keeps places outside the rights of a user from them, or to figures alone',
  async (_id, route) => {
    const rule = placeRules[route.id]
    if (!rule) throw new Error(`say in testing/route-walk.ts what ${route.id} answers outside a user's place`)
    const outside = [
      ['regional', 'country=Norway'],
      ['acting', 'country=Norway'],
      ['store', 'country=Sweden;store=Gothenburg'],
    ] as const
    for (const [walker, drillPath] of outside) {
      const permitted = expectedOf(route, walker)
      const expected = permitted === 'allowed' && rule === 'refused' ? 403 : permitted
      expect(answersOf(route, expected)).toContain((await call(route, walker, { drillPath })).statusCode)
    }
    // New samples belong to a place of the lowest level.
    expect((await call(route, 'root', { drillPath: 'country=Norway;store=Oslo' })).statusCode).toBe(200)
  },
)

test('a table of samples lists nothing to those who may not open them, and nothing of an anonymous survey', async () => {
  const route = routes.find(({ id }) => id === 'getWidgetData')!
  const asked = (walker: Walker, survey: string) =>
    call(route, walker, { survey, component: 'customers', drillPath: 'samplestate=0*1*2*3*4' })
  for (const walker of ['root', 'administrator', 'regional', 'acting', 'store', 'channel'] as const) {
    const listed = await asked(walker, world.survey.extName)
    const mayList = walker !== 'store' && walker !== 'channel'
    expect(listed.statusCode, walker).toBe(mayList ? 200 : 403)
    expect((await asked(walker, world.anonymous.extName)).statusCode, walker).toBe(403)
    if (walker === 'regional') expect(listed.body).not.toContain('OSLO')
    if (walker === 'root') expect(listed.body).toContain('OSLO')
  }
})

test('a table of alerts lists, counts, finds and files those of the reader alone, and none of an anonymous survey', async () => {
  const named = (id: string) => routes.find((route) => route.id === id)!
  const [web, till, gothenburgWeb, gothenburgTill, oslo, sample] = world.alertIds
  if (sample === undefined) throw new Error('the responses have no alerts')
  const readable: Partial<Record<Walker, (number | undefined)[]>> = {
    root: [web, till, gothenburgWeb, gothenburgTill, oslo],
    administrator: [web, till, gothenburgWeb, gothenburgTill, oslo],
    regional: [web, till, gothenburgWeb, gothenburgTill],
    acting: [web, till, gothenburgWeb, gothenburgTill],
    store: [web, till],
    channel: [web, gothenburgWeb, oslo],
  }
  // Besides those of every response, the first has two that other calls change.
  const others = Object.entries(world.ids.own).flatMap(([kind, id]) =>
    kind === 'alertId' || kind === 'closedAlert' ? [Number(id)] : [],
  )
  for (const walker of walkers) {
    const own = readable[walker]
    for (const route of [named('getWidgetData'), named('listAlerts')])
      for (const drillPath of ['root', 'country=Norway', 'store=Oslo', 'channel=web']) {
        const listed = await call(route, walker, { component: 'alerts', drillPath })
        if (own === undefined) {
          expect(listed.statusCode, walker).toBeGreaterThanOrEqual(400)
          continue
        }
        if (listed.statusCode === 403 && drillPath !== 'root') continue
        const { rankingData, totalNumberRows, counts } = listed.json()
        const ids: number[] = rankingData.rows.map(({ alertId }: { alertId: number }) => alertId)
        const mine = ids.filter((id) => !others.includes(id))
        for (const id of mine) expect(own, `${walker} at ${drillPath}`).toContain(id)
        if (drillPath === 'root') expect(mine.toSorted(), walker).toEqual(own.toSorted())
        expect([totalNumberRows, counts.open + counts.processing + counts.closed], walker).toEqual([
          ids.length,
          ids.length,
        ])
      }
    const found = await call(named('suggestAlerts'), walker, { component: 'alerts', drillPath: 'root' })
    if (own !== undefined && !own.includes(oslo)) expect(found.body, walker).not.toContain('Oslo')
    const anonymous = { survey: world.anonymous.extName, component: 'alerts' }
    expect((await call(named('getWidgetData'), walker, anonymous)).statusCode, walker).toBeGreaterThanOrEqual(400)
  }
})

test('awards count the interviews of places that are the reader’s own, and show none of others or of an anonymous survey', async () => {
  const route = routes.find(({ id }) => id === 'getWidgetData')!
  const asked = async (walker: Walker, survey: string, drillPath: string) =>
    (await call(route, walker, { survey, component: 'awards', drillPath })).json()
  // The best answer is one of Stockholm's.
  const own: Partial<Record<Walker, string>> = {
    root: 'root',
    administrator: 'root',
    regional: 'country=Sweden',
    acting: 'country=Sweden',
    store: 'country=Sweden;store=Stockholm',
    channel: 'root',
  }
  const year = 'date=custom_01012026_31122026'
  for (const walker of walkers) {
    const shown = await asked(walker, world.survey.extName, `${own[walker] ?? 'root'};${year}`.replace('root;', ''))
    const obtained = (shown.awards ?? []).map((award: { obtained: number }) => award.obtained)
    expect(obtained, walker).toEqual(own[walker] === undefined ? [] : [1, expect.any(Number)])
    for (const place of ['country=Norway', 'country=Norway;store=Oslo'])
      if (own[walker] !== 'root') {
        const elsewhere = await asked(walker, world.survey.extName, `${place};${year}`)
        expect([elsewhere.awards ?? [], elsewhere.chartData?.record ?? null], walker).toEqual([[], null])
      }
    const hidden = await asked(walker, world.anonymous.extName, 'root')
    expect([hidden.awards ?? [], hidden.chartData?.record ?? null], walker).toEqual([[], null])
  }
})

test('nobody reads a comment from outside their places, and nobody one of an anonymous survey', async () => {
  const route = routes.find(({ id }) => id === 'getWidgetData')!
  const shown = async (walker: Walker, survey: string, drillPath: string): Promise<string[]> => {
    const { comments = [] } = (await call(route, walker, { survey, component: 'voices', drillPath })).json()
    return comments.flatMap(({ texts }: { texts: { value: string }[] }) => texts.map(({ value }) => value))
  }
  const readable: Partial<Record<Walker, string[]>> = {
    root: ['Kaldt', 'Slow', 'Good'],
    administrator: ['Kaldt', 'Slow', 'Good'],
    regional: ['Slow', 'Good'],
    acting: ['Slow', 'Good'],
    store: ['Slow', 'Good'],
    channel: ['Kaldt', 'Good'],
  }
  for (const walker of walkers) {
    const own = readable[walker] ?? []
    expect(await shown(walker, world.survey.extName, 'root'), walker).toEqual(own)
    for (const drillPath of ['country=Norway', 'store=Oslo', 'comment=kald~', 'channel=web'])
      for (const text of await shown(walker, world.survey.extName, drillPath)) expect(own, walker).toContain(text)
    expect(await shown(walker, world.anonymous.extName, 'root'), walker).toEqual([])
  }
})

test('nobody is shown a record, or told how many there are, from outside their places or of an anonymous survey', async () => {
  const route = routes.find(({ id }) => id === 'getWidgetData')!
  const download = routes.find(({ id }) => id === 'downloadRecords')!
  const { responseIds } = world.survey
  const notes = [
    'web in Stockholm',
    'till in Stockholm',
    'web in Gothenburg',
    'till in Gothenburg',
    'web in Oslo',
    'a sample',
  ]
  const rows = [...responseIds, ...world.anonymous.responseIds].map((id, at) => ({
    response_id: id,
    recordset: 'contacts',
    cells: JSON.stringify({ note: notes[at % notes.length] }),
  }))
  await server.deps.db.insertInto('response_record').values(rows).execute()
  const readable: Partial<Record<Walker, number[]>> = {
    root: [0, 1, 2, 3, 4],
    administrator: [0, 1, 2, 3, 4],
    regional: [0, 1, 2, 3],
    acting: [0, 1, 2, 3],
    store: [0, 1],
    channel: [0, 2, 4],
  }
  for (const walker of walkers) {
    const own = (readable[walker] ?? []).map((at) => notes[at] ?? '')
    const given = { component: 'contacts', drillPath: 'root' }
    const shown = (await call(route, walker, given)).json()
    if (own.length > 0) expect(shown.rows.flat().toSorted(), walker).toEqual(own.toSorted())
    expect(shown.totalNumberRows ?? 0, walker).toBe(own.length)
    const file = (await call(download, walker, { ...given, drillPath: 'samplestate=0*1' })).body
    for (const note of notes.slice(0, 5)) if (!own.includes(note)) expect(file, walker).not.toContain(note)
    for (const drillPath of ['country=Norway', 'store=Oslo', 'comment=kald~', 'samplestate=1']) {
      const { rows: listed = [], totalNumberRows = 0 } = (await call(route, walker, { ...given, drillPath })).json()
      expect(totalNumberRows, walker).toBe(listed.length)
      const isSampleAsked = drillPath === 'samplestate=1' && (walker === 'root' || walker === 'administrator')
      for (const note of listed.flat()) if (!isSampleAsked) expect(own, `${walker} at ${drillPath}`).toContain(note)
    }
    const hidden = (await call(route, walker, { ...given, survey: world.anonymous.extName })).json()
    expect([hidden.rows ?? [], hidden.headers ?? [], hidden.totalNumberRows ?? 0]).toEqual([[], [], 0])
  }
})
