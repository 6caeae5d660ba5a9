import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { makeUnits, openUnits } from './testing/units-bench.ts'

let board: Dashboard
let admin: Caller

beforeAll(async () => {
  ;({ board, admin } = await openUnits())
})
afterAll(() => board.close())

const answersOf = async (ids: readonly number[]) => {
  const rows = await board.deps.db.selectFrom('response').where('id', 'in', ids).orderBy('id').selectAll().execute()
  return rows.map(({ answers, version }) => `${String(answers['country'])}/${String(answers['store'])} ${version}`)
}

describe('a move without a date', () => {
  test('takes all responses along: figures by place and by filter, answers, actions and old paths', async () => {
    const units = await makeUnits(board)
    const { db } = board.deps
    const id = await units.unit('Sweden', 'Gothenburg')
    const norway = await units.unit('Norway')
    const action = {
      survey_id: units.surveyId,
      view: 'stores',
      unit_id: id,
      extname: 'x',
      expression: 'count()',
      goal: 1,
    }
    await db
      .insertInto('action')
      .values({ ...action, period: 'rel_-3m_0d', period_start: '2026-01-01', deadline: '2026-12-31' })
      .execute()
    const dry = await units.move(admin, id, { parentId: norway, dryRun: true })
    expect(dry.body).toMatchObject({ unitId: null, touches: { units: 1, responses: 2, alerts: 0, actions: 1 } })
    expect(await units.counted()).toEqual({ 'Sweden/Stockholm': 2, 'Sweden/Gothenburg': 2, 'Norway/Oslo': 1 })
    const { status, body } = await units.move(admin, id, { parentId: norway })
    expect([status, body.unitId]).toEqual([200, id])
    expect(await units.counted()).toEqual({ 'Sweden/Stockholm': 2, 'Norway/Gothenburg': 2, 'Norway/Oslo': 1 })
    expect(await units.figure(admin, 'country=Norway')).toBe(3)
    expect(await units.figure(admin, 'country=Sweden')).toBe(2)
    expect(await units.figure(admin, 'country=Norway;store=Gothenburg')).toBe(2)
    // As a filter, by the answers.
    expect(await units.figure(admin, 'channel=web;country=Norway*Sweden')).toBe(3)
    expect(await units.figure(admin, 'country=_Sweden')).toBe(3)
    // Links to the former place lead to the unit.
    expect(await units.figure(admin, 'country=Sweden;store=Gothenburg')).toBe(2)
    expect(await answersOf(units.responseIds)).toEqual([
      'Sweden/Stockholm 1',
      'Sweden/Stockholm 1',
      'Norway/Gothenburg 2',
      'Norway/Gothenburg 2',
      'Norway/Oslo 1',
      'Norway/Oslo 1',
    ])
    expect((await admin('GET', `/rest/units/unit/${units.survey}/${id}`)).body).toMatchObject({
      above: ['Norway'],
      actions: 1,
      formerPlaces: ['Sweden › Gothenburg'],
    })
  })
})

test('a move does not look for comments that are gone, of which it removes none', async () => {
  const units = await makeUnits(board)
  const { db } = board.deps
  const [, , moved = 0] = units.responseIds
  // A judgement of no comment goes with whatever else changes the answers.
  await sql`
    insert into comment_judgement (response_id, question_id, survey_id, lang, label, score, engine, text_hash)
    select ${moved}, id, survey_id, 'en', 'pos', 0, '', '' from question
     where survey_id = ${units.surveyId} and variable = 'comment'`.execute(db)
  const isThere = async () =>
    (await db.selectFrom('comment_judgement').select('label').where('response_id', '=', moved).execute()).length > 0
  const parentId = await units.unit('Norway')
  expect((await units.move(admin, await units.unit('Sweden', 'Gothenburg'), { parentId })).status).toBe(200)
  expect(await isThere()).toBe(true)
  await sql`update response set answers = answers - 'country' where id = ${moved}`.execute(db)
  expect(await isThere()).toBe(false)
})

