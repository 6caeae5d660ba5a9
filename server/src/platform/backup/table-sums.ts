import { hash } from 'node:crypto'
import type pg from 'pg'
import type { TableStart, TableSum } from './format.ts'

/** Hexadecimal digits of a row's checksum: their sum over any number of rows is exact in Node and in PostgreSQL. */
const digits = 15

/** Rows and checksums of tables, while their rows are written or read. */
export class TableSums {
  private readonly tables = new Map<string, { rows: number; sum: bigint }>()

  /** Adds a row, as its line stands in a backup. */
  add(table: string, line: string): void {
    const sums = this.tables.get(table) ?? { rows: 0, sum: 0n }
    this.tables.set(table, sums)
    sums.rows += 1
    sums.sum += BigInt(`0x${hash('md5', line, 'hex').slice(0, digits)}`)
  }

  /** Begins a table, which may stay empty. */
  begin(table: string): void {
    this.tables.set(table, { rows: 0, sum: 0n })
  }

  /** What the tables hold. */
  result(): Record<string, TableSum> {
    return Object.fromEntries([...this.tables].map(([table, { rows, sum }]) => [table, { rows, sum: String(sum) }]))
  }
}

/** The query of a table's rows as the lines of a backup. */
export function linesQuery({ table, columns }: TableStart): string {
  const values = columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  return `SELECT json_build_array(${values})::text AS line FROM ${quoted(table)}`
}

/** What a table of the database holds, computed as `TableSums` does, after `setExactly`. */
export async function sumOfTable(client: pg.ClientBase, table: TableStart): Promise<TableSum> {
  const { rows } = await client.query<{ rows: number; sum: string }>(
    `SELECT count(*)::int AS rows,
            coalesce(sum(('x' || substr(md5(line), 1, ${digits}))::bit(${digits * 4})::bigint), 0)::text AS sum
       FROM (${linesQuery(table)}) AS lines`,
  )
  return rows[0] ?? { rows: 0, sum: '0' }
}

/**
 * Has values written as text in a form that does not depend on the server's settings: in the transaction under way, or in
 * the whole session.
 */
export async function setExactly(client: pg.ClientBase, set: 'SET LOCAL' | 'SET'): Promise<void> {
  const settings = [`DateStyle = 'ISO'`, `TimeZone = 'UTC'`, 'extra_float_digits = 1']
  await client.query(settings.map((setting) => `${set} ${setting}`).join('; '))
}

/** A name in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
