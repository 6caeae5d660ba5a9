import { surveyRow } from '@gensvar/contract/entities/universes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSurvey, createUniverse, smallSurvey } from '#server/testing/factories.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

let board: Dashboard
let root: Caller
let administrator: Caller

beforeAll(async () => {
  board = await openDashboard()
  root = await board.as({ isRoot: true })
  administrator = await board.as({ admin: true })
})

afterAll(() => board.close())

const list = async (query = '') => (await root('GET', `/rest/surveys/list?${query}`)).body
const settings = async () => (await root('GET', `/rest/surveys/metainterview/${board.survey}`)).body
const save = (body: object) => root('POST', `/rest/surveys/metainterview/${board.survey}`, body)

describe('the list of surveys', () => {
  test('has a row for every survey of every universe, with its answers and users (SURVEY-03) (SURVEY-04)', async () => {
    const elsewhere = await createUniverse(board.deps.db, { title: 'Elsewhere' })
    const other = await createSurvey(board.deps.db, elsewhere.id)
    const { rows, total } = await list('rowTo=1000')
    expect(rows).toHaveLength(total)
    expect(rows.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([board.surveyId, other.surveyId]))
    const own = rows.find(({ id }: { id: number }) => id === board.surveyId)
    expect(Object.keys(own)).toEqual(expect.arrayContaining(Object.keys(surveyRow.shape)))
    const { n } = await board.deps.db
      .selectFrom('response')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('survey_id', '=', board.surveyId)
      .where('state', '=', 0)
      .executeTakeFirstOrThrow()
    // The users with a role that has access: root and the administrator, as they were made.
    expect(own).toMatchObject({ nInterviews: n, nUsers: 2, disabled: false, samplesOpen: true })
  })

  test('is searched, sorted and read page by page', async () => {
    const { rows } = await list('rowTo=1000&sortVar=id&sortDesc=true')
    const ids = rows.map(({ id }: { id: number }) => id)
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
    const page = await list('rowFrom=1&rowTo=2&sortVar=id&sortDesc=true')
    expect(page).toMatchObject({ total: ids.length, rows: [{ id: ids[1] }] })
    expect((await list(`filter=${board.survey}`)).rows).toMatchObject([{ id: board.surveyId }])
    expect((await root('GET', '/rest/surveys/list?sortVar=nUsers')).body.fields).toHaveProperty('sortVar')
  })

  test('counts the answers of an anonymous survey as they are published', async () => {
    const { id } = await createUniverse(board.deps.db)
    const config = 'version: 1\nanonymity: { period: quarter, filters: [] }\n'
    const made = await createSurvey(board.deps.db, id, { ...smallSurvey, config })
    const row = (await list(`filter=${made.extName}`)).rows[0]
    // Its few answers are withheld.
    expect(row).toMatchObject({ id: made.surveyId, nInterviews: null })
  })

  test('and the settings of surveys are for root alone (SEC-02b)', async () => {
    const before = await settings()
    for (const [method, url, body] of [
      ['GET', '/rest/surveys/list'],
      ['GET', `/rest/surveys/metainterview/${board.survey}`],
      ['POST', `/rest/surveys/metainterview/${board.survey}`, { ...before, tag: 'stolen' }],
    ] as const)
      expect((await administrator(method, url, body)).status).toBe(403)
    expect(await settings()).toEqual(before)
  })
})

describe('the settings of a survey', () => {
  test('are read with every field (SURVEY-02) (SURVEY-05)', async () => {
    const saved = await settings()
    expect(saved).toEqual({
      organisationName: expect.any(String),
      tag: '',
      textTag: '',
      disabled: false,
      samplesOpen: true,
      extName: board.survey,
      nameText: expect.any(Object),
      version: expect.any(Number),
    })
  })

  test('are saved, and a disabled survey is closed to its users at once (SURVEY-06)', async () => {
    const user = await board.as()
    const before = await settings()
    const wanted = {
      ...before,
      organisationName: 'Retail Group',
      tag: 'retail',
      disabled: true,
      nameText: { en: 'Visits', sv: 'Besök' },
    }
    const saved = await save(wanted)
    expect(saved).toMatchObject({ status: 200, body: { ...wanted, version: before.version + 1 } })
    expect(await settings()).toEqual(saved.body)
    expect((await user('GET', `/rest/surveys/start/${board.survey}`)).status).toBe(403)
    expect((await root('GET', `/rest/surveys/start/${board.survey}`)).body.survey.title).toEqual(wanted.nameText)
    expect((await save({ ...saved.body, disabled: false })).status).toBe(200)
    expect((await user('GET', `/rest/surveys/start/${board.survey}`)).status).toBe(200)
  })

  test('a stale version and a name in use are refused at their field, and nothing is saved', async () => {
    const before = await settings()
    const stale = await save({ ...before, tag: 'late', version: before.version - 1 })
    expect(stale).toMatchObject({ status: 409, body: { fields: { version: 'is out of date' } } })
    const beside = await createSurvey(board.deps.db, board.universeId)
    const taken = await save({ ...before, extName: beside.extName })
    expect(taken).toMatchObject({ status: 409, body: { fields: { extName: 'in use' } } })
    expect((await save({ ...before, nameText: { en: ' ' } })).body.fields).toHaveProperty('nameText')
    expect((await save({ ...before, extName: 'a b' })).body.fields).toHaveProperty('extName')
    expect(await settings()).toEqual(before)
  })

  test('with another name, its addresses change', async () => {
    const made = await createSurvey(board.deps.db, board.universeId)
    const at = (name: string) => `/rest/surveys/metainterview/${name}`
    const { body } = await root('GET', at(made.extName))
    expect(
      (await root('POST', at(made.extName), { ...body, nameText: { en: 'Renamed' }, extName: 'renamed' })).status,
    ).toBe(200)
    expect((await root('GET', at('renamed'))).status).toBe(200)
    expect((await root('GET', at(made.extName))).status).toBe(404)
  })
})