describe('a move on a date', () => {
  test('takes the responses from that day on along, and closes the unit they were in', async () => {
    const units = await makeUnits(board)
    const { db } = board.deps
    const id = await units.unit('Sweden', 'Gothenburg')
    const norway = await units.unit('Norway')
    const [, , before = 0, after = 0] = units.responseIds
    for (const response_id of [before, after])
      await db.insertInto('alert').values({ survey_id: units.surveyId, response_id, rule: 'low' }).execute()
    const anchored = {
      survey_id: units.surveyId,
      view: 'stores',
      unit_id: id,
      extname: 'x',
      expression: 'count()',
      goal: 1,
    }
    const dated = { ...anchored, period: 'rel_-3m_0d', period_start: '2026-01-01', deadline: '2026-12-31' }
    await db
      .insertInto('action')
      .values([dated, { ...dated, state: 1 }])
      .execute()
    const { status, body } = await units.move(admin, id, { parentId: norway, date: '2026-02-01' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ touches: { units: 1, responses: 1, alerts: 1, actions: 1 } })
    const next = await units.unit('Norway', 'Gothenburg')
    expect(body.unitId).toBe(next)
    expect(await units.counted()).toEqual({
      'Sweden/Stockholm': 2,
      'Sweden/Gothenburg': 1,
      'Norway/Gothenburg': 1,
      'Norway/Oslo': 1,
    })
    expect(await units.figure(admin, 'country=Norway')).toBe(2)
    expect(await units.figure(admin, 'country=Sweden;store=Gothenburg')).toBe(1)
    expect(await units.figure(admin, 'store=Gothenburg')).toBe(2)
    expect(await answersOf([before, after])).toEqual(['Sweden/Gothenburg 1', 'Norway/Gothenburg 2'])
    const [was, is] = [
      (await admin('GET', `/rest/units/unit/${units.survey}/${id}`)).body,
      (await admin('GET', `/rest/units/unit/${units.survey}/${next}`)).body,
    ]
    expect(was).toMatchObject({ validTo: '2026-01-31', succeededBy: { id: next }, alerts: 1, actions: 1, responses: 1 })
    expect(is).toMatchObject({ validFrom: '2026-02-01', succeeds: { id }, alerts: 1, actions: 1, responses: 1 })
  })

  test('leaves earlier answers to whoever sees the old place, and the later ones to whoever sees the new one', async () => {
    const units = await makeUnits(board)
    const id = await units.unit('Sweden', 'Gothenburg')
    await units.move(admin, id, { parentId: await units.unit('Norway'), date: '2026-02-01' })
    // What each place has in PostgreSQL, by the units of its responses and by their answers.
    const { rows } = await sql<{ place: string; units: number; answers: number }>`
      select region.ext_name as place,
             (select count(*)::int from response r join unit leaf on leaf.id = r.unit_ids[1]
               where r.survey_id = ${units.surveyId} and r.state = 0 and leaf.parent_id = region.id) as units,
             (select count(*)::int from response r
               where r.survey_id = ${units.surveyId} and r.state = 0 and r.answers ->> 'country' = region.ext_name) as answers
        from unit region join view on view.id = region.view_id
       where view.survey_id = ${units.surveyId} and region.parent_id is null order by 1`.execute(board.deps.db)
    expect(rows).toEqual([
      { place: 'Norway', units: 2, answers: 2 },
      { place: 'Sweden', units: 3, answers: 3 },
    ])
    for (const { place, units: n } of rows) {
      const reader = await board.as({ filters: { country: [place] } })
      await expect.poll(() => units.figure(reader, `country=${place}`)).toBe(n)
      const other = place === 'Norway' ? 'Sweden' : 'Norway'
      expect((await reader('GET', `/rest/paths/count/${units.survey}/country=${other};store=Gothenburg`)).status).toBe(
        403,
      )
    }
  })

  test('of a unit with units below it goes on with all of them', async () => {
    const units = await makeUnits(board, {
      questions: {
        land: { type: 'single', choices: ['S', 'N'] },
        area: { type: 'single', choices: ['west', 'east'] },
        shop: { type: 'single', choices: ['a', 'b'] },
        rating: { type: 'scale', min: 1, max: 5 },
      },
      views: { shops: ['land', 'area', 'shop'] },
      rows: [
        { date: '2026-01-05', answers: { land: 'S', area: 'west', shop: 'a', rating: 1 } },
        { date: '2026-03-05', answers: { land: 'S', area: 'west', shop: 'a', rating: 1 } },
        { date: '2026-03-05', answers: { land: 'S', area: 'west', rating: 1 } },
        { date: '2026-03-06', answers: { land: 'S', area: 'west', shop: 'b', rating: 1 }, state: 1 },
        { date: '2026-03-05', answers: { land: 'N', area: 'east', shop: 'b', rating: 1 } },
      ],
    })
    const north = await units.unit('N')
    await units.move(admin, await units.unit('S', 'west'), { parentId: north, date: '2026-03-01' })
    expect(await units.figure(admin, 'land=N;area=west')).toBe(2)
    expect(await units.figure(admin, 'land=S')).toBe(1)
    expect(await units.figure(admin, 'land=N;area=west;shop=-')).toBe(1)
    // A sample that somebody edits says who moved it.
    const changes = await board.deps.db
      .selectFrom('response_change')
      .where('response_id', '=', units.responseIds[3] ?? 0)
      .select(['version', 'fields'])
      .execute()
    expect(changes).toEqual([{ version: 2, fields: ['land', 'area', 'shop'] }])
  })
})

