import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { todayIn } from '#server/platform/clock.ts'
import type { Ctx } from '#server/domain/context.ts'
import { readFile, removeFile } from '#server/domain/files/stored-file.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { ownerOf } from '#server/domain/rights/owner-context.ts'
import { rightsFingerprint } from '#server/domain/rights/rights-fingerprint.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { cancelTask } from '#server/domain/tasks/cancel.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import type { TaskType } from '#server/domain/tasks/task-type.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { FileAnswer } from '#server/platform/file-answer.ts'
import { translate } from '#server/platform/translate.ts'
import { fileNameOf, placeText } from './report-frame.ts'
import type { AskedReport } from './report-kind.ts'
import { reports } from './report-kinds.ts'
import type { Report } from './report-kinds.ts'
import { daysKept } from './report-task.ts'
import { failureOf, rightsChanged, statusOf } from './status.ts'
import type { ReportAnswer } from './status.ts'
import {
  createReportRow,
  findReportRow,
  listReportRows,
  markReportRow,
  removeOldReportRows,
  removeReportRow,
} from './store.ts'
import type { ReportRow } from './store.ts'
import { mediaTypeOf } from './write-report.ts'

export { commentFile } from './comment-file.ts'
export { componentFile } from './component-file.ts'
export { reportAnswer } from './write-report.ts'
export { reports } from './report-kinds.ts'
export type { AskedReport } from './report-kind.ts'
export type { Report } from './report-kinds.ts'

/** The types of the tasks that make reports. */
export const reportTaskTypes: readonly TaskType[] = Object.values(reports).map(({ task }) => task)

/** How long reports stay known, with or without a file, in days. */
const daysKnown = 30
const day = 86_400_000

/**
 * Creates a report: its task makes the file. Everything is checked as it will be when the file is made. Throws
 * `validation` naming wrong fields, `forbidden` where the survey does not offer it.
 */
export async function createReport<Asked extends AskedReport>(
  ctx: Ctx,
  report: Report<Asked>,
  survey: string,
  asked: Asked,
): Promise<{ taskUUID: string }> {
  const { create } = await prepareReport(ctx, report, survey, asked)
  return write(ctx, create)
}

/** A report of the caller that is checked, to be created within a write of the caller. */
export interface CheckedReport {
  /** What it is and of which place, in the caller's language. */
  title: string
  create(tx: WriteTx): Promise<{ taskUUID: string }>
}

/** Checks what a report is asked with, as `createReport` does, which throws the same. */
export async function prepareReport<Asked extends AskedReport>(
  ctx: Ctx,
  { name, kind, task }: Report<Asked>,
  survey: string,
  asked: Asked,
): Promise<CheckedReport> {
  const access = await surveyAccess(ctx, survey)
  const { format } = asked
  const { title: what, requested } = await kind.prepare(ctx, access, asked)
  const { model } = access
  const title = translate(what, ctx.locale)
  const place = placeText(requested, ctx.locale)
  const fileName = fileNameOf({ title, place, day: todayIn(ctx.clock, model.timeZone), format })
  const rights = await rightsFingerprint(ctx, access)
  async function create(tx: WriteTx): Promise<{ taskUUID: string }> {
    const payload = { owner: ownerOf(ctx), survey, asked }
    const taskId = await enqueueTask(tx, task, { payload, surveyId: model.id })
    const report = { kind: name, taskId, surveyId: model.id, title: `${title}: ${place}`, fileName, format, rights }
    const taskUUID = await createReportRow(tx, report)
    const details = { kind: name, format, drillPath: asked.drillPath }
    await tx.audit({ action: 'report.create', surveyId: model.id, object: taskUUID, details })
    return { taskUUID }
  }
  return { title: `${title}: ${place}`, create }
}

/** How far one of the caller's own reports is. Throws `not_found`. */
export async function getReportStatus(ctx: Ctx, survey: string, uuid: string): Promise<ReportAnswer> {
  return statusOf(await ownReport(ctx, survey, uuid), await askedBy(ctx, survey))
}

