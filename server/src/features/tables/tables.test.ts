import { maxTableRows } from '@gensvar/contract/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'

const tables = ['plan', 'lone', 'free', 'wide', 'races', 'bare']
const extra = `
pages:
  - extname: work
    components:
      - { type: data-table, config: { id: notes, source: static, headers: [{ text: Step }], rows: [[{ text: Call }]] } }
${tables
  .map(
    (name) =>
      `      - { type: data-table, config: { id: ${name}, source: server, tableId: ${name}, editable: true, editors: [planner], paging: true, headers: [{ text: What }, { text: Who, align: right, sortable: false }], rows: [[Call, Anna], [Write, Bo]] } }`,
  )
  .join('\n')}
      - { type: data-table, config: { id: read, source: server, tableId: plan } }
      - { type: data-table, config: { id: locked, source: server, tableId: locked, editors: [planner], rows: [[a, b], [c]] } }
`

let board: Dashboard
let everyone: Caller
let admin: Caller
let planner: Caller
let root: Caller

beforeAll(async () => {
  board = await openDashboard({ extra })
  const { db } = board.deps
  everyone = await board.as()
  admin = await board.as({ admin: true })
  root = await board.as({ isRoot: true })
  const roleId = await createRole(db, board.universeId, { name: 'planner', surveys: { [board.surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId: board.universeId, roleId }] })
  const headers = bearer(await signIn(board.deps, user))
  planner = async (method, url, body) => {
    const payload = body === undefined ? {} : { payload: body as object }
    const response = await board.app.inject({ method, url, headers, ...payload })
    return { status: response.statusCode, body: response.json() }
  }
})

afterAll(() => board.close())

const read = async (table: string, caller = admin) =>
  (await caller('GET', `/rest/widgets/data/${board.survey}/${table}/root`)).body
const save = (table: string, id: number | null, cells: string[], version: number, caller = admin) =>
  caller('PUT', `/rest/tables/row/${board.survey}/${table}`, { row: { id, cells }, version })
const remove = (table: string, id: number, caller = admin) =>
  caller('DELETE', `/rest/tables/row/${board.survey}/${table}/${id}`)
const cellsOf = ({ rows }: { rows: { cells: string[] }[] }) => rows.map(({ cells }) => cells)

