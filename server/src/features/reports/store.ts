import type { ReportFormat } from '@gensvar/contract/entities/reports'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { StoredProgress, StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A report as its owner sees it, with the state of its task. */
export interface ReportRow {
  uuid: string
  kind: string
  title: string
  fileName: string
  format: ReportFormat
  created: Date
  completed: Date | null
  expires: Date | null
  rights: string
  fileId: number | null
  size: number | null
  taskId: number | null
  state: TaskState | null
  reason: StoredWords | null
  progress: StoredProgress | null
  /** Waiting tasks of the organisation that are taken before it. */
  ahead: number
}

/** A report to create. */
export interface NewReport {
  kind: string
  taskId: number
  surveyId: number
  title: string
  fileName: string
  format: ReportFormat
  /** What its owner may see in the survey. */
  rights: string
}

/** Creates a report of the caller; returns its uuid. */
export async function createReportRow(tx: WriteTx, report: NewReport): Promise<string> {
  const { identity } = tx
  const { uuid } = await tx.db
    .insertInto('report')
    .values({
      kind: report.kind,
      task_id: report.taskId,
      universe_id: identity.universe?.id ?? 0,
      survey_id: report.surveyId,
      owner_id: identity.userId,
      actor_id: identity.actor?.userId ?? null,
      title: report.title,
      file_name: report.fileName,
      format: report.format,
      rights: report.rights,
      created: tx.clock.now(),
    })
    .returning('uuid')
    .executeTakeFirstOrThrow()
  return uuid
}

/** One of the caller's own reports of a survey. */
export function findReportRow(ctx: Ctx, surveyId: number, uuid: string): Promise<ReportRow | undefined> {
  return selectReports(ctx, surveyId).where('report.uuid', '=', uuid).executeTakeFirst()
}

/** The caller's own reports of a survey that were created after a moment and have not expired, newest first. */
export function listReportRows(ctx: Ctx, surveyId: number, after: Date): Promise<ReportRow[]> {
  return selectReports(ctx, surveyId)
    .where('report.created', '>', after)
    .where((where) => where.or([where('report.expires', 'is', null), where('report.expires', '>', ctx.clock.now())]))
    .orderBy('report.created', 'desc')
    .orderBy('report.uuid')
    .limit(mostListed)
    .execute()
}

/** Most reports that one list holds. */
const mostListed = 100

/** Stores that the owner waits for a report, or has opened its file. */
export async function markReportRow(tx: WriteTx, uuid: string, what: 'initiated' | 'completed'): Promise<void> {
  await tx.db
    .updateTable('report')
    .set({ [what]: tx.clock.now() })
    .where('uuid', '=', uuid)
    .where(what, 'is', null)
    .execute()
}

/** Deletes a report. */
export async function removeReportRow(tx: WriteTx, uuid: string): Promise<void> {
  await tx.db.deleteFrom('report').where('uuid', '=', uuid).execute()
}

/** Deletes the reports that were created before a moment; returns how many. */
export async function removeOldReportRows(tx: WriteTx<WriteContext>, before: Date): Promise<number> {
  const { numDeletedRows } = await tx.db.deleteFrom('report').where('created', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The report that a task makes; undefined where its owner has removed it. */
export function findReportOfTask(
  db: Kysely<Database>,
  taskId: number,
): Promise<{ uuid: string; fileId: number | null } | undefined> {
  return db.selectFrom('report').select(['uuid', 'file_id as fileId']).where('task_id', '=', taskId).executeTakeFirst()
}

/** Names the file of a report, and what its owner could see when it was made. */
export async function keepReportFile(
  tx: WriteTx,
  uuid: string,
  { fileId, expires, rights }: { fileId: number; expires: Date; rights: string },
): Promise<void> {
  await tx.db.updateTable('report').set({ file_id: fileId, expires, rights }).where('uuid', '=', uuid).execute()
}

function selectReports({ db, identity, clock }: Ctx, surveyId: number) {
  return db
    .selectFrom('report')
    .leftJoin('task', 'task.id', 'report.task_id')
    .leftJoin('stored_file', 'stored_file.id', 'report.file_id')
    .where('report.survey_id', '=', surveyId)
    .where('report.owner_id', '=', identity.userId)
    .where('report.actor_id', 'is not distinct from', identity.actor?.userId ?? null)
    .select([
      'report.uuid',
      'report.kind',
      'report.title',
      'report.file_name as fileName',
      'report.format',
      'report.created',
      'report.completed',
      'report.expires',
      'report.rights',
      'report.file_id as fileId',
      'stored_file.size',
      'report.task_id as taskId',
      'task.state',
      'task.reason',
      'task.progress',
      sql<number>`case when task.state in ('OPEN', 'RETRY') then (
        select count(*) from task other
         where other.lane = task.lane and other.state in ('OPEN', 'RETRY') and other.due <= ${clock.now()}
           and (other.priority, other.due, other.id) < (task.priority, task.due, task.id)) else 0 end`.as('ahead'),
    ])
}
