import type { WebhookKind, pauseCauses, webhookDeliveryStates, webhookStates } from '@gensvar/contract/webhooks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import { atOnce } from '#server/domain/webhooks/delivery-store.ts'
import type { Texts } from '#server/platform/db-columns.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A webhook as stored, without its secret. */
export interface WebhookRow {
  id: number
  title: string
  url: string
  surveyName: string | null
  surveyTitle: Texts | null
  events: WebhookKind[]
  state: (typeof webhookStates)[number]
  cause: (typeof pauseCauses)[number] | null
  pausedAt: Date | null
  failingSince: Date | null
  deliveredAt: Date | null
  waiting: number
  version: number
}

function selectWebhooks(db: Db, universeId: number) {
  return db
    .selectFrom('webhook')
    .leftJoin('survey', 'survey.id', 'webhook.survey_id')
    .select([
      'webhook.id',
      'webhook.title',
      'webhook.url',
      'survey.ext_name as surveyName',
      'survey.title as surveyTitle',
      'webhook.events',
      'webhook.state',
      'webhook.cause',
      'webhook.paused_at as pausedAt',
      'webhook.failing_since as failingSince',
      'webhook.delivered_at as deliveredAt',
      'webhook.version',
      sql<number>`(select count(*)::int from webhook_delivery d
                    where d.webhook_id = webhook.id and d.state in ('WAITING', 'SENDING'))`.as('waiting'),
    ])
    .where('webhook.universe_id', '=', universeId)
}

/** The webhooks of an organisation by their titles; with `surveyId` those of that survey alone. */
export function listWebhookRows(db: Db, universeId: number, surveyId: number | null): Promise<WebhookRow[]> {
  return selectWebhooks(db, universeId)
    .$if(surveyId !== null, (query) => query.where('webhook.survey_id', '=', surveyId))
    .orderBy('webhook.title')
    .orderBy('webhook.id')
    .execute()
}

/** A webhook of an organisation; undefined for any other. */
export function findWebhookRow(db: Db, universeId: number, id: number): Promise<WebhookRow | undefined> {
  return selectWebhooks(db, universeId).where('webhook.id', '=', id).executeTakeFirst()
}

/** The surveys of an organisation, by their names. */
export function listSurveyNames(db: Db, universeId: number): Promise<{ id: number; extname: string; title: Texts }[]> {
  return db
    .selectFrom('survey')
    .select(['id', 'ext_name as extname', 'title'])
    .where('universe_id', '=', universeId)
    .orderBy('ext_name')
    .execute()
}

/** What is chosen for a webhook. */
export interface WebhookContent {
  title: string
  url: string
  surveyId: number | null
  events: WebhookKind[]
}

