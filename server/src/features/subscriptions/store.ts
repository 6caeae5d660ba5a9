import type { SubscriptionTimes } from '@gensvar/contract/subscriptions'
import { sql } from 'kysely'
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { nameOfUser } from '#server/domain/people/name-of-user.ts'
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

/** A subscription with the names of who made it (empty for its owner) and of who gets it. */
export type NamedRow = SubscriptionRow & { author: string; recipient: string }

/** Subscriptions of a user in a survey, the oldest first: their own, or those they made for others. */
export function listSubscriptionRows(
  db: Db,
  { surveyId, ownerId }: Owned,
  whose: 'own' | 'made' = 'own',
): Promise<NamedRow[]> {
  return db
    .selectFrom('subscription')
    .selectAll()
    .select([nameOfUser('author_id').as('author'), nameOfUser('owner_id').as('recipient')])
    .where('survey_id', '=', surveyId)
    .where(whose === 'own' ? 'owner_id' : 'author_id', '=', ownerId)
    .orderBy('id')
    .execute()
}

/** One of a user's own subscriptions in a survey; with `orMade` also one that they made for somebody else. */
export function findSubscriptionRow(
  db: Db,
  id: number,
  { surveyId, ownerId }: Owned,
  orMade?: 'orMade',
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .where('survey_id', '=', surveyId)
    .where(({ or, eb }) => or([eb('owner_id', '=', ownerId), ...(orMade ? [eb('author_id', '=', ownerId)] : [])]))
    .executeTakeFirst()
}

/** How many subscriptions of a survey users have, and which of them have one of a report already. */
export async function readSubscribed(
  db: Db,
  surveyId: number,
  { userIds, kind, asked }: { userIds: readonly number[]; kind: string; asked: string },
): Promise<ReadonlyMap<number, { count: number; hasIt: boolean }>> {
  const { rows } = await sql<{ userId: number; count: number; hasIt: boolean }>`
    select owner_id as "userId", count(*)::int as count, bool_or(kind = ${kind} and asked = ${asked}::jsonb) as "hasIt"
      from subscription
     where survey_id = ${surveyId} and owner_id = any(${[...userIds]}::int[])
     group by owner_id`.execute(db)
  return new Map(rows.map(({ userId, ...has }) => [userId, has]))
}

/** How many subscriptions of a survey a user has made for others. */
export async function countMadeRows(db: Db, { surveyId, ownerId }: Owned): Promise<number> {
  const { count } = await db
    .selectFrom('subscription')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('survey_id', '=', surveyId)
    .where('author_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
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

/** When a stored subscription comes. */
export function timesOf({ cadence, weekday, month_day, hour }: SubscriptionRow): SubscriptionTimes {
  return { cadence, weekday, monthDay: month_day, hour }
}
