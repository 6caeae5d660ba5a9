import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { FairQueue, systemCaller } from '#server/platform/fair-queue.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { AnalyticsStore, QueryOptions, StoreWriter, Table } from '../analytics-store.ts'
import { storeLayout } from '../tables.ts'
import { ClickHouseWriter } from './clickhouse-writer.ts'
import { Connection } from './connection.ts'
import type { ReadOptions } from './connection.ts'
import {
  createDatabaseStatement,
  dropStatement,
  functionStatement,
  isPart,
  nextName,
  partPattern,
  stateStatement,
} from './definitions.ts'
import type { Cluster } from './definitions.ts'
import { readNumbers, readTable } from './native-reader.ts'
import { explained, tookTooLong } from './outage.ts'
import { Sweeper } from './sweeper.ts'

/** Where the store is. */
export interface ClickHouseOptions {
  /** `http://user:password@host:8123/database`: the database belongs to one installation. */
  url: string
  cluster?: Cluster
  /** Layout of the tables, by default this program's. Tables with another layout are dropped. */
  layout?: number
  /** Called when existing tables are dropped, with the reason. */
  onDiscard?: (why: string) => void
  /** How often a statement that is not answered is looked for, in ms. */
  lookPause?: number
}

/** Default timeout of a request, in ms. */
const defaultTimeout = 30_000

/** How long a reading statement of the store itself may take, in ms. */
const ownTimeout = 300_000

/** Most statements at a time: ClickHouse has its own limits, and one caller does not get all. */
const readers = { slots: 16, perCaller: 8 }

/** Versions that one process gives before another begins above them. */
const versionsOfEpoch = 2n ** 32n

/** The table that tells what the others are like, and how often a process has begun to write here. */
const stateTable = 'store_state'

/** The analytics store in a ClickHouse: parallel reads, one write at a time. See decision 024 for what a write shows. */
export class ClickHouse implements AnalyticsStore {
  readonly sharedAs: string
  private readonly connection: Connection
  private readonly cluster: Cluster
  private readonly turns = new FairQueue(readers)
  private readonly sweeper: Sweeper
  private readonly options: Pick<ClickHouseOptions, 'onDiscard'> & { layout: number }
  /** Of this process's writes; 0 before the first. */
  private epoch = 0n
  private version = 0n
  private lastWrite: Promise<unknown> = Promise.resolve()
  /** A write failed, so that something of it may still be under way in ClickHouse. */
  private mayLinger = true

  private constructor(
    connection: Connection,
    { url, cluster = null, layout = storeLayout, onDiscard }: ClickHouseOptions,
  ) {
    this.sharedAs = new URL(url).pathname.slice(1)
    this.connection = connection
    this.cluster = cluster
    this.options = { layout, ...(onDiscard && { onDiscard }) }
    this.sweeper = new Sweeper({
      cluster: this.cluster,
      partOf: (table) => this.partOf(table),
      count: async (statement) => Number((await this.readNow(statement)).columns[0]?.[0]),
      command: (statement) => connection.command(statement),
    })
  }

  /** Connects to the store, and makes its database where it is missing. Throws `unavailable`. */
  static async open(options: ClickHouseOptions): Promise<ClickHouse> {
    const { cluster = null } = options
    const address = new URL(options.url)
    const database = address.pathname.slice(1)
    try {
      await createDatabase(address, database, cluster)
    } catch (error) {
      throw explained(error)
    }
    const connection = new Connection(address, database, cluster, options.lookPause)
    try {
      await connection.command(functionStatement(cluster))
      return new ClickHouse(connection, options)
    } catch (error) {
      await connection.close()
      throw explained(error)
    }
  }

  /** Runs a reading statement. Throws the signal's reason when it is aborted, and `unavailable` after `timeout` ms. */
  query(fragment: Fragment, options: QueryOptions = {}): Promise<Table> {
    return this.read(fragment, options, async (bytes, ask) =>
      bytes.length > 0 ? readTable(bytes) : noRows(namesOf(await ask(describing(fragment)))),
    )
  }

  /** The columns of a result, all of which must be doubles without nulls. Throws as `query` does. */
  numbers(fragment: Fragment, options: QueryOptions = {}): Promise<Float64Array[]> {
    return this.read(fragment, options, async (bytes, ask) =>
      bytes.length > 0 ? readNumbers(bytes) : namesOf(await ask(describing(fragment))).map(() => new Float64Array()),
    )
  }

  /** Ends what others have under way here. Tables of another layout are dropped. */
  async beginWriting(): Promise<void> {
    const { connection, cluster, sweeper } = this
    try {
      await connection.endWritesOfOthers()
      const { epoch, tables } = await begin(connection, { cluster, ...this.options })
      this.epoch = epoch
      this.version = epoch * versionsOfEpoch
      for (const table of tables) sweeper.note(table)
    } catch (error) {
      throw explained(error)
    }
  }

