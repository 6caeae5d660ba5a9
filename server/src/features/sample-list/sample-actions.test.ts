import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { maxDeletedSamples } from '@gensvar/contract/samples'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { Caller } from '#server/testing/dashboard.ts'
import { openCustomers } from './testing/customers.ts'

const { board, root, everyone, norwegian, erase, allow, list, call } = await openCustomers()

afterAll(() => board.close())

describe('a create action', () => {
  test('makes a new sample at the place, dated today, and answers its id (SAMPLE-44)', async () => {
    const made = await call(everyone, 'POST', 'create/*', 'country=Norway;store=Oslo', { action: 'new' })
    expect(made).toEqual({ status: 200, body: { sampleId: expect.any(Number) } })
    const { db } = board.deps
    const row = await db
      .selectFrom('response')
      .selectAll()
      .where('id', '=', made.body.sampleId)
      .executeTakeFirstOrThrow()
    const oslo = await db
      .selectFrom('response')
      .select('unit_ids')
      .where('id', '=', board.responseIds[2] ?? 0)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      state: 1,
      event_date: '2026-02-10',
      answers: { country: 'Norway', store: 'Oslo' },
      unit_ids: oslo.unit_ids,
      foreign_id: null,
      event_source: null,
    })
    const listed = await list('filter=oslo&extraPaths=date%3Dcustom_10022026_11022026')
    expect(listed.rankingData.rows.map((one: RankingRow) => one.interviewId)).toContain(made.body.sampleId)
    await erase([made.body.sampleId])
  })

  test('needs a place of the lowest level and a known action', async () => {
    const above = await call(everyone, 'POST', 'create/*', 'country=Norway', { action: 'new' })
    expect(above).toMatchObject({ status: 403, body: { message: expect.stringContaining('"store"') } })
    expect((await call(everyone, 'POST', 'create/*', 'country=Norway;store=Oslo', { action: 'old' })).status).toBe(404)
    const plain = `/rest/samples/create/${board.survey}/-/country=Norway;store=Oslo`
    expect((await everyone('POST', plain, { action: 'new' })).status).toBe(404)
  })

  test('makes none that its author could not see', async () => {
    const webOnly = await board.as({ filters: { channel: ['web'] } })
    const { actions } = await list('', { by: webOnly, path: 'country=Norway;store=Oslo' })
    expect(actions.createRefusal).toBe('A sample like this would lie outside what you may see.')
    expect((await call(webOnly, 'POST', 'create/*', 'country=Norway;store=Oslo', { action: 'new' })).status).toBe(403)
  })
})

