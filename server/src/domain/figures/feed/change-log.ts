import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { raiseModelVersion } from '#server/domain/survey/survey-model-store.ts'
import type { PgQueryable } from './responses-store.ts'

/** PostgreSQL channel that notifies the feed of new changes. */
export const changeChannel = 'change'

/** A place in the order of changes; all changes up to and including it are applied. */
export interface Position {
  xid: number
  changeId: number
}

/** One entry of the change log. */
export interface Change extends Position {
  surveyId: number
  kind: 'response' | 'survey' | 'unit'
  rowId: number
}

/** Changes whose order is final, and how far that reaches. */
export interface ChangeBatch {
  changes: Change[]
  /** All transactions before this one have ended, so no change can still be added before it. */
  horizon: number
  /** The log holds changes of transactions from the horizon on. */
  waiting: boolean
  /** Whether the consumer is registered. If it is not, changes it needs may be missing. */
  isRegistered: boolean
  /** The consumer has reported nothing for a minute. */
  isSilent: boolean
}

/**
 * Logs that responses (or their alerts, sendings or text results) changed, in the transaction that changes them; called
 * by `tx.changed` of a `write`. Returns the transaction's number, for `ChangeFeed.waitFor`.
 */
export async function appendChange(
  trx: Kysely<Database>,
  surveyId: number,
  responseIds: readonly number[],
): Promise<number> {
  // The column `xid` defaults to the number of the current transaction.
  await sql`insert into change (survey_id, kind, row_id)
            select ${surveyId}::int, 'response', unnest(${[...responseIds]}::bigint[])`.execute(trx)
  return notify(trx)
}

/**
 * Logs that a survey's metadata, units or many of its responses changed, so that its tables are rebuilt, and raises the
 * survey's version. Returns the transaction's number as `appendChange` does.
 */
export async function appendSurveyChange(trx: Kysely<Database>, surveyId: number): Promise<number> {
  await raiseModelVersion(trx, surveyId)
  await sql`insert into change (survey_id, kind, row_id) values (${surveyId}, 'survey', ${surveyId})`.execute(trx)
  return notify(trx)
}

/**
 * Logs that units of a survey changed, and where: all that changed of the responses of these lowest units is their place
 * and their answers to its levels. Raises the survey's version. Returns the transaction's number as `appendChange` does.
 */
export async function appendUnitChange(
  trx: Kysely<Database>,
  surveyId: number,
  unitIds: readonly number[],
): Promise<number> {
  await raiseModelVersion(trx, surveyId)
  await sql`insert into change (survey_id, kind, row_id)
            select ${surveyId}::int, 'unit', unnest(${[...unitIds]}::bigint[])`.execute(trx)
  return notify(trx)
}

async function notify(trx: Kysely<Database>): Promise<number> {
  const result = await sql<{ xid: string }>`
    select pg_current_xact_id()::text as xid, pg_notify(${changeChannel}, '')`.execute(trx)
  return Number(result.rows[0]?.xid)
}

/**
 * A consumer's next changes after a position, ordered by (transaction, id). Only transactions before the horizon: all of these
 * have ended, so the order is final. Order by id alone would miss rows: a transaction that began first may end last.
 */
export async function readChanges(
  pool: PgQueryable,
  consumer: string,
  after: Position,
  limit: number,
): Promise<ChangeBatch> {
  const result = await pool.query<{
    horizon: string
    waiting: boolean
    registered: boolean
    silent: boolean
    xid: string | null
    id: number
    survey_id: number
    kind: Change['kind']
    row_id: number
  }>(
    `select now.horizon::text, exists (select from change where xid >= now.horizon) as waiting,
            consumer.id is not null as registered,
            coalesce(consumer.seen_at < now() - interval '1 minute', false) as silent,
            c.xid::text, c.id, c.survey_id, c.kind, c.row_id
       from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) now
       left join feed_consumer consumer on consumer.id = $4
       left join lateral (
            select * from change where xid < now.horizon and (xid, id) > ($1::text::xid8, $2::bigint)
             order by xid, id limit $3) c on true
      order by c.xid, c.id`,
    [String(after.xid), after.changeId, limit, consumer],
  )
  const [first] = result.rows
  if (!first) throw new Error('unreachable')
  const changes = result.rows
    .filter((row) => row.xid !== null)
    .map((row) => ({
      xid: Number(row.xid),
      changeId: row.id,
      surveyId: row.survey_id,
      kind: row.kind,
      rowId: row.row_id,
    }))
  const { waiting, registered: isRegistered, silent: isSilent } = first
  return { changes, horizon: Number(first.horizon), waiting, isRegistered, isSilent }
}

/** Whether a consumer that has applied all changes up to a position has all that is committed of a survey. */
export async function hasAllChanges(
  pool: PgQueryable,
  consumer: string,
  { xid, changeId }: Position,
  surveyId: number,
): Promise<boolean> {
  const result = await pool.query<{ has_all: boolean }>(
    `select exists (select from feed_consumer where id = $1) and not exists (
            select from change where (xid, id) > ($2::text::xid8, $3::bigint) and survey_id = $4) as has_all`,
    [consumer, String(xid), changeId, surveyId],
  )
  return result.rows[0]?.has_all ?? false
}

/** All transactions before this number have ended: every statement from now on sees what they committed. */
export async function readHorizon(pool: PgQueryable): Promise<number> {
  const result = await pool.query<{ horizon: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
  )
  return Number(result.rows[0]?.horizon)
}

/** Number of logged response changes after a position, by survey. */
export async function countChanges(pool: PgQueryable, after: Position): Promise<Map<number, number>> {
  const result = await pool.query<{ survey_id: number; n: number }>(
    `select survey_id, count(*) as n from change
      where (xid, id) > ($1::text::xid8, $2::bigint) and kind = 'response' group by survey_id`,
    [String(after.xid), after.changeId],
  )
  return new Map(result.rows.map((row) => [row.survey_id, row.n]))
}

/**
 * Identifies the database that transaction numbers belong to. A store filled from another one (a restored copy, a new
 * cluster) must be rebuilt, because its position has no meaning here.
 */
export async function readSource(pool: PgQueryable): Promise<string> {
  const result = await pool.query<{ source: string }>(
    `select system_identifier::text || '/' || (select oid from pg_database where datname = current_database()) as source
       from pg_control_system()`,
  )
  return result.rows[0]?.source ?? ''
}
