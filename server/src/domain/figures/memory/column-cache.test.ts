import { afterAll, beforeAll, expect, test } from 'vitest'
import { ident, integer, portableSql } from '#server/platform/sql.ts'
import { ColumnCache } from './column-cache.ts'
import { DuckDb } from '../store/duckdb.ts'
import { heldHere } from './held-here.ts'
import type { ChangedRows, HeldColumns } from './held-columns.ts'
import { responseTable } from '../store/tables.ts'

let store: DuckDb

const unchanged = { dataVersion: () => 1, isChanging: () => false }

beforeAll(async () => {
  store = await DuckDb.open({ path: ':memory:' })
})

afterAll(() => store.close())

/** A survey of so many rows: `a` is the row's number, but null in every tenth row; `b` is 1. */
async function makeRows(surveyId: number, rows: number): Promise<void> {
  const table = ident(responseTable(surveyId))
  await store.write((writer) =>
    writer.run(portableSql`create or replace table ${table} as
      select range as id, case when range % 10 = 0 then null else range end as a, 1 as b from range(${integer(rows)})`),
  )
}

test('columns hold the current rows, and are reloaded after the data changed', async () => {
  await makeRows(1, 20)
  let version = 1
  const cache = new ColumnCache(store, { dataVersion: () => version, isChanging: () => false }, heldHere)
  const first = await cache.columns(1, new Set(['a']))
  expect(first?.rowCount).toBe(20)
  expect([...(first?.values('a') ?? [])].slice(8, 12)).toEqual([8, 9, Number.NaN, 11])
  expect(await cache.columns(1, new Set(['a']))).toBe(first)
  await makeRows(1, 30)
  version = 2
  expect((await cache.columns(1, new Set(['a'])))?.rowCount).toBe(30)
  expect(first?.rowCount).toBe(20)
})

test('background work uses columns that are in memory, and loads none', async () => {
  await makeRows(8, 20)
  let version = 1
  const cache = new ColumnCache(store, { dataVersion: () => version, isChanging: () => false }, heldHere)
  expect(cache.held(8, new Set(['a']))).toBeNull()
  const loading = cache.columns(8, new Set(['a']))
  expect(cache.held(8, new Set(['a']))).toBeNull()
  const loaded = await loading
  expect(loaded).not.toBeNull()
  expect(cache.held(8, new Set(['a']))).toBe(loaded)
  expect(cache.held(8, new Set(['a', 'b']))).toBeNull()
  version = 2
  expect(cache.held(8, new Set(['a']))).toBeNull()
})

test('concurrent requests each get their columns, all from the same load', async () => {
  await makeRows(2, 50)
  const cache = new ColumnCache(store, unchanged, heldHere)
  const [a, b, both] = await Promise.all([
    cache.columns(2, new Set(['a'])),
    cache.columns(2, new Set(['b'])),
    cache.columns(2, new Set(['a', 'b'])),
  ])
  expect(a?.values('a')[7]).toBe(7)
  expect(b?.values('b')[7]).toBe(1)
  expect([both?.values('a').length, both?.values('b').length]).toEqual([50, 50])
  expect(() => a?.values('c')).toThrow(/not in memory/)
})

test('a request without columns still gets the number of rows', async () => {
  await makeRows(3, 40)
  expect((await new ColumnCache(store, unchanged, heldHere).columns(3, new Set()))?.rowCount).toBe(40)
})

test('a survey that is too large is left to SQL', async () => {
  await makeRows(4, 1_001)
  const few = new ColumnCache(store, unchanged, heldHere, { maxRows: 1_000 })
  expect(await few.columns(4, new Set(['a']))).toBeNull()
  const small = new ColumnCache(store, unchanged, heldHere, { maxBytes: 2_000 })
  expect(await small.columns(4, new Set(['a']))).toBeNull()
})

