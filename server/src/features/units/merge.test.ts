import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnitBook } from '#server/domain/build/unit-book.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { makeUnits, openUnits } from './testing/units-bench.ts'

let board: Dashboard
let admin: Caller

beforeAll(async () => {
  ;({ board, admin } = await openUnits())
})
afterAll(() => board.close())

test('a merged unit is the other one: responses, alerts, actions, filters, links, users and later imports', async () => {
  const units = await makeUnits(board)
  const { db } = board.deps
  const [from, into] = [await units.unit('Sweden', 'Gothenburg'), await units.unit('Sweden', 'Stockholm')]
  const survey_id = units.surveyId
  const alert = { survey_id, response_id: units.responseIds[2] ?? 0, rule: 'low' }
  const { id: alertId } = await db.insertInto('alert').values(alert).returning('id').executeTakeFirstOrThrow()
  const action = { survey_id, view: 'stores', unit_id: from, extname: 'x', expression: 'count()', goal: 1 }
  const { id: actionId } = await db
    .insertInto('action')
    .values({ ...action, period: 'rel_-3m_0d', period_start: '2026-01-01', deadline: '2026-12-31' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const gita = await board.as({ filters: { store: ['Gothenburg'] } })
  const path = 'channel=web;store=Gothenburg*Oslo'
  await admin('POST', `/rest/filters/saved/${units.survey}`, { name: 'West', path, shared: true })
  const dry = (await units.merge(admin, from, { into, dryRun: true })).body
  expect(dry).toMatchObject({ unitId: null, touches: { units: 1, responses: 2, alerts: 1, actions: 1, savedPaths: 1 } })
  expect((await units.merge(admin, from, { into })).body).toMatchObject({ unitId: into })
  expect(await units.counted()).toEqual({ 'Sweden/Stockholm': 4, 'Norway/Oslo': 1 })
  for (const place of ['country=Sweden;store=Stockholm', 'country=Sweden;store=Gothenburg', 'store=Stockholm'])
    expect(await units.figure(admin, place), place).toBe(4)
  await expect.poll(() => units.figure(gita, 'country=Sweden;store=Stockholm')).toBe(4)
  const { saved_path, moved } = {
    saved_path: (await admin('GET', `/rest/filters/saved/${units.survey}`)).body.savedFilters[0].path,
    moved: await db.selectFrom('action').where('id', '=', actionId).select('unit_id').executeTakeFirst(),
  }
  expect(saved_path).toBe('channel=web;store=Stockholm*Oslo')
  expect(moved).toEqual({ unit_id: into })
  const { unit_ids } = await db
    .selectFrom('alert')
    .where('id', '=', alertId)
    .select('unit_ids')
    .executeTakeFirstOrThrow()
  expect(unit_ids).toEqual([into])
  const now = (await admin('GET', `/rest/units/unit/${units.survey}/${into}`)).body
  expect(now).toMatchObject({ aliases: ['Gothenburg'], responses: 4, alerts: 1, actions: 1 })
  const { view_id } = await db.selectFrom('unit').where('id', '=', into).select('view_id').executeTakeFirstOrThrow()
  const book = await openUnitBook(db, { universeId: board.universeId, surveyId: survey_id }, () => ({}))
  const [leaf = 0] = await book.leaves(view_id, [['Sweden', 'Gothenburg']])
  expect([leaf, book.inserted, book.placeOf(leaf)]).toEqual([into, 0, ['Sweden', 'Stockholm']])
})

test('units below are merged by name, and the others go along', async () => {
  const units = await makeUnits(board, {
    rows: [
      { date: '2026-01-05', answers: { country: 'Sweden', store: 'Oslo' } },
      { date: '2026-01-05', answers: { country: 'Sweden', store: 'Gothenburg' } },
      { date: '2026-01-05', answers: { country: 'Norway', store: 'Oslo' } },
    ],
  })
  const { body } = await units.merge(admin, await units.unit('Sweden'), { into: await units.unit('Norway') })
  expect(body).toMatchObject({ touches: { units: 2, responses: 2 } })
  expect(await units.counted()).toEqual({ 'Norway/Oslo': 2, 'Norway/Gothenburg': 1 })
  expect(await units.figure(admin, 'country=Norway')).toBe(3)
  expect(await units.figure(admin, 'country=Sweden')).toBe(3)
  expect(await units.figure(admin, 'country=Sweden;store=Oslo')).toBe(2)
})

test('of two merges that cross, one is refused and nothing is lost', async () => {
  const units = await makeUnits(board)
  const [a, b] = [await units.unit('Sweden', 'Gothenburg'), await units.unit('Sweden', 'Stockholm')]
  const done = await Promise.all([units.merge(admin, a, { into: b }), units.merge(admin, b, { into: a })])
  expect(done.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(Object.values(await units.counted()).toSorted()).toEqual([1, 4])
})

test('is refused with itself, "-", another level, a stale version and nothing chosen', async () => {
  const units = await makeUnits(board)
  const [sweden, id] = [await units.unit('Sweden'), await units.unit('Sweden', 'Gothenburg')]
  const refused = [
    [{ into: id }, 400, 'into', /itself/],
    [{ into: sweden }, 400, 'into', /same level/],
    [{ into: null }, 400, 'into', /Choose/],
    [{ into: 2_147_483_647 }, 404, 'into', /no such unit/],
    [{ into: await units.unit('Norway', 'Oslo'), version: 9 }, 409, 'version', /changed/],
  ] as const
  for (const [body, status, field, words] of refused)
    expect(await units.merge(admin, id, body), String(words)).toMatchObject({
      status,
      body: { fields: { [field]: expect.stringMatching(words) } },
    })
})

test('responses that an anonymous survey has counted stay where they are', async () => {
  const units = await makeUnits(board, { config: 'anonymity: { filters: [] }' })
  const { db } = board.deps
  await db.updateTable('response').set({ released: true }).where('survey_id', '=', units.surveyId).execute()
  const [from, into] = [await units.unit('Sweden', 'Gothenburg'), await units.unit('Sweden', 'Stockholm')]
  expect((await units.merge(admin, from, { into, dryRun: true })).body.touches.responses).toBeNull()
  expect((await units.merge(admin, from, { into })).status).toBe(409)
  expect(await units.unit('Sweden', 'Gothenburg')).toBe(from)
})
