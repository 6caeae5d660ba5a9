import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { StoredFile } from '#server/domain/files/stored-file.ts'
import type { Database } from '#server/platform/db-types.ts'
import { ownUploads } from '#server/domain/imports/own-uploads.ts'
import type { FileHead } from './read-head.ts'

type Db = Kysely<Database>

/** An uploaded file of the caller's own. */
export interface Upload {
  uuid: string
  filename: string
  created: Date
  head: FileHead
  file: StoredFile
  universeId: number | null
  surveyId: number | null
  component: string
  taskId: number | null
}

/** A file to note; `surveyId` and a component are of a data uploader. */
export interface NewUpload {
  filename: string
  surveyId: number | null
  component: string
  head: FileHead
  fileId: number
}

/** Notes an uploaded file as the caller's own; returns its name in addresses. */
export async function createUploadRow({ db, identity, clock }: Ctx, upload: NewUpload): Promise<string> {
  const { uuid } = await db
    .insertInto('import_upload')
    .values({
      owner_id: identity.userId,
      actor_id: identity.actor?.userId ?? null,
      universe_id: identity.universe?.id ?? null,
      survey_id: upload.surveyId,
      component: upload.component,
      filename: upload.filename,
      created: clock.now(),
      head: JSON.stringify(upload.head),
      file_id: upload.fileId,
    })
    .returning('uuid')
    .executeTakeFirstOrThrow()
  return uuid
}

/** The caller's own uploads: of a component, or of none for those that are to become surveys. Newest first. */
export async function listUploadRows(ctx: Ctx, of: { surveyId: number | null; component: string }): Promise<Upload[]> {
  const rows = await uploads(ctx)
    .where('import_upload.survey_id', of.surveyId === null ? 'is' : '=', of.surveyId)
    .where('component', '=', of.component)
    .execute()
  return rows.map(toUpload)
}

/** One of the caller's own uploads that is to become a survey; null if there is none. */
export async function findUploadRow(ctx: Ctx, uuid: string): Promise<Upload | null> {
  const row = await uploads(ctx).where('uuid', '=', uuid).executeTakeFirst()
  return row ? toUpload(row) : null
}

/** Notes the task that was last started for an upload. */
export async function saveUploadTask(db: Db, uuid: string, taskId: number): Promise<void> {
  await db.updateTable('import_upload').set({ task_id: taskId }).where('uuid', '=', uuid).execute()
}

function uploads(ctx: Ctx) {
  return ownUploads(ctx)
    .innerJoin('stored_file', 'stored_file.id', 'file_id')
    .select([
      ...(['uuid', 'filename', 'head', 'component', 'task_id', 'file_id', 'import_upload.created'] as const),
      ...(['import_upload.universe_id', 'import_upload.survey_id', 'stored_file.size'] as const),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof uploads>['executeTakeFirstOrThrow']>>

function toUpload(row: Row): Upload {
  return {
    uuid: row.uuid,
    filename: row.filename,
    created: row.created,
    head: row.head as FileHead,
    file: { id: row.file_id, size: row.size ?? 0 },
    universeId: row.universe_id,
    surveyId: row.survey_id,
    component: row.component,
    taskId: row.task_id,
  }
}
