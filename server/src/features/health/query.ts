import type { Deps } from '#server/domain/context.ts'
import { portableSql } from '#server/platform/sql.ts'

/** The shortest question PostgreSQL answers; rejects when it does not, after `timeout` ms at the latest. */
export async function pingDatabase({ pool }: Deps, timeout: number): Promise<void> {
  const client = await pool.connect()
  // Known to the driver, but not to its types.
  const question = { text: 'select 1', query_timeout: timeout }
  try {
    await client.query(question)
    client.release()
  } catch (error) {
    // Its answer may still come: nobody else must get it.
    client.release(true)
    throw error
  }
}

/** A short question about the analytics store's file; rejects when it is not answered within `timeout` ms. */
export async function pingAnalytics({ analytics }: Deps, timeout: number): Promise<void> {
  await analytics.store.query(portableSql`select count(*) from feed_position`, { timeout })
}
