import { join } from 'node:path'
import { inject } from 'vitest'
import { DuckDb } from '#server/domain/figures/store/duckdb.ts'
import type { AnalyticsStore } from '#server/domain/figures/store/analytics-store.ts'
import { ClickHouse } from './portability/clickhouse.ts'
import { ComparedStore } from './portability/compared-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of ClickHouse's engine where every statement is to be compared with it; else null. */
    clickHouse: string | null
    /** The error if there is none. */
    clickHouseAdvice: string
  }
}

/** Opens an empty store in a folder; in the project `portability` one that compares ClickHouse with it. */
export async function testStore(folder: string): Promise<AnalyticsStore> {
  const store = await DuckDb.open({ path: join(folder, 'analytics.duckdb') })
  const clickHouse = inject('clickHouse')
  return clickHouse === null ? store : new ComparedStore(store, ClickHouse.open(clickHouse, inject('testFolder')))
}
