import type { reportDetails, reportStatus } from '@gensvar/contract/entities/reports'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { translate } from '#server/platform/translate.ts'
import type { ReportRow } from './store.ts'

/** A report's status, with what tells it from others. */
export type ReportAnswer = z.input<typeof reportStatus> & z.input<typeof reportDetails>

/** What the owner of a finished report is told whose rights are others now. */
export const rightsChanged: Words = say`Your rights have changed since this report was made. Create it again.`

/** What a report's owner is told of it. `rights` stands for what they may see now. */
export function statusOf(
  report: ReportRow,
  { now, locale, rights }: { now: Date; locale: Locale; rights: string },
): ReportAnswer {
  const hasOtherRights = report.expires !== null && report.rights !== rights
  const failure = failureOf(report, now) ?? (hasOtherRights ? rightsChanged : null)
  const isFinished = failure === null && report.expires !== null
  return {
    taskUUID: report.uuid,
    title: report.title,
    fileName: report.fileName,
    format: report.format,
    created: report.created.toISOString(),
    status: failure ? 'FAILED' : isFinished ? 'FINISHED' : report.state === 'PROCESSING' ? 'PROCESSING' : 'QUEUED',
    position: failure || isFinished ? 0 : report.ahead,
    expires: isFinished ? (report.expires?.toISOString() ?? null) : null,
    size: isFinished ? report.size : null,
    progress: report.progress && { done: report.progress.done, total: report.progress.total },
    reason: failure ? translate(failure, locale) : '',
    isDownloaded: report.completed !== null,
  }
}

/** Why there is no file of a report and none will come; null where there is one, or where it is being made. */
export function failureOf({ expires, fileId, taskId, state, reason }: ReportRow, now: Date): Words | null {
  if (expires !== null) {
    if (expires <= now) return say`The file was removed, because its time was over. Create the report again.`
    if (fileId === null) return say`The file was removed, because answers in it were erased. Create the report again.`
    return null
  }
  if (taskId === null) return say`An administrator deleted the task that was to make this report.`
  if (state === 'FAILED') return reason ? readWords(reason) : say`The report could not be made.`
  // Assigned by an administrator before a run had ended.
  return state === 'CLOSED' ? say`The report could not be made.` : null
}
