import { join } from 'node:path'
import { inject } from 'vitest'
import type { RollUpLimits } from '#server/domain/figures/memory/roll-ups.ts'
import { ClickHouse } from '#server/domain/figures/store/clickhouse/clickhouse.ts'
import { DuckDb } from '#server/domain/figures/store/duckdb.ts'
import type { ClickHouseSettings } from '#server/platform/clickhouse-settings.ts'
import type { AnalyticsStore } from '#server/domain/figures/store/analytics-store.ts'
import { ComparedStore } from './portability/compared-store.ts'
import { clickHouseUrl } from './portability/front.ts'

/** Roll-ups of however few rows, so that whatever counts them is tested with the rest. */
export const everyRollUp: Partial<RollUpLimits> = { leastRows: 0, rowsPerCell: 0 }

/** Which store tests have: both are compared at each statement. */
type TestedStore = 'DuckDB' | 'ClickHouse' | 'both'

declare module 'vitest' {
  interface ProvidedContext {
    /** The store of the figures in this project. */
    figuresStore: TestedStore
    /** Folder of ClickHouse's engine; null where it is not installed. */
    clickHouse: string | null
    /** The error if there is none. */
    clickHouseAdvice: string
  }
}

/** Opens an empty store; one of DuckDB is in a folder, or in memory without one. */
export async function testStore(folder?: string): Promise<AnalyticsStore> {
  const kind = inject('figuresStore')
  const duckDb = (): Promise<DuckDb> => DuckDb.open({ path: folder ? join(folder, 'analytics.duckdb') : ':memory:' })
  if (kind === 'DuckDB') return duckDb()
  if (kind === 'ClickHouse') return testClickHouse()
  return new ComparedStore(await duckDb(), await testClickHouse())
}

/** Where the figures of an installation are kept, for tests that open them more than once. */
export interface StorePlace {
  folder: string
  clickHouse: ClickHouseSettings | null
}

/** A place in which nothing is yet. */
export async function storePlace(folder: string): Promise<StorePlace> {
  const isThere = inject('figuresStore') === 'ClickHouse'
  return { folder, clickHouse: isThere ? { url: await newClickHouse(), cluster: null } : null }
}

/** Opens the store at a place without a feed. */
export function openStoreAt({ folder, clickHouse }: StorePlace): Promise<AnalyticsStore> {
  return clickHouse ? ClickHouse.open(clickHouse) : DuckDb.open({ path: join(folder, 'analytics.duckdb') })
}

async function testClickHouse(): Promise<ClickHouse> {
  return ClickHouse.open({ url: await newClickHouse() })
}

/** Address of a database of ClickHouse in which nothing is. */
export function newClickHouse(): Promise<string> {
  return clickHouseUrl(inject('clickHouse') ?? '', inject('testFolder'))
}
