import type { ImportState } from '@gensvar/contract/imports'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { saveUploadTask } from '../uploads/store.ts'
import type { Upload } from '../uploads/store.ts'
import { importTask } from './import-task.ts'
import type { ImportPayload } from './payload.ts'
import { cancelRunRow, findImportOfTask, findRunRow } from './store.ts'
import type { ImportedByTask, StoredRun } from './store.ts'

/** A run with what it has imported. */
export interface Run extends StoredRun {
  imported: ImportedByTask | null
}

/** Starts a run of an uploaded file. An earlier run of the same file that is not done is cancelled. */
export async function startRun(ctx: Ctx, upload: Upload, payload: ImportPayload): Promise<{ importId: number }> {
  return write(ctx, async (tx) => {
    if (upload.taskId !== null) await cancelRunRow(tx, upload.taskId, say`Replaced by a later run of the same file.`)
    const surveyId = upload.surveyId ?? undefined
    const importId = await enqueueTask(tx, importTask, { payload, ...(surveyId !== undefined && { surveyId }) })
    await saveUploadTask(tx.db, upload.uuid, importId)
    return { importId }
  })
}

/** One of the caller's own runs of a kind. Throws `not_found`. */
export async function demandRun<Kind extends ImportPayload['kind']>(
  ctx: Ctx,
  importId: number,
  kind: Kind,
): Promise<Run & { payload: Extract<ImportPayload, { kind: Kind }> }> {
  const run = await findRunRow(ctx, importId)
  if (!run || run.payload.kind !== kind) throw noSuchRun()
  const payload = run.payload as Extract<ImportPayload, { kind: Kind }>
  return { ...run, payload, imported: await findImportOfTask(ctx.db, importId) }
}

/** Cancels one of the caller's own runs. Throws `not_found`. */
export async function cancelRun(ctx: Ctx, importId: number, kind: ImportPayload['kind']): Promise<{ ok: true }> {
  await demandRun(ctx, importId, kind)
  return write(ctx, async (tx) => {
    const isCancelled = await cancelRunRow(tx, importId, say`Cancelled by ${nameOf(ctx.identity)}.`)
    await tx.audit({ action: 'import.cancel', object: String(importId), details: { isCancelled } })
    return { ok: true }
  })
}

/** How far a run is. What has been imported is done, whatever became of the task afterwards. */
export function stateOf({ locale }: Ctx, run: Run): ImportState {
  const said = (words: StoredWords | null | undefined): string => (words ? translate(readWords(words), locale) : '')
  const ended = run.imported ? 'done' : stateWords[run.state]
  const state = ended === 'failed' && isCancelled(run) ? 'cancelled' : ended
  return {
    importId: run.id,
    state,
    progress: run.progress && {
      done: run.progress.done,
      total: run.progress.total,
      text: said(run.progress.words),
    },
    error: state === 'failed' ? said(run.reason) : null,
  }
}

const stateWords = {
  OPEN: 'waiting',
  RETRY: 'waiting',
  PAUSED: 'waiting',
  PROCESSING: 'running',
  CLOSED: 'done',
  FAILED: 'failed',
} as const

/** Somebody ended it, or a later run took its place. */
function isCancelled({ reason }: StoredRun): boolean {
  return (
    reason !== null &&
    [say`Cancelled by ${''}.`, say`Replaced by a later run of the same file.`].some(
      ({ template }) => template === reason.template,
    )
  )
}

function noSuchRun(): AppError {
  return new AppError('not_found', say`There is no such import.`)
}
