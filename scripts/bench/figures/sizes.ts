import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { verdict } from '../printing.ts'
import type { MeasuredData } from './measured-data.ts'
import type { RunningServer } from './running-server.ts'

/** Most memory of the server in MB, and most minutes to make the data. */
const promised = { memory: 1_536, minutes: 10 }

/** Tells what the data takes on disk. */
export async function printSizes(
  server: RunningServer,
  { folder, made, isKept }: MeasuredData,
  print: (line: string) => void,
): Promise<void> {
  const { rows } = await server.postgres.pool.query<{ heap: number; indexes: number }>(
    `select pg_table_size('response') as heap, pg_indexes_size('response') as indexes`,
  )
  const { size } = await stat(join(folder, 'analytics.duckdb'))
  const [{ heap, indexes } = { heap: 0, indexes: 0 }] = rows
  const of = (bytes: number): string =>
    `${(bytes / 1e6).toFixed(0)} MB (${(bytes / made.rows).toFixed(0)} bytes a response)`
  print(`on disk: responses in PostgreSQL ${of(heap)}, their indexes ${of(indexes)}, DuckDB ${of(size)}`)
  const { structure, postgres, store, all } = made.seconds
  const told = `${isKept ? 'made by an earlier run' : 'made'} in ${all.toFixed(0)} s (units and questions ${structure.toFixed(0)} s, then at once PostgreSQL ${postgres.toFixed(0)} s, DuckDB ${store.toFixed(0)} s)`
  print(`${told}; goal ${promised.minutes} min   ${verdict(all <= promised.minutes * 60)}`)
}

/** Tells how much memory the server has needed. */
export function printMemory(server: RunningServer, print: (line: string) => void): void {
  const { now, most } = server.memory()
  print(
    `memory of the server ${now.toFixed(0)} MB, at its most ${most.toFixed(0)} MB; goal ${promised.memory} MB   ${verdict(most <= promised.memory)}`,
  )
}
