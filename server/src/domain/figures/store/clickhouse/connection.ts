import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { pauses } from '#server/platform/pauses.ts'
import { toClickHouseStatement } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Cell } from '../analytics-store.ts'
import { killStatement, runningStatement } from './definitions.ts'
import type { Cluster } from './definitions.ts'
import { nativeBlock } from './native-writer.ts'
import type { NativeColumn } from './native-writer.ts'
import { isConnectionLost } from './outage.ts'

/** Settings with which a statement means the same as in DuckDB, and may be as long as those of the product are. */
const meaning: ClickHouseSettings = {
  data_type_default_nullable: 1,
  cast_keep_nullable: 1,
  aggregate_functions_null_for_empty: 1,
  join_use_nulls: 1,
  // Of a row that was replaced, the version in force.
  final: 1,
  max_query_size: String(2 ** 26),
  max_ast_elements: '5000000',
  max_expanded_ast_elements: '20000000',
  // An error while rows are sent would else arrive as a part of them.
  wait_end_of_query: 1,
}

/** On a cluster: what was written is read, whichever replica answers, and rows meet those of other shards. */
const together: ClickHouseSettings = {
  distributed_product_mode: 'global',
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
  fallback_to_stale_replicas_for_distributed_queries: 0,
  distributed_ddl_output_mode: 'throw',
}

/** Pauses before a reading statement is sent again where the connection was lost, in ms. */
const retryPauses = [50, 250]

/** Pauses before a statement that nobody waits for is ended, in ms. */
const endPauses = [0, 1000]

/** How long something small may take that the store asks for beside statements, in ms. */
const askTimeout = 5_000

/** By default a statement that is not answered is looked for in ClickHouse so often, in ms. */
const usualLookPause = 10_000
/** It is lost when it was not found so many times in a row. */
const mostMissed = 3

/** How long a statement that writes may take, in ms: a table of millions of rows is rewritten in minutes. */
const writeTimeout = 600_000

/** How statements are sent. `timeout` is in ms. */
export interface ReadOptions {
  signal: AbortSignal
  timeout: number
}

/** Statements to a ClickHouse over HTTP. Errors are as the client throws them. */
export class Connection {
  private readonly client: ClickHouseClient
  /** What the ids of writing statements begin with, by which those of a killed process are found. */
  private readonly writing: string
  private readonly cluster: Cluster
  private readonly lookPause: number

  /** `database` need not exist yet; null for statements that create it. */
  constructor(url: URL, database: string | null, cluster: Cluster, lookPause = usualLookPause) {
    this.cluster = cluster
    this.lookPause = lookPause
    this.writing = `gensvar-write-${database}-`
    this.client = createClient({
      url: `${url.protocol}//${url.host}`,
      username: decodeURIComponent(url.username) || 'default',
      password: decodeURIComponent(url.password),
      database: database ?? 'default',
      clickhouse_settings: { ...meaning, ...(cluster === null ? {} : together) },
      application: 'gensvar',
      max_open_connections: 32,
      request_timeout: writeTimeout,
      // Its own log would hold statements; errors are told where they are caught.
      log: { level: ClickHouseLogLevel.OFF },
    })
  }

