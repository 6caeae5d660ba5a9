import type { SubscriptionTimes } from '@gensvar/contract/subscriptions'
import { sql } from 'kysely'
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { SubscriptionTable } from '#server/platform/db-subscription-types.ts'

type Db = Kysely<Database>

/** A subscription as it is stored. */
export type SubscriptionRow = Selectable<SubscriptionTable>

/** Whose subscriptions of which survey. */
export interface Owned {
  surveyId: number
  ownerId: number
}

/** Time zone of a user, else that of the universe. */
export async function readTimeZone(db: Db, userId: number, universeId: number): Promise<string> {
  const row = await db
    .selectFrom('universe')
    .leftJoin('notice_choice', (join) => join.on('notice_choice.user_id', '=', userId))
    .select(['universe.time_zone as ofUniverse', 'notice_choice.time_zone as own'])
    .where('universe.id', '=', universeId)
    .executeTakeFirstOrThrow()
  return row.own ?? row.ofUniverse
}

/** Subscriptions of a user in a survey, the oldest first. */
export function listSubscriptionRows(db: Db, { surveyId, ownerId }: Owned): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscription')
    .selectAll()
    .where('survey_id', '=', surveyId)
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute()
}

/** One of a user's own subscriptions in a survey. */
export function findSubscriptionRow(db: Db, id: number, of: Owned): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .where('survey_id', '=', of.surveyId)
    .where('owner_id', '=', of.ownerId)
    .executeTakeFirst()
}

/** Stores a subscription; returns its id. */
export async function createSubscriptionRow(tx: WriteTx, row: Insertable<SubscriptionTable>): Promise<number> {
  return (await tx.db.insertInto('subscription').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Changes a subscription of a version. False where it has another one now. */
export async function saveSubscriptionRow(
  tx: WriteTx,
  { id, version }: { id: number; version: number },
  changes: Updateable<SubscriptionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('subscription')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a subscription. */
export async function removeSubscriptionRow(tx: WriteTx, id: number): Promise<void> {
  await tx.db.deleteFrom('subscription').where('id', '=', id).execute()
}

/** Subscriptions that are due, with the name of their survey. */
export function listDueRows(db: Db, now: Date): Promise<(SubscriptionRow & { survey: string })[]> {
  return db
    .selectFrom('subscription')
    .innerJoin('survey', 'survey.id', 'subscription.survey_id')
    .selectAll('subscription')
    .select('survey.ext_name as survey')
    .where('active', '=', true)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('subscription.id')
    .execute()
}

/** Moves a due subscription on. False where another server has, or where its owner has changed it meanwhile. */
export async function takeDueRow(
  tx: WriteTx,
  { id, next_at, version }: SubscriptionRow,
  changes: Updateable<SubscriptionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('subscription')
    .set(changes)
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .where('version', '=', version)
    .where('active', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that a report was asked for by a subscription. */
export async function createDeliveryRow(tx: WriteTx, id: number, dueAt: Date, reportUuid: string): Promise<void> {
  await tx.db
    .insertInto('subscription_delivery')
    .values({ subscription_id: id, due_at: dueAt, report_uuid: reportUuid })
    .execute()
}

/** Stores with subscriptions why their last report could not be made. */
export async function noteFailures(tx: WriteTx): Promise<void> {
  await tx.db
    .updateTable('subscription')
    .from('subscription_delivery as delivery')
    .innerJoin('report', 'report.uuid', 'delivery.report_uuid')
    .innerJoin('task', 'task.id', 'report.task_id')
    .set({ reason: sql<string | null>`task.reason` })
    .whereRef('delivery.subscription_id', '=', 'subscription.id')
    .whereRef('delivery.due_at', '=', 'subscription.last_at')
    .where('delivery.mailed_at', 'is', null)
    .where('task.state', '=', 'FAILED')
    .execute()
}

/** When a stored subscription comes. */
export function timesOf({ cadence, weekday, month_day, hour }: SubscriptionRow): SubscriptionTimes {
  return { cadence, weekday, monthDay: month_day, hour }
}
