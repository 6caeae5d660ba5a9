import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** An alert that is not closed, with its response. */
export interface WaitingAlert {
  alertId: number
  /** Its response. */
  id: number
  unitIds: number[]
  raisedAt: Date
  ownerId: number | null
}

/**
 * The alerts of a rule that are not closed and have taken some steps, in the order they were raised. Nobody else changes
 * them until the write ends; those that somebody is changing are left out.
 */
export async function lockWaitingAlerts(
  { db }: Pick<WriteTx<Ctx>, 'db'>,
  surveyId: number,
  { rule, step, most }: { rule: string; step: number; most: number },
): Promise<WaitingAlert[]> {
  return db
    .selectFrom('alert')
    .innerJoin('response', 'response.id', 'alert.response_id')
    .select([
      'alert.id as alertId',
      'response.id',
      'response.unit_ids as unitIds',
      'alert.created_at as raisedAt',
      'alert.owner_user_id as ownerId',
    ])
    .where('alert.survey_id', '=', surveyId)
    .where('alert.rule', '=', rule)
    .where('alert.state', '<>', 3)
    .where('alert.escalated', '=', step)
    .orderBy('alert.created_at')
    .orderBy('alert.id')
    .limit(most)
    .forUpdate('alert')
    .skipLocked()
    .execute()
}

/** Notes a step of escalation of alerts, with its entry in their history. `newOwnerId` is null where the owner stays. */
export async function escalateRows(
  { db }: Pick<WriteTx<Ctx>, 'db'>,
  moves: readonly { alertId: number; newOwnerId: number | null }[],
  now: Date,
): Promise<void> {
  await sql`
    with moves as (
      select * from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m("alertId" bigint, "newOwnerId" int)),
    moved as (
      update alert a
         set owner_user_id = coalesce(m."newOwnerId", a.owner_user_id), escalated = a.escalated + 1, version = a.version + 1
        from moves m where a.id = m."alertId"
      returning a.id, a.state, m."newOwnerId" as owner)
    insert into alert_log (alert_id, event, state, owner_user_id, created_at)
    select id, 'escalated', state, owner, ${now}::timestamptz from moved order by id`.execute(db)
}
