import { createTicket } from '@gensvar/contract/identity'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'

const pages = `
reports: { named: [{ extname: all, title: All, formats: [csv], components: [found] }] }
pages:
  - extname: work
    components:
      - { type: record-table, config: { id: contacts, title: Contacts, recordset: contacts, columns: [{ value: day, text: Day }, { value: channel }, { value: cost, align: right }, { value: note }], sortBy: day, sortDesc: true } }
      - { type: record-table, config: { id: found, recordset: contacts } }
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
`

let board: Dashboard
let everyone: Caller
let swede: Caller
let token: string

/** A record of each response: those of the sample and of Norway are the last two. */
const records = [
  { day: '2026-01-10', channel: 'web', cost: 9, note: 'Stockholm web' },
  { day: '2026-01-09', channel: 'till', cost: 100, note: 'Stockholm till' },
  { day: '2026-02-01', channel: 'web', cost: 25.5, note: '=SUM(A1)' },
  { day: '2025-12-31', channel: 'web', cost: null, note: 'Gothenburg till' },
  { day: '2026-03-01', channel: 'fax', cost: 1000, note: 'Oslo web' },
  { day: '2026-03-02', channel: 'web', cost: 3, note: 'Oslo sample' },
]

beforeAll(async () => {
  board = await openDashboard({ extra: pages })
  const { db } = board.deps
  await db
    .updateTable('choice')
    .set({ title: JSON.stringify({ en: 'Checkout' }) })
    .where('ext_name', '=', 'till')
    .execute()
  everyone = await board.as()
  swede = await board.as({ filters: { country: ['Sweden'] } })
  await db
    .insertInto('response_record')
    .values(
      records.map((cells, at) => ({
        response_id: board.responseIds[at] ?? 0,
        recordset: 'contacts',
        cells: JSON.stringify(cells),
      })),
    )
    .execute()
  await db
    .insertInto('response_record')
    .values({ response_id: board.responseIds[0] ?? 0, recordset: 'basket', cells: JSON.stringify({ product: 'Tent' }) })
    .execute()
  const { id: roleId } = await db
    .selectFrom('role')
    .select('id')
    .where('universe_id', '=', board.universeId)
    .where('name', '=', 'staff')
    .executeTakeFirstOrThrow()
  token = await signIn(
    board.deps,
    await createUser(db, { universes: [{ universeId: board.universeId, roleId, filters: { country: ['Sweden'] } }] }),
  )
})

afterAll(() => board.close())

const ask = async (caller: Caller, path = 'root', query = '', component = 'contacts') =>
  (await caller('GET', `/rest/widgets/data/${board.survey}/${component}/${path}${query}`)).body
const days = ({ rows }: { rows: string[][] }) => rows.map(([day]) => day)
const column = ({ rows }: { rows: string[][] }, at: number) => rows.map((row) => row[at])