  /** The bytes of a result in the format Native. A statement whose caller has gone is ended in ClickHouse too. */
  async read(fragment: Fragment, { signal, timeout }: ReadOptions): Promise<Uint8Array> {
    const { text, values } = toClickHouseStatement(fragment)
    const bound = Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value]))
    for (let attempt = 0; ; attempt++) {
      const queryId = `gensvar-read-${randomUUID()}`
      try {
        return await this.watched(queryId, async (lost) => {
          const { stream } = await this.client.exec({
            query: `${text}\nformat Native`,
            query_params: bound,
            query_id: queryId,
            abort_signal: AbortSignal.any([signal, lost]),
            clickhouse_settings: { max_execution_time: Math.ceil(timeout / 1000) },
          })
          return buffer(stream)
        })
      } catch (error) {
        if (signal.aborted) void this.end(queryId).catch(() => undefined)
        const pause = retryPauses[attempt]
        if (signal.aborted || pause === undefined || !isConnectionLost(error)) throw error
        await delay(pause, undefined, { signal })
      }
    }
  }

  /** Runs a statement that results in nothing. */
  async command(query: string): Promise<void> {
    const queryId = this.writingId()
    await this.watched(queryId, (lost) => this.client.command({ query, query_id: queryId, abort_signal: lost }))
  }

  /** Adds rows to a table as one block: all of them are seen at once. */
  async insert(table: string, columns: readonly NativeColumn[], values: readonly (readonly Cell[])[]): Promise<void> {
    const rows = values[0]?.length ?? 0
    if (rows === 0) return
    const parts: Buffer[] = []
    const pause = pauses()
    for (const part of nativeBlock(columns, values)) {
      parts.push(part)
      await pause()
    }
    const queryId = this.writingId()
    await this.watched(queryId, (lost) => this.send(queryId, lost, { table, columns, parts, rows }))
  }

  private async send(
    queryId: string,
    signal: AbortSignal,
    { table, columns, parts, rows }: { table: string; columns: readonly NativeColumn[]; parts: Buffer[]; rows: number },
  ): Promise<void> {
    const { stream } = await this.client.exec({
      query: `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) format Native`,
      values: Readable.from(parts),
      query_id: queryId,
      abort_signal: signal,
      clickhouse_settings: {
        insert_allow_materialized_columns: 1,
        max_insert_block_size: String(rows),
        min_insert_block_size_rows: String(rows),
        min_insert_block_size_bytes: '0',
      },
    })
    await buffer(stream)
  }

  /** Ends what an earlier process has sent to this database and left under way. */
  async endWritesOfOthers(): Promise<void> {
    const queryId = `gensvar-end-${randomUUID()}`
    await this.watched(queryId, (lost) =>
      this.client.command({
        query: killStatement('startsWith(query_id, {prefix:String})', this.cluster, 'sync'),
        query_params: { prefix: this.writing },
        query_id: queryId,
        abort_signal: lost,
      }),
    )
  }

  async close(): Promise<void> {
    await this.client.close()
  }

  /**
   * Runs a statement; its signal is aborted when it is not answered and ClickHouse, asked three times, does not know it or
   * answers nothing at all: then the connection is lost, though nothing has said so.
   */
  private async watched<T>(queryId: string, run: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const lost = new AbortController()
    let missed = 0
    const look = async (): Promise<void> => {
      // A user who may not look gets an error, which says nothing of the statement.
      const isThere = await this.isRunning(queryId).catch((error: unknown) => error instanceof ClickHouseError)
      missed = isThere ? 0 : missed + 1
      if (missed === mostMissed) lost.abort()
    }
    const timer = setInterval(() => void look(), this.lookPause).unref()
    try {
      return await run(lost.signal)
    } finally {
      clearInterval(timer)
    }
  }

  private async isRunning(queryId: string): Promise<boolean> {
    const { stream } = await this.client.exec({
      query: runningStatement(this.cluster),
      query_params: { id: queryId },
      abort_signal: AbortSignal.timeout(askTimeout),
    })
    return Number((await buffer(stream)).toString()) > 0
  }

  private writingId(): string {
    return this.writing + randomUUID()
  }

  /** Ends a statement; also one that only begins now. It ends by its own time limit where this does not arrive. */
  private async end(queryId: string): Promise<void> {
    const query = killStatement('query_id = {id:String}', this.cluster, 'async')
    for (const pause of endPauses) {
      await delay(pause, undefined, { ref: false })
      await this.client.command({ query, query_params: { id: queryId }, abort_signal: AbortSignal.timeout(askTimeout) })
    }
  }
}
