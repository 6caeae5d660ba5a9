import type pg from 'pg'
import type { Analytics } from '#server/domain/figures/engine/analytics.ts'

/** Pause between two reads of the change log, in ms. */
const pause = 10

/**
 * Waits until the figures include everything committed so far. The feed by itself applies only changes of which no
 * older transaction is open, and tests share a PostgreSQL: a transaction in the database of another file counts too.
 */
export async function caughtUp({ feed }: Analytics, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  const before = Number(rows[0]?.xid) - 1
  do await feed.catchUp()
  while (!(await feed.waitFor(before, pause)))
}
