import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { HopelessTask, reasonOf } from '#server/domain/tasks/failure.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import type { HandledTask, Progress, Schedule } from '#server/domain/tasks/task-type.ts'
import { write } from '#server/domain/write.ts'
import { proveBackup } from '#server/platform/backup/prove-backup.ts'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { explainOutage } from '#server/platform/postgres.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { backupFile, notKept, removeFiles, removeLeftOver } from './backup-files.ts'
import { estimateRows, insertBackupRow, listFileRows, noteFailure, noteProof, noteRemoved } from './store.ts'
import { tellRoot } from './tell-root.ts'

/** How many backups are kept of those that are made without a schedule. */
const usuallyKept = 7
/** A row is written, read and restored. */
const passes = 3

type BackupTask = HandledTask<object>

/** When root wants backups to be made; null without a schedule. */
export async function backupSchedule(db: Kysely<Database>): Promise<Schedule | null> {
  const { backup } = await readServerSettings(db)
  if (!backup) return null
  const [hours, minutes] = backup.at.split(':').map(Number)
  return { cron: `${minutes} ${hours} * * *`, timeZone: backup.timeZone }
}

/**
 * Makes a backup in the folder of the environment, as the command does, proves that it can be restored, and removes old ones.
 * A run that ends early leaves neither a part of a file nor a database behind.
 */
export const backupTask = defineTaskType({
  type: 'BACKUP',
  title: say`Backup`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Saves everything in a file and proves that it can be restored`,
  limit: 1,
  askSchedule: backupSchedule,
  async handle(task, signal, progress) {
    const made: { id: number | null } = { id: null }
    try {
      return await makeBackup(task, signal, progress, made)
    } catch (error) {
      // A database that is away for a moment is tried again; anything else would fail again in ten seconds.
      if (signal.aborted || (explainOutage(error) && !task.isLastAttempt)) throw error
      const reason = reasonOf(error)
      await write(task.ctx, async (tx) => {
        const at = tx.clock.now()
        const failed = { id: made.id, taskId: task.id, at, reason: storeWords(reason) }
        const id = await noteFailure(tx, failed)
        await tx.audit({ action: 'backup.failed', object: String(task.id), universeId: null })
        await tellRoot(tx, id)
      })
      throw new HopelessTask('unavailable', reason)
    }
  },
})

async function makeBackup(
  { id: taskId, ctx }: BackupTask,
  signal: AbortSignal,
  progress: Progress,
  noted: { id: number | null },
): Promise<object> {
  const { db, pool, clock, config } = ctx
  const folder = config.backupFolder
  if (folder === null)
    throw new AppError('conflict', say`GENSVAR_BACKUP_FOLDER is not set for the process that was to make the backup.`)
  const { backup } = await readServerSettings(db)
  await removeLeftOver(folder, taskId)
  let done = 0
  let total = passes * (await estimateRows(db))
  const count = (words: ReturnType<typeof say>) => (rows: number) => {
    done += rows
    progress({ done, total: Math.max(total, done), words })
  }
  const madeAt = clock.now()
  const file = backupFile(folder, taskId, madeAt)
  const begun = performance.now()
  const onRows = count(say`Writing the backup`)
  const made = await writeBackup({ pool, dataFolder: config.dataFolder }, file, madeAt, { signal, onRows })
  const tookMs = Math.round(performance.now() - begun)
  const id = await write(ctx, async (tx) => {
    await tx.audit({ action: 'backup.create', object: file, universeId: null, details: { rows: made.rows } })
    return insertBackupRow(tx, { ...made, taskId, file, madeAt, tookMs })
  })
  noted.id = id
  total = passes * made.rows
  if (backup?.proof !== false)
    await prove(ctx, { id, file, signal, onRows: count(say`Proving that it can be restored`) })
  const removed = await removeOld(ctx, folder, backup?.keep ?? usuallyKept)
  return { file, rows: made.rows, bytes: made.bytes, removed }
}

async function prove(
  ctx: Ctx,
  { id, file, ...work }: { id: number; file: string; signal: AbortSignal; onRows: (rows: number) => void },
): Promise<void> {
  const begun = performance.now()
  const { rows } = await proveBackup(ctx.pool, file, work)
  const ms = Math.round(performance.now() - begun)
  await write(ctx, async (tx) => {
    await noteProof(tx, id, { at: tx.clock.now(), ms, rows })
    await tx.audit({ action: 'backup.proof', object: file, universeId: null, details: { rows } })
  })
}

async function removeOld(ctx: Ctx, folder: string, keep: number): Promise<number> {
  const gone = await removeFiles(folder, notKept(await listFileRows(ctx.db), keep))
  if (gone.length === 0) return 0
  await write(ctx, async (tx) => {
    await noteRemoved(tx, gone, tx.clock.now())
    await tx.audit({ action: 'backup.remove', universeId: null, details: { removed: gone.length } })
  })
  return gone.length
}
