import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

const markerKey = 'demo'
const progressKey = 'demo.progress'
/** Number of the advisory lock that keeps two processes from creating the demo at the same time. */
const lockNumber = 4_701_138

const marker = z.object({ state: z.enum(['making', 'made']) })

/** State of the demo: missing, started and perhaps interrupted, or complete. */
export async function readMarker(db: Kysely<Database>): Promise<'none' | 'making' | 'made'> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', markerKey).executeTakeFirst()
  return row ? marker.parse(row.value).state : 'none'
}

/** Stores the state of the demo. */
export function writeMarker(db: Kysely<Database>, state: 'making' | 'made'): Promise<void> {
  return put(db, markerKey, { state })
}

/** Stores the progress in percent, which users who sign in meanwhile see; null when there is nothing to wait for. */
export async function writeProgress(db: Kysely<Database>, percent: number | null): Promise<void> {
  if (percent === null) await db.deleteFrom('setting').where('key', '=', progressKey).execute()
  else await put(db, progressKey, { percent })
}

/** Removes what an interrupted attempt left in universes. */
export async function deleteSurveys(tx: WriteTx<WriteContext>, universeIds: readonly number[]): Promise<void> {
  if (universeIds.length === 0) return
  const surveys = await tx.db
    .selectFrom('survey')
    .select('id')
    .where('universe_id', 'in', [...universeIds])
    .execute()
  for (const { id } of surveys) {
    await tx.surveyChanged(id)
    await tx.db.deleteFrom('survey').where('id', '=', id).execute()
  }
}

/** Updates the planner's statistics; without the answers column, which is never searched. */
export async function analyseTables(db: Kysely<Database>): Promise<void> {
  await sql`analyze response (id, survey_id, foreign_id, state, event_date, unit_ids), alert, recipient,
                    response_record, response_comment, unit, choice, question`.execute(db)
}

/** Runs work while holding the demo's lock, waiting for another process that holds it. */
export async function withDemoLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    return await work()
  } finally {
    // Closing the connection releases the lock.
    client.release(true)
  }
}

async function put(db: Kysely<Database>, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: sql`now()` }))
    .execute()
}
