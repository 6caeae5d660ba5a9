import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { ident, portableSql } from '#server/platform/sql.ts'
import { FaultyProxy } from '#server/testing/portability/faulty-proxy.ts'
import { newClickHouse } from '#server/testing/test-store.ts'
import type { TableShape } from '../analytics-store.ts'
import { ClickHouse } from './clickhouse.ts'
import type { ClickHouseOptions } from './clickhouse.ts'

/** A statement that takes far longer than any test. */
const endless = portableSql`select sum(sipHash64(number, number)) from numbers(100000000000)`

const shape: TableShape = {
  table: 's1',
  key: 'id',
  order: ['u1_1', 'day'],
  columns: [
    { name: 'u1_1', type: 'int32' },
    { name: 'id', type: 'int64' },
    { name: 'small', type: 'int8' },
    { name: 'middle', type: 'int16' },
    { name: 'day', type: 'int32' },
    { name: 'x', type: 'double' },
    { name: 'words', type: 'text' },
  ],
}

const attached: TableShape = {
  table: 't1',
  key: 'response_id',
  columns: [
    { name: 'response_id', type: 'int64' },
    { name: 'text', type: 'text' },
  ],
}

/** Rows 1 to 3. */
const rows = [
  [5, 5, null],
  [1, 2, 3],
  [-128, null, 127],
  [-32_768, 32_767, null],
  [20_000, 20_001, 20_002],
  [0.1, -5, null],
  ['å', null, `it's\n\t\\"`],
]

async function open(options: Partial<ClickHouseOptions> = {}): Promise<ClickHouse> {
  const store = await ClickHouse.open({ url: await newClickHouse(), ...options })
  onTestFinished(() => store.close())
  return store
}

async function filled(options: Partial<ClickHouseOptions> = {}): Promise<ClickHouse> {
  const store = await open(options)
  await store.write(async (writer) => {
    await writer.createTable(shape)
    await writer.createTable(attached)
    await writer.append(shape, rows)
    await writer.append(attached, [
      [1, 1, 2],
      ['one', 'two', 'three'],
    ])
  })
  return store
}

async function behindProxy(): Promise<{ store: ClickHouse; proxy: FaultyProxy }> {
  const proxy = await FaultyProxy.before(await newClickHouse())
  onTestFinished(() => proxy.close())
  return { store: await filled({ url: proxy.url }), proxy }
}

const contents = async (store: ClickHouse) => ({
  rows: (await store.query(portableSql`select * from s1 order by id`)).columns,
  texts: (await store.query(portableSql`select * from t1 order by response_id, text`)).columns,
})

/** Rows as they are stored, with those that are not in force. */
const allRows = async (store: ClickHouse, table: string, column: string) =>
  (await store.query(portableSql`select ${ident(column)} from ${ident(table)} settings final = 0`)).columns[0] ?? []

