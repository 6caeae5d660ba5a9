import type { DuckDBConnection } from '@duckdb/node-api'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Cell, ColumnChanges, StoreWriter, Table, TableShape } from './analytics-store.ts'
import { Appending } from './duckdb-append.ts'
import { definitions, execute, readTable } from './duckdb-statements.ts'

/** The rows whose columns change, each with the number of its group; and what each group has. */
const changedRows = 'changed_rows'
const changedGroups = 'changed_groups'
const groupNumber = { name: 'group_number', type: 'int32' } as const

/** What a transaction of DuckDB may do. */
export class DuckDbWriter implements StoreWriter {
  private readonly connection: DuckDBConnection
  private readonly appending: Appending

  constructor(connection: DuckDBConnection) {
    this.connection = connection
    this.appending = new Appending(connection)
  }

  /** Ends what is open for appending, before the transaction ends. */
  close(): void {
    this.appending.close()
  }

  /** Runs any statement. */
  run(fragment: Fragment): Promise<Table> {
    this.appending.close()
    return execute(this.connection, fragment, readTable)
  }

  read(fragment: Fragment): Promise<Table> {
    return this.run(fragment)
  }

  async ensureTable({ table, columns }: TableShape): Promise<void> {
    await this.run(portableSql`create table if not exists ${ident(table)} ${definitions(columns)}`)
  }

  async createTable({ table, columns }: Pick<TableShape, 'table' | 'columns'>): Promise<void> {
    await this.run(portableSql`create or replace table ${ident(table)} ${definitions(columns)}`)
  }

  async dropTable(table: string): Promise<void> {
    await this.run(portableSql`drop table if exists ${ident(table)}`)
  }

  append({ table, columns }: Pick<TableShape, 'table' | 'columns'>, values: readonly (readonly Cell[])[]) {
    return this.appending.add(table, columns, values)
  }

  async replaceRows(shape: TableShape, keys: readonly Cell[], values: readonly (readonly Cell[])[]): Promise<void> {
    if (keys.length > 0) {
      const list = keys.map((key) => (typeof key === 'number' ? integer(key) : portableSql`${String(key)}`))
      await this.run(portableSql`delete from ${ident(shape.table)} where ${ident(shape.key)} in (${join(list)})`)
    }
    await this.append(shape, values)
  }

  async changeColumns(shape: TableShape, { rowColumns, groupColumns, steps }: ColumnChanges): Promise<void> {
    const rowTable = { table: changedRows, columns: [...rowColumns, groupNumber] }
    const groupTable = { table: changedGroups, columns: [groupNumber, ...groupColumns] }
    await this.createTable(rowTable)
    await this.createTable(groupTable)
    let first = 0
    for await (const { rows, groupOf, groups } of steps) {
      const count = groups[0]?.length ?? 0
      await this.append(groupTable, [Array.from({ length: count }, (_, at) => first + at), ...groups])
      await this.append(rowTable, [...rows, groupOf.map((at) => first + at)])
      first += count
    }
    const table = ident(shape.table)
    const names = [...rowColumns, ...groupColumns].map(({ name }) => name).filter((name) => name !== shape.key)
    const sets = names.map((name) => portableSql`${ident(name)} = changed.${ident(name)}`)
    await this.run(
      portableSql`update ${table} set ${join(sets)} from (
          select * from ${ident(changedRows)} join ${ident(changedGroups)} using (${ident(groupNumber.name)})
        ) changed where ${table}.${ident(shape.key)} = changed.${ident(shape.key)}`,
    )
    await this.dropTable(changedRows)
    await this.dropTable(changedGroups)
  }
}