describe('a record table', () => {
  test('answers headers and rows, sorted as configured: records of interviews alone (DTABLE-13)', async () => {
    expect(await ask(everyone)).toEqual({
      headers: [
        { value: 'day', text: 'Day', align: 'left', sortable: true },
        { value: 'channel', text: expect.anything(), align: 'left', sortable: true },
        { value: 'cost', text: 'cost', align: 'right', sortable: true },
        { value: 'note', text: 'note', align: 'left', sortable: true },
      ],
      rows: [
        ['1 Mar 2026', 'fax', '1,000', 'Oslo web'],
        ['1 Feb 2026', 'WEB', '25.5', '=SUM(A1)'],
        ['10 Jan 2026', 'WEB', '9', 'Stockholm web'],
        ['9 Jan 2026', 'Checkout', '100', 'Stockholm till'],
        ['31 Dec 2025', 'WEB', '', 'Gothenburg till'],
      ],
      sortBy: 'day',
      sortDesc: true,
      totalNumberRows: 5,
      withheld: null,
    })
    const byCost = await ask(everyone, 'root', '?sortBy=cost&sortDesc=true')
    expect(column(byCost, 2)).toEqual(['1,000', '100', '25.5', '9', ''])
    expect(column(await ask(everyone, 'root', '?sortBy=cost&sortDesc=false'), 2)).toEqual([
      '9',
      '25.5',
      '100',
      '1,000',
      '',
    ])
    expect(byCost).toMatchObject({ sortBy: 'cost', sortDesc: true })
    const norwegian = await ask(everyone, 'country=Norway', '?sortBy=cost&sortDesc=true')
    expect(column(norwegian, 3)).toEqual(['Oslo web'])
    const second = await ask(everyone, 'root', '?rowFrom=1&rowTo=3&sortBy=note&sortDesc=false')
    expect(column(second, 3)).toEqual(['Gothenburg till', 'Oslo web'])
    expect(second.totalNumberRows).toBe(5)
    expect(column(await ask(everyone, 'root', '?filter=STOCK'), 3)).toEqual(['Stockholm web', 'Stockholm till'])
    const wrong = await everyone('GET', `/rest/widgets/data/${board.survey}/contacts/root?sortBy=gone`)
    expect(wrong).toMatchObject({ status: 400, body: { fields: { sortBy: 'unknown column' } } })
  })

  test('keeps to the place, its filters and what the caller may open', async () => {
    const place = 'country=Sweden;store=Gothenburg'
    expect(column(await ask(everyone, place), 3)).toEqual(['=SUM(A1)', 'Gothenburg till'])
    expect(column(await ask(everyone, 'channel=till'), 3)).toEqual(['Stockholm till', 'Gothenburg till'])
    expect(await ask(swede)).toMatchObject({ totalNumberRows: 4 })
    expect(JSON.stringify(await ask(swede))).not.toContain('Oslo')
    expect((await swede('GET', `/rest/widgets/data/${board.survey}/contacts/country=Norway`)).status).toBe(403)
    expect(await ask(swede, 'root', '?filter=oslo')).toMatchObject({ rows: [], totalNumberRows: 0 })
    // Samples count where their state is asked for, for whoever may open them.
    expect(column(await ask(everyone, 'samplestate=1'), 3)).toEqual(['Oslo sample'])
    const { deps, universeId, surveyId } = board
    const roleId = await createRole(deps.db, universeId, { surveys: { [surveyId]: {} } })
    const user = await createUser(deps.db, { universes: [{ universeId, roleId }] })
    const url = `/rest/widgets/data/${board.survey}/contacts/samplestate=1`
    const narrow = await board.app.inject({ url, headers: bearer(await signIn(deps, user)) })
    expect(narrow.json()).toMatchObject({ rows: [], totalNumberRows: 0 })
  })

  test('is searched by the titles of choices, which readers see, not by their names alone', async () => {
    expect(column(await ask(everyone, 'root', '?filter=check'), 3)).toEqual(['Stockholm till'])
    expect(await ask(everyone, 'root', '?filter=check', 'found')).toMatchObject({ totalNumberRows: 1 })
  })

  test('is searched also where a record is not a row of cells', async () => {
    const { db } = board.deps
    const foreign = ['[]', '"Stockholm"', '5', '{"note":{"place":"Stockholm"}}'].map((cells) => ({
      response_id: board.responseIds[1] ?? 0,
      recordset: 'contacts',
      cells,
    }))
    const added = await db.insertInto('response_record').values(foreign).returning('id').execute()
    const ids = added.map(({ id }) => id)
    try {
      const { status, body } = await everyone('GET', `/rest/widgets/data/${board.survey}/contacts/root?filter=STOCK`)
      expect({ status, notes: column(body, 3) }).toEqual({ status: 200, notes: ['Stockholm web', 'Stockholm till'] })
    } finally {
      await db.deleteFrom('response_record').where('id', 'in', ids).execute()
    }
  })

  test('without configured columns it has those of the records, the questions first', async () => {
    const { headers, rows } = await ask(swede, 'root', '?sortBy=day', 'found')
    expect(headers.map(({ value, align }: { value: string; align: string }) => [value, align])).toEqual([
      ['channel', 'left'],
      ['cost', 'right'],
      ['day', 'left'],
      ['note', 'left'],
    ])
    expect(rows).toHaveLength(4)
    expect(days({ rows })[0]).toBe('WEB')
    const nowhere = await ask(everyone, 'country=Norway', '?filter=nothing-like-it', 'found')
    expect(nowhere.headers).toEqual(headers)
  })
})

