import { expect, test } from 'vitest'
import type { TableShape } from '../analytics-store.ts'
import {
  createDatabaseStatement,
  createStatements,
  dropStatement,
  exchangeStatement,
  functionStatement,
  renameStatement,
  runningStatement,
  stateStatement,
  sweepStatement,
} from './definitions.ts'

const shape: TableShape = {
  table: 's7',
  key: 'id',
  order: ['u1_1', 'day'],
  columns: [
    { name: 'u1_1', type: 'int32' },
    { name: 'id', type: 'int64' },
    { name: 'day', type: 'int32' },
    { name: 'lowered', type: 'text', isSearched: true },
  ],
}

const hidden =
  'row_place UInt32 not null materialized 0, row_version UInt64 not null materialized 0, row_gone UInt8 not null materialized 0'
const columns = `u1_1 Nullable(Int32), id Int128 not null, day Nullable(Int32), lowered Nullable(String), ${hidden}`
const lookup = 'index by_key id type bloom_filter(0.001) granularity 1'
const settings = 'allow_nullable_key = 1, allow_experimental_replacing_merge_with_cleanup = 1, old_parts_lifetime = 60'

test('a table of a single server keeps the latest version of each row, sorted as it is read', () => {
  expect(createStatements(shape, 's7_next', 's7_rows_9', null)).toEqual([
    `create table if not exists s7_next (${columns}, ${lookup}) engine = ReplacingMergeTree(row_version, row_gone) ` +
      `order by (u1_1, day, id, row_place) settings ${settings}`,
  ])
})

test('a table without an order is sorted by its key alone, and needs nothing to find it', () => {
  const [statement] = createStatements({ table: 't7', key: 'id', columns: shape.columns }, 't7', 't7_rows_9', null)
  expect(statement).toContain('order by (id, row_place)')
  expect(statement).not.toContain('index')
})

test('on a cluster each shard has rows of its own with replicas, and one table is over all of them', () => {
  expect(createStatements(shape, 's7_next', 's7_rows_9', 'figures')).toEqual([
    `create table if not exists s7_rows_9 on cluster figures (${columns}, ${lookup}) ` +
      `engine = ReplicatedReplacingMergeTree(row_version, row_gone) order by (u1_1, day, id, row_place) settings ${settings}`,
    `create table if not exists s7_next on cluster figures (${columns}) ` +
      'engine = Distributed(figures, currentDatabase(), s7_rows_9, cityHash64(id))',
  ])
})

test('tables are exchanged, renamed, dropped and swept on every server of a cluster', () => {
  expect(exchangeStatement(['s7', 't7'], null)).toBe('exchange tables s7 and s7_next, t7 and t7_next')
  expect(exchangeStatement(['s7'], 'figures')).toBe('exchange tables s7 and s7_next on cluster figures')
  expect(renameStatement(['s7', 't7'], null)).toBe('rename table s7_next to s7, t7_next to t7')
  expect(renameStatement(['s7'], 'figures')).toBe('rename table s7_next to s7 on cluster figures')
  expect(dropStatement('s7', null)).toBe('drop table if exists s7 sync')
  expect(dropStatement('s7', 'figures')).toBe('drop table if exists s7 on cluster figures sync')
  expect(sweepStatement('s7', null)).toBe('optimize table s7 final cleanup')
  expect(sweepStatement('s7_rows_9', 'figures')).toBe('optimize table s7_rows_9 on cluster figures final cleanup')
})

test('what stands around the tables is there once for an installation', () => {
  expect(createDatabaseStatement('figures', null)).toBe('create database if not exists figures')
  expect(createDatabaseStatement('figures', 'all')).toBe('create database if not exists figures on cluster all')
  expect(functionStatement('all')).toBe(
    'create function if not exists quantile_cont on cluster all as (x, q) -> quantileExactInclusive(q)(x)',
  )
  expect(stateStatement('store_state', null)).toContain('engine = MergeTree order by epoch')
  expect(stateStatement('store_state', 'all')).toContain('on cluster all')
})

test('no name becomes a part of a statement that is not a plain one', () => {
  expect(() => dropStatement('s7; drop table s8', null)).toThrow(/Not a name/)
  expect(() => createDatabaseStatement('figures', 'all; x')).toThrow(/Not a name/)
})

test('a statement is looked for on every server of a cluster that is there', () => {
  const found = 'where query_id = {id:String} settings skip_unavailable_shards = 1 format TabSeparated'
  expect(runningStatement(null)).toBe(`select count() from system.processes ${found}`)
  expect(runningStatement('figures')).toBe(
    `select count() from clusterAllReplicas('figures', system.processes) ${found}`,
  )
})
