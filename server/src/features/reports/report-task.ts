import { nameParam } from '@gensvar/contract/request-texts'
import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { NewFile, keepFile, removeFile } from '#server/domain/files/stored-file.ts'
import type { StoredFile } from '#server/domain/files/stored-file.ts'
import { rightsFingerprint } from '#server/domain/rights/rights-fingerprint.ts'
import { ownerContext, workOwner } from '#server/domain/rights/owner-context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { mailDelivery } from '#server/domain/subscriptions/mail-delivery.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import type { HandledTask, Progress } from '#server/domain/tasks/task-type.ts'
import { AppError } from '#server/platform/errors.ts'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { frameOf } from './report-frame.ts'
import type { AskedReport, ReportKind } from './report-kind.ts'
import { findReportOfTask, keepReportFile } from './store.ts'
import { writeReport } from './write-report.ts'

/** How long the file of a report is kept, in days. */
export const daysKept = 7
/** Most reports of a kind that one server makes at a time. */
const mostAtATime = 2
/** How long a server that has just started may take to bring its figures up to date, in ms. */
const figuresWithin = 60_000
/** Rows between two reports of the progress. */
const progressRows = 100

/** What a run has made: a file, of what its owner may see. */
interface Made extends StoredFile {
  rights: string
  /** Whether it is a list without rows. */
  isEmpty: boolean
  /** What its kind notes with it. */
  note: unknown
}

/** The type of the tasks that make reports of a kind. */
export function reportTaskType<Asked extends AskedReport>(kind: ReportKind<Asked>) {
  const payload = z.object({ owner: workOwner, survey: nameParam, asked: kind.asked })
  return defineTaskType({
    type: kind.type,
    title: kind.title,
    permission: kind.route.permission,
    payload,
    describe: ({ survey }) => say`${kind.title} of ${survey}`,
    limit: mostAtATime,
    async handle(task, signal, progress) {
      await demandReport(task)
      const ctx = await ownerContext(task.ctx, task.payload.owner, { name: `task ${task.id}`, signal })
      return makeReport(ctx, kind, task.payload, progress)
    },
    async keep(tx, task, result) {
      const { id, rights, isEmpty, note } = result as Made
      const report = await findReportOfTask(tx.db, task.id)
      // Removed by its owner in the last moment.
      if (!report) return removeFile(tx.db, id)
      if (report.fileId !== null) await removeFile(tx.db, report.fileId)
      const expires = new Date(tx.clock.now().getTime() + daysKept * 86_400_000)
      await keepFile(tx, id, expires)
      await keepReportFile(tx, report.uuid, { fileId: id, expires, rights })
      await kind.kept?.(tx, note)
      await mailDelivery(tx, report.uuid, { isEmpty })
    },
  })
}

async function demandReport({ id, ctx }: HandledTask<unknown>): Promise<void> {
  if (await findReportOfTask(ctx.db, id)) return
  throw new AppError('not_found', say`The report was removed.`)
}

/** Makes the file of a report, with everything checked as when it was asked for. */
async function makeReport<Asked extends AskedReport>(
  ctx: Ctx,
  kind: ReportKind<Asked>,
  { survey, asked }: { survey: string; asked: Asked },
  progress: Progress,
): Promise<Made> {
  progress({ done: 0 })
  const signal = ctx.work?.signal ?? new AbortController().signal
  await ctx.authorise(ctx, kind.route, { survey })
  if (!(await ctx.analytics.upToDate(ctx.pool, figuresWithin)))
    throw new AppError('unavailable', say`The figures are being brought up to date. Try again in a moment.`)
  const access = await surveyAccess(ctx, survey)
  const rights = await rightsFingerprint(ctx, access)
  const prepared = await kind.prepare(ctx, access, asked)
  const { universeId, id: surveyId } = access.model
  const file = await NewFile.create(ctx, { universeId, surveyId, hasCases: prepared.hasCases })
  try {
    if (prepared.make) {
      let total: number | null = null
      const onDone = (done: number): void => progress({ done, ...(total !== null && { total }) })
      const { note, ...made } = await prepared.make({ signal, onDone })
      total = made.total
      onDone(0)
      return { ...(await file.write(made.content, signal)), rights, isEmpty: false, note }
    }
    if (!prepared.sections) throw new Error(`A report of the kind ${kind.type} says nothing`)
    const { sections, rows } = await prepared.sections()
    const content = { ...frameOf(ctx, access, prepared), sections, totalRows: rows }
    const total = rows === null ? {} : { total: rows }
    let done = 0
    progress({ done, ...total })
    const chunks = writeReport(ctx, content, asked.format, {
      pause: backgroundPauses(),
      onRow: () => {
        if (++done % progressRows === 0) progress({ done, ...total })
      },
    })
    const stored = await file.write(chunks, signal)
    progress({ done, total: done })
    return { ...stored, rights, isEmpty: rows === 0, note: null }
  } catch (error) {
    await removeFile(ctx.db, file.id).catch(() => {})
    throw error
  }
}
