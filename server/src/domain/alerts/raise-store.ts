import { sql } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'

/** A completed response that meets a rule, which is named by its place among the rules. */
export interface Match {
  id: number
  unitIds: number[]
  rule: number
}

/** Rows that are read at a time. */
const batch = 2000

/**
 * The responses that meet rules, in batches, ordered by their ids: one pass over the responses for all rules. `responses`
 * says which (`r`) are looked at.
 */
export function readMatches(
  tx: Pick<WriteTx<WriteContext>, 'db'>,
  { responses, rules }: { responses: Fragment; rules: readonly Fragment[] },
): AsyncGenerator<Match[]> {
  const select = portableSql`
    select r.id, r.unit_ids as "unitIds", (m.rule - 1)::int as rule
      from response r
     cross join lateral unnest(array[${join(rules)}]::boolean[]) with ordinality as m(met, rule)
     where ${responses} and m.met
     order by r.id, m.rule`
  return readInBatches(tx, portableSql`matches`, select)
}

/** The rows of a statement in batches, read within the write by a cursor of a name. */
export async function* readInBatches<Row>(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  cursor: Fragment,
  select: Fragment,
): AsyncGenerator<Row[]> {
  await runFragment(db, portableSql`declare ${cursor} no scroll cursor for ${select}`)
  // After an error there is nothing to close: the transaction has failed.
  for (;;) {
    const rows = await runFragment<Row>(db, portableSql`fetch ${integer(batch)} from ${cursor}`)
    if (rows.length > 0) yield rows
    if (rows.length < batch) break
  }
  await runFragment(db, portableSql`close ${cursor}`)
}

/** An alert to store. */
export interface NewAlert {
  responseId: number
  rule: string
  ownerId: number | null
  due: Date | null
}

/** An alert that was stored. */
export interface RaisedAlert {
  id: number
  responseId: number
  rule: string
  ownerId: number | null
}

/**
 * Stores alerts with the beginning of their history. A response that has one of the same rule keeps it; those that were
 * stored are returned. They are stored in the order of their responses, so that two writers cannot deadlock.
 */
export async function insertAlertRows(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  at: { surveyId: number; importSetId: number | null; now: Date },
  alerts: readonly NewAlert[],
): Promise<RaisedAlert[]> {
  const rows = alerts.map(({ responseId, rule, ownerId, due }) => ({
    response: responseId,
    rule,
    owner: ownerId,
    due: due?.toISOString() ?? null,
  }))
  const { rows: raised } = await sql<RaisedAlert>`
    with raised as (
      insert into alert (survey_id, response_id, rule, owner_user_id, due_at, created_at, import_set_id)
      select ${at.surveyId}::int, n.response, n.rule, n.owner, n.due, ${at.now}::timestamptz, ${at.importSetId}::int
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as n(response bigint, rule text, owner int, due timestamptz)
       order by n.response, n.rule
      on conflict (response_id, rule) do nothing
      returning id, response_id, rule, owner_user_id),
    logged as (
      insert into alert_log (alert_id, event, state, owner_user_id, created_at)
      select id, 'raised', 2, owner_user_id, ${at.now}::timestamptz from raised order by id)
    select id, response_id as "responseId", rule, owner_user_id as "ownerId" from raised`.execute(db)
  return raised
}
