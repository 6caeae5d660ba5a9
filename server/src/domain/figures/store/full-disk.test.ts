import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { portableSql } from '#server/platform/sql.ts'
import { hasSmallDisk, smallDisk } from '#server/testing/small-disk.ts'
import type { SmallDisk } from '#server/testing/small-disk.ts'
import type { TableShape } from './analytics-store.ts'
import { DuckDb } from './duckdb.ts'

const shape: TableShape = {
  table: 't',
  key: 'id',
  columns: [
    { name: 'id', type: 'int64' },
    { name: 'x', type: 'double' },
    { name: 'words', type: 'text' },
  ],
}

/** Rows that cannot be stored in much less than their own size. */
function rowsOf(ids: readonly number[]): (number | string)[][] {
  const words = (): string => Array.from({ length: 20 }, () => Math.random()).join(' ')
  return [[...ids], ids.map(() => 1), ids.map(words)]
}

const idsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at)
const replace = (store: DuckDb, ids: readonly number[]) =>
  store.write((writer) => writer.replaceRows(shape, ids, rowsOf(ids)))

const numberOfRows = async (store: DuckDb): Promise<unknown> =>
  (await store.query(portableSql`select count(*), sum(x) from t`)).columns

const noRoom = { code: 'unavailable', message: expect.stringContaining('no room') }

/** A store with 2,000 rows on a disk of its own. */
async function make(leastRoom?: number): Promise<{ disk: SmallDisk; store: DuckDb; path: string }> {
  const disk = await smallDisk(160)
  onTestFinished(() => disk.remove())
  const path = join(disk.folder, 'analytics.duckdb')
  const store = await DuckDb.open({ path, ...(leastRoom !== undefined && { leastRoom }) })
  onTestFinished(() => store.close())
  await store.write(async (writer) => {
    await writer.createTable(shape)
    await writer.append(shape, rowsOf(idsFrom(0, 2000)))
  })
  return { disk, store, path }
}

describe.skipIf(!hasSmallDisk)('a store whose disk is full', () => {
  test('says so, keeps what it has, and goes on once there is room', async () => {
    const { disk, store } = await make()
    await disk.fill()
    await expect(replace(store, [5000])).rejects.toMatchObject(noRoom)
    expect(await numberOfRows(store)).toEqual([[2000], [2000]])
    await disk.empty()
    await replace(store, [5000])
    expect(await numberOfRows(store)).toEqual([[2001], [2001]])
  })

  test('undoes a write in whose course its disk becomes full, and says why', async () => {
    const { disk, store } = await make()
    const rebuilt = store.write(async (writer) => {
      await writer.createTable(shape)
      await disk.fill(100_000)
      for (let step = 0; step < 20; step++) await writer.append(shape, rowsOf(idsFrom(step * 2048, 2048)))
    })
    await expect(rebuilt).rejects.toMatchObject(noRoom)
    expect(await numberOfRows(store)).toEqual([[2000], [2000]])
    await expect(replace(store, [1])).rejects.toMatchObject(noRoom)
    await disk.empty()
    await replace(store, [5000])
    expect(await numberOfRows(store)).toEqual([[2001], [2001]])
  })

  test('that cannot be stored anew is opened again: what was written is read, and more is written once there is room', async () => {
    const { disk, store, path } = await make(0)
    let last = 0
    const logSize = async (): Promise<number> => (await stat(`${path}.wal`)).size
    const writeMore = (): Promise<void> => replace(store, idsFrom((last += 500), 500))
    // DuckDB stores its file anew when the log of changes has 16 MB: there is room for the log alone.
    while ((await logSize()) < 15_200_000) await writeMore()
    await disk.fill(2_500_000)
    const stored = async (): Promise<boolean> =>
      writeMore().then(
        () => true,
        () => false,
      )
    let count = 0
    while (await stored()) {
      // Also the write that DuckDB could not go on after.
      const rows = last + 500
      expect(await numberOfRows(store)).toEqual([[rows], [rows]])
      expect(++count).toBeLessThan(100)
    }
    expect(count).toBeGreaterThan(0)
    const rows = last + 500
    await disk.empty()
    await replace(store, idsFrom(last, 500))
    expect(await numberOfRows(store)).toEqual([[rows], [rows]])
    expect(await logSize().catch(() => 0)).toBeLessThan(1_000_000)
  })

  test('cannot be opened where its disk is full from the beginning, and says so', async () => {
    const disk = await smallDisk(1)
    onTestFinished(() => disk.remove())
    await disk.fill()
    await expect(DuckDb.open({ path: join(disk.folder, 'analytics.duckdb') })).rejects.toMatchObject(noRoom)
  })
})
