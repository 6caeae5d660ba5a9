import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { sealed, unsealed, usedOtherwise } from './idempotency.ts'
import type { NamedRequest } from './idempotency.ts'

/** What became of a row, as it is kept with its request. */
export interface KeptResult {
  row: number
  status: 'created' | 'updated' | 'unchanged' | 'accepted' | 'refused'
  responseId: number | null
  message?: string
  fields?: Record<string, string>
}

/** What was answered to a request before; null for a new one. Throws `conflict` where its name was used with another body. */
export async function findRequest(db: Kysely<Database>, request: NamedRequest): Promise<KeptResult[] | null> {
  const [known] = await readRequests(db, [request])
  return known ? answerOf(known, request) : null
}

/**
 * Notes requests, each with another name. Waits for whoever stores one of them at this moment. Returns those that were
 * stored before, by the hash of their names; in the order of the names, so that no two writes wait for each other.
 */
export async function startRequests(
  { db, clock }: WriteTx,
  requests: readonly NamedRequest[],
): Promise<Map<string, StoredRequest>> {
  if (requests.length === 0) return new Map()
  const named = requests.map(({ apiKeyId, keyHash, bodyHash }) => ({ apiKeyId, keyHash, bodyHash }))
  const { rows } = await sql<{ keyHash: string }>`
    insert into sent_request (api_key_id, key_hash, body_hash, created_at)
    select r."apiKeyId", r."keyHash", r."bodyHash", ${clock.now()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as r("apiKeyId" int, "keyHash" text, "bodyHash" text)
     order by r."apiKeyId", r."keyHash" collate "C"
    on conflict do nothing returning key_hash as "keyHash"`.execute(db)
  const added = new Set(rows.map(({ keyHash }) => keyHash))
  const known = await readRequests(
    db,
    requests.filter(({ keyHash }) => !added.has(keyHash)),
  )
  return new Map(known.map((one) => [one.keyHash, one]))
}

/** Keeps what was answered to requests. */
export async function endRequests(
  { db }: WriteTx,
  ended: readonly { request: NamedRequest; answer: readonly KeptResult[] }[],
): Promise<void> {
  if (ended.length === 0) return
  const rows = ended.map(({ request, answer }) => ({
    apiKeyId: request.apiKeyId,
    keyHash: request.keyHash,
    answer: sealed(request, answer).toString('base64'),
  }))
  await sql`
    update sent_request s set answer = decode(r.answer, 'base64')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("apiKeyId" int, "keyHash" text, answer text)
     where s.api_key_id = r."apiKeyId" and s.key_hash = r."keyHash"`.execute(db)
}

/** Removes what is kept of requests that were sent before a moment. Returns how many. */
export async function removeOldRequests({ db }: WriteTx, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sent_request').where('created_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A request as it was stored. */
export type StoredRequest = Awaited<ReturnType<typeof readRequests>>[number]

/** What a request was answered before. Throws `conflict` where its body is another one. */
export function answerOf(stored: StoredRequest, request: NamedRequest): KeptResult[] {
  if (stored.bodyHash !== request.bodyHash) throw usedOtherwise()
  return unsealed(request, stored.answer) as KeptResult[]
}

async function readRequests(db: Kysely<Database>, requests: readonly NamedRequest[]) {
  if (requests.length === 0) return []
  return db
    .selectFrom('sent_request')
    .select(['key_hash as keyHash', 'body_hash as bodyHash', 'answer'])
    .where(
      'key_hash',
      'in',
      requests.map(({ keyHash }) => keyHash),
    )
    .execute()
}
