import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import type { Ctx } from '#server/domain/context.ts'
import { cancelTask } from '#server/domain/tasks/cancel.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { StoredProgress, StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Words } from '@gensvar/contract/say'
import type { ImportPayload } from './payload.ts'

type Db = Kysely<Database>

/** What a task has imported. */
export interface ImportedByTask {
  importSetId: number
  surveyId: number
  universe: string
  survey: string
  added: number
  changed: number
  erased: number
  alerts: number
}

/** What a task has imported; null while it has not, or where that was undone. */
export async function findImportOfTask(db: Db, taskId: number): Promise<ImportedByTask | null> {
  const row = await db
    .selectFrom('import_set')
    .innerJoin('survey', 'survey.id', 'import_set.survey_id')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .select([
      'import_set.id',
      'survey.id as surveyId',
      'universe.name',
      'survey.ext_name',
      'added',
      'changed',
      'erased',
      'alerts',
    ])
    .where('import_set.task_id', '=', taskId)
    .executeTakeFirst()
  return row
    ? {
        importSetId: row.id,
        surveyId: row.surveyId,
        universe: row.name,
        survey: row.ext_name,
        added: row.added,
        changed: row.changed,
        erased: row.erased,
        alerts: row.alerts,
      }
    : null
}

/**
 * Notes that a task did an import, in the import's transaction. False where the task is not being processed any more: it
 * was cancelled, and the import must not be stored. Until the commit, it cannot be cancelled. Its attempts count from
 * nothing again: should the server die before the task is closed, the next attempt only closes it, and must not be one
 * too many.
 */
export async function linkTask(
  db: Db,
  importSetId: number,
  taskId: number,
  origin: { component: string; mapping: object } | null,
): Promise<boolean> {
  const task = await db.selectFrom('task').select('state').where('id', '=', taskId).forUpdate().executeTakeFirst()
  if (task?.state !== 'PROCESSING') return false
  await db.updateTable('task').set({ attempt: 0 }).where('id', '=', taskId).execute()
  await db
    .updateTable('import_set')
    .set({ task_id: taskId, component: origin?.component, mapping: origin && JSON.stringify(origin.mapping) })
    .where('id', '=', importSetId)
    .execute()
  return true
}

/** A run as stored. */
export interface StoredRun {
  id: number
  state: TaskState
  reason: StoredWords | null
  progress: StoredProgress | null
  payload: ImportPayload
  result: unknown
  attempt: number
}

/** One of the caller's own runs; null if there is none. */
export async function findRunRow({ db, identity }: Ctx, id: number): Promise<StoredRun | null> {
  const row = await db
    .selectFrom('task')
    .select(['id', 'state', 'reason', 'progress', 'payload', 'result', 'attempt'])
    .where('id', '=', id)
    .where('type', '=', 'IMPORT_INTERVIEWS')
    .where('owner_id', '=', identity.userId)
    .where('universe_id', identity.universe ? '=' : 'is', identity.universe?.id ?? null)
    .where(sql<string>`payload->'owner'->>'actorUserId'`, identity.actor ? '=' : 'is', actorText(identity))
    .executeTakeFirst()
  return row ? { ...row, payload: row.payload as unknown as ImportPayload } : null
}

/** Cancels a run unless it is done, or has stored its import already. Returns whether it is cancelled. */
export async function cancelRunRow(tx: WriteTx, id: number, reason: Words): Promise<boolean> {
  // Waits for an import that is being stored.
  await tx.db.selectFrom('task').select('id').where('id', '=', id).forUpdate().execute()
  if (await findImportOfTask(tx.db, id)) return false
  return cancelTask(tx, id, reason)
}

function actorText({ actor }: Ctx['identity']): string | null {
  return actor ? String(actor.userId) : null
}