  async isOfThisLayout(): Promise<boolean> {
    const { columns } = await this.query(portableSql`select name from system.tables where database = currentDatabase()`)
    if (!columns[0]?.includes(stateTable)) return false
    return (await readState((fragment) => this.query(fragment))).layout === this.options.layout
  }

  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    const result = this.lastWrite.then(() => this.apply(work))
    this.lastWrite = result.catch(() => undefined)
    return result
  }

  /** Rewrites tables with rows that are gone, so that nothing of these is left in them; see `Sweeper`. */
  sweep(): Promise<void> {
    return this.sweeper.sweep()
  }

  async close(): Promise<void> {
    await this.lastWrite
    await this.sweeper.stop()
    await this.turns.idle()
    await this.connection.close()
  }

  private async read<T>(
    fragment: Fragment,
    options: QueryOptions,
    decode: (bytes: Uint8Array, ask: (fragment: Fragment) => Promise<Table>) => Promise<T>,
  ): Promise<T> {
    const wait = options.timeout ?? defaultTimeout
    const timeout = AbortSignal.timeout(wait)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const send = (statement: Fragment) => this.connection.read(statement, { signal, timeout: wait })
    const work = async (): Promise<T> =>
      decode(await send(fragment), async (statement) => readTable(await send(statement)))
    try {
      return await this.turns.run(options.caller ?? systemCaller, work, signal)
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (timeout.aborted) throw tookTooLong()
      throw explained(error)
    }
  }

  /** Reads for the store itself, without waiting for a turn. */
  private async readNow(fragment: Fragment): Promise<Table> {
    return readTable(await this.connection.read(fragment, ownRead()))
  }

  private async partOf(table: string): Promise<string> {
    if (this.cluster === null) return table
    const { columns } = await this.readNow(
      portableSql`select name from system.tables where database = currentDatabase() and name like ${partPattern(table)}`,
    )
    return String(columns[0]?.[0] ?? table)
  }

  /** Throws where another process has begun to write after this one. */
  private async checkTurn(): Promise<void> {
    const { epoch } = await readState((fragment) => this.readNow(fragment))
    if (epoch !== this.epoch) throw new AppError('conflict', say`Another process fills the store of figures now.`)
  }

  private async apply<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    const { connection, cluster, sweeper } = this
    const writer = new ClickHouseWriter({
      cluster,
      read: (fragment) => this.readNow(fragment),
      command: (statement) => connection.command(statement),
      insert: (table, columns, values) => connection.insert(table, columns, values),
      nextVersion: () => ++this.version,
      check: () => this.checkTurn(),
      replaced: (table) => sweeper.note(table),
    })
    try {
      if (this.epoch === 0n) await this.beginWriting()
      // What a failed write has left under way must not arrive after its repetition.
      if (this.mayLinger) await connection.endWritesOfOthers()
      this.mayLinger = false
      const result = await work(writer)
      await writer.finish()
      return result
    } catch (error) {
      this.mayLinger = true
      // Where ClickHouse is out of reach this fails as well; the next start drops them.
      await writer.undo().catch(() => undefined)
      throw explained(error)
    }
  }
}

async function createDatabase(address: URL, database: string, cluster: Cluster): Promise<void> {
  const connection = new Connection(address, null, cluster)
  try {
    await connection.command(createDatabaseStatement(database, cluster))
  } finally {
    await connection.close()
  }
}

/** How a process begins to write: its number, which is above those before, and the tables that are there. */
interface Beginning {
  epoch: bigint
  tables: readonly string[]
}

/**
 * Drops the tables of another layout, and what a killed process has left of new tables. The number of this beginning is
 * stored before any row: all that this process stores is later than what was there.
 */
async function begin(
  connection: Connection,
  { cluster, layout, onDiscard }: Pick<ClickHouseOptions, 'onDiscard'> & { cluster: Cluster; layout: number },
): Promise<Beginning> {
  const read = async (fragment: Fragment) => readTable(await connection.read(fragment, ownRead()))
  const {
    columns: [names = []],
  } = await read(portableSql`select name from system.tables where database = currentDatabase()`)
  const tables = names.map(String)
  const known = tables.includes(stateTable) ? await readState(read) : null
  const isKept = known?.layout === layout
  const [distributed = []] =
    cluster === null
      ? []
      : (await read(portableSql`select engine_full from system.tables where database = currentDatabase()`)).columns
  const isLeft = (table: string): boolean =>
    table.endsWith(nextName('')) || (isPart(table) && !distributed.some((over) => String(over).includes(`'${table}'`)))
  const gone = isKept ? tables.filter(isLeft) : tables
  for (const table of gone) await connection.command(dropStatement(table, cluster))
  if (known && !isKept) onDiscard?.('are laid out for another version of the program')
  await connection.command(stateStatement(stateTable, cluster))
  const columns = [
    { name: 'layout', type: 'Int32' },
    { name: 'epoch', type: 'Int64' },
  ]
  const epoch = (known?.epoch ?? 0n) + 1n
  await connection.insert(stateTable, columns, [[layout], [epoch]])
  return { epoch, tables: isKept ? tables.filter((table) => /^[a-z]\d+$/.test(table)) : [] }
}

/** A result without rows is sent without its columns: what they are called is asked for. */
function describing(fragment: Fragment): Fragment {
  return portableSql`describe table (${fragment})`
}

function namesOf({ columns: [names = []] }: Table): string[] {
  return names.map(String)
}

function noRows(names: string[]): Table {
  return { names, columns: names.map(() => []), rowCount: 0 }
}

/** The layout of the tables, and how often a process has begun to write to them. */
async function readState(read: (fragment: Fragment) => Promise<Table>): Promise<{ layout: number; epoch: bigint }> {
  const { columns } = await read(
    portableSql`select layout, epoch from ${ident(stateTable)} order by epoch desc limit 1`,
  )
  const [layout, epoch] = columns.map(([cell]) => cell)
  return { layout: Number(layout ?? 0), epoch: BigInt(epoch ?? 0) }
}

function ownRead(): ReadOptions {
  return { signal: AbortSignal.timeout(ownTimeout), timeout: ownTimeout }
}
