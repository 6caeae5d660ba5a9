import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Cell, Column, ColumnChanges, StoreWriter, Table, TableShape } from '../analytics-store.ts'
import {
  createStatements,
  dropStatement,
  exchangeStatement,
  hiddenValues,
  nextName,
  partName,
  partPattern,
  placeColumn,
  renameStatement,
  sortingKey,
  storedColumns,
} from './definitions.ts'
import type { Cluster } from './definitions.ts'

/** Values sent as one block: its rows are in memory here and there until they are stored. */
const blockValues = 2_000_000

/** What a write needs of the store. */
interface WriterDeps {
  cluster: Cluster
  read(fragment: Fragment): Promise<Table>
  command(statement: string): Promise<void>
  insert(table: string, columns: ReturnType<typeof storedColumns>, values: Cell[][]): Promise<void>
  /** A number above all that rows have as their version. */
  nextVersion(): bigint
  /** Throws where another process has begun to write. */
  check(): Promise<void>
  /** Tells of a table that holds rows which are not in force any more. */
  replaced(table: string): void
}

/** Rows that are sent together; of existing tables also the keys that they replace. */
interface Waiting {
  shape: TableShape
  keys: Set<Cell>
  values: Cell[][]
}

/**
 * A write to ClickHouse, which has no transactions. Rows of a table are sent as one block, with marks for those that are gone:
 * nobody sees a row beside the one it replaces, or neither. New tables take the place of the ones before when the write ends.
 * All else is sent then, in the order in which the tables were last named: what is stored last tells that all is.
 */
export class ClickHouseWriter implements StoreWriter {
  private readonly deps: WriterDeps
  private readonly waiting = new Map<string, Waiting>()
  /** New tables, with the name of the ones on the servers of a cluster. */
  private readonly created = new Map<string, string>()
  private readonly dropped = new Set<string>()

  constructor(deps: WriterDeps) {
    this.deps = deps
  }

  async read(fragment: Fragment): Promise<Table> {
    await this.sendReplaced()
    return this.deps.read(fragment)
  }

  async ensureTable(shape: TableShape): Promise<void> {
    await this.create(shape, shape.table)
  }

  async createTable(shape: TableShape): Promise<void> {
    const { table } = shape
    await this.forget(table)
    this.created.set(table, await this.create(shape, nextName(table)))
    this.dropped.delete(table)
  }

  async dropTable(table: string): Promise<void> {
    await this.forget(table)
    this.dropped.add(table)
  }

  async append(shape: TableShape, values: readonly (readonly Cell[])[]): Promise<void> {
    if (!this.created.has(shape.table)) throw new Error(`The table ${shape.table} was not created in this write`)
    await this.keep(shape, [], values)
  }

  async replaceRows(shape: TableShape, keys: readonly Cell[], values: readonly (readonly Cell[])[]): Promise<void> {
    const { waiting } = this
    const known = waiting.get(shape.table)
    // Of two rows for one key the second must be the later version.
    if (known && keys.some((key) => known.keys.has(key))) await this.send(shape.table)
    await this.keep(shape, keys, values)
  }

  async changeColumns(shape: TableShape, { rowColumns, groupColumns, steps }: ColumnChanges): Promise<void> {
    const names = shape.columns.map(({ name }) => name)
    const place = new Map(names.map((name, at) => [name, at]))
    for await (const { rows, groupOf, groups } of steps) {
      const [keys = []] = rows
      if (keys.length === 0) continue
      const { columns } = await this.read(rowsWith(shape, names.map(ident), keys))
      const at = new Map(keys.map((key, row) => [key, row]))
      const found = (columns[place.get(shape.key) ?? -1] ?? []).map((key) => at.get(key) ?? -1)
      const put = (changed: readonly Column[], cell: (column: number, row: number) => Cell): void =>
        changed.forEach(({ name }, column) => {
          columns[place.get(name) ?? -1] = found.map((row) => cell(column, row))
        })
      put(rowColumns, (column, row) => rows[column]?.[row] ?? null)
      put(groupColumns, (column, row) => groups[column]?.[groupOf[row] ?? -1] ?? null)
      await this.replaceRows(shape, keys, columns)
    }
  }

  /** Makes all of the write visible. */
  async finish(): Promise<void> {
    const { deps, created, dropped } = this
    const { cluster } = deps
    for (const table of created.keys()) await this.send(table)
    const tables = [...created.keys()]
    const replaced = tables.length === 0 ? [] : await this.existing(tables)
    const old = cluster === null ? [] : await this.partsOf([...replaced, ...dropped])
    if (tables.length + dropped.size > 0) await deps.check()
    if (replaced.length > 0) await deps.command(exchangeStatement(replaced, cluster))
    const others = tables.filter((table) => !replaced.includes(table))
    if (others.length > 0) await deps.command(renameStatement(others, cluster))
    for (const table of [...replaced.map(nextName), ...dropped, ...old])
      await deps.command(dropStatement(table, cluster))
    created.clear()
    await this.sendReplaced()
  }

  /** Removes what the write has made and nobody sees. */
  async undo(): Promise<void> {
    for (const [table, part] of this.created) await this.dropNew(table, part)
  }