describe('a table kept on the server', () => {
  test('is fetched by the id of its component: headers, rows, editable, paging and tableId (DTABLE-01) (DTABLE-10)', async () => {
    expect(await read('free')).toEqual({
      headers: [
        { value: 'column1', text: 'What', align: 'left', sortable: true },
        { value: 'column2', text: 'Who', align: 'right', sortable: false },
      ],
      rows: [
        { id: -1, cells: ['Call', 'Anna'], version: 0 },
        { id: -2, cells: ['Write', 'Bo'], version: 0 },
      ],
      editable: true,
      paging: true,
      tableId: 'free',
    })
    expect(await everyone('GET', `/rest/widgets/data/${board.survey}/notes/root`)).toMatchObject({ status: 404 })
  })

  test('starts with the rows of the configuration until something is saved; a row is updated by table and row (DTABLE-11)', async () => {
    const saved = await save('plan', -2, ['Write', 'Eva'], 0)
    expect(saved).toMatchObject({ status: 200, body: { cells: ['Write', 'Eva'], version: 2 } })
    const { rows } = await read('plan')
    expect(rows.map(({ id }: { id: number }) => id > 0)).toEqual([true, true])
    expect(rows[1]).toEqual(saved.body)
    expect(cellsOf(await read('plan'))).toEqual([
      ['Call', 'Anna'],
      ['Write', 'Eva'],
    ])
    const added = await save('plan', null, ['Visit', 'Bo'], 0)
    expect(cellsOf(await read('plan')).at(-1)).toEqual(['Visit', 'Bo'])
    expect((await save('plan', added.body.id, ['Visit', 'Anna'], 1)).body).toMatchObject({ version: 2 })
    // Another component shows the same table with the columns it has there.
    expect(cellsOf(await read('read'))).toEqual(cellsOf(await read('plan')))
    const log = await board.deps.db
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('action', 'like', 'table.%')
      .where('object', 'like', 'plan/%')
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['table.row.save', 'table.row.create', 'table.row.save'])
    expect(JSON.stringify(log)).not.toContain('Eva')
  })

  test('is edited by root, administrators and the roles it names, where its component is editable (DTABLE-03)', async () => {
    for (const [caller, editable] of [
      [root, true],
      [admin, true],
      [planner, true],
      [everyone, false],
    ] as const) {
      expect((await read('free', caller)).editable).toBe(editable)
      const expected = editable ? 200 : 403
      const saved = await save('free', null, ['More', ''], 0, caller)
      expect(saved.status).toBe(expected)
      const { rows } = await read('free')
      expect((await save('free', rows[0].id, ['Call', 'Eva'], rows[0].version, caller)).status).toBe(expected)
      expect((await remove('free', rows[1].id, caller)).status).toBe(expected)
      expect((await read('locked', caller)).editable).toBe(false)
      expect((await save('locked', null, ['More', ''], 0, caller)).status).toBe(403)
      expect((await remove('locked', -1, caller)).status).toBe(403)
    }
    expect((await save('gone', null, ['x'], 0, root)).status).toBe(404)
    // A table without named columns has as many as its longest row.
    expect(await read('locked')).toMatchObject({
      headers: [{ text: { en: 'Column 1' } }, { text: { en: 'Column 2' } }],
    })
    expect(cellsOf(await read('locked'))).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
  })

  test('a row is deleted by table and row id, but the last one stays (DTABLE-04) (DTABLE-12)', async () => {
    expect(await remove('lone', -1)).toEqual({ status: 200, body: { ok: true } })
    const { rows } = await read('lone')
    expect(cellsOf({ rows })).toEqual([['Write', 'Bo']])
    const refused = await remove('lone', rows[0].id)
    expect(refused).toMatchObject({ status: 409, body: { message: 'The last row of a table stays. Edit it instead.' } })
    expect((await read('lone')).rows).toHaveLength(1)
    expect((await remove('lone', rows[0].id + 1000)).status).toBe(404)
    // Two people delete the last two rows at once: one of them is refused.
    const added = await save('lone', null, ['Visit', ''], 0)
    const both = await Promise.all([remove('lone', rows[0].id), remove('lone', added.body.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('the second of two people editing a row is told; nothing is overwritten', async () => {
    const stale = { status: 409, body: { fields: { version: 'is out of date' } } }
    const first = await Promise.all([save('races', -1, ['Mine', ''], 0), save('races', -1, ['Theirs', ''], 0)])
    expect(first.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [row] = (await read('races')).rows
    expect(await save('races', -1, ['Late', ''], 0)).toMatchObject(stale)
    expect(await remove('races', -1)).toMatchObject(stale)
    expect(await save('races', row.id, ['Late', ''], row.version - 1)).toMatchObject(stale)
    expect((await read('races')).rows[0]).toEqual(row)
    expect((await save('races', row.id, ['Later', ''], row.version)).status).toBe(200)
  })

  test('limits are told in words, and cells that no component shows are kept', async () => {
    expect(await save('wide', null, ['a', 'b', 'c'], 0)).toMatchObject({
      status: 400,
      body: { message: 'This table has 2 columns.', fields: { 'row.cells': 'has too many cells' } },
    })
    expect(await save('wide', null, [' ', ''], 0)).toMatchObject({
      status: 400,
      body: { message: 'Write something in at least one column.' },
    })
    const { body } = await save('wide', null, ['a', 'b'], 0)
    const { db } = board.deps
    const { data_table_id: table } = await db
      .updateTable('data_table_row')
      .set({ cells: ['a', 'b', 'hidden'] })
      .where('id', '=', body.id)
      .returning('data_table_id')
      .executeTakeFirstOrThrow()
    await save('wide', body.id, ['c'], 1)
    const kept = await db.selectFrom('data_table_row').select('cells').where('id', '=', body.id).executeTakeFirst()
    expect(kept?.cells).toEqual(['c', 'b', 'hidden'])
    const many = Array.from({ length: maxTableRows - 3 }, () => ({ data_table_id: table, cells: ['x'] }))
    await db.insertInto('data_table_row').values(many).execute()
    expect(await save('wide', null, ['one more'], 0)).toMatchObject({
      status: 400,
      body: { message: 'A table can have 10,000 rows, and this one has them.' },
    })
  })
})

test("a row of another survey's table is neither saved nor deleted", async () => {
  const other = await openOther()
  for (const id of [other.row, other.row]) {
    expect((await save('bare', id, ['stolen'], 1)).status).toBe(404)
    expect((await remove('bare', id)).status).toBe(404)
  }
  const kept = await board.deps.db
    .selectFrom('data_table_row')
    .select('cells')
    .where('id', '=', other.row)
    .executeTakeFirst()
  expect(kept?.cells).toEqual(['theirs'])
})

async function openOther(): Promise<{ row: number }> {
  const { db } = board.deps
  const table = await db
    .insertInto('data_table')
    .values({ survey_id: board.surveyId, table_id: 'elsewhere' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('data_table_row')
    .values({ data_table_id: table.id, cells: ['theirs'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { row: row.id }
}