describe('a copy action', () => {
  const path = 'country=Norway'

  test('is fetched by table, action and path with the answers of a sample (SAMPLE-37) (SAMPLE-51)', async () => {
    const { status, body } = await call(everyone, 'GET', 'copy/*/followup', `${path}?sampleId=${board.responseIds[2]}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      eventdate: null,
      fields: [
        { questionId: 'customer', type: 'text', value: 'Customer 2' },
        { questionId: 'name', type: 'text', value: 'Person 2' },
      ],
      comments: '',
    })
    expect((await call(everyone, 'GET', 'copy/*/none', `${path}?sampleId=${board.responseIds[2]}`)).status).toBe(404)
  })

  test('makes new samples with its fields, the date and the comment (SAMPLE-52)', async () => {
    const { db } = board.deps
    const ids = [board.responseIds[2], board.responseIds[5]]
    const body = { sampleIds: ids, eventdate: '2026-02-20', fields: { customer: 'Somebody' }, comments: ' Call again ' }
    const { status, body: made } = await call(everyone, 'POST', 'copy/*/followup', path, body)
    expect({ status, made: made.sampleIds.length }).toEqual({ status: 200, made: 2 })
    const rows = await db.selectFrom('response').selectAll().where('id', 'in', made.sampleIds).orderBy('id').execute()
    expect(rows).toMatchObject(
      [2, 5].map((at) => ({
        state: 1,
        event_date: '2026-02-20',
        completed_at: null,
        foreign_id: null,
        answers: { country: 'Norway', store: 'Oslo', customer: 'Somebody' },
        contact: { name: `Person ${at}` },
        event_source: 'visit',
      })),
    )
    const comments = await db
      .selectFrom('response_comment')
      .selectAll()
      .where('response_id', 'in', made.sampleIds)
      .execute()
    expect(comments.map(({ message }) => message)).toEqual(['Call again', 'Call again'])
    await erase(made.sampleIds)
  })

  test('demands a date from today on where it asks for one (SAMPLE-35)', async () => {
    const sampleIds = [board.responseIds[2]]
    const copy = (action: string, eventdate: string | null) =>
      call(everyone, 'POST', `copy/*/${action}`, path, { sampleIds, eventdate })
    expect((await copy('followup', null)).body).toMatchObject({
      code: 'validation',
      fields: { eventdate: 'Fill this in' },
    })
    expect((await copy('followup', '2026-02-09')).body).toMatchObject({
      code: 'validation',
      fields: { eventdate: 'Choose today or a later day.' },
    })
    for (const [action, date, given] of [
      ['followup', '2026-02-10', '2026-02-10'],
      ['again', '2026-02-10', null],
    ] as const) {
      const { body } = await copy(action, given)
      const { db } = board.deps
      const [row] = await db.selectFrom('response').selectAll().where('id', 'in', body.sampleIds).execute()
      expect(row?.event_date).toBe(date)
      await erase(body.sampleIds)
    }
  })

  test('tells what is wrong by field, and copies nothing then', async () => {
    const sampleIds = [board.responseIds[2]]
    const body = { sampleIds, eventdate: '2026-02-20', fields: { channel: 'web', name: 'Ann' } }
    expect((await call(everyone, 'POST', 'copy/*/followup', path, body)).body).toMatchObject({
      code: 'validation',
      fields: { 'fields.channel': 'This field is no longer part of this form. Undo the change, or reload the page.' },
    })
    expect((await list()).rankingData.totalNumberRows).toBe(60)
  })
})

describe('without the right to change samples of a period', () => {
  const copy = (eventdate: string) =>
    call(everyone, 'POST', 'copy/*/followup', 'country=Norway', { sampleIds: [board.responseIds[2]], eventdate })

  test('none can be made or copied there, and the list says so', async () => {
    await allow({ canViewSamples: true })
    const words = 'Your role may not add samples to this survey.'
    const { actions } = await list('', { path: 'country=Norway;store=Oslo' })
    expect(actions).toEqual({ createRefusal: words, copyRefusal: words, canDeleteAll: false })
    expect(await call(everyone, 'POST', 'create/*', 'country=Norway;store=Oslo', { action: 'new' })).toMatchObject({
      status: 403,
      body: { message: words },
    })
    expect(await copy('2026-02-20')).toMatchObject({ status: 403, body: { message: words } })
    await allow({ canViewSamples: true, canEditOpenPeriods: true })
  })

  test('nobody lists them without the right to open samples, by any way', async () => {
    await allow({ canEditOpenPeriods: true })
    for (const url of [
      `/rest/widgets/data/${board.survey}/customers/root`,
      `/rest/samples/list/${board.survey}/root`,
      `/rest/samples/suggestions/${board.survey}/customers/root?term=c`,
    ])
      expect((await everyone('GET', url)).status, url).toBe(403)
    const report = `/rest/reports/samples/${board.survey}/root`
    expect((await everyone('POST', report, { component: 'customers' })).status).toBe(403)
    await allow({ canViewSamples: true, canEditOpenPeriods: true })
  })
})

