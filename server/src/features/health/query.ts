import { sql as kyselySql } from 'kysely'
import type { Deps } from '../../platform/context.ts'
import { sql } from '../../platform/sql.ts'

/** The shortest question PostgreSQL answers; rejects when it does not. */
export async function pingDatabase({ db }: Deps): Promise<void> {
  await kyselySql`SELECT 1`.execute(db)
}

/** The shortest question the analytics store answers; rejects after `timeout` ms. */
export async function pingAnalytics({ analytics }: Deps, timeout: number): Promise<void> {
  await analytics.store.query(sql`SELECT 1`, { timeout })
}