describe('its report', () => {
  const url = (query = '') => `/rest/tables/records/${board.survey}/contacts/root?sortBy=cost&sortDesc=true${query}`

  test('is opened by a URL with a ticket: all rows as shown, numbers as numbers (DTABLE-14)', async () => {
    const asked = await board.app.inject({
      method: 'POST',
      url: createTicket.path,
      headers: bearer(token),
      payload: { path: url('&format=xlsx') },
    })
    const { ticket } = asked.json()
    const file = await board.app.inject({ url: `${url('&format=xlsx')}&token=${ticket}` })
    expect(file.statusCode, file.body).toBe(200)
    expect(file.headers['content-disposition']).toMatch(/attachment; filename="Contacts .*\.xlsx"/)
    const [sheet] = (await readXlsx(file.rawPayload)).sheets
    const rows = sheet!.rows.map((row) => row.map((cell) => cell ?? ''))
    const head = rows.findIndex((row) => row.includes('Day'))
    expect(rows.slice(head, head + 5).map((row) => [row[2], row[3]])).toEqual([
      ['cost', 'note'],
      [100, 'Stockholm till'],
      [25.5, '=SUM(A1)'],
      [9, 'Stockholm web'],
      ['', 'Gothenburg till'],
    ])
    expect(JSON.stringify(rows)).not.toContain('Oslo')
    // A ticket opens one file, once.
    expect((await board.app.inject({ url: `${url('&format=xlsx')}&token=${ticket}` })).statusCode).toBe(401)
  })

  test('as csv, searched; refused for another component, a wrong column and outside the places', async () => {
    const get = (address: string) => board.app.inject({ url: address, headers: bearer(token) })
    const csv = await get(url('&format=csv&filter=stockholm'))
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body).toContain('Stockholm web')
    expect(csv.body).not.toContain('Gothenburg')
    const base = `/rest/tables/records/${board.survey}`
    expect((await get(`${base}/head/root`)).statusCode).toBe(400)
    expect((await get(`${base}/gone/root`)).statusCode).toBe(404)
    expect((await get(`${base}/contacts/country=Norway`)).statusCode).toBe(403)
    const wrong = await get(`${base}/contacts/root?sortBy=gone`)
    expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { sortBy: 'unknown column' }])
  })
})

test('an anonymous survey tells no record, how many there are, nor their columns', async () => {
  const other = await openDashboard({
    extra: `anonymity: { period: quarter, filters: [channel] }\ngoals: []\nfilters: {}\nindicators: { satisfaction: { title: S, expression: "mean(rating)" } }\nannouncements: []${pages}`,
  })
  try {
    const values = { response_id: other.responseIds[0] ?? 0, recordset: 'contacts', cells: JSON.stringify(records[0]) }
    await other.deps.db.insertInto('response_record').values(values).execute()
    for (const user of [{}, { isRoot: true }, { admin: true }]) {
      const caller = await other.as(user)
      for (const query of ['', '?filter=Stockholm', '?sortBy=note', '?sortBy=gone']) {
        const { status, body } = await caller('GET', `/rest/widgets/data/${other.survey}/found/root${query}`)
        expect(status).toBe(200)
        expect(body).toEqual({
          headers: [],
          rows: [],
          sortBy: '',
          sortDesc: false,
          totalNumberRows: 0,
          withheld: expect.objectContaining({ en: 'This survey is anonymous: records are not shown.' }),
        })
      }
      expect((await caller('GET', `/rest/tables/records/${other.survey}/found/root`)).status).toBe(403)
    }
  } finally {
    await other.close()
  }
})
