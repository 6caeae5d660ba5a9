import type { GlobalValuesRow } from '@gensvar/contract/entities/data-tables'
import { createTicket } from '@gensvar/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const extra = `
pages:
  - extname: work
    components:
      - { type: global-values-table, config: { id: gv, title: Surveys, indicators: [satisfaction, n, place] } }
      - { type: global-values-table, config: { id: one, indicators: [satisfaction] } }
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
`

let board: Dashboard
let root: string
let staff: string
let hidden: string

/** Another survey of the same universe, with an indicator called alike. */
const beside = (config: string) => ({
  ...smallSurvey,
  config: `indicators: { satisfaction: { title: Theirs, expression: "mean(rating)", decimals: 0 } }\n${config}`,
})

beforeAll(async () => {
  board = await openDashboard({ extra })
  const { deps, universeId } = board
  const { db } = deps
  const named = await createSurvey(db, universeId, { ...beside(''), extName: 'named-one' })
  const anonymous = await createSurvey(db, universeId, {
    ...beside('anonymity: { filters: [] }\n'),
    extName: 'anonymous-one',
  })
  const closed = await createSurvey(db, universeId, { ...beside(''), extName: 'closed-one' })
  hidden = closed.extName
  await createSurvey(db, universeId, {
    questions: { color: { type: 'text' } },
    rows: [],
    extName: 'without-figures',
  })
  const elsewhere = await createUniverse(db)
  await createSurvey(db, elsewhere.id, { ...beside(''), extName: 'foreign-one' })
  const surveys = { [board.surveyId]: {}, [named.surveyId]: {}, [anonymous.surveyId]: {} }
  const roleId = await createRole(db, universeId, { surveys })
  root = await signIn(deps, await createUser(db, { isRoot: true }), universeId)
  staff = await signIn(deps, await createUser(db, { universes: [{ universeId, roleId }] }))
})

afterAll(() => board.close())

interface SentEvent {
  event: string
  data: { headers: { value: string }[]; rows: GlobalValuesRow[] } & GlobalValuesRow
}

function eventsIn(body: string): SentEvent[] {
  return body
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
      return { event, data: JSON.parse(data) as SentEvent['data'] }
    })
}

const address = (path = 'root', component = 'gv') => `/rest/tables/globalvalues/${board.survey}/${component}/${path}`

async function stream(token: string, path?: string, component?: string) {
  const { statusCode, headers, body } = await board.app.inject({
    url: address(path, component),
    headers: bearer(token),
  })
  return { statusCode, type: headers['content-type'], cache: headers['cache-control'], body }
}

test('headers and surveys come first, then a row per survey as it is counted, then the end (DTABLE-09)', async () => {
  const { statusCode, type, cache, body } = await stream(staff)
  expect([statusCode, type, cache]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store'])
  const events = eventsIn(body)
  expect(events.map(({ event }) => event)).toEqual([
    'globalTableInitialData',
    'globalSurveyResult',
    'globalSurveyResult',
    'globalSurveyResult',
    'globalTableDataEnd',
  ])
  const [first, ...others] = events
  expect(first?.data.headers.map(({ value }) => value)).toEqual(['satisfaction', 'n', 'place'])
  const surveys = [board.survey, 'anonymous-one', 'named-one'].toSorted()
  expect(first?.data.rows.map((row) => [row.surveyname, row.cells]).toSorted()).toEqual(surveys.map((one) => [one, []]))
  // A row is found by its survey, which no two of them share, and has a cell under each header.
  expect(new Set(first?.data.rows.map(({ surveyname }) => surveyname)).size).toBe(first?.data.rows.length)
  for (const { data } of others.slice(0, -1)) expect(data.cells).toHaveLength(first?.data.headers.length ?? 0)
  const rows = new Map(others.slice(0, -1).map(({ data }) => [data.surveyname, data]))
  expect([...rows.keys()].toSorted()).toEqual(surveys)
  expect(rows.get(board.survey)).toMatchObject({ cells: ['3', '5', ''], values: [3, 5, null] })
  // Each with its own definition, all with the decimals of the one that shows the fewest; a figure a survey has not is said to be missing.
  expect(rows.get('named-one')).toMatchObject({ cells: ['3', '5', ''] })
  expect(rows.get('named-one')?.withheld[2]).toMatchObject({ en: 'This survey has no such figure.' })
  // Too few answers of an anonymous survey, and of whose number nothing is said.
  expect(rows.get('anonymous-one')).toMatchObject({ cells: ['', '', ''], values: [null, null, null] })
  expect(rows.get('anonymous-one')?.withheld[0]).not.toBeNull()
  // What a figure is comes with it, and nothing of what is withheld.
  expect(rows.get('named-one')?.details).toEqual([
    {
      name: 'satisfaction',
      ...{ expression: 'mean(rating)', alertMode: null, decimals: 0, n: 5, isRounded: false, cases: 'interviews' },
      ...{ low: expect.any(Number), high: expect.any(Number), definition: expect.anything() },
    },
    expect.objectContaining({ name: 'n', n: 5 }),
    null,
  ])
  expect(rows.get('anonymous-one')?.details).toEqual([null, null, null])
  // The same table at once, as reports take it.
  const url = `/rest/widgets/data/${board.survey}/gv/root`
  const whole = (await board.app.inject({ url, headers: bearer(staff) })).json()
  expect(
    whole.rows.toSorted((a: GlobalValuesRow, b: GlobalValuesRow) => a.surveyname.localeCompare(b.surveyname)),
  ).toEqual([...rows.values()].toSorted((a, b) => a.surveyname.localeCompare(b.surveyname)))
})

test('it holds the surveys a caller may open, of their organisation alone', async () => {
  const everything = (await stream(root)).body
  expect(everything).toContain(hidden)
  expect((await stream(staff)).body).not.toContain(hidden)
  for (const { body } of [await stream(root), await stream(staff)]) expect(body).not.toContain('foreign-one')
  // A survey without any of the figures has no row.
  const some = (await stream(root, 'root', 'one')).body
  expect(some).toContain('named-one')
  expect(some).not.toContain('without-figures')
})

test('the period is that of the path for all surveys; places and other filters are of one survey', async () => {
  const rowsAt = async (path: string) =>
    eventsIn((await stream(root, path)).body)
      .filter(({ event }) => event === 'globalSurveyResult')
      .map(({ data }) => [data.surveyname, data.cells[1]])
      .filter(([name]) => name !== 'anonymous-one' && name !== 'without-figures')
      .toSorted()
  const names = [board.survey, 'closed-one', 'named-one'].toSorted()
  expect(await rowsAt('date=custom_01012026_31012026')).toEqual(names.map((name) => [name, '3']))
  expect(await rowsAt('country=Norway;channel=web')).toEqual(names.map((name) => [name, '5']))
})

test('survey, component, path and a token as parameter open it, once: a ticket, not that of the session (AUTH-15b) (DTABLE-15)', async () => {
  const headers = bearer(staff)
  const asked = await board.app.inject({
    method: 'POST',
    url: createTicket.path,
    headers,
    payload: { path: address() },
  })
  const url = `${address()}?token=${asked.json().ticket}`
  const { statusCode, headers: sent, body } = await board.app.inject({ url })
  expect([statusCode, sent['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(eventsIn(body)).toEqual(eventsIn((await stream(staff)).body))
  // What lets somebody in for longer does not belong in an address.
  expect((await board.app.inject({ url: `${address()}?token=${staff}` })).statusCode).toBe(401)
  expect(
    (await board.app.inject({ url: `${address('country=Norway')}?token=${asked.json().ticket}` })).statusCode,
  ).toBe(401)
  expect((await board.app.inject({ url })).statusCode).toBe(401)
  expect((await board.app.inject({ url: address() })).statusCode).toBe(401)
})

test('another component, place or person is refused before anything is sent', async () => {
  expect((await stream(staff, 'root', 'head')).statusCode).toBe(400)
  expect((await stream(staff, 'root', 'gone')).statusCode).toBe(404)
  expect((await stream(staff, 'country=Nowhere')).statusCode).toBe(404)
})
