import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Names a message at the other end, in its Message-ID: the same for the same attempt, and of nobody else. */
export function messageKey(secret: Buffer, recipientId: number, attempt: number): string {
  return `${recipientId}.${attempt}.${signatureOf(secret, `${recipientId}.${attempt}`)}`
}

/** The message that a Message-ID names, if it is one of ours; null for any other. */
export async function readMessageKey(
  db: Kysely<Database>,
  messageId: string,
): Promise<{ universeId: number; recipientId: number } | null> {
  const found = /^<?(\d{1,15})\.(\d{1,9})\.([0-9a-f]{16})@/.exec(messageId.trim())
  if (!found) return null
  const [, recipient = '', attempt = '', signature = ''] = found
  const row = await db
    .selectFrom('recipient as r')
    .innerJoin('campaign as c', 'c.id', 'r.campaign_id')
    .innerJoin('survey as s', 's.id', 'c.survey_id')
    .innerJoin('sending_secret as k', 'k.universe_id', 's.universe_id')
    .select(['r.id as recipientId', 's.universe_id as universeId', 'k.secret'])
    .where('r.id', '=', Number(recipient))
    .executeTakeFirst()
  if (!row) return null
  const own = signatureOf(row.secret, `${recipient}.${attempt}`)
  if (!timingSafeEqual(Buffer.from(own), Buffer.from(signature))) return null
  return { universeId: row.universeId, recipientId: row.recipientId }
}

function signatureOf(secret: Buffer, own: string): string {
  return createHmac('sha256', secret).update(`message ${own}`).digest('hex').slice(0, 16)
}