/** Stores a new webhook while the organisation has fewer than `most`; null where it has as many. */
export async function insertWebhookRow(
  { db, identity }: WriteTx,
  universeId: number,
  { title, url, surveyId, events }: WebhookContent,
  { secret, most }: { secret: Buffer; most: number },
): Promise<number | null> {
  await db.selectFrom('universe').select('id').where('id', '=', universeId).forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('webhook')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('universe_id', '=', universeId)
    .executeTakeFirstOrThrow()
  if (count >= most) return null
  const { id } = await db
    .insertInto('webhook')
    .values({
      ...{ universe_id: universeId, survey_id: surveyId, title, url, events, secret },
      owner_user_id: identity.userId || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves a webhook over the version it was read with; false where that is not the stored one any more. */
export async function saveWebhookRow(
  { db }: WriteTx,
  { id, version }: { id: number; version: number },
  { title, url, surveyId, events }: WebhookContent,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set((row) => ({
      ...{ title, url, events, survey_id: surveyId, version: row('version', '+', 1) },
      // Another address may take what the old one did not.
      ...{ failures: 0, failing_since: null, retry_at: null },
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a webhook with its messages. */
export async function removeWebhookRow({ db }: WriteTx, id: number): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Pauses a webhook; one that is paused keeps its reason. */
export async function pauseWebhookRow({ db, clock }: WriteTx, id: number): Promise<void> {
  await db
    .updateTable('webhook')
    .set((row) => ({ state: 'PAUSED', cause: 'asked', paused_at: clock.now(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'ACTIVE')
    .execute()
}

/** Goes on with a paused webhook as with one that has not failed. */
export async function resumeWebhookRow({ db }: WriteTx, id: number): Promise<void> {
  await db
    .updateTable('webhook')
    .set((row) => ({
      ...{ state: 'ACTIVE', cause: null, paused_at: null, failures: 0, failing_since: null, retry_at: null },
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'PAUSED')
    .execute()
}

/** Replaces a webhook's secret; the old one still signs until a moment. */
export async function renewSecretRow(
  { db }: WriteTx,
  id: number,
  { secret, formerUntil }: { secret: Buffer; formerUntil: Date },
): Promise<void> {
  await db
    .updateTable('webhook')
    .set((row) => ({
      ...{ former_secret: row.ref('secret'), former_until: formerUntil, secret, version: row('version', '+', 1) },
    }))
    .where('id', '=', id)
    .execute()
}

/** A message to a webhook as stored. */
export interface DeliveryRow {
  id: number
  message: string
  event: string
  survey: string | null
  state: (typeof webhookDeliveryStates)[number]
  attempts: number
  createdAt: Date
  sentAt: Date | null
  dueAt: Date
  status: number | null
  tookMs: number | null
  reason: StoredWords | null
  answer: string
}

function selectDeliveries(db: Db, universeId: number) {
  return db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .leftJoin('survey', 'survey.id', 'delivery.survey_id')
    .select([
      'delivery.id',
      'delivery.message',
      'delivery.event',
      'survey.ext_name as survey',
      'delivery.state',
      'delivery.attempts',
      'delivery.created_at as createdAt',
      'delivery.sent_at as sentAt',
      'delivery.due_at as dueAt',
      'delivery.status',
      'delivery.took_ms as tookMs',
      'delivery.reason',
      'delivery.answer',
    ])
    .where('webhook.universe_id', '=', universeId)
}

/** What of a log is listed. */
interface DeliveryQuery {
  rowFrom: number
  rowTo: number
  filter: string
  state?: (typeof webhookDeliveryStates)[number] | undefined
}

/** A page of the messages of a webhook, newest first. */
export async function listDeliveryRows(
  db: Db,
  { universeId, webhookId }: { universeId: number; webhookId: number },
  { rowFrom, rowTo, filter, state }: DeliveryQuery,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const text = filter.trim().toLowerCase()
  const found = selectDeliveries(db, universeId)
    .where('delivery.webhook_id', '=', webhookId)
    .$if(state !== undefined, (query) => query.where('delivery.state', '=', state ?? 'WAITING'))
    .$if(text !== '', (query) =>
      query.where(
        sql<boolean>`position(${text} in lower(concat_ws(' ', delivery.event, delivery.message, delivery.status, delivery.answer, survey.ext_name))) > 0`,
      ),
    )
  const rows = await found
    .orderBy('delivery.id', 'desc')
    .offset(rowFrom)
    .limit(Math.max(0, rowTo - rowFrom))
    .execute()
  const { total } = await found
    .clearSelect()
    .select((all) => all.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** A message of an organisation, with its webhook; undefined for any other. */
export function findDeliveryRow(
  db: Db,
  universeId: number,
  id: number,
): Promise<(DeliveryRow & { title: string }) | undefined> {
  return selectDeliveries(db, universeId).select('webhook.title').where('delivery.id', '=', id).executeTakeFirst()
}

/** Writes a test of a webhook, to be sent at once. */
export async function insertTestRow({ db, clock }: WriteTx, webhookId: number): Promise<number> {
  const { id } = await db
    .insertInto('webhook_delivery')
    .values({ webhook_id: webhookId, event: 'test', is_asked: true, due_at: atOnce, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Has a message sent again at once; false for one that waits or is under way. */
export async function replayRow({ db }: WriteTx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ state: 'WAITING', is_asked: true, due_at: atOnce })
    .where('id', '=', id)
    .where('state', 'in', ['DELIVERED', 'FAILED'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