describe('deleting all samples of a table', () => {
  const remove = (by: Caller, path: string, body: object = {}, component = 'customers') =>
    by('DELETE', `/rest/samples/all/${board.survey}/${component}/${path}`, body)

  test('is for root alone (SAMPLE-02a)', async () => {
    const admin = await board.as({ admin: true })
    for (const by of [everyone, norwegian, admin]) expect((await remove(by, 'root')).status).toBe(403)
    expect((await list()).actions.canDeleteAll).toBe(false)
    expect((await list('', { by: admin })).actions.canDeleteAll).toBe(false)
  })

  test('is only for a table that is configured to offer it (SAMPLE-02b)', async () => {
    expect((await remove(root, 'root', {}, 'visits')).status).toBe(403)
    expect((await remove(root, 'root', {}, '-')).status).toBe(404)
    expect((await list('', { by: root, component: 'visits' })).actions.canDeleteAll).toBe(false)
    expect((await list('', { by: root })).actions.canDeleteAll).toBe(true)
  })

  test('deletes the named samples alone where some are selected', async () => {
    const [completed = 0, one = 0, , outside = 0] = board.responseIds
    const body = { sampleIds: [completed, one, outside] }
    expect(await remove(root, 'country=Sweden;store=Gothenburg', body)).toEqual({
      status: 200,
      body: { deleted: 1, left: 0 },
    })
    expect((await list()).rankingData.totalNumberRows).toBe(59)
  })

  test('answers how many samples of place, filter and further filters are gone; interviews stay (SAMPLE-42)', async () => {
    await board.deps.db
      .insertInto('stored_file')
      .values({ survey_id: board.surveyId, has_cases: true, created: new Date(), expires: new Date('2027-01-01') })
      .execute()
    const query = 'filter=customer%203&extraPaths=channel%3Dweb'
    const before = await list(`${query}&rowTo=100`, { path: 'country=Sweden' })
    const samples = before.rankingData.rows.filter((row: RankingRow) => !row.isComplete)
    expect(before.rankingData.totalNumberRows).toBeGreaterThan(samples.length)
    const { status, body } = await remove(root, `country=Sweden?${query}`)
    expect({ status, body }).toEqual({ status: 200, body: { deleted: samples.length, left: 0 } })
    const after = await list(`${query}&rowTo=100`, { path: 'country=Sweden' })
    expect(after.rankingData.rows.every((row: RankingRow) => row.isComplete)).toBe(true)
    expect((await list()).rankingData.totalNumberRows).toBe(59 - samples.length)
    const entry = await board.deps.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'sample.deleteAll')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry?.details).toMatchObject({ deleted: samples.length, drillPath: 'country=Sweden' })
    const files = await board.deps.db
      .selectFrom('stored_file')
      .selectAll()
      .where('survey_id', '=', board.surveyId)
      .execute()
    expect(files).toEqual([])
    expect(await remove(root, `country=Sweden?filter=nobody`)).toEqual({ status: 200, body: { deleted: 0, left: 0 } })
  })

  test('goes on where one call is not enough: any number of samples can be deleted', async () => {
    const { deps, surveyId } = board
    const extra = 3
    await write(programContext(deps, 'test'), async (tx) => {
      await sql`insert into response (survey_id, state, event_date, unit_ids)
        select ${surveyId}::int, 1, '2024-05-01', '{}' from generate_series(1, ${maxDeletedSamples + extra}::int)`.execute(
        tx.db,
      )
      await tx.surveyChanged(surveyId)
    })
    const path = 'root?extraPaths=date%3Dcustom_01052024_02052024'
    const told = async () => (await remove(root, path)).body
    expect(await told()).toEqual({ deleted: maxDeletedSamples, left: extra })
    expect(await told()).toEqual({ deleted: extra, left: 0 })
    expect(await told()).toEqual({ deleted: 0, left: 0 })
  })

  test('by root leaves none of them, and every interview (SAMPLE-49)', async () => {
    const states = () =>
      board.deps.db.selectFrom('response').select('state').where('survey_id', '=', board.surveyId).execute()
    const before = await states()
    const interviews = before.filter(({ state }) => state === 0)
    expect(interviews.length).toBeGreaterThan(0)
    expect(before.length).toBeGreaterThan(interviews.length)
    expect((await remove(everyone, 'root')).status).toBe(403)
    expect(await states()).toEqual(before)
    expect(await remove(root, 'root')).toEqual({
      status: 200,
      body: { deleted: before.length - interviews.length, left: 0 },
    })
    expect(await states()).toEqual(interviews)
    expect((await list()).rankingData.totalNumberRows).toBe(interviews.length)
  })
})
