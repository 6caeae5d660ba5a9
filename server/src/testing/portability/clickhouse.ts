import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Cell, Table } from '#server/domain/figures/store/analytics-store.ts'
import { toClickHouseStatement } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'

/** The part of `chdb` that is used; it is installed outside the workspaces. */
interface Session {
  query(statement: string): string
  queryBindAsync(statement: string, values: object, options: { format: string }): Promise<{ text(): string }>
  insert(rows: { table: string; values: string; format: string }): Promise<unknown>
  close(): void
}

/** A column of a table as DuckDB describes it. */
export interface DescribedColumn {
  name: string
  type: string
}

/** Settings with which ClickHouse stores the same values and gives statements the same meaning as DuckDB. */
const settings = {
  data_type_default_nullable: 1,
  cast_keep_nullable: 1,
  aggregate_functions_null_for_empty: 1,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 1,
}

/** Functions by their names in DuckDB: ClickHouse's own `median` takes a sample of more than 8,192 values. */
const functions = ['create function if not exists quantile_cont as (x, q) -> quantileExactInclusive(q)(x)']

/** Column types by DuckDB's. ClickHouse's sums are as wide as 64 bits or the column; DuckDB's are of 128 bits. */
const columnTypes: Readonly<Record<string, string>> = {
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INTEGER: 'Int32',
  BIGINT: 'Int128',
  DOUBLE: 'Float64',
  VARCHAR: 'String',
}

/** A ClickHouse database in this process, with only what the comparison needs. */
export class ClickHouse {
  private static made = 0
  private readonly session: Session

  private constructor(session: Session) {
    this.session = session
  }

  /** Opens an empty database with the `chdb` in `folder`. Its engine takes one data folder per process, below `data`. */
  static open(folder: string, data: string): ClickHouse {
    const { Session } = createRequire(join(folder, 'index.js'))(folder) as {
      Session: new (path: string, options: { connectionArgs: string[] }) => Session
    }
    const connectionArgs = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
    const session = new Session(join(data, `clickhouse-${process.pid}`), { connectionArgs })
    const database = `store${++ClickHouse.made}`
    for (const statement of [...functions, `create database ${database}`, `use ${database}`]) session.query(statement)
    return new ClickHouse(session)
  }

  /** Creates or replaces a table; `rows` are stored by column. */
  async replaceTable(table: string, columns: readonly DescribedColumn[], { columns: cells, rowCount }: Table) {
    const definitions = columns.map(({ name, type }) => `${name} ${nullable(type)}`)
    this.session.query(`create or replace table ${table} (${definitions.join(', ')}) engine = Memory`)
    if (rowCount === 0) return
    const rows = Array.from({ length: rowCount }, (_, row) => toJson(cells.map((column) => column[row] ?? null)))
    await this.session.insert({ table, values: rows.join('\n'), format: 'JSONCompactEachRow' })
  }

  /** Runs a statement that reads. */
  async query(fragment: Fragment): Promise<Table> {
    const { text, values } = toClickHouseStatement(fragment)
    const bound = Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value]))
    const answer = await this.session.queryBindAsync(text, bound, { format: 'JSONCompact' })
    return readTable(JSON.parse(answer.text()) as Answer)
  }

  close(): void {
    this.session.close()
  }
}

interface Answer {
  meta: { name: string; type: string }[]
  data: (string | number | boolean | null)[][]
  rows: number
}

function readTable({ meta, data, rows }: Answer): Table {
  return {
    names: meta.map(({ name }) => name),
    columns: meta.map(({ type }, index) => data.map((row) => toCell(row[index] ?? null, type))),
    rowCount: rows,
  }
}

/** Values as the DuckDB adapter returns them: whole numbers that a number cannot hold exactly are bigint. */
function toCell(value: string | number | boolean | null, type: string): Cell {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string' || /String/.test(type)) return value
  return /Int/.test(type) && !Number.isSafeInteger(Number(value))
    ? BigInt(value)
    : Number(value.replace('inf', 'Infinity'))
}

function toJson(row: readonly Cell[]): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function nullable(type: string): string {
  const known = columnTypes[type]
  if (!known) throw new Error(`A column of DuckDB's type ${type} has no counterpart in ClickHouse yet`)
  return `Nullable(${known})`
}