/** The caller's own reports of a survey that have not expired, newest first. */
export async function listReports(ctx: Ctx, survey: string): Promise<{ reports: ReportAnswer[] }> {
  const { model } = await surveyAccess(ctx, survey)
  const asked = await askedBy(ctx, survey)
  const rows = await listReportRows(ctx, model.id, new Date(asked.now.getTime() - daysKept * day))
  return { reports: rows.map((row) => statusOf(row, asked)) }
}

/** When and in which language the caller asks for a status, and what stands for their rights now. */
async function askedBy(ctx: Ctx, survey: string): Promise<Parameters<typeof statusOf>[1]> {
  const rights = await rightsFingerprint(ctx, await surveyAccess(ctx, survey))
  return { now: ctx.clock.now(), locale: ctx.locale, rights }
}

/** Registers that the caller waits for a report. Throws `not_found`. */
export function registerDownloadInitiated(ctx: Ctx, survey: string, uuid: string): Promise<{ ok: true }> {
  return register(ctx, survey, uuid, 'initiated')
}

/** Registers that the caller has opened the file of a report. Throws `not_found`. */
export function registerDownloadCompleted(ctx: Ctx, survey: string, uuid: string): Promise<{ ok: true }> {
  return register(ctx, survey, uuid, 'completed')
}

/** Cancels one of the caller's own reports, or removes its file. Throws `not_found`. */
export async function removeReport(ctx: Ctx, survey: string, uuid: string): Promise<{ ok: true }> {
  const { taskId, fileId } = await ownReport(ctx, survey, uuid)
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await removeReportRow(tx, uuid)
    if (fileId !== null) await removeFile(tx.db, fileId)
    if (taskId !== null) await cancelTask(tx, taskId, say`Cancelled by ${nameOf(ctx.identity)}.`)
    await tx.audit({ action: 'report.remove', surveyId: model.id, object: uuid })
    return { ok: true }
  })
}

/**
 * The file of one of the caller's own reports. Throws `not_found` with the reason where there is no file, and `forbidden`
 * where the caller's rights are no longer those it was made with.
 */
export async function downloadReport(ctx: Ctx, survey: string, uuid: string): Promise<FileAnswer> {
  const report = await ownReport(ctx, survey, uuid)
  const failure = failureOf(report, ctx.clock.now())
  if (failure) throw new AppError('not_found', failure)
  const { fileId, size, kind } = report
  if (fileId === null || size === null) throw new AppError('not_found', say`The report is not ready yet.`)
  const route = Object.values(reports).find(({ name }) => name === kind)?.kind.route
  if (route) await ctx.authorise(ctx, route, { survey })
  if ((await rightsFingerprint(ctx, await surveyAccess(ctx, survey))) !== report.rights)
    throw new AppError('forbidden', rightsChanged)
  const content = readFile(ctx.db, { id: fileId, size })
  return new FileAnswer({ name: report.fileName, type: mediaTypeOf(report.format), size, content })
}

/** Deletes reports that were created long ago; returns how many. */
export function removeOldReports(tx: WriteTx<WriteContext>, now: Date): Promise<number> {
  return removeOldReportRows(tx, new Date(now.getTime() - daysKnown * day))
}

async function ownReport(ctx: Ctx, survey: string, uuid: string): Promise<ReportRow> {
  const { model } = await surveyAccess(ctx, survey)
  const report = await findReportRow(ctx, model.id, uuid)
  if (!report) throw new AppError('not_found', noSuchReport)
  return report
}

const noSuchReport: Words = say`There is no such report, or it is not yours.`

async function register(
  ctx: Ctx,
  survey: string,
  uuid: string,
  what: 'initiated' | 'completed',
): Promise<{ ok: true }> {
  await ownReport(ctx, survey, uuid)
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await markReportRow(tx, uuid, what)
    await tx.audit({ action: `report.${what}`, surveyId: model.id, object: uuid })
    return { ok: true }
  })
}
