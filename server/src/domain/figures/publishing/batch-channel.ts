import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** PostgreSQL channel that tells of anonymous surveys that published answers; the payload is the survey's id. */
export const batchChannel = 'batch'

/** Tells every process, once the transaction is committed, that figures of an anonymous survey count more answers. */
export async function announceBatch(db: Kysely<Database>, surveyId: number): Promise<void> {
  await sql`select pg_notify(${batchChannel}, ${String(surveyId)})`.execute(db)
}
