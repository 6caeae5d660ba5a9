import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>
type Tx = WriteTx<WriteContext & { clock: Clock }>

/** What is known of a recording by now. */
export interface NotedRecording {
  recipientId: number
  questionId: number
  /** The provider's name of it. */
  sid: string
  /** Whether it is an answer, and whether the provider has it. */
  isWanted: boolean
  isReady: boolean
  seconds: number
}

/** A recording that the provider has and that is not here yet. */
export interface WaitingRecording {
  id: number
  sid: string
  madeAt: Date
}

/** A recording that can be played, without its content. */
export interface StoredRecording {
  id: number
  questionId: number | null
  seconds: number
}

/**
 * Notes what is told of a recording, in whatever order that comes. Nothing is noted of somebody who was forgotten. Returns
 * whether it can be fetched now.
 */
export async function noteRecording({ db, clock }: Tx, noted: NotedRecording): Promise<boolean> {
  const { recipientId, questionId, sid, isWanted, isReady, seconds } = noted
  const { rows } = await sql<{ isDue: boolean }>`
    insert into recording as r (recipient_id, question_id, sid, is_wanted, is_ready, seconds, made_at)
    select m.id, ${questionId}::int, ${sid}::text, ${isWanted}::boolean, ${isReady}::boolean, ${seconds}::int,
           ${clock.now()}::timestamptz
      from recipient m where m.id = ${recipientId}::bigint and m.address <> ''
    on conflict (recipient_id, sid) do update
       set is_wanted = r.is_wanted or excluded.is_wanted, is_ready = r.is_ready or excluded.is_ready,
           seconds = greatest(r.seconds, excluded.seconds)
    returning is_wanted and is_ready and state = 'WAITING' as "isDue"`.execute(db)
  return rows[0]?.isDue ?? false
}

/** Recordings that can be fetched, after one; the oldest first. */
export function listWaitingRecordings(db: Db, after: number, most: number): Promise<WaitingRecording[]> {
  return db
    .selectFrom('recording')
    .select(['id', 'sid', 'made_at as madeAt'])
    .where('state', '=', 'WAITING')
    .where('is_wanted', '=', true)
    .where('is_ready', '=', true)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Stores what was fetched; null for what cannot be played. One whose respondent was forgotten meanwhile is not there any more. */
export async function storeRecordingRow(
  { db }: Pick<Tx, 'db'>,
  id: number,
  audio: { type: string; content: Buffer } | null,
): Promise<void> {
  await db
    .updateTable('recording')
    .set(audio ? { state: 'STORED', ...audio } : { state: 'FAILED' })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute()
}

/** Recordings of a message that can be played, in the order they were made. */
export function listRecordingRows(db: Db, recipientId: number): Promise<StoredRecording[]> {
  return db
    .selectFrom('recording')
    .select(['id', 'question_id as questionId', 'seconds'])
    .where('recipient_id', '=', recipientId)
    .where('state', '=', 'STORED')
    .orderBy('id')
    .execute()
}

/** One of them; undefined where there is none. */
export function readRecordingRow(
  db: Db,
  recipientId: number,
  id: number,
): Promise<{ type: string; content: Buffer | null } | undefined> {
  return db
    .selectFrom('recording')
    .select(['type', 'content'])
    .where('recipient_id', '=', recipientId)
    .where('id', '=', id)
    .where('state', '=', 'STORED')
    .executeTakeFirst()
}
