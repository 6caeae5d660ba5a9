import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** PostgreSQL channel that tells of surveys whose configuration changed; the payload is the survey's id. */
export const configurationChannel = 'configuration'

/** Tells every process, once the transaction is committed, that a survey has another configuration. */
export async function announceConfiguration(db: Kysely<Database>, surveyId: number): Promise<void> {
  await sql`select pg_notify(${configurationChannel}, ${String(surveyId)})`.execute(db)
}
