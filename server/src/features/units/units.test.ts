import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveUnitOwner } from '#server/features/alerts/service.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { makeUnits, openUnits } from './testing/units-bench.ts'
import type { UnitsBench } from './testing/units-bench.ts'

let board: Dashboard
let admin: Caller
let units: UnitsBench

beforeAll(async () => {
  ;({ board, admin } = await openUnits())
  units = await makeUnits(board)
})
afterAll(() => board.close())

const list = (query = '') => admin('GET', `/rest/units/list/${units.survey}?${query}`)
const titles = (body: { units: { title: string }[] }) => body.units.map(({ title }) => title)

/** A unit to save, with what it has. */
async function saved(id: number, more: object) {
  const { body } = await admin('GET', `/rest/units/unit/${units.survey}/${id}`)
  const { titles: texts, aliases, validFrom, validTo, ownerUser, version } = body
  const unit = { titles: texts, aliases, validFrom, validTo, ownerUserId: ownerUser?.userId ?? null, version }
  return admin('PUT', `/rest/units/unit/${units.survey}/${id}`, { ...unit, ...more })
}

function created(more: object) {
  const unit = { view: 'stores', parentId: null, titles: {}, aliases: [], validFrom: null, validTo: null }
  return admin('POST', `/rest/units/unit/${units.survey}`, { ...unit, ...more })
}

describe('the list', () => {
  test('shows a level below a unit, finds by text on all levels, sorts and pages', async () => {
    expect(titles((await list()).body)).toEqual(['Norway', 'Sweden'])
    expect((await list()).body).toMatchObject({
      total: 2,
      views: [{ extName: 'stores', levels: [{ depth: 1 }, { depth: 2 }] }],
      path: [],
    })
    const sweden = await units.unit('Sweden')
    const below = (await list(`parent=${sweden}`)).body
    expect(titles(below)).toEqual(['Gothenburg', 'Stockholm'])
    expect(below.path).toEqual([{ id: sweden, title: 'Sweden' }])
    const found = (await list('filter=os')).body
    expect(found.units).toMatchObject([{ title: 'Oslo', above: ['Norway'], depth: 2, children: 0, mayEdit: true }])
    const page = (await list('depth=2&sortVar=title&sortDesc=true&rowFrom=1&rowTo=2')).body
    expect([titles(page), page.total]).toEqual([['Oslo'], 3])
    expect((await list('sortVar=age')).body.fields).toHaveProperty('sortVar')
    expect((await list('view=none')).status).toBe(404)
  })

  test('is empty for a survey without a hierarchy', async () => {
    const { survey } = await makeUnits(board, { views: {} })
    const { status, body } = await admin('GET', `/rest/units/list/${survey}`)
    expect([status, body]).toEqual([200, { units: [], total: 0, views: [], path: [] }])
  })

  test('is for administrators, and of their own places', async () => {
    const reader = await board.as()
    expect((await reader('GET', `/rest/units/list/${units.survey}`)).status).toBe(403)
    const swede = await board.as({ admin: true, filters: { country: ['Sweden'] } })
    const { body } = await swede('GET', `/rest/units/list/${units.survey}`)
    expect(titles(body)).toEqual(['Sweden'])
    const [norway, sweden] = [await units.unit('Norway'), await units.unit('Sweden')]
    expect((await swede('GET', `/rest/units/unit/${units.survey}/${norway}`)).status).toBe(404)
    expect((await swede('GET', `/rest/units/unit/${units.survey}/${sweden}`)).status).toBe(200)
    expect((await swede('GET', `/rest/units/unit/${units.survey}/2147483647`)).status).toBe(404)
    const top = {
      view: 'stores',
      parentId: null,
      extName: 'Mars',
      titles: {},
      aliases: [],
      validFrom: null,
      validTo: null,
    }
    const made = await swede('POST', `/rest/units/unit/${units.survey}`, top)
    expect(made).toMatchObject({ status: 400, body: { fields: { parentId: expect.any(String) } } })
  })
})

