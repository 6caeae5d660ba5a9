import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { ClickHouse } from '#server/domain/figures/store/clickhouse/clickhouse.ts'
import { DuckDb } from '#server/domain/figures/store/duckdb.ts'
import type { Cell, Column } from '#server/domain/figures/store/analytics-store.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { newClickHouse } from '../test-store.ts'
import { ComparedStore } from './compared-store.ts'

const clickHouse = inject('clickHouse')
const columns: Column[] = [
  { name: 'id', type: 'int64' },
  { name: 'packed', type: 'int64' },
  { name: 'small', type: 'int8' },
  { name: 'd', type: 'double' },
  { name: 'text', type: 'text' },
]

const shape = { table: 't', columns, key: 'id' }

/** Twelve thousand rows; a packed answer of 10 is so large that two of them pass 64 bits. */
const rows: Cell[][] = [
  Array.from({ length: 12_000 }, (_, index) => index),
  Array.from({ length: 12_000 }, () => 7_205_759_413_100_093_441n),
  Array.from({ length: 12_000 }, (_, index) => (index % 7 === 0 ? null : 127)),
  Array.from({ length: 12_000 }, (_, index) => (index % 5 === 0 ? null : Math.sin(index) * 1000)),
  Array.from({ length: 12_000 }, (_, index) => (index % 2 === 0 ? 'Återkommer' : null)),
]

describe.skipIf(clickHouse === null)('the store that compares', () => {
  async function open(): Promise<ComparedStore> {
    const folder = await mkdtemp(join(inject('testFolder'), 'compared-'))
    const duckDb = await DuckDb.open({ path: join(folder, 'analytics.duckdb') })
    const store = new ComparedStore(duckDb, await ClickHouse.open({ url: await newClickHouse() }))
    onTestFinished(() => store.close().catch(() => undefined))
    await store.write(async (writer) => {
      await writer.createTable(shape)
      await writer.append(shape, rows)
    })
    return store
  }

  test.each<[string, Fragment]>([
    ['sums beyond 64 bits and of small columns', portableSql`select sum(packed), sum(small), count(small) from t`],
    ['an exact median', portableSql`select quantile_cont(d, 0.5) from t where id < ${11_500}`],
    ['no rows', portableSql`select sum(small), min(d), max(d), quantile_cont(d, 0.5), count(*) from t where id < ${0}`],
    ['null, true and false', portableSql`select small is null as k, sum(d) from t group by small is null`],
    ['infinity', portableSql`select d / 0, cast(id as double) / 0 from t where id > ${0} and id < ${3}`],
    ['texts bound to it', portableSql`select count(*) from t where text = ${'Återkommer'} or text = ${"' or true --"}`],
  ])('passes on what both engines answer: %s', async (_name, statement) => {
    const store = await open()
    const table = await store.query(statement)
    expect(table.rowCount).toBeGreaterThan(0)
    expect(store.compared).toHaveLength(1)
    await store.close()
  })

  test.each<[string, Fragment]>([
    ['an estimate of the median', portableSql`select median(d) from t`],
    ['letters beyond English', portableSql`select count(*) from t where lower(text) = ${'återkommer'}`],
    ['one row among many', portableSql`select id, case when version() like 'v%' and id = 7 then 1 else 0 end from t`],
    ['words only one of them knows', portableSql`select count_if(d > 0) from t`],
  ])('fails, and fails again when it is closed, where they differ: %s', async (_name, statement) => {
    const store = await open()
    await expect(store.query(statement)).rejects.toThrow(/ClickHouse: /)
    expect((await store.query(portableSql`select count(*) from t`)).columns).toEqual([[12_000]])
    await expect(store.close()).rejects.toThrow(/ClickHouse: /)
  })

  test('compares what is there after a write, not what was there before', async () => {
    const store = await open()
    await store.query(portableSql`select count(*) from t`)
    await store.write((writer) =>
      writer.replaceRows(
        shape,
        Array.from({ length: 10 }, (_, id) => id),
        [],
      ),
    )
    expect((await store.query(portableSql`select count(*) from t`)).columns).toEqual([[11_990]])
    await store.close()
  })
})
