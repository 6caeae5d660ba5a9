import type { alertEvents } from '@gensvar/contract/entities/alerts'
import type { AlertState } from '@gensvar/contract/entities/states'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** What happened to an alert. */
export type AlertEvent = (typeof alertEvents)[number]

/**
 * Keeps everybody else from changing alerts until the write ends. Their interviews are locked first, as by whoever changes
 * those, and all in the order of their ids, so that no two writes wait for each other.
 */
export async function lockAlertRows({ db }: WriteTx, surveyId: number, ids: readonly number[]): Promise<void> {
  await db
    .selectFrom('response')
    .select('id')
    .where('id', 'in', (alerts) =>
      alerts
        .selectFrom('alert')
        .select('response_id')
        .where('survey_id', '=', surveyId)
        .where('id', 'in', [...ids]),
    )
    .orderBy('id')
    .forKeyShare()
    .execute()
  await db
    .selectFrom('alert')
    .select('id')
    .where('survey_id', '=', surveyId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A change of alerts: their state and who has them, each left out to keep what there is. */
export interface AlertChange {
  event: AlertEvent
  state?: AlertState
  comment: string
  ownerId?: number
}

/** Stores a change of alerts, raises their versions and adds the change to their histories. */
export async function updateAlertRows(
  { db, identity, clock }: WriteTx,
  alertIds: readonly number[],
  { event, state, comment, ownerId }: AlertChange,
): Promise<void> {
  const now = clock.now()
  const changed = await db
    .updateTable('alert')
    .set((row) => ({
      version: row('version', '+', 1),
      ...(event === 'assigned' ? {} : { handled_at: sql<Date>`coalesce(handled_at, ${now})` }),
      ...(state === 3 ? { state, closed_at: sql<Date>`case when state = 3 then closed_at else ${now} end` } : {}),
      ...(state !== undefined && state !== 3
        ? { state, closed_at: null, reopened: sql<number>`reopened + (state = 3)::int` }
        : {}),
      ...(ownerId === undefined ? {} : { owner_user_id: ownerId }),
    }))
    .where('id', 'in', [...alertIds])
    .returning(['id', 'state'])
    .execute()
  const { userId, username, actor, program } = identity
  await db
    .insertInto('alert_log')
    .values(
      changed.map((alert) => ({
        alert_id: alert.id,
        event,
        state: alert.state,
        user_id: program === null ? userId : null,
        username: program === null ? username : '',
        actor_user_id: actor?.userId ?? null,
        actor_username: actor?.username ?? null,
        comment,
        owner_user_id: ownerId ?? null,
        created_at: now,
      })),
    )
    .execute()
}

/** An answer to a question of an alert; both null where it has none. */
export interface AlertAnswer {
  question: string
  choice: number | null
  value: string | null
}

/** The answers of alerts, by the alert's id. */
export async function readAlertAnswers(
  { db }: Pick<Ctx, 'db'>,
  alertIds: readonly number[],
): Promise<ReadonlyMap<number, readonly AlertAnswer[]>> {
  const rows = await db
    .selectFrom('alert_answer')
    .select(['alert_id as alertId', 'question', 'choice', 'value'])
    .where('alert_id', 'in', [...alertIds])
    .execute()
  return Map.groupBy(rows, ({ alertId }) => alertId)
}

/** Stores answers to questions of alerts, each given once, and removes those without a value. */
export async function storeAlertAnswers(
  { db }: WriteTx,
  answers: readonly (AlertAnswer & { alertId: number })[],
): Promise<void> {
  if (answers.length === 0) return
  // As one parameter: a thousand alerts with many questions have more answers than a statement takes parameters.
  const rows = sql`jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
    as given ("alertId" bigint, question text, choice int, value text)`
  await sql`
    delete from alert_answer a using ${rows}
     where a.alert_id = given."alertId" and a.question = given.question
       and given.choice is null and given.value is null`.execute(db)
  await sql`
    insert into alert_answer (alert_id, question, choice, value)
    select "alertId", question, choice, value from ${rows} where choice is not null or value is not null
        on conflict (alert_id, question) do update set choice = excluded.choice, value = excluded.value`.execute(db)
}

/** A step in the history of an alert. */
export interface StoredAlertLog {
  event: AlertEvent
  state: AlertState
  at: Date
  /** Who did it, and who acted as them; null for the program. */
  who: Words | null
  comment: string
  /** Name of who has it since; null where that did not change. */
  newOwner: string | null
}

/** The history of an alert, oldest first. */
export async function readAlertLogs({ db }: Pick<Ctx, 'db'>, alertId: number): Promise<StoredAlertLog[]> {
  const rows = await db
    .selectFrom('alert_log as log')
    .leftJoin('app_user as author', 'author.id', 'log.user_id')
    .leftJoin('app_user as actor', 'actor.id', 'log.actor_user_id')
    .leftJoin('app_user as owner', 'owner.id', 'log.owner_user_id')
    .select([
      'log.event',
      'log.state',
      'log.created_at as at',
      'log.comment',
      'log.username',
      'log.actor_username as actorUsername',
      'owner.username as ownerUsername',
      sql<string | null>`trim(author.first_name || ' ' || author.last_name)`.as('authorName'),
      sql<string | null>`trim(actor.first_name || ' ' || actor.last_name)`.as('actorName'),
      sql<string | null>`trim(owner.first_name || ' ' || owner.last_name)`.as('ownerName'),
    ])
    .where('log.alert_id', '=', alertId)
    .orderBy('log.id')
    .execute()
  return rows.map((row) => {
    const author = row.authorName || row.username
    const who = row.actorUsername ? say`${row.actorName || row.actorUsername}, acting as ${author}` : say`${author}`
    return {
      event: row.event as AlertEvent,
      state: row.state as AlertState,
      at: row.at,
      who: row.username === '' ? null : who,
      comment: row.comment,
      newOwner: row.ownerName || row.ownerUsername,
    }
  })
}
