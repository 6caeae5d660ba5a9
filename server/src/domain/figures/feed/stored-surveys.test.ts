import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from 'kysely'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { testStore } from '#server/testing/test-store.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import type { MadeSurvey, TestRow } from '#server/testing/survey-data.ts'
import type { AnalyticsStore } from '../store/analytics-store.ts'
import { questionColumn } from '../store/answer-columns.ts'
import { alertTable } from '../store/alert-columns.ts'
import { SurveyTables, recipientTable, responseTable, textTable, unitColumn } from '../store/tables.ts'
import { readHorizon } from './change-log.ts'
import type { Change } from './change-log.ts'
import { StoredSurveys } from './stored-surveys.ts'
import type { RowListener } from './stored-surveys.ts'

let database: TestDatabase
/** What both engines say. */
const noSuchTable = /does not exist|Unknown table/

let store: AnalyticsStore
let stored: StoredSurveys

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

beforeEach(async () => {
  store = await testStore()
  stored = new StoredSurveys({ ...database, store })
  await store.write((writer) => stored.createTable(writer))
  return () => store.close()
})

const questions = {
  shop: { type: 'single', choices: ['a', 'b'] },
  overall: { type: 'scale', min: 0, max: 10 },
  other: { type: 'scale', min: 0, max: 10 },
  comment: { type: 'text' },
} as const

const make = (rows: TestRow[]) => makeSurvey(database.db, { questions, views: { shops: ['shop'] }, rows })
const people = (count: number, more: TestRow['answers'] = {}): TestRow[] =>
  Array.from({ length: count }, () => ({ date: '2026-03-01', answers: { shop: 'a', overall: 5, ...more } }))

const nothing = async (): Promise<void> => undefined

/** Changes of a transaction that has ended just now. */
async function changesOf({ surveyId }: Pick<MadeSurvey, 'surveyId'>, rowIds: number[]): Promise<Change[]> {
  const { rows } = await database.pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  return rowIds.map((rowId, at) => ({ xid: Number(rows[0]?.xid), changeId: at, surveyId, kind: 'response', rowId }))
}

const surveyChange = async (made: Pick<MadeSurvey, 'surveyId'>): Promise<Change[]> =>
  (await changesOf(made, [made.surveyId])).map((change) => ({ ...change, kind: 'survey' }))

const apply = (changes: Change[], bulk: number[] = []) => stored.apply(changes, new Set(bulk), nothing)

async function rowsOf(table: string, ...names: string[]): Promise<unknown[][]> {
  const columns = names.map((name) => ident(name).parts[0]).join(', ')
  const statement = { parts: [`select ${columns} from ${table} order by all`], params: [] }
  const found = await store.query(statement)
  return Array.from({ length: found.rowCount }, (_, row) => found.columns.map((column) => column[row]))
}

async function countOf(table: string): Promise<number> {
  return Number((await store.query(portableSql`select count(*) from ${ident(table)}`)).columns[0]?.[0])
}

async function columnOf({ surveyId }: MadeSurvey, variable: string): Promise<string> {
  const question = (await loadSurveyModelById(database, surveyId)).questions.get(variable)
  if (!question) throw new Error(variable)
  return questionColumn(question)
}