test('no request waits for very many values: SQL answers until they are loaded', async () => {
  await makeRows(5, 400_000)
  const table = ident(responseTable(5))
  for (const name of ['c', 'd', 'e', 'f'])
    await store.write((writer) =>
      writer.run(portableSql`alter table ${table} add column ${ident(name)} integer default 3`),
    )
  const names = new Set(['a', 'b', 'c', 'd', 'e', 'f'])
  const cache = new ColumnCache(store, unchanged, heldHere)
  expect(await cache.columns(5, names)).toBeNull()
  await expect.poll(() => cache.columns(5, names), { timeout: 20_000 }).not.toBeNull()
  expect((await cache.columns(5, names))?.values('f')[399_999]).toBe(3)
})

test('columns that cannot be loaded fail each request', async () => {
  await makeRows(6, 10)
  const cache = new ColumnCache(store, unchanged, heldHere)
  await expect(cache.columns(6, new Set(['nothing']))).rejects.toThrow(/nothing/)
  await expect(cache.columns(6, new Set(['nothing']))).rejects.toThrow(/nothing/)
  expect((await cache.columns(6, new Set(['a'])))?.rowCount).toBe(10)
})

type SlowData = ReturnType<typeof slowCache>['data']

/** A cache over data whose version the test sets, and a store that answers when `data.hold` resolves. */
function slowCache() {
  const data = { version: 1, changing: false, loads: 0, hold: Promise.resolve() }
  const cache = new ColumnCache(
    {
      query: (statement) => store.query(statement),
      async storedRows(...asked) {
        data.loads++
        await store.storedRows(...asked)
        await data.hold
      },
    },
    { dataVersion: () => data.version, isChanging: () => data.changing },
    heldHere,
  )
  const change = (rows: ChangedRows | null): void => {
    data.version++
    cache.changed(7, rows)
  }
  return { data, cache, change }
}

/** Row 3 has the value 300, row 4 is gone, row 20 is new. */
const changed: ChangedRows = {
  asked: [3, 4, 20],
  ids: [20, 3],
  columns: new Map([['a', Float64Array.of(2000, 300)]]),
}
const wholeOfChanged = [...Array.from({ length: 20 }, (_, id) => id).filter((id) => id % 10 > 0 && id !== 4), 300, 2000]
  .filter((value) => value !== 3)
  .sort((a, b) => a - b)

async function valuesOf(cache: ColumnCache<HeldColumns>): Promise<number[]> {
  const columns = await cache.columns(7, new Set(['a']))
  return [...(columns?.values('a') ?? [])].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
}

/** What a request gets when rows change while its columns are loaded; `prepare` runs after the change. */
async function changeWhileLoading(rows: ChangedRows | null, prepare?: (data: SlowData) => void) {
  await makeRows(7, 20)
  const { data, cache, change } = slowCache()
  const gate = Promise.withResolvers<undefined>()
  data.hold = gate.promise
  const asked = valuesOf(cache)
  await expect.poll(() => data.loads).toBe(1)
  change(rows)
  prepare?.(data)
  gate.resolve(undefined)
  return { values: await asked, loads: data.loads }
}

test('rows that change while columns are loaded are updated afterwards', async () => {
  expect(await changeWhileLoading(changed)).toEqual({ values: wholeOfChanged, loads: 1 })
})

test('columns wait for the changes that are being stored when they are loaded', async () => {
  let looks = 0
  const prepare = (data: SlowData): void => {
    data.changing = true
    Object.defineProperty(data, 'changing', { get: () => ++looks < 5 })
  }
  expect(await changeWhileLoading(changed, prepare)).toEqual({ values: wholeOfChanged, loads: 1 })
  expect(looks).toBe(5)
})

test('no request waits long for the end of changes: SQL answers until the columns are in their place', async () => {
  await makeRows(7, 20)
  const { data, cache, change } = slowCache()
  const gate = Promise.withResolvers<undefined>()
  data.hold = gate.promise
  const asked = cache.columns(7, new Set(['a']))
  await expect.poll(() => data.loads).toBe(1)
  change(changed)
  data.changing = true
  gate.resolve(undefined)
  expect(await asked).toBeNull()
  expect(await cache.columns(7, new Set(['a']))).toBeNull()
  data.changing = false
  await expect.poll(() => valuesOf(cache)).toEqual(wholeOfChanged)
  expect(data.loads).toBe(1)
})

