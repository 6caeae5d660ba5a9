import { changeChannel } from './change-log.ts'
import type { Position } from './change-log.ts'
import type { PgQueryable } from './responses-store.ts'

/** A consumer that PostgreSQL has not heard of for this long is forgotten (an interval of PostgreSQL). */
const forgottenAfter = '1 hour'

/** Makes only one process at a time forget consumers and delete changes, so that they cannot wait for each other. */
const pruneLock = `hashtext('prune changes')`

/**
 * Registers a consumer that is about to rebuild its store; keeps the position of one that is registered. Returns the
 * horizon (see `readHorizon`): the log keeps all changes from there on. Rows must be read after this: changes deleted
 * before others could see the registration are of transactions that have ended by then, so the rows include them.
 * Also deletes changes with transaction numbers this database has not reached yet: a restored backup contains such
 * numbers from the database it was taken of.
 */
export async function registerConsumer(pool: PgQueryable, id: string): Promise<number> {
  const result = await pool.query<{ horizon: string }>(
    `with unreached as (delete from change where xid >= pg_snapshot_xmax(pg_current_snapshot()))
     insert into feed_consumer (id, xid, change_id) values ($1, pg_snapshot_xmin(pg_current_snapshot()), 0)
         on conflict (id) do update set seen_at = now()
     returning pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
    [id],
  )
  return Number(result.rows[0]?.horizon)
}

/**
 * Continues under a new id what the consumer `known` has done, as each start does: of two processes that run on copies
 * of one store, the first loses its registration and rebuilds. Returns the position that `known` reported last, null
 * when it is not registered.
 */
export async function renameConsumer(pool: PgQueryable, known: string, id: string): Promise<Position | null> {
  const result = await pool.query<{ xid: string; change_id: number }>(
    'update feed_consumer set id = $2, seen_at = now() where id = $1 returning xid::text, change_id',
    [known, id],
  )
  const [row] = result.rows
  return row ? { xid: Number(row.xid), changeId: row.change_id } : null
}

/** Removes a consumer, which then rebuilds its store, and has it look at once. */
export async function unregisterConsumer(pool: PgQueryable, id: string): Promise<void> {
  await pool.query('delete from feed_consumer where id = $1', [id])
  await pool.query(`notify ${changeChannel}`)
}

/** Pause between two reports of being alive, in ms. */
const alivePause = 60_000

/** Reports that a consumer is alive, while it is too busy to report a position. */
export async function reportAlive(pool: PgQueryable, id: string): Promise<void> {
  await pool.query('update feed_consumer set seen_at = now() where id = $1', [id])
}

/** Reports so again and again while some work goes on that may take longer than others would wait. */
export async function whileAlive(pool: PgQueryable, id: string, work: () => Promise<void>): Promise<void> {
  // A failure shows in the next step: a feed that is forgotten rebuilds.
  const report = (): void => void reportAlive(pool, id).catch(() => undefined)
  const timer = setInterval(report, alivePause)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Reports the position of a consumer, which its store must hold already; forgets consumers that were not seen for long,
 * and deletes the changes that all others have applied. Does nothing for a consumer that is itself forgotten. A crash
 * of PostgreSQL cannot make the position wrong: the number of this transaction is stored with it and is higher, so no
 * number up to the position is used again.
 */
export async function reportPosition(pool: PgQueryable, id: string, { xid, changeId }: Position): Promise<void> {
  await pool.query(
    // A consumer that reports while it is being forgotten is kept: the deletion looks at its row again. That is why
    // those deleted are left out of `everywhere`, not those that look old.
    `with mine as (
       update feed_consumer set xid = $2::text::xid8, change_id = $3, seen_at = now() where id = $1 returning id),
     turn as materialized (select pg_try_advisory_xact_lock(${pruneLock}) as is_mine),
     forgotten as (
       delete from feed_consumer
        where id <> $1 and seen_at < now() - interval '${forgottenAfter}'
          and exists (select from mine) and (select is_mine from turn)
       returning id),
     everywhere as materialized (
       select xid, change_id from (
              select $2::text::xid8 as xid, $3::bigint as change_id
               union all
              select xid, change_id from feed_consumer where id <> $1 and id not in (select id from forgotten)) each
        order by xid, change_id limit 1),
     -- Spares looking for changes to delete while another consumer is far behind.
     oldest as materialized (select xid, id from change order by xid, id limit 1)
     delete from change
      where exists (select from mine) and (select is_mine from turn)
        and (select (oldest.xid, oldest.id) <= (everywhere.xid, everywhere.change_id) from oldest, everywhere)
        and (xid, id) <= (select xid, change_id from everywhere)`,
    [id, String(xid), changeId],
  )
}