describe('who sees a unit', () => {
  test('is told before it moves: whom filters bring to it, and who loses it', async () => {
    const units = await makeUnits(board)
    const [sven, nora, gita] = [
      await board.as({ firstName: 'Sven', lastName: 'S', filters: { country: ['Sweden'] } }),
      await board.as({ firstName: 'Nora', lastName: 'N', filters: { country: ['Norway'] } }),
      await board.as({ firstName: 'Gita', lastName: 'G', filters: { store: ['Gothenburg'] } }),
    ]
    const id = await units.unit('Sweden', 'Gothenburg')
    const parentId = await units.unit('Norway')
    const { touches } = (await units.move(admin, id, { parentId, dryRun: true })).body
    expect(touches.gain.names).toContain('Nora N')
    expect(touches.lose.names).toContain('Sven S')
    expect([...touches.gain.names, ...touches.lose.names]).not.toContain('Gita G')
    const opens = async (call: Caller, place: string) =>
      (await call('GET', `/rest/paths/count/${units.survey}/country=${place};store=Gothenburg`)).status === 200
    expect([await opens(sven, 'Sweden'), await opens(nora, 'Norway'), await opens(gita, 'Sweden')]).toEqual([
      true,
      false,
      true,
    ])
    await units.move(admin, id, { parentId })
    expect([await opens(sven, 'Sweden'), await opens(nora, 'Norway'), await opens(gita, 'Norway')]).toEqual([
      false,
      true,
      true,
    ])
    await expect.poll(() => units.figure(nora, 'country=Norway')).toBe(3)
  })
})

describe('a move is refused', () => {
  test('under itself, below itself, on another level, at the same place, of "-", of a name in use, of dates that do not fit', async () => {
    const units = await makeUnits(board)
    const [sweden, norway, oslo] = [
      await units.unit('Sweden'),
      await units.unit('Norway'),
      await units.unit('Norway', 'Oslo'),
    ]
    const id = await units.unit('Sweden', 'Gothenburg')
    const { db } = board.deps
    const { view_id, universe_id } = await db
      .selectFrom('unit')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    const { insertUnits } = await import('#server/domain/build/units.ts')
    const [blank = 0, twin = 0] = await insertUnits(db, { universeId: universe_id, viewId: view_id }, [
      { depth: 2, parentId: sweden, extName: '-' },
      { depth: 2, parentId: sweden, extName: 'Oslo' },
    ])
    await db
      .updateTable('unit')
      .set({ valid_from: '2026-01-01', valid_to: '2026-06-30' })
      .where('id', '=', id)
      .execute()
    const refused = [
      [id, { parentId: id }, 400, 'parentId', /itself/],
      [sweden, { parentId: id }, 400, 'parentId', /below the one that moves/],
      [id, { parentId: oslo }, 400, 'parentId', /level/],
      [sweden, { parentId: norway }, 400, 'parentId', /level/],
      [id, { parentId: sweden }, 400, 'parentId', /already/],
      [id, { parentId: null }, 400, 'parentId', /Choose/],
      [id, { parentId: 2_147_483_647 }, 404, 'parentId', /no such unit/],
      [blank, { parentId: norway }, 400, 'parentId', /Not stated/],
      [twin, { parentId: norway }, 409, 'parentId', /name of another unit/],
      [id, { parentId: norway, date: '2025-12-31' }, 400, 'date', /opened/],
      [id, { parentId: norway, date: '2026-07-01' }, 400, 'date', /closed/],
      [id, { parentId: norway, version: 99 }, 409, 'version', /changed/],
    ] as const
    for (const [unit, body, status, field, words] of refused)
      expect(await units.move(admin, unit, body), `${field} ${String(words)}`).toMatchObject({
        status,
        body: { fields: { [field]: expect.stringMatching(words) } },
      })
    expect(await units.counted()).toEqual({ 'Sweden/Stockholm': 2, 'Sweden/Gothenburg': 2, 'Norway/Oslo': 1 })
  })

  test('into or out of places that are not the administrator’s own', async () => {
    const units = await makeUnits(board)
    const swede = await board.as({ admin: true, filters: { country: ['Sweden'] } })
    const norway = await units.unit('Norway')
    const inside = await units.unit('Sweden', 'Gothenburg')
    const outside = await units.unit('Norway', 'Oslo')
    expect((await units.move(swede, inside, { parentId: norway })).status).toBe(404)
    expect((await units.move(swede, outside, { parentId: await units.unit('Sweden') })).status).toBe(404)
    expect((await units.merge(swede, inside, { into: outside })).status).toBe(404)
  })
})
