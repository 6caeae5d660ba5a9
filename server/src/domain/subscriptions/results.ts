import type { deliveryResults } from '@gensvar/contract/subscriptions'
import { Count, say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { readWords, storeWords } from '#server/domain/tasks/stored-words.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

/** What becomes of a subscribed report. */
export type DeliveryResult = (typeof deliveryResults)[number]

/** What became of one, when, and why it did not arrive. */
export interface LastResult<Result = DeliveryResult> {
  result: Result
  at: Date
  reason: StoredWords | null
}

type Ended = LastResult<Exclude<DeliveryResult, 'made'>>

/** So many reports in a row that fail pause a subscription. */
const mostFailures = 3

/** Deliveries `d` whose result is not noted yet, with what their report, its task and their mail say. */
const openDeliveries: RawBuilder<unknown> = sql`
  select d.subscription_id, d.due_at,
         case when t.state = 'FAILED' then 'failed'
              when d.mailed_at is null then 'made'
              when m.state = 'FAILED' then 'refused'
              when m.state = 'UNKNOWN' or m.id is null then 'unknown'
              when m.state <> 'SENT' then 'made'
              when d.is_empty then 'empty'
              else 'sent' end as result,
         case when t.state = 'FAILED' then t.reason when m.state <> 'SENT' then m.reason end as reason,
         coalesce(m.sent_at, d.mailed_at, d.due_at) as at
    from subscription_delivery d
    join report r on r.uuid = d.report_uuid
    left join task t on t.id = r.task_id
    left join mail m on m.id = d.mail_id
   where not d.settled`

/** The newest reports of subscriptions whose result is not noted yet, by subscription. */
export async function readOpenResults(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LastResult>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<LastResult & { id: number }>`
    select distinct on (subscription_id) subscription_id as id, result, at, reason
      from (${openDeliveries} and d.subscription_id = any(${[...ids]}::int[])) found
     order by subscription_id, due_at desc`.execute(db)
  return new Map(rows.map(({ id, ...last }) => [id, last]))
}

/** Notes with subscriptions what became of their reports, and pauses those of which several have failed in a row. */
export async function settleResults(tx: WriteTx): Promise<void> {
  const { rows } = await sql<Ended & { id: number }>`
    update subscription_delivery delivery set settled = true
      from (${openDeliveries} for update of d) found
     where found.result <> 'made'
       and delivery.subscription_id = found.subscription_id and delivery.due_at = found.due_at
    returning found.subscription_id as id, found.result, found.at, found.reason`.execute(tx.db)
  const inOrder = rows.toSorted((one, other) => one.id - other.id || one.at.getTime() - other.at.getTime())
  for (const { id, ...ended } of inOrder) await noteResult(tx, id, ended)
}

/** Notes what became of a report with its subscription, unless that is paused. */
export async function noteResult(tx: WriteTx, id: number, { result, at, reason }: Ended): Promise<void> {
  const arrived = result === 'sent' || result === 'empty'
  const isFailure = result === 'failed' || result === 'refused'
  const row = await tx.db
    .updateTable('subscription')
    .set((old) => ({
      result,
      result_at: at,
      result_reason: reason && JSON.stringify(reason),
      failures: arrived ? 0 : old('failures', '+', isFailure ? 1 : 0),
    }))
    .where('id', '=', id)
    .where('active', '=', true)
    .returning(['failures', 'survey_id as surveyId'])
    .executeTakeFirst()
  if (!row || row.failures < mostFailures) return
  const why = reason ? readWords(reason) : say`The reason is not known.`
  const words = say`The last ${new Count(mostFailures)} reports did not arrive: ${why}`
  await tx.db
    .updateTable('subscription')
    .set((old) => ({
      active: false,
      stopped: 'failed',
      reason: JSON.stringify(storeWords(words)),
      version: old('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await tx.audit({ action: 'subscription.pause', surveyId: row.surveyId, object: String(id) })
}