  private async forget(table: string): Promise<void> {
    this.waiting.delete(table)
    const part = this.created.get(table)
    if (part !== undefined) await this.dropNew(table, part)
    this.created.delete(table)
  }

  private async dropNew(table: string, part: string): Promise<void> {
    const { cluster, command } = this.deps
    await command(dropStatement(nextName(table), cluster))
    if (cluster !== null) await command(dropStatement(part, cluster))
  }

  private async create(shape: TableShape, name: string): Promise<string> {
    const { cluster, nextVersion, command } = this.deps
    const part = partName(shape.table, nextVersion())
    if (name !== shape.table) await command(dropStatement(name, cluster))
    for (const statement of createStatements(shape, name, part, cluster)) await command(statement)
    return part
  }

  private async keep(shape: TableShape, keys: readonly Cell[], values: readonly (readonly Cell[])[]): Promise<void> {
    const { table, columns } = shape
    const known = this.waiting.get(table)
    const kept = known ?? { shape, keys: new Set<Cell>(), values: columns.map((): Cell[] => []) }
    this.waiting.delete(table)
    this.waiting.set(table, kept)
    for (const key of keys) kept.keys.add(key)
    kept.values.forEach((column, at) => {
      for (const cell of values[at] ?? []) column.push(cell)
    })
    if ((kept.values[0]?.length ?? 0) * columns.length > blockValues)
      await (this.created.has(table) ? this.send(table) : this.sendReplaced())
  }

  private async sendReplaced(): Promise<void> {
    for (const table of [...this.waiting.keys()]) if (!this.created.has(table)) await this.send(table)
  }

  private async send(table: string): Promise<void> {
    const { waiting, deps, created } = this
    const kept = waiting.get(table)
    if (!kept) return
    waiting.delete(table)
    const { shape, keys, values } = kept
    const version = deps.nextVersion()
    const places = placesOf(values[shape.columns.findIndex(({ name }) => name === shape.key)] ?? [])
    const all = [...values, ...hiddenValues(places, version, false)]
    if (created.has(table)) return deps.insert(nextName(table), storedColumns(shape), all)
    const gone = await this.goneRows(shape, [...keys], all)
    if (keys.size > 0) deps.replaced(table)
    const marks = [...gone.values, ...hiddenValues(gone.places, version, true)]
    const block = all.map((column, at) => [...column, ...(marks[at] ?? [])])
    await deps.insert(table, storedColumns(shape), block)
  }

  /** Rows of the given keys that new ones do not take the place of: values of all columns, of which only those sorted by count. */
  private async goneRows(shape: TableShape, keys: readonly Cell[], rows: readonly (readonly Cell[])[]) {
    const names = sortingKey(shape)
    const { columns, rowCount } =
      keys.length === 0 ? { columns: [], rowCount: 0 } : await this.deps.read(rowsWith(shape, names.map(ident), keys))
    const stored = storedColumns(shape)
    const keyOf = (of: readonly (readonly Cell[])[], row: number): string => of.map((column) => column[row]).join(' ')
    const sorted = names.map((name) => rows[stored.findIndex((column) => column.name === name)] ?? [])
    const there = new Set((sorted[0] ?? []).map((_, row) => keyOf(sorted, row)))
    const gone = Array.from({ length: rowCount }, (_, row) => row).filter((row) => !there.has(keyOf(columns, row)))
    const cells = (name: string): Cell[] => {
      const column = columns[names.indexOf(name)]
      return gone.map((row) => column?.[row] ?? null)
    }
    return { values: shape.columns.map(({ name }) => cells(name)), places: cells(placeColumn.name).map(Number) }
  }

  private async existing(tables: readonly string[]): Promise<string[]> {
    const { columns } = await this.deps.read(
      portableSql`select name from system.tables where database = currentDatabase()`,
    )
    const names = new Set(columns[0])
    return tables.filter((table) => names.has(table))
  }

  /** Tables on the servers of a cluster that hold rows of the given tables, but for the ones of this write. */
  private async partsOf(tables: readonly string[]): Promise<string[]> {
    const own = new Set(this.created.values())
    const { columns } = await this.deps.read(
      portableSql`select name from system.tables where database = currentDatabase() and name like ${partPattern('%')}`,
    )
    const names = (columns[0] ?? []).map(String)
    return names.filter((name) => !own.has(name) && tables.includes(name.replace(/_rows_\d+$/, '')))
  }
}

/** How many rows of the same key come before each. */
function placesOf(keys: readonly Cell[]): number[] {
  const count = new Map<Cell, number>()
  return keys.map((key) => {
    const before = count.get(key) ?? 0
    count.set(key, before + 1)
    return before
  })
}

function rowsWith({ table, key }: TableShape, columns: readonly Fragment[], keys: readonly Cell[]): Fragment {
  const list = join(keys.map((value) => (typeof value === 'number' ? integer(value) : portableSql`${String(value)}`)))
  return portableSql`select ${join(columns)} from ${ident(table)} where ${ident(key)} in (${list})`
}
