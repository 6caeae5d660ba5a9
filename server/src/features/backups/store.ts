import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>
type Tx = Pick<WriteTx<WriteContext>, 'db'>

/** Most backups that are listed. */
const mostListed = 100

/** A backup as stored. */
export interface BackupRow {
  id: number
  taskId: number
  file: string
  madeAt: Date
  tookMs: number | null
  rows: number | null
  bytes: number | null
  provedAt: Date | null
  proofMs: number | null
  proofRows: number | null
  failedAt: Date | null
  reason: StoredWords | null
  removedAt: Date | null
}

/** The newest backups, newest first. */
export async function listBackupRows(db: Db): Promise<BackupRow[]> {
  return selectRows(db).orderBy('id', 'desc').limit(mostListed).execute()
}

/** The backups whose files are still there, newest first. */
export async function listFileRows(db: Db): Promise<BackupRow[]> {
  return selectRows(db).where('removed_at', 'is', null).where('file', '<>', '').orderBy('id', 'desc').execute()
}

function selectRows(db: Db) {
  return db
    .selectFrom('backup_run')
    .select([
      ...(['id', 'task_id as taskId', 'file', 'made_at as madeAt', 'took_ms as tookMs', 'rows', 'bytes'] as const),
      ...(['proved_at as provedAt', 'proof_ms as proofMs', 'proof_rows as proofRows'] as const),
      ...(['failed_at as failedAt', 'reason', 'removed_at as removedAt'] as const),
    ])
}

/** Notes a backup that was written; returns its number. */
export async function insertBackupRow(
  { db }: Tx,
  made: { taskId: number; file: string; madeAt: Date; tookMs: number; tables: number; rows: number; bytes: number },
): Promise<number> {
  const { taskId, madeAt, tookMs, ...counts } = made
  const { id } = await db
    .insertInto('backup_run')
    .values({ ...counts, task_id: taskId, made_at: madeAt, took_ms: tookMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes that a backup was restored for its proof. */
export async function noteProof(
  { db }: Tx,
  id: number,
  { at, ms, rows }: { at: Date; ms: number; rows: number },
): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ proved_at: at, proof_ms: ms, proof_rows: rows })
    .where('id', '=', id)
    .execute()
}

/** Notes why a backup failed, or the proof of the one with a number; returns its number. */
export async function noteFailure(
  { db }: Tx,
  { id, taskId, at, reason }: { id: number | null; taskId: number; at: Date; reason: StoredWords },
): Promise<number> {
  const failed = { failed_at: at, reason: JSON.stringify(reason) }
  if (id !== null) {
    await db.updateTable('backup_run').set(failed).where('id', '=', id).execute()
    return id
  }
  const row = await db
    .insertInto('backup_run')
    .values({ ...failed, task_id: taskId, made_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Notes that files were removed. */
export async function noteRemoved({ db }: Tx, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('backup_run')
    .set({ removed_at: at })
    .where('id', 'in', [...ids])
    .execute()
}

/** About how many rows a backup has; the database only estimates it. */
export async function estimateRows(db: Db): Promise<number> {
  const { rows } = await sql<{ estimate: number }>`
    select coalesce(sum(n_live_tup), 0)::bigint as estimate from pg_stat_user_tables`.execute(db)
  return rows[0]?.estimate ?? 0
}

/** The unfinished task of a type, with how far it is; undefined for none. */
export function findUnfinished(db: Db, type: string) {
  return db
    .selectFrom('task')
    .select(['id', 'progress'])
    .where('type', '=', type)
    .where('state', 'not in', ['CLOSED', 'FAILED'])
    .orderBy('id')
    .executeTakeFirst()
}

/** When a schedule last began a task, or was changed; undefined for never. */
export async function readFired(db: Db, type: string): Promise<Date | undefined> {
  const row = await db.selectFrom('task_schedule').select('fired').where('type', '=', type).executeTakeFirst()
  return row?.fired
}