describe('stored surveys', () => {
  test('hold alerts with their state and reasons, sendings and open answers of each response, as they are now', async () => {
    const made = await make([...people(2, { comment: 'Good' }), ...people(1)])
    const { surveyId, responseIds } = made
    const [first = 0, second = 0] = responseIds
    const { db } = database
    const campaign = { survey_id: surveyId, ext_name: 'spring', title: 'Spring', sending_type: 'EMAIL' as const }
    const { id } = await db.insertInto('campaign').values(campaign).returning('id').executeTakeFirstOrThrow()
    const at = new Date()
    const sendings = [
      { campaign_id: id, response_id: first, state: 'SENT', opened_at: at },
      { campaign_id: id, response_id: first, state: 'FAILED', wave: 2, unsubscribed: true, clicked_at: at },
      { campaign_id: id, response_id: second, state: 'PENDING' },
    ] as const
    await db
      .insertInto('recipient')
      .values([...sendings])
      .execute()
    const alerts = [2, 2, 6, 3, 3, 3].map((state, rule) => ({
      survey_id: surveyId,
      response_id: first,
      rule: `${rule}`,
      state,
    }))
    await db.insertInto('alert').values(alerts).execute()
    await sql`update response set contact = '{"language": "sv"}' where id = ${first}`.execute(db)
    await sql`insert into alert_answer (alert_id, question, choice, value)
              select id, question, choice, 'x' from alert, (values ('cause', 2), ('mended', 1), ('skipped', 0), ('note', null))
                       as given (question, choice)
               where survey_id = ${surveyId} and rule in ('0', '3')`.execute(db)
    await stored.rebuild(surveyId)
    const all = () =>
      Promise.all([
        rowsOf(responseTable(surveyId), 'id', 'alerts_open', 'alerts_processing', 'alerts_closed'),
        rowsOf(alertTable(surveyId), 'response_id', 'alert_rule', 'alert_state', 'alert_question', 'alert_choice'),
        rowsOf(recipientTable(surveyId), 'response_id', 'state', 'unsubscribed', 'opened', 'clicked'),
        rowsOf(textTable(surveyId), 'response_id', 'text', 'lang'),
      ])
    const before = [
      [
        [first, 2, 1, 3],
        [second, 0, 0, 0],
        [responseIds[2], 0, 0, 0],
      ],
      [
        ...[2, 2, 6, 3, 3, 3].map((state, rule) => [first, `${rule}`, state, null, null]),
        // A reason has a row of its own. Questions without a choice are none.
        ...['cause', 'cause', 'mended', 'mended'].map((question) => [
          first,
          null,
          null,
          question,
          question === 'cause' ? 2 : 1,
        ]),
      ],
      [
        [first, 'FAILED', 1, 0, 1],
        [first, 'SENT', 0, 1, 0],
        [second, 'PENDING', 0, 0, 0],
      ],
      [
        [first, 'Good', 'sv'],
        [first, 'sv', null],
        [second, 'Good', null],
      ],
    ]
    expect(await all()).toEqual(before)
    // The same again, row by row: nothing twice.
    await apply(await changesOf(made, responseIds))
    expect(await all()).toEqual(before)
    await db.deleteFrom('recipient').where('wave', '=', 2).execute()
    await db.deleteFrom('alert').where('state', '=', 3).execute()
    await sql`update response set answers = '{"comment": "Bad"}' where id = ${second}`.execute(db)
    await db
      .deleteFrom('response')
      .where('id', '=', responseIds[2] ?? 0)
      .execute()
    await apply(await changesOf(made, responseIds))
    expect(await all()).toEqual([
      [
        [first, 2, 1, 0],
        [second, 0, 0, 0],
      ],
      [
        ...[2, 2, 6].map((state, rule) => [first, `${rule}`, state, null, null]),
        [first, null, null, 'cause', 2],
        [first, null, null, 'mended', 1],
      ],
      [
        [first, 'SENT', 0, 1, 0],
        [second, 'PENDING', 0, 0, 0],
      ],
      [
        [first, 'Good', 'sv'],
        [first, 'sv', null],
        [second, 'Bad', null],
      ],
    ])
  })

  test('hold every response of a survey of more than one step, rebuilt or replaced', async () => {
    const made = await make(people(1001))
    await stored.rebuild(made.surveyId)
    expect(await countOf(responseTable(made.surveyId))).toBe(1001)
    await sql`update response set answers = '{"overall": 9}' where survey_id = ${made.surveyId}`.execute(database.db)
    await apply(await changesOf(made, [...made.responseIds, ...made.responseIds]))
    const column = await columnOf(made, 'overall')
    const { columns } = await store.query(
      portableSql`select count(*), sum(${ident(column)}) from ${ident(responseTable(made.surveyId))}`,
    )
    expect(columns.map(([total]) => Number(total))).toEqual([1001, 9009])
    await apply(await changesOf(made, made.responseIds.slice(0, 500)))
    expect(await countOf(responseTable(made.surveyId))).toBe(1001)
  })

  test('read few responses at a time, as each step blocks the thread', async () => {
    const made = await make(people(450))
    await stored.rebuild(made.surveyId)
    const reading = vi.spyOn(database.pool, 'query')
    onTestFinished(() => reading.mockRestore())
    await apply(await changesOf(made, made.responseIds))
    const texts = reading.mock.calls as unknown as [unknown, [number, string]?][]
    const read = texts.flatMap(([text, values]) =>
      String(text).includes('unnest') && values ? [values[1].slice(1, -1).split(',').map(Number)] : [],
    )
    expect(read.map((ids) => ids.length)).toEqual([200, 200, 50])
    expect(read.flat()).toEqual(made.responseIds)
  })

  test('take of the responses of changed units their places alone, and all of those that changed as well', async () => {
    const { db } = database
    // So that units have numbers that responses do not reach, and one response below has the number of a unit.
    await sql`select setval(pg_get_serial_sequence('unit', 'id'), coalesce(max(id), 0) + 1000000) from unit`.execute(db)
    const made = await make([...people(2), ...people(1, { shop: 'b' })])
    const { surveyId } = made
    const [first = 0, second = 0, third = 0] = made.responseIds
    const { id: shopB } = await db
      .selectFrom('unit')
      .innerJoin('view', 'view.id', 'unit.view_id')
      .select('unit.id')
      .where('unit.ext_name', '=', 'b')
      .where('view.survey_id', '=', surveyId)
      .executeTakeFirstOrThrow()
    await sql`insert into response (id, survey_id, event_date, answers, unit_ids) overriding system value
              select ${shopB}, survey_id, event_date, answers, unit_ids from response where id = ${first}`.execute(db)
    await stored.rebuild(surveyId)
    await sql`update response set answers = '{"shop": "b", "overall": 9}', unit_ids = array[${shopB}::int]
               where survey_id = ${surveyId}`.execute(db)
    const heard: unknown[] = []
    const listener = { columnsToFollow: () => new Set(['state']), changed: (...of: unknown[]) => void heard.push(of) }
    stored.setListener(listener)
    const [shop, overall] = [await columnOf(made, 'shop'), await columnOf(made, 'overall')]
    const ofUnit = async (): Promise<Change[]> =>
      (await changesOf(made, [shopB])).map((change) => ({ ...change, kind: 'unit' }))
    await apply(await ofUnit())
    expect(await rowsOf(responseTable(surveyId), 'id', shop, overall)).toEqual([
      [first, 2, 5],
      [second, 2, 5],
      [third, 2, 5],
      [shopB, 2, 5],
    ])
    await apply([...(await ofUnit()), ...(await changesOf(made, [second]))])
    expect(await rowsOf(responseTable(surveyId), 'id', overall)).toEqual([
      [first, 5],
      [second, 9],
      [third, 5],
      [shopB, 5],
    ])
    expect(heard).toEqual([
      [surveyId, null],
      [surveyId, null],
    ])
  })

  test('take of the responses of a changed unit the places of all of them, in whatever shop each is', async () => {
    const { db } = database
    const askedAt = (channel: string, ...shops: string[]): TestRow[] =>
      shops.map((shop) => ({ date: '2026-03-01', answers: { shop, channel } }))
    const made = await makeSurvey(db, {
      questions: {
        shop: { type: 'single', choices: ['a', 'b', 'c', 'd', 'e', 'f'] },
        channel: { type: 'single', choices: ['till', 'web'] },
      },
      views: { shops: ['shop'], channels: ['channel'] },
      rows: [...askedAt('till', 'a', 'b'), ...askedAt('web', 'a', 'b')],
    })
    const { surveyId } = made
    // 5006 responses of the till: more than one step holds, and the second has the more shops.
    await sql`insert into response (survey_id, event_date, answers, unit_ids)
              select survey_id, event_date, answers, unit_ids from response, generate_series(1, 2500)
               where survey_id = ${surveyId} and answers ->> 'channel' = 'till'`.execute(db)
    await addResponses(db, surveyId, askedAt('till', 'c', 'd', 'e', 'f'))
    await stored.rebuild(surveyId)
    const model = await loadSurveyModelById(database, surveyId)
    const units = model.views.map((view) => unitColumn(view.id, 1))
    const answers = [await columnOf(made, 'shop'), await columnOf(made, 'channel')]
    const all = () => rowsOf(responseTable(surveyId), 'id', 'record_key', ...units, ...answers)
    const before = await all()
    // Everybody is asked in the next shop, and every third in no shop.
    await sql`update response set
                unit_ids = array[case when response.id % 3 = 0 then 0 else shop.id end, unit_ids[2]],
                answers = case when response.id % 3 = 0 then answers - 'shop' else answers || jsonb_build_object('shop', shop.ext_name) end
                from unit as shop join view on view.id = shop.view_id and view.ext_name = 'shops'
               where response.survey_id = ${surveyId} and view.survey_id = ${surveyId}
                 and shop.ext_name = translate(answers ->> 'shop', 'abcdef', 'bcdefa')`.execute(db)
    const till = await db
      .selectFrom('unit')
      .innerJoin('view', 'view.id', 'unit.view_id')
      .select('unit.id')
      .where('unit.ext_name', '=', 'till')
      .where('view.survey_id', '=', surveyId)
      .executeTakeFirstOrThrow()
    const ofTill = (await changesOf(made, [till.id])).map((change) => ({ ...change, kind: 'unit' as const }))
    const tables = await rowsOf('information_schema.tables', 'table_name')
    const reading = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => reading.mockRestore())
    await apply(ofTill)
    const reads = reading.mock.calls.map(([text]) => String(text)).filter((text) => text.startsWith('fetch'))
    // Two lots at a time: up to seven shops of the first 5000 responses, some of the other 6, and nothing more.
    expect(new Set(reads)).toEqual(new Set(['fetch 2 from streamed']))
    expect(reads.length).toBeLessThan(9)
    // What the places were gathered in is gone.
    expect(await rowsOf('information_schema.tables', 'table_name')).toEqual(tables)
    const after = await all()
    const web = new Set(made.responseIds.slice(2))
    const isWeb = ([id]: unknown[]) => web.has(Number(id))
    expect(after.filter(isWeb)).toEqual(before.filter(isWeb))
    await stored.rebuild(surveyId)
    const rebuilt = await all()
    expect(rebuilt).toHaveLength(5008)
    expect(after.filter((row) => !isWeb(row))).toEqual(rebuilt.filter((row) => !isWeb(row)))
    expect(rebuilt.filter((row) => !isWeb(row))).not.toEqual(before.filter((row) => !isWeb(row)))
  })

  test('are named by the signature of their columns, and rebuilt when it differs or the survey says so', async () => {
    const made = await make(people(1))
    const other = await make(people(1))
    await stored.rebuild(made.surveyId)
    await stored.rebuild(other.surveyId)
    const model = await loadSurveyModelById(database, made.surveyId)
    const tables = new SurveyTables(model, await loadUnitTree(database, model))
    expect(stored.signature(made.surveyId)).toBe(tables.signature)
    const question = { survey_id: made.surveyId, variable: 'extra', type: 'numeric' as const, sorder: 9 }
    await database.db.insertInto('question').values(question).execute()
    await sql`update response set answers = answers || '{"extra": 2}' where survey_id = ${made.surveyId}`.execute(
      database.db,
    )
    await sql`update survey set model_version = model_version + 1 where id = ${made.surveyId}`.execute(database.db)
    // The columns differ from those stored, so all rows are read, whichever of them the change names.
    await apply(await changesOf(made, [0]))
    expect(await rowsOf(responseTable(made.surveyId), await columnOf(made, 'extra'))).toEqual([[2]])
    expect(stored.signature(made.surveyId)).not.toBe(tables.signature)
    await addResponses(database.db, other.surveyId, people(1))
    await apply(await changesOf(other, [0]))
    expect(await countOf(responseTable(other.surveyId))).toBe(1)
    await apply([...(await changesOf(other, [0])), ...(await surveyChange(other))])
    expect(await countOf(responseTable(other.surveyId))).toBe(2)
    const first = await make(people(1))
    await apply(await changesOf(first, [0]))
    expect(await countOf(responseTable(first.surveyId))).toBe(1)
    const ids = store.query(portableSql`select survey_id from stored_survey order by survey_id`)
    expect((await ids).columns[0]?.map(Number)).toEqual([made.surveyId, other.surveyId, first.surveyId])
  })

  test('skip changes that a rebuild included, unless their numbers may be used again', async () => {
    const made = await make(people(1))
    const before = await changesOf(made, made.responseIds)
    await stored.rebuild(made.surveyId)
    expect(stored.dataVersion(made.surveyId)).toBe(1)
    const heard: unknown[] = []
    stored.setListener({ columnsToFollow: () => null, changed: (id) => heard.push(id) })
    await apply(before)
    expect([stored.dataVersion(made.surveyId), heard]).toEqual([1, []])
    const horizon = await readHorizon(database.pool)
    const [change] = before
    if (!change) throw new Error('one response')
    // The first transaction after the rebuild is not in it.
    await apply([{ ...change, xid: horizon }])
    expect(stored.dataVersion(made.surveyId)).toBe(2)
    await apply(before)
    expect([stored.dataVersion(made.surveyId), heard]).toEqual([2, [made.surveyId]])
    stored.forgetRebuilds()
    await apply(before)
    expect(stored.dataVersion(made.surveyId)).toBe(3)
    await apply(await surveyChange(made))
    await apply(before)
    expect(stored.dataVersion(made.surveyId)).toBe(4)
  })

  test('are rebuilt together, and those of deleted surveys are dropped', async () => {
    const [kept, gone] = [await make(people(2)), await make(people(1))]
    await stored.rebuild(kept.surveyId)
    await stored.rebuild(gone.surveyId)
    await database.db.deleteFrom('survey').where('id', '=', gone.surveyId).execute()
    await addResponses(database.db, kept.surveyId, people(1))
    const horizon = await readHorizon(database.pool)
    let wrote = 0
    const heard = new Set<unknown>()
    stored.setListener({ columnsToFollow: () => null, changed: (id) => heard.add(id) })
    await stored.rebuildAll(horizon, async () => void wrote++)
    expect(wrote).toBe(1)
    expect(await countOf(responseTable(kept.surveyId))).toBe(3)
    expect([...heard].every((id) => typeof id === 'number')).toBe(true)
    expect(stored.signature(gone.surveyId)).toBeUndefined()
    for (const table of [responseTable, alertTable, recipientTable, textTable])
      await expect(countOf(table(gone.surveyId))).rejects.toThrow(noSuchTable)
    expect(stored.dataVersion(gone.surveyId)).toBe(2)
    const versions = [stored.dataVersion(kept.surveyId)]
    await apply(
      await changesOf(kept, [kept.responseIds[0] ?? 0]).then((changes) =>
        changes.map((one) => ({ ...one, xid: horizon - 1 })),
      ),
    )
    expect([...versions, stored.dataVersion(kept.surveyId)]).toEqual([2, 2])
  })

  test('of a survey that was deleted are dropped with its change, and rebuilding it does nothing', async () => {
    const made = await make(people(1))
    await stored.rebuild(made.surveyId)
    await database.db.deleteFrom('survey').where('id', '=', made.surveyId).execute()
    await apply(await changesOf(made, made.responseIds))
    expect(stored.signature(made.surveyId)).toBeUndefined()
    for (const table of [responseTable, alertTable, recipientTable, textTable])
      await expect(countOf(table(made.surveyId))).rejects.toThrow(noSuchTable)
    expect(await rowsOf('stored_survey', 'survey_id')).not.toContainEqual([made.surveyId])
    const version = stored.dataVersion(made.surveyId)
    await stored.rebuild(made.surveyId)
    expect(stored.dataVersion(made.surveyId)).toBe(version)
  })

  test('change with the position, or not at all', async () => {
    const made = await make(people(1))
    await stored.rebuild(made.surveyId)
    const added = await addResponses(database.db, made.surveyId, people(1))
    const failing = stored.apply(await changesOf(made, added), new Set(), async () => {
      expect(stored.isChanging()).toBe(true)
      throw new Error('the position could not be stored')
    })
    await expect(failing).rejects.toThrow('the position could not be stored')
    expect(stored.isChanging()).toBe(false)
    expect(await countOf(responseTable(made.surveyId))).toBe(1)
    expect(stored.dataVersion(made.surveyId)).toBe(1)
  })
})

