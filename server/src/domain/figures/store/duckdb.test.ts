import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { integer, portableSql } from '#server/platform/sql.ts'
import type { Cell } from './analytics-store.ts'
import { DuckDb } from './duckdb.ts'
import { noNumber } from './stored-numbers.ts'
import type { Numbers } from './stored-numbers.ts'

/** Columns of all rows as they are handed over; none where there are no rows. */
async function rowsOf(store: DuckDb, columns: readonly string[]): Promise<Numbers[]> {
  const read: Numbers[] = []
  await store.storedRows('t', columns, () => async (piece) => void read.push(...piece))
  expect(read.length).toBeLessThanOrEqual(columns.length)
  return read
}

async function file(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-duckdb-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, "it's a store.duckdb")
}

async function open(path?: string): Promise<DuckDb> {
  const store = await DuckDb.open({ path: path ?? (await file()) })
  onTestFinished(() => store.close())
  return store
}

/** A value as a statement returns it. */
function asRead(cell: Cell): Cell {
  if (typeof cell !== 'bigint') return cell === 0 ? 0 : cell
  return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell
}

/** Runs until it is interrupted. */
const endless = portableSql`select count(*) from range(100000000000) a, range(100000) b where a.range % 7 = b.range`

describe('the store', () => {
  test('returns what was stored, as numbers and texts', async () => {
    const store = await open()
    const columns = [
      { name: 'id', type: 'int64' },
      { name: 'small', type: 'int8' },
      { name: 'x', type: 'double' },
      { name: 'words', type: 'text' },
    ] as const
    await store.write(async (writer) => {
      await writer.createTable({ table: 't', columns })
      await writer.append({ table: 't', columns }, [
        [2 ** 40, 2],
        [1, null],
        [0.1, -5],
        ['å', null],
      ])
    })
    const table = await store.query(
      portableSql`select *, count(*) over () as n, x > ${0} as more from t where id >= ${2} order by id desc`,
    )
    expect(table).toEqual({
      names: ['id', 'small', 'x', 'words', 'n', 'more'],
      columns: [
        [2 ** 40, 2],
        [1, null],
        [0.1, -5],
        ['å', null],
        [2, 2],
        [1, 0],
      ],
      rowCount: 2,
    })
  })

  test('holds every value that a column can hold, and nulls beside them, however many', async () => {
    const store = await open()
    const values = {
      int8: [-128, 127, 0],
      int16: [-(2 ** 15), 2 ** 15 - 1, -0],
      int32: [-(2 ** 31), 2 ** 31 - 1, 7],
      int64: [-1, 1 - 2 ** 53, 2 ** 53 - 1, -(2 ** 32), 2 ** 31, 2n ** 63n - 1n, -(2n ** 63n), 3n],
      double: [-0.5, Number.MAX_VALUE, 5e-324, Infinity],
      text: ['', '\u0001', 'å👍🏽', 'a longer one than twelve letters'],
    } as const
    const types = Object.keys(values) as (keyof typeof values)[]
    const columns = types.map((type) => ({ name: type, type }))
    // Of more rows than DuckDB takes at once, each third a null, and one of a kind of none.
    const rows = 4_500
    const cells = types.map((type, column) =>
      Array.from({ length: rows }, (_, row) =>
        row % 3 === column % 3 ? null : (values[type][row % values[type].length] ?? null),
      ),
    )
    const only = [...columns, { name: 'none', type: 'int16' }, { name: 'row', type: 'int32' }] as const
    await store.write(async (writer) => {
      await writer.createTable({ table: 't', columns: only })
      for (const [from, to] of [
        [0, 1],
        [1, 70],
        [70, rows],
      ])
        await writer.append({ table: 't', columns: only }, [
          ...cells.map((column) => column.slice(from, to)),
          Array.from({ length: (to ?? 0) - (from ?? 0) }, () => null),
          Array.from({ length: rows }, (_, row) => row).slice(from, to),
        ])
    })
    const { columns: found } = await store.query(portableSql`select * from t order by "row"`)
    expect(found.slice(0, -2)).toEqual(cells.map((column) => column.map(asRead)))
    expect(new Set(found.at(-2))).toEqual(new Set([null]))
  })

  test.each([
    ['int8', 128],
    ['int16', 0.5],
    ['int16', Number.NaN],
    ['int32', 2 ** 31],
    ['int64', 2n ** 63n],
    ['int64', 0.5],
    ['double', 'x'],
  ] as const)('refuses what a column of %s cannot hold: %s', async (type, value) => {
    const store = await open()
    const shape = { table: 't', columns: [{ name: 'x', type }] }
    await store.write((writer) => writer.createTable(shape))
    const adding = (values: Cell[][]) => store.write((writer) => writer.append(shape, values))
    await expect(adding([[1, value]])).rejects.toThrow(/./)
    await adding([[null]])
    expect((await store.query(portableSql`select count(*), count(x) from t`)).columns).toEqual([[1], [0]])
  })

  test('hands numbers over as they are stored, missing ones marked, also after rows were deleted', async () => {
    const store = await open()
    const rows = 5000
    // Both ends of each width, a missing one in every seventh row, and a stretch of rows that are gone.
    const ends = { int8: [-128, 127], int16: [-32_768, 32_767], int32: [-(2 ** 31), 2 ** 31 - 1] } as const
    const long = [-(2 ** 53) + 1, 2 ** 53 - 1, -1, 2 ** 32, -(2 ** 32) - 1]
    const columns = [
      { name: 'id', type: 'int64' },
      ...Object.keys(ends).map((type) => ({ name: type, type: type as keyof typeof ends })),
      { name: 'long', type: 'int64' },
      { name: 'x', type: 'double' },
      { name: 'words', type: 'text' },
    ] as const
    const valueOf = (name: string, row: number): number | null => {
      if (name === 'id') return row
      if (row % 7 === 3) return null
      if (name === 'long') return long[row % long.length] ?? null
      return name === 'x' ? row / 4 - 100 : (Object.entries(ends).find(([type]) => type === name)?.[1][row % 2] ?? null)
    }
    const numbered = columns.filter(({ name }) => name !== 'words').map(({ name }) => name)
    await store.write(async (writer) => {
      await writer.createTable({ table: 't', columns })
      const ids = Array.from({ length: rows }, (_, row) => row)
      await writer.append({ table: 't', columns }, [
        ...numbered.map((name) => ids.map((row) => valueOf(name, row))),
        ids.map(() => 'word'),
      ])
    })
    await store.write((writer) =>
      writer.run(portableSql`delete from t where id between ${integer(1000)} and ${integer(2777)}`),
    )
    const left = Array.from({ length: rows }, (_, row) => row).filter((row) => row < 1000 || row > 2777)
    const read = await rowsOf(store, numbered)
    expect(read.map((column) => column.constructor)).toEqual([
      ...[Float64Array, Int32Array, Int32Array],
      ...[Float64Array, Float64Array, Float64Array],
    ])
    const order = [...(read[0] ?? [])]
    expect(order.toSorted((a, b) => a - b)).toEqual(left)
    for (const [at, name] of numbered.entries()) {
      const missing = read[at] instanceof Int32Array ? noNumber : Number.NaN
      expect([...(read[at] ?? [])]).toEqual(order.map((row) => valueOf(name, row) ?? missing))
    }
    await expect(rowsOf(store, ['words'])).rejects.toThrow(/numbers can be read/)
    await store.write((writer) => writer.run(portableSql`delete from t`))
    expect(await rowsOf(store, ['id', 'int8'])).toEqual([])
  })

  test('hands rows over some at a time, in their order and as of one moment', async () => {
    const store = await DuckDb.open({ path: ':memory:', rowsAtATime: 700 })
    onTestFinished(() => store.close())
    const rows = 5000
    await store.write((writer) =>
      writer.run(portableSql`create table t as select range as id, range * 2 as x from range(${integer(rows)})`),
    )
    await store.write((writer) => writer.run(portableSql`delete from t where id < ${integer(900)}`))
    const pieces: number[][] = []
    const take = async ([ids]: Numbers[]): Promise<void> => {
      pieces.push([...(ids ?? [])])
      if (pieces.length === 1)
        await store.write((writer) =>
          writer.run(portableSql`delete from t where id >= ${integer(2000)}; insert into t values (1, 1)`),
        )
    }
    await store.storedRows('t', ['id', 'x'], () => take)
    expect(pieces.flat()).toEqual(Array.from({ length: rows - 900 }, (_, at) => at + 900))
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(700)
    expect((await store.query(portableSql`select count(*) from t`)).columns).toEqual([[2000 - 900 + 1]])
  })

  test('shows a write all at once or not at all', async () => {
    const store = await open()
    await store.write((writer) => writer.run(portableSql`create table t as select 1 as a`))
    const failed = store.write(async (writer) => {
      await writer.run(portableSql`insert into t values (${2})`)
      expect((await store.query(portableSql`select * from t`)).rowCount).toBe(1)
      await writer.run(portableSql`drop table t`)
      throw new Error('stop')
    })
    const next = store.write((writer) => writer.run(portableSql`insert into t values (${3})`))
    await expect(failed).rejects.toThrow('stop')
    await next
    expect((await store.query(portableSql`select a from t order by a`)).columns).toEqual([[1, 3]])
  })

  test('interrupts a request at its timeout, and one that is aborted', async () => {
    const store = await open()
    await expect(store.query(endless, { timeout: 50 })).rejects.toMatchObject({ code: 'unavailable' })
    const controller = new AbortController()
    const pending = store.query(endless, { signal: controller.signal })
    controller.abort(new Error('gone'))
    await expect(pending).rejects.toThrow('gone')
    expect((await store.query(portableSql`select 1`)).columns).toEqual([[1]])
  })

  test('queues more requests than it has connections, and drops those that are aborted', async () => {
    const store = await open()
    const controller = new AbortController()
    const busy = Array.from({ length: 4 }, () => store.query(endless, { signal: controller.signal }))
    const left = new AbortController()
    const waiting = store.query(portableSql`select 1`, { signal: left.signal })
    const patient = store.query(portableSql`select 2`)
    left.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    controller.abort(new Error('enough'))
    const ended = await Promise.allSettled(busy)
    expect(ended.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
    expect((await patient).columns).toEqual([[2]])
  })

  test('reads and writes no other files and installs nothing', async () => {
    const store = await open()
    const statements = [
      portableSql`select * from read_csv('/etc/passwd')`,
      portableSql`copy (select 1) to '/tmp/gensvar-out.csv'`,
      portableSql`attach '/tmp/gensvar-other.duckdb'`,
      portableSql`install httpfs`,
      portableSql`set enable_external_access = true`,
    ]
    for (const statement of statements) await expect(store.query(statement)).rejects.toThrow(/disabled|denied|locked/)
  })

  test('can be opened by one process only', async () => {
    const path = await file()
    await open(path)
    const module = fileURLToPath(new URL('duckdb.ts', import.meta.url))
    const script = `const { DuckDb } = await import(${JSON.stringify(module)}); await DuckDb.open({ path: ${JSON.stringify(path)} }).catch((error) => console.log(error.code))`
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(other.stdout.trim()).toBe('conflict')
  })

  test('renames a file that it cannot read and starts a new one', async () => {
    const path = await file()
    await writeFile(path, 'no database '.repeat(2000))
    const store = await open(path)
    expect((await store.query(portableSql`select 1`)).rowCount).toBe(1)
    expect(await readdir(join(path, '..'))).toContain("it's a store.duckdb.unreadable")
  })
})