test('a column that is asked for later is loaded alone, and placed by id beside rows that changed', async () => {
  await makeRows(7, 20)
  const { data, cache, change } = slowCache()
  await valuesOf(cache)
  change(changed)
  expect(await valuesOf(cache)).toEqual(wholeOfChanged)
  const gate = Promise.withResolvers<undefined>()
  data.hold = gate.promise
  const asked = cache.columns(7, new Set(['a', 'b']))
  await expect.poll(() => data.loads).toBe(2)
  expect(cache.columnsToFollow(7)).toEqual(new Set(['a', 'b']))
  change({
    asked: [5, 6, 21],
    ids: [21, 5],
    columns: new Map([
      ['a', Float64Array.of(21, 5)],
      ['b', Float64Array.of(-7, 70_000)],
    ]),
  })
  gate.resolve(undefined)
  const held = await asked
  const byId = new Map(Array.from(held?.values('a') ?? [], (a, row) => [a, held?.values('b')[row]] as const))
  // Row 20 was never stored: nothing is known of it in the new column.
  expect([byId.get(1), byId.get(300), byId.get(5), byId.get(21), byId.get(6), byId.get(2000)]).toEqual([
    ...[1, 1, 70_000, -7, undefined],
    Number.NaN,
  ])
  expect(data.loads).toBe(2)
  expect(held?.rowCount).toBe(20)
})

test('a change that says nothing of a column frees it alone', async () => {
  await makeRows(7, 20)
  const { data, cache, change } = slowCache()
  await cache.columns(7, new Set(['a', 'b']))
  change(changed)
  expect(await valuesOf(cache)).toEqual(wholeOfChanged)
  expect(data.loads).toBe(1)
  expect((await cache.columns(7, new Set(['b'])))?.names).toEqual(new Set(['a', 'b']))
  expect(data.loads).toBe(2)
})

test('the least recently used columns are freed when memory is full', async () => {
  await makeRows(9, 1_000)
  // Ids and `a` take 2,000 bytes each, `b` and `c` 1,000.
  const cache = new ColumnCache(store, unchanged, heldHere, { maxBytes: 5_500 })
  expect((await cache.columns(9, new Set(['a'])))?.names).toEqual(new Set(['a']))
  expect((await cache.columns(9, new Set(['b'])))?.names).toEqual(new Set(['a', 'b']))
  const table = ident(responseTable(9))
  await store.write((writer) => writer.run(portableSql`alter table ${table} add column c integer default 3`))
  await cache.columns(9, new Set(['a']))
  expect((await cache.columns(9, new Set(['c'])))?.names).toEqual(new Set(['a', 'c']))
})

test.each([
  ['any row may have changed', null],
  ['the change lacks a column', { ...changed, columns: new Map() }],
])('columns are reloaded when meanwhile %s', async (_, rows) => {
  const { values, loads } = await changeWhileLoading(rows)
  expect(values).toHaveLength(18)
  expect(loads).toBe(2)
})

test('columns are reloaded after many rows changed at once, and after a change without notification', async () => {
  await makeRows(7, 20)
  const { data, cache, change } = slowCache()
  await valuesOf(cache)
  change(changed)
  expect(await valuesOf(cache)).toEqual(wholeOfChanged)
  expect(data.loads).toBe(1)
  change({ asked: [1, 2, 3, 5, 6, 7], ids: [], columns: changed.columns })
  expect(await valuesOf(cache)).toHaveLength(18)
  expect(data.loads).toBe(2)
  data.version++
  change(changed)
  expect(await valuesOf(cache)).toHaveLength(18)
  expect(data.loads).toBe(3)
})
