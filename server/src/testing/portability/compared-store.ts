import type { ClickHouse } from '#server/domain/figures/store/clickhouse/clickhouse.ts'
import type { DuckDb } from '#server/domain/figures/store/duckdb.ts'
import type { AnalyticsStore, StoreWriter } from '#server/domain/figures/store/analytics-store.ts'
import type { Numbers } from '#server/domain/figures/store/stored-numbers.ts'
import type { ColumnChanges, QueryOptions, Table } from '#server/domain/figures/store/analytics-store.ts'
import { ident, join, portableSql, toDollarStatement } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { differenceOf } from './same-rows.ts'

/**
 * Two stores as one: what is written is written to DuckDB and to ClickHouse, and every reading statement runs on both and
 * fails when the results differ. `close` then fails too, so that no difference is lost as the error of one request.
 */
export class ComparedStore implements AnalyticsStore {
  readonly sharedAs = null
  /** Texts of the statements compared so far, one after the other. */
  readonly compared: string[] = []
  private readonly duckDb: DuckDb
  private readonly clickHouse: ClickHouse
  private firstDifference: Error | null = null
  private queue: Promise<unknown> = Promise.resolve()

  constructor(duckDb: DuckDb, clickHouse: ClickHouse) {
    this.duckDb = duckDb
    this.clickHouse = clickHouse
  }

  query(fragment: Fragment, options?: QueryOptions): Promise<Table> {
    return this.inTurn(async () => {
      const table = await this.duckDb.query(fragment, options)
      await this.compare(fragment, table, () => this.clickHouse.query(fragment, options))
      return table
    })
  }

  numbers(fragment: Fragment, options?: QueryOptions): Promise<Float64Array[]> {
    return this.inTurn(async () => {
      const columns = await this.duckDb.numbers(fragment, options)
      await this.compare(fragment, tableOf(columns), async () =>
        tableOf(await this.clickHouse.numbers(fragment, options)),
      )
      return columns
    })
  }

  /** As DuckDB stores them, after both have told the same of them. */
  async storedRows(
    table: string,
    columns: readonly string[],
    begin: () => (rows: Numbers[]) => Promise<void>,
    options?: QueryOptions,
  ): Promise<void> {
    await this.query(portableSql`select ${join(columns.map(ident))} from ${ident(table)}`, options)
    await this.duckDb.storedRows(table, columns, begin, options)
  }

  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.inTurn(() =>
      this.clickHouse.write((second) => this.duckDb.write((first) => work(new BothWriters(first, second)))),
    )
  }

  async beginWriting(): Promise<void> {
    await this.clickHouse.beginWriting()
  }

  isOfThisLayout(): Promise<boolean> {
    return this.clickHouse.isOfThisLayout()
  }

  async close(): Promise<void> {
    await this.queue
    await this.duckDb.close()
    await this.clickHouse.close()
    if (this.firstDifference) throw this.firstDifference
  }

  // One statement at a time, so that both engines see the same rows.
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work)
    this.queue = result.catch(() => undefined)
    return result
  }

  private async compare(fragment: Fragment, fromDuckDb: Table, ask: () => Promise<Table>): Promise<void> {
    const { text, values } = toDollarStatement(fragment)
    try {
      const difference = differenceOf(fromDuckDb, await ask())
      if (difference !== null) throw new Error(difference)
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      const failure = new Error(`ClickHouse: ${words}\n${text}\n${JSON.stringify(values)}`, { cause: error })
      this.firstDifference ??= failure
      throw failure
    }
    this.compared.push(text)
  }
}

type Step = ColumnChanges['steps'] extends AsyncIterable<infer S> ? S : never

/** Writes to both; reads what the first one has, because only a transaction shows new tables before its end. */
class BothWriters implements StoreWriter {
  private readonly first: StoreWriter
  private readonly second: StoreWriter

  constructor(first: StoreWriter, second: StoreWriter) {
    this.first = first
    this.second = second
  }

  read: StoreWriter['read'] = (fragment) => this.first.read(fragment)
  ensureTable: StoreWriter['ensureTable'] = (shape) => this.both((writer) => writer.ensureTable(shape))
  createTable: StoreWriter['createTable'] = (shape) => this.both((writer) => writer.createTable(shape))
  dropTable: StoreWriter['dropTable'] = (table) => this.both((writer) => writer.dropTable(table))
  append: StoreWriter['append'] = (shape, values) => this.both((writer) => writer.append(shape, values))

  replaceRows: StoreWriter['replaceRows'] = (shape, keys, values) =>
    this.both((writer) => writer.replaceRows(shape, keys, values))

  changeColumns: StoreWriter['changeColumns'] = async (shape, { steps, ...columns }) => {
    const all: Step[] = []
    for await (const step of steps) all.push(step)
    const again = async function* (): AsyncGenerator<Step> {
      yield* all
    }
    await this.both((writer) => writer.changeColumns(shape, { ...columns, steps: again() }))
  }

  private async both(work: (writer: StoreWriter) => Promise<void>): Promise<void> {
    await work(this.first)
    await work(this.second)
  }
}

function tableOf(columns: Float64Array[]): Table {
  const cells = columns.map((column) => Array.from(column))
  return { names: columns.map((_, at) => String(at)), columns: cells, rowCount: cells[0]?.length ?? 0 }
}
