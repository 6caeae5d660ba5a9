import { ident, integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Cell, TableShape } from '../analytics-store.ts'
import { engineType } from './native-writer.ts'
import type { NativeColumn } from './native-writer.ts'

/** A cluster by its name in ClickHouse's configuration; null for a single server. */
export type Cluster = string | null

/**
 * Columns of every table that statements do not see (`select *` leaves them out): the place of a row among those of the
 * same key, its version, of which the highest is in force, and 1 for the mark that a row is gone.
 */
export const placeColumn = { name: 'row_place', type: 'UInt32' } as const
const versionColumn = { name: 'row_version', type: 'UInt64' } as const
const goneColumn = { name: 'row_gone', type: 'UInt8' } as const
const hiddenColumns: readonly NativeColumn[] = [placeColumn, versionColumn, goneColumn]

/** Rows of a table in the making, until it takes the place of the one before. */
export function nextName(table: string): string {
  return `${table}_next`
}

/** Name of the tables that hold the rows on the servers of a cluster; statements read one over all of them. */
export function partName(table: string, version: bigint): string {
  return `${table}_rows_${version}`
}

/** Whether a name is one of `partName`. */
export function isPart(name: string): boolean {
  return /_rows_\d+$/.test(name)
}

/** What the names of `partName` for a table are like, for `like`. */
export function partPattern(table: string): string {
  return `${table}\\_rows\\_%`
}

/** All columns of a table, as they are inserted. */
export function storedColumns(shape: TableShape): NativeColumn[] {
  return [
    ...shape.columns.map((column) => ({ name: column.name, type: engineType(column, column.name !== shape.key) })),
    ...hiddenColumns,
  ]
}

/** By what rows are sorted, and are the same row in another version. */
export function sortingKey({ order = [], key }: TableShape): string[] {
  return [...order, key, placeColumn.name]
}

/**
 * The statements that create an empty table named `name`. On a cluster each shard has rows of its own, with copies on its
 * replicas, in tables named `part`; all rows of one key are on one shard.
 */
export function createStatements(shape: TableShape, name: string, part: string, cluster: Cluster): string[] {
  if (cluster === null) return [`create table if not exists ${plain(name)} (${rowsOf(shape)}) ${engineOf(shape, '')}`]
  const on = `on cluster ${plain(cluster)}`
  const over = `Distributed(${plain(cluster)}, currentDatabase(), ${plain(part)}, cityHash64(${plain(shape.key)}))`
  return [
    `create table if not exists ${plain(part)} ${on} (${rowsOf(shape)}) ${engineOf(shape, 'Replicated')}`,
    `create table if not exists ${plain(name)} ${on} (${columnsOf(shape).join(', ')}) engine = ${over}`,
  ]
}

/** Creates the database of an installation where it is missing. */
export function createDatabaseStatement(database: string, cluster: Cluster): string {
  return `create database if not exists ${plain(database)}${onCluster(cluster)}`
}

/** Creates the table of the layout of all others, and of how often a process has begun to write. */
export function stateStatement(table: string, cluster: Cluster): string {
  const engine = cluster === null ? 'MergeTree' : 'ReplicatedMergeTree'
  const columns = 'layout Int32 not null, epoch Int64 not null'
  return `create table if not exists ${plain(table)}${onCluster(cluster)} (${columns}) engine = ${engine} order by epoch`
}

/** Puts new tables in the place of others, each at once; those are then named as the new ones were. */
export function exchangeStatement(tables: readonly string[], cluster: Cluster): string {
  const pairs = tables.map((table) => `${plain(table)} and ${plain(nextName(table))}`)
  return `exchange tables ${pairs.join(', ')}${onCluster(cluster)}`
}

/** Gives new tables the names of tables that do not exist yet. */
export function renameStatement(tables: readonly string[], cluster: Cluster): string {
  return `rename table ${tables.map((table) => `${plain(nextName(table))} to ${plain(table)}`).join(', ')}${onCluster(cluster)}`
}

/** Drops a table and its bytes, now. */
export function dropStatement(table: string, cluster: Cluster): string {
  return `drop table if exists ${plain(table)}${onCluster(cluster)} sync`
}

/** Rewrites a table so that only rows in force are left of it. */
export function sweepStatement(table: string, cluster: Cluster): string {
  return `optimize table ${plain(table)}${onCluster(cluster)} final cleanup`
}

/** Ends statements, and waits until they have ended (`sync`) or not. */
export function killStatement(where: string, cluster: Cluster, wait: 'sync' | 'async'): string {
  return `kill query${onCluster(cluster)} where ${where} ${wait}`
}

/** How many statements are under way that have the id of the parameter `id`, on any server. */
export function runningStatement(cluster: Cluster): string {
  const processes = cluster === null ? 'system.processes' : `clusterAllReplicas('${cluster}', system.processes)`
  return `select count() from ${processes} where query_id = {id:String} settings skip_unavailable_shards = 1 format TabSeparated`
}

/** How many rows a table has, with those that are not in force (see `sweepStatement`) or without them. */
export function countStatement(table: string, isInForce: boolean): Fragment {
  return portableSql`select count(*) from ${ident(table)} settings final = ${integer(Number(isInForce))}`
}

/** DuckDB's name for the exact median: ClickHouse's own takes a sample of more than 8,192 values. */
export function functionStatement(cluster: Cluster): string {
  return `create function if not exists quantile_cont${onCluster(cluster)} as (x, q) -> quantileExactInclusive(q)(x)`
}

/** Values of the hidden columns for rows of one version. */
export function hiddenValues(places: readonly number[], version: bigint, isGone: boolean): Cell[][] {
  return [[...places], places.map(() => version), places.map(() => Number(isGone))]
}

function rowsOf(shape: TableShape): string {
  // Whoever replaces rows looks for them by their key, which the sorting does not begin with.
  const lookup = shape.order ? [`index by_key ${plain(shape.key)} type bloom_filter(0.001) granularity 1`] : []
  return [...columnsOf(shape), ...lookup].join(', ')
}

function columnsOf(shape: TableShape): string[] {
  const hidden = new Set(hiddenColumns.map(({ name }) => name))
  return storedColumns(shape).map(({ name, type }) => {
    const typed = `${plain(name)} ${type}${type.startsWith('Nullable') ? '' : ' not null'}`
    // Materialized columns are no part of `select *`.
    return hidden.has(name) ? `${typed} materialized 0` : typed
  })
}

function engineOf(shape: TableShape, prefix: string): string {
  const settings = [
    'allow_nullable_key = 1',
    'allow_experimental_replacing_merge_with_cleanup = 1',
    // Rows that are gone stay on the disk for so many seconds after they were merged away.
    'old_parts_lifetime = 60',
  ]
  const key = sortingKey(shape).map(plain).join(', ')
  const engine = `${prefix}ReplacingMergeTree(${versionColumn.name}, ${goneColumn.name})`
  return `engine = ${engine} order by (${key}) settings ${settings.join(', ')}`
}

function onCluster(cluster: Cluster): string {
  return cluster === null ? '' : ` on cluster ${plain(cluster)}`
}

/** A plain name; throws on any other. */
function plain(name: string): string {
  return ident(name).parts[0] ?? ''
}
