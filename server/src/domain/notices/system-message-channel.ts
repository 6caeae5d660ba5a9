import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** PostgreSQL channel that tells that the message to everybody was changed. */
export const systemMessageChannel = 'system_message'

/** Tells every process, once the transaction is committed, that the message to everybody was changed. */
export async function announceSystemMessage(db: Kysely<Database>): Promise<void> {
  await sql`select pg_notify(${systemMessageChannel}, '')`.execute(db)
}
