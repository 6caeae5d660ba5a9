// Fills PostgreSQL in a thread of its own, while the main thread fills the figures.
import { workerData } from 'node:worker_threads'
import { openPostgres } from '../../../server/src/platform/postgres.ts'
import { fillPostgres } from './fill-postgres.ts'
import type { MadeUnits } from './fill-postgres.ts'
import { makeRows } from './made-rows.ts'

/** What the thread fills: so many rows of `makeRows`, from an id on. */
export interface PostgresWork {
  url: string
  count: number
  today: string
  units: MadeUnits
  firstId: number
}

const { url, count, today, units, firstId } = workerData as PostgresWork
const { pool, close } = openPostgres(url)
await fillPostgres(pool, makeRows(count, today), units, firstId)
await close()