describe('whoever keeps copies of rows', () => {
  const listen = (columns: ReadonlySet<string> | null) => {
    const heard: Parameters<RowListener['changed']>[] = []
    stored.setListener({ columnsToFollow: () => columns, changed: (...of) => heard.push(of) })
    return heard
  }

  test('hears the columns they follow of the changed rows, with the deleted ones', async () => {
    const made = await make([...people(2), ...people(1, { shop: 'b' })])
    const { surveyId, responseIds } = made
    await stored.rebuild(surveyId)
    const column = await columnOf(made, 'overall')
    const other = await columnOf(made, 'other')
    // A request may name a column that does not exist.
    const heard = listen(new Set([column, other, 'nothing']))
    const [first = 0, second = 0] = responseIds
    await database.db.deleteFrom('response').where('id', '=', second).execute()
    await apply(await changesOf(made, [first, second, first]))
    expect(heard).toEqual([
      [
        surveyId,
        {
          asked: [first, second],
          ids: [first],
          columns: new Map([
            [column, Float64Array.of(5)],
            [other, Float64Array.of(Number.NaN)],
          ]),
        },
      ],
    ])
  })

  test('hears that any row may have changed after a rebuild, with many changes, and where they follow nothing', async () => {
    const made = await make(people(1))
    const { surveyId } = made
    const heard = listen(new Set(['state']))
    await stored.rebuild(surveyId)
    await apply(await changesOf(made, made.responseIds), [surveyId])
    await apply(await changesOf(made, made.responseIds), [surveyId + 1])
    expect(heard.map(([id, rows]) => [id, rows === null])).toEqual([
      [surveyId, true],
      [surveyId, true],
      [surveyId, false],
    ])
    const later = listen(null)
    await apply(await changesOf(made, made.responseIds))
    expect(later).toEqual([[surveyId, null]])
  })
})
