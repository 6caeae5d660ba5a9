import type { Deps } from '#server/domain/context.ts'
import { portableSql } from '#server/platform/sql.ts'

/** Runs `select 1` on PostgreSQL; rejects when that fails, after `timeout` ms at the latest. */
export async function pingDatabase({ pool }: Deps, timeout: number): Promise<void> {
  const client = await pool.connect()
  // The driver supports it, but its types do not declare it.
  const question = { text: 'select 1', query_timeout: timeout }
  try {
    await client.query(question)
    client.release()
  } catch (error) {
    // The answer may still arrive, so the connection is closed rather than reused.
    client.release(true)
    throw error
  }
}

/** Runs a short query on the analytics store's file; rejects when it fails or takes longer than `timeout` ms. */
export async function pingAnalytics({ analytics }: Deps, timeout: number): Promise<void> {
  await analytics.store.query(portableSql`select count(*) from feed_position`, { timeout })
}
