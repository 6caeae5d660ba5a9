import type { DuckDb } from '#server/domain/figures/store/duckdb.ts'
import type { AnalyticsStore, StoreWriter } from '#server/domain/figures/store/analytics-store.ts'
import type { QueryOptions, Table } from '#server/domain/figures/store/analytics-store.ts'
import { ident, portableSql, toDollarStatement } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { ClickHouse } from './clickhouse.ts'
import { differenceOf } from './same-rows.ts'

/**
 * The DuckDB store with ClickHouse as a second engine: every reading statement runs on both, over the same rows, and
 * fails when the results differ. `close` then fails too, so that no difference is lost as the error of one request.
 */
export class ComparedStore implements AnalyticsStore {
  /** Texts of the statements compared so far, one after the other. */
  readonly compared: string[] = []
  private readonly duckDb: DuckDb
  private readonly clickHouse: ClickHouse
  private readonly loaded = new Set<string>()
  private firstDifference: Error | null = null
  private queue: Promise<unknown> = Promise.resolve()

  constructor(duckDb: DuckDb, clickHouse: ClickHouse) {
    this.duckDb = duckDb
    this.clickHouse = clickHouse
  }

  query(fragment: Fragment, options?: QueryOptions): Promise<Table> {
    return this.inTurn(async () => {
      const table = await this.duckDb.query(fragment, options)
      await this.compare(fragment, table)
      return table
    })
  }

  async numbers(fragment: Fragment, options?: QueryOptions): Promise<Float64Array[]> {
    const { columns } = await this.query(fragment, options)
    return columns.map((column) => Float64Array.from(column, Number))
  }

  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.inTurn(() => {
      this.loaded.clear()
      return this.duckDb.write(work)
    })
  }

  async close(): Promise<void> {
    await this.queue
    await this.duckDb.close()
    this.clickHouse.close()
    if (this.firstDifference) throw this.firstDifference
  }

  // One statement at a time, so that both engines see the same rows.
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work)
    this.queue = result.catch(() => undefined)
    return result
  }

  private async compare(fragment: Fragment, fromDuckDb: Table): Promise<void> {
    const { text, values } = toDollarStatement(fragment)
    try {
      for (const [, table = ''] of text.matchAll(/\b(?:from|join) ([a-z_]\w*)/gi)) await this.load(table)
      const difference = differenceOf(fromDuckDb, await this.clickHouse.query(fragment))
      if (difference !== null) throw new Error(difference)
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      const failure = new Error(`ClickHouse: ${words}\n${text}\n${JSON.stringify(values)}`, { cause: error })
      this.firstDifference ??= failure
      throw failure
    }
    this.compared.push(text)
  }

  /** Copies a table as it is now. */
  private async load(table: string): Promise<void> {
    if (this.loaded.has(table)) return
    const described = await this.duckDb.query(
      portableSql`select column_name, data_type from information_schema.columns where table_name = ${table} order by ordinal_position`,
    )
    const [names = [], types = []] = described.columns
    const columns = names.map((name, index) => ({ name: String(name), type: String(types[index]) }))
    await this.clickHouse.replaceTable(
      table,
      columns,
      await this.duckDb.query(portableSql`select * from ${ident(table)}`),
    )
    this.loaded.add(table)
  }
}
