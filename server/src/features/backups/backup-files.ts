import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BackupRow } from './store.ts'

/** The file of a backup: of its moment and its task, so that a second run of the task finds what the first one left. */
export function backupFile(folder: string, taskId: number, madeAt: Date): string {
  const moment = madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(folder, `gensvar-${moment}-${taskId}.backup`)
}

/** Removes what an earlier run of a task has left in the folder, whole or partial, and nothing else. */
export async function removeLeftOver(folder: string, taskId: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const own = new RegExp(`^gensvar-\\d{8}T\\d{6}Z-${taskId}\\.backup(\\.partial)?$`)
  for (const name of names) if (own.test(name)) await rm(join(folder, name), { force: true })
}

/**
 * The backups whose files are no longer kept, of all whose files are there, newest first: more than `keep` that can be
 * restored, and those that cannot but the newest of all.
 */
export function notKept(rows: readonly BackupRow[], keep: number): BackupRow[] {
  const good = rows.filter(({ failedAt }) => failedAt === null)
  const isKept = new Set([...good.slice(0, keep), ...rows.slice(0, 1)])
  return rows.filter((row) => !isKept.has(row))
}

/** Removes the files of backups from the folder; returns the numbers of those that are gone. */
export async function removeFiles(folder: string, rows: readonly BackupRow[]): Promise<number[]> {
  const gone: number[] = []
  for (const { id, file } of rows) {
    // A folder that was used before is no longer the server's.
    const isThere = join(folder, basename(file)) === file
    const isRemoved =
      isThere &&
      (await rm(file, { force: true }).then(
        () => true,
        () => false,
      ))
    if (isRemoved) gone.push(id)
  }
  return gone
}
