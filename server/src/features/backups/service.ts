import type { BackupRun, listBackups as listRoute } from '@gensvar/contract/server-settings'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { nextFire, scheduleKey } from '#server/domain/tasks/schedule.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { backupSchedule, backupTask } from './backup-task.ts'
import { findUnfinished, listBackupRows, readFired } from './store.ts'
import type { BackupRow } from './store.ts'

export { backupTask } from './backup-task.ts'

/** The backups that the server made by itself, newest first, with the next one and the one under way. */
export async function listBackups(ctx: Ctx): Promise<z.input<(typeof listRoute)['response']>> {
  const { db, locale, clock, config } = ctx
  const [stored, task, schedule, fired] = await Promise.all([
    listBackupRows(db),
    findUnfinished(db, backupTask.type),
    backupSchedule(db),
    readFired(db, backupTask.type),
  ])
  const rows = stored.map((row) => shownRun(row, locale))
  return {
    folder: config.backupFolder,
    next: schedule && (nextFire(schedule, fired ?? clock.now())?.toISOString() ?? null),
    running: task
      ? {
          taskId: task.id,
          done: task.progress?.done ?? null,
          total: task.progress?.total ?? null,
          text: said(task.progress?.words ?? null, locale),
        }
      : null,
    last: rows.find(({ state }) => state === 'made' || state === 'proved') ?? null,
    lastProved: rows.find(({ proof }) => proof !== null) ?? null,
    rows,
  }
}

/** Makes a backup now, or tells of the one that waits or is being made. Throws `conflict` without a folder for it. */
export async function startBackup(ctx: Ctx): Promise<{ taskId: number }> {
  if (ctx.config.backupFolder === null)
    throw new AppError(
      'conflict',
      say`Name the folder for backups in GENSVAR_BACKUP_FOLDER where the server is started, and start it again.`,
    )
  return write(ctx, async (tx) => {
    const key = scheduleKey(backupTask.type)
    return { taskId: await enqueueTask(tx, backupTask, { payload: {}, universeId: null, dedupeKey: key }) }
  })
}

function shownRun(row: BackupRow, locale: Locale): BackupRun {
  const { id, file, madeAt, tookMs, rows, bytes, provedAt } = row
  return {
    ...{ id, file, rows, bytes, state: stateOf(row), madeAt: madeAt.toISOString() },
    seconds: tookMs === null ? null : tookMs / 1000,
    proof: provedAt && { at: provedAt.toISOString(), seconds: (row.proofMs ?? 0) / 1000, rows: row.proofRows ?? 0 },
    reason: said(row.reason, locale),
  }
}

function stateOf({ file, failedAt, removedAt, provedAt }: BackupRow): BackupRun['state'] {
  if (failedAt !== null) return file === '' ? 'failed' : 'unproved'
  if (removedAt !== null) return 'removed'
  return provedAt === null ? 'made' : 'proved'
}

function said(words: StoredWords | null, locale: Locale): string {
  return words ? translate(readWords(words), locale) : ''
}