describe('a unit', () => {
  test('says what is known of it', async () => {
    const { body } = await admin('GET', `/rest/units/unit/${units.survey}/${await units.unit('Sweden', 'Stockholm')}`)
    expect(body).toMatchObject({
      extName: 'Stockholm',
      above: ['Sweden'],
      level: 'store',
      aliases: [],
      ownerUser: null,
      responses: 2,
      alerts: 0,
      actions: 0,
      version: 1,
    })
  })

  test('is saved with titles, aliases, dates and owner; a stale save is refused', async () => {
    const id = await units.unit('Sweden', 'Stockholm')
    const owner = await board.as({ firstName: 'Olle', lastName: 'Berg' })
    const me = (await owner('GET', '/rest/users/whoami')).body
    const { owners } = (await admin('GET', `/rest/units/owners/${units.survey}/${id}?filter=olle`)).body
    expect(owners).toMatchObject([{ name: 'Olle Berg' }])
    expect(me).toBeDefined()
    const change = {
      titles: { en: 'Stockholm C', sv: '' },
      aliases: ['Sthlm', 'Sthlm', 'Stockholm'],
      validFrom: '2020-01-01',
      ownerUserId: owners[0].userId,
    }
    const { status, body } = await saved(id, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Stockholm C',
      titles: { en: 'Stockholm C' },
      aliases: ['Sthlm'],
      validFrom: '2020-01-01',
      ownerUser: { name: 'Olle Berg' },
      version: 2,
    })
    expect(await saved(id, { version: 1 })).toMatchObject({
      status: 409,
      body: { fields: { version: expect.any(String) } },
    })
    const refused = [
      [{ validTo: '2019-12-31' }, 400, 'validTo'],
      [{ aliases: ['Gothenburg'] }, 409, 'aliases'],
      [{ aliases: ['-'] }, 400, 'aliases'],
      [{ ownerUserId: 2_147_483_647 }, 400, 'ownerUserId'],
    ] as const
    for (const [more, expected, field] of refused)
      expect(await saved(id, more), field).toMatchObject({
        status: expected,
        body: { fields: { [field]: expect.any(String) } },
      })
    const outside = await board.as({ firstName: 'Nora', filters: { country: ['Norway'] } })
    expect(outside).toBeDefined()
    expect((await admin('GET', `/rest/units/owners/${units.survey}/${id}?filter=nora`)).body.owners).toEqual([])
  })

  test('is added below another one, with a choice of its level, so that responses there are counted', async () => {
    const parentId = await units.unit('Norway')
    const { status, body } = await created({ parentId, extName: 'Bergen', titles: { no: 'Bergen by' } })
    expect([status, body.above, body.depth]).toEqual([200, ['Norway'], 2])
    const choice = await board.deps.db
      .selectFrom('choice')
      .innerJoin('question', 'question.id', 'question_id')
      .where('survey_id', '=', units.surveyId)
      .where('choice.ext_name', '=', 'Bergen')
      .select(['variable', 'choice.title'])
      .execute()
    expect(choice).toEqual([{ variable: 'store', title: { no: 'Bergen by' } }])
    const refused = [
      [{ parentId, extName: 'Oslo' }, 409, 'extName'],
      [{ parentId, extName: '-' }, 400, 'extName'],
      [{ parentId: body.id, extName: 'Below' }, 400, 'parentId'],
      [{ parentId, extName: 'X', validFrom: '2026-02-02', validTo: '2026-02-01' }, 400, 'validTo'],
      [{ parentId, extName: '  ' }, 400, 'extName'],
    ] as const
    for (const [more, expected, field] of refused)
      expect(await created(more), field).toMatchObject({
        status: expected,
        body: { fields: { [field]: expect.any(String) } },
      })
  })
})

test('the command for owners changes no figure, and a form opened before it is refused', async () => {
  const units = await makeUnits(board)
  const id = await units.unit('Norway', 'Oslo')
  const { db } = board.deps
  const version = await units.version(id)
  const changes = () => db.selectFrom('change').select('id').where('survey_id', '=', units.surveyId).execute()
  const before = await changes()
  const ctx = await board.contextAs({ admin: true })
  await saveUnitOwner(ctx, units.survey, { path: 'country=Norway;store=Oslo', username: null })
  // Changes that every store has read are deleted in the background, so there may be fewer.
  expect(before).toEqual(expect.arrayContaining(await changes()))
  const fields = { titles: {}, aliases: [], validFrom: null, validTo: null, ownerUserId: null }
  expect(await admin('PUT', `/rest/units/unit/${units.survey}/${id}`, { ...fields, version })).toMatchObject({
    status: 409,
    body: { fields: { version: expect.stringMatching(/changed this unit/) } },
  })
})
