import { afterAll, beforeAll, expect, test } from 'vitest'
import { ident, integer, sql } from '../sql.ts'
import { ColumnCache } from './column-cache.ts'
import { DuckDb } from './duckdb.ts'
import { responseTable } from './tables.ts'

let store: DuckDb

beforeAll(async () => {
  store = await DuckDb.open({ path: ':memory:' })
})

afterAll(() => store.close())

/** A survey of so many rows: `a` is the row's number, or nothing in every tenth row; `b` is 1. */
async function makeRows(surveyId: number, rows: number): Promise<void> {
  const table = ident(responseTable(surveyId))
  await store.write((writer) =>
    writer.run(sql`create or replace table ${table} as
      select range as id, case when range % 10 = 0 then null else range end as a, 1 as b from range(${integer(rows)})`),
  )
}

test('columns hold the rows as they are, and are loaded anew once the data changed', async () => {
  await makeRows(1, 20)
  let version = 1
  const cache = new ColumnCache(store, () => version)
  const first = await cache.columns(1, new Set(['a']))
  expect(first?.rowCount).toBe(20)
  expect([...(first?.values('a') ?? [])].slice(8, 12)).toEqual([8, 9, Number.NaN, 11])
  expect(await cache.columns(1, new Set(['a']))).toBe(first)
  await makeRows(1, 30)
  version = 2
  expect((await cache.columns(1, new Set(['a'])))?.rowCount).toBe(30)
  expect(first?.rowCount).toBe(20)
})

test('requests that come together each get their columns, all of one moment', async () => {
  await makeRows(2, 50)
  const cache = new ColumnCache(store, () => 1)
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

test('no columns at all still have the number of rows', async () => {
  await makeRows(3, 40)
  expect((await new ColumnCache(store, () => 1).columns(3, new Set()))?.rows.length).toBe(40)
})

test('a survey that is too large is left to SQL', async () => {
  await makeRows(4, 500_001)
  expect(await new ColumnCache(store, () => 1).columns(4, new Set(['a']))).toBeNull()
})

test('nobody waits for a great many values: SQL answers until they are there', async () => {
  await makeRows(5, 400_000)
  const table = ident(responseTable(5))
  for (const name of ['c', 'd', 'e', 'f'])
    await store.write((writer) => writer.run(sql`alter table ${table} add column ${ident(name)} integer default 3`))
  const names = new Set(['a', 'b', 'c', 'd', 'e', 'f'])
  const cache = new ColumnCache(store, () => 1)
  expect(await cache.columns(5, names)).toBeNull()
  await expect.poll(() => cache.columns(5, names), { timeout: 20_000 }).not.toBeNull()
  expect((await cache.columns(5, names))?.values('f')[399_999]).toBe(3)
})

test('columns that cannot be loaded are an error each time they are asked for', async () => {
  await makeRows(6, 10)
  const cache = new ColumnCache(store, () => 1)
  await expect(cache.columns(6, new Set(['nothing']))).rejects.toThrow(/nothing/)
  await expect(cache.columns(6, new Set(['nothing']))).rejects.toThrow(/nothing/)
  expect((await cache.columns(6, new Set(['a'])))?.rowCount).toBe(10)
})
