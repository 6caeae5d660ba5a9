import type { Kysely } from 'kysely'
import { newWebhookSecret } from '#server/domain/webhooks/sign.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** The host that webhooks of walked routes lead to, which nobody calls. */
export const webhookHost = 'hooks.example.org'

const content = {
  title: 'Shop system',
  url: `https://${webhookHost}/in`,
  survey: null,
  events: ['response'],
  version: 0,
}

/** Bodies of the calls of webhooks. */
export const webhookBodies: Readonly<Record<string, object>> = { createWebhook: content, saveWebhook: content }

/** Stores a webhook; returns its id. */
export async function createWebhookRow(db: Db, universeId: number): Promise<number> {
  const { title, url } = content
  const { id } = await db
    .insertInto('webhook')
    .values({ universe_id: universeId, title, url, events: ['response'], secret: newWebhookSecret() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores a message to a new webhook that has arrived; returns its id. */
export async function createDeliveryRow(db: Db, universeId: number): Promise<number> {
  const now = new Date()
  const { id } = await db
    .insertInto('webhook_delivery')
    .values({
      webhook_id: await createWebhookRow(db, universeId),
      ...{ event: 'test', state: 'DELIVERED', due_at: now, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The body of `saveWebhook`, with the version that is stored. */
export async function savedWebhook(db: Db, id: number): Promise<object> {
  const { version } = await db.selectFrom('webhook').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  return { ...content, version }
}

/** Calls of webhooks that need one made for them, as the test of all writes makes them. */
export function webhookCalls(
  db: Db,
  universeId: number,
): Record<string, () => Promise<{ given: Record<string, string> }>> {
  return {
    removeWebhook: async () => ({ given: { webhookId: String(await createWebhookRow(db, universeId)) } }),
    replayWebhookDelivery: async () => ({ given: { deliveryId: String(await createDeliveryRow(db, universeId)) } }),
  }
}