describe.skipIf(inject('clickHouse') === null)('ClickHouse as the store', () => {
  test('returns what was stored, and the types that statements result in', async () => {
    const store = await filled()
    expect(await store.query(portableSql`select * from s1 order by id`)).toEqual({
      names: shape.columns.map(({ name }) => name),
      columns: rows,
      rowCount: 3,
    })
    const wide = 7_205_759_413_100_093_441n
    const table = await store.query(
      portableSql`select count(*) as n, sum(id) as s, sum(cast(${'7205759413100093441'} as Int128)) as w, max(x > ${0}) as more,
                         null as nothing, min(small) as low, ${'å'} as word, ${null} as absent, 1.5 as half from s1`,
    )
    expect(table).toEqual({
      names: ['n', 's', 'w', 'more', 'nothing', 'low', 'word', 'absent', 'half'],
      columns: [[3], [6], [3n * wide], [1], [null], [-128], ['å'], [null], [1.5]],
      rowCount: 1,
    })
    expect(await store.numbers(portableSql`select cast(id as double), x from s1 where id < ${3} order by id`)).toEqual([
      new Float64Array([1, 2]),
      new Float64Array([0.1, -5]),
    ])
    await expect(store.numbers(portableSql`select x from s1`)).rejects.toThrow(/doubles without nulls/)
  })

  test('tells the columns of a result without rows', async () => {
    const store = await filled()
    const nobody = portableSql`select id, words as w from s1 where id = ${0}`
    expect(await store.query(nobody)).toEqual({ names: ['id', 'w'], columns: [[], []], rowCount: 0 })
    expect(await store.numbers(portableSql`select x, x from s1 where id = ${0}`)).toEqual([
      new Float64Array(),
      new Float64Array(),
    ])
  })

  test('replaces rows, also those that move in the order of the table, and those that are gone', async () => {
    const store = await filled()
    await store.write(async (writer) => {
      await writer.replaceRows(shape, [1, 2, 9], [[6], [1], [1], [1], [19_000], [2], ['moved']])
      await writer.replaceRows(attached, [1, 2], [[1], ['only']])
    })
    expect(await contents(store)).toEqual({
      rows: [
        [6, null],
        [1, 3],
        [1, 127],
        [1, null],
        [19_000, 20_002],
        [2, null],
        ['moved', `it's\n\t\\"`],
      ],
      texts: [[1], ['only']],
    })
  })

  test('replaces the same row twice in one write, and reads what it has written so far', async () => {
    const store = await filled()
    const row = (words: string) => [[5], [1], [0], [0], [20_000], [0], [words]]
    await store.write(async (writer) => {
      await writer.replaceRows(shape, [1], row('first'))
      await writer.replaceRows(shape, [1], row('second'))
      const { columns } = await writer.read(portableSql`select words from s1 where id = ${1}`)
      expect(columns).toEqual([['second']])
    })
    const { columns } = await store.query(portableSql`select words from s1 where id = ${1}`)
    expect(columns).toEqual([['second']])
  })

  test('changes some columns of rows by group', async () => {
    const store = await filled()
    const steps = (async function* () {
      yield { rows: [[1, 3, 99]], groupOf: [0, 1, 1], groups: [[7, 8]] }
    })()
    const [idColumn, unitColumn] = [shape.columns.slice(1, 2), shape.columns.slice(0, 1)]
    await store.write((writer) =>
      writer.changeColumns(shape, { rowColumns: idColumn, groupColumns: unitColumn, steps }),
    )
    const [units, ...others] = (await contents(store)).rows
    expect(units).toEqual([7, 5, 8])
    expect(others).toEqual(rows.slice(1))
  })

  test('shows a new table when the write ends, and nothing of a write that fails', async () => {
    const store = await filled()
    const before = await contents(store)
    const failed = store.write(async (writer) => {
      await writer.createTable(shape)
      await writer.append(shape, rows)
      await writer.dropTable('t1')
      expect(await contents(store)).toEqual(before)
      throw new Error('stop')
    })
    await expect(failed).rejects.toThrow('stop')
    expect(await contents(store)).toEqual(before)
    await store.write(async (writer) => {
      await writer.createTable(shape)
      await writer.dropTable('t1')
    })
    expect((await store.query(portableSql`select count(*) from s1`)).columns).toEqual([[0]])
    await expect(store.query(portableSql`select count(*) from t1`)).rejects.toThrow(/t1/)
    const { columns } = await store.query(
      portableSql`select name from system.tables where database = currentDatabase() order by name`,
    )
    expect(columns).toEqual([['s1', 'store_state']])
  })

  test('keeps nothing of what was erased once it is swept', async () => {
    const store = await filled()
    await store.write(async (writer) => {
      await writer.replaceRows(
        shape,
        [1],
        shape.columns.map(() => []),
      )
      await writer.replaceRows(attached, [1], [[], []])
    })
    expect(await allRows(store, 't1', 'text')).toContain('one')
    await store.sweep()
    expect(await allRows(store, 't1', 'text')).toEqual(['three'])
    expect(await allRows(store, 's1', 'id')).toEqual(expect.not.arrayContaining([1]))
    const { columns } = await store.query(portableSql`select id from s1 order by id`)
    expect(columns).toEqual([[2, 3]])
  })

  test('sweeps after a start what was replaced before it', async () => {
    const url = await newClickHouse()
    const first = await filled({ url })
    await first.write((writer) => writer.replaceRows(attached, [1], [[], []]))
    const second = await open({ url })
    await second.beginWriting()
    await second.sweep()
    expect(await allRows(second, 't1', 'text')).toEqual(['three'])
  })

  test('ends a statement at its timeout, and one that is aborted, also in ClickHouse', async () => {
    const store = await open()
    await expect(store.query(endless, { timeout: 200 })).rejects.toMatchObject({ code: 'unavailable' })
    const controller = new AbortController()
    const pending = store.query(endless, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('gone')), 100)
    await expect(pending).rejects.toThrow('gone')
    // The engine in a process of its own lists some of those that it has ended for longer: they read nothing any more.
    const running = portableSql`select count(*) from system.processes where query like ${'%numbers(100000000000)%'}
                                 and query not like ${'%system.processes%'} and is_cancelled = 0`
    await expect.poll(async () => (await store.query(running)).columns).toEqual([[0]])
  })

  test('says that it cannot be reached, and goes on by itself', async () => {
    const { store, proxy } = await behindProxy()
    proxy.fault = 'down'
    const asked = store.query(portableSql`select count(*) from s1`)
    await expect(asked).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('be reached') })
    const written = store.write((writer) => writer.replaceRows(attached, [2], [[], []]))
    await expect(written).rejects.toMatchObject({ code: 'unavailable' })
    proxy.fault = 'none'
    expect((await contents(store)).texts).toEqual([
      [1, 1, 2],
      ['one', 'two', 'three'],
    ])
    await store.write((writer) => writer.replaceRows(attached, [2], [[], []]))
    expect((await contents(store)).texts[0]).toEqual([1, 1])
  })

  test('sends a reading statement again when a connection was lost, and a writing one never', async () => {
    const { store, proxy } = await behindProxy()
    proxy.fault = 'down'
    const asked = store.query(portableSql`select count(*) from s1`)
    setTimeout(() => (proxy.fault = 'none'), 20)
    expect((await asked).columns).toEqual([[3]])
  })

  test('waits for a slow answer no longer than it was told to', async () => {
    const { store, proxy } = await behindProxy()
    proxy.fault = 'slow'
    const begun = performance.now()
    const asked = store.query(portableSql`select count(*) from s1`, { timeout: 300 })
    await expect(asked).rejects.toMatchObject({ message: expect.stringContaining('took too long') })
    expect(performance.now() - begun).toBeLessThan(1200)
    proxy.fault = 'none'
  })

  test('waits for a statement that takes long, because ClickHouse knows it', async () => {
    const store = await filled({ lookPause: 100 })
    const long = portableSql`select sum(sleepEachRow(0.4)) + count(*) from numbers(4) settings max_block_size = 1`
    expect((await store.query(long)).columns).toEqual([[4]])
  })

  test('says that its disk is full, and keeps what was there', async () => {
    const { store, proxy } = await behindProxy()
    const before = await contents(store)
    proxy.fault = 'full'
    const written = store.write(async (writer) => {
      await writer.createTable(shape)
      await writer.append(shape, rows)
    })
    await expect(written).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('no room') })
    expect(await contents(store)).toEqual(before)
    proxy.fault = 'none'
    expect(
      (
        await store.query(
          portableSql`select name from system.tables where database = currentDatabase() and name = ${'s1_next'}`,
        )
      ).rowCount,
    ).toBe(0)
  })

  test('drops tables of another layout, and says so', async () => {
    const url = await newClickHouse()
    await filled({ url, layout: 1 })
    const told: string[] = []
    const store = await open({ url, layout: 2, onDiscard: (why) => told.push(why) })
    expect(await store.isOfThisLayout()).toBe(false)
    await store.beginWriting()
    expect(await store.isOfThisLayout()).toBe(true)
    expect(told).toHaveLength(1)
    await expect(store.query(portableSql`select count(*) from s1`)).rejects.toThrow(/s1/)
  })

  test('what a process writes that has lost its turn is not in force', async () => {
    const url = await newClickHouse()
    const [first, second] = [await filled({ url }), await open({ url })]
    await second.write((writer) => writer.replaceRows(attached, [2], [[2], ['later']]))
    await first.write((writer) => writer.replaceRows(attached, [2], [[2], ['stale']]))
    expect((await contents(second)).texts[1]).toEqual(['one', 'two', 'later'])
    const rebuilt = first.write((writer) => writer.createTable(shape))
    await expect(rebuilt).rejects.toMatchObject({ code: 'conflict' })
    expect((await contents(second)).rows).toEqual(rows)
  })

  test('names no password in the error of an address that nobody answers', async () => {
    const url = new URL(await newClickHouse())
    url.port = '1'
    url.username = 'gensvar'
    url.password = 'secret-word'
    const error: unknown = await ClickHouse.open({ url: url.href }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'unavailable' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-word')
  })
})
