import { say } from '@gensvar/contract/say'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import { isDiskFull } from '../full-disk.ts'
import { migrateWithin } from '../migrate.ts'
import { checkBackup, differing, loadBackup } from './read-backup.ts'
import { makeScratch, removeScratch } from './scratch-database.ts'
import { setExactly, sumOfTable } from './table-sums.ts'
import type { TableSum } from './format.ts'
import type { BackupWork } from './write-backup.ts'

/**
 * Proves that a backup can be restored: reads the whole file, restores it into a database of its own beside `pool`'s, compares
 * rows and checksums of every table with what the file states of them, and removes that database again, also where it
 * fails. Returns how many rows were compared. Throws `validation` with what is wrong, `conflict` or `unavailable` where it
 * could not be tried. `onRows` is called for each row twice.
 */
export async function proveBackup(
  pool: pg.Pool,
  file: string,
  work: BackupWork = {},
): Promise<{ tables: number; rows: number }> {
  const { schema, tables, rows, sums } = await checkBackup(file, work)
  if (sums === null)
    throw new AppError('validation', say`${file} was written by a version that does not state what its tables hold.`)
  try {
    const scratch = await makeScratch(pool)
    try {
      // Not in one transaction: one that is open for long would hold back the figures of every database of the server.
      await scratch.client.query('SET synchronous_commit = off')
      await migrateWithin(scratch.client, schema)
      await loadBackup(scratch.client, file, { ...work, files: [] })
      await setExactly(scratch.client, 'SET')
      const held: Record<string, TableSum> = {}
      for (const table of tables) {
        work.signal?.throwIfAborted()
        held[table.table] = await sumOfTable(scratch.client, table)
      }
      const wrong = differing(held, sums)
      if (wrong !== null) throw otherwise(wrong, held[wrong], sums[wrong])
    } finally {
      await removeScratch(pool, scratch)
    }
  } catch (error) {
    throw explainTrial(error)
  }
  return { tables: tables.length, rows }
}

function otherwise(table: string, held: TableSum | undefined, stated: TableSum | undefined): AppError {
  const [restored, saved] = [held?.rows ?? 0, stated?.rows ?? 0]
  if (restored !== saved)
    return new AppError(
      'validation',
      say`The table ${table} has ${restored} rows after restoring the backup and should have ${saved}.`,
    )
  return new AppError('validation', say`The table ${table} has other values after restoring the backup.`)
}

/** Why a backup could not be tried, in words; what is wrong with the backup itself as it is. */
function explainTrial(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (isDiskFull(error))
    return new AppError('unavailable', say`PostgreSQL has no room to restore the backup for its proof.`)
  // SQLSTATE of a user without the right.
  if ((error as { code?: string }).code === '42501')
    return new AppError(
      'conflict',
      say`The database user may not create the database that a backup is restored into for its proof. Let it: ALTER ROLE ... CREATEDB.`,
    )
  return error
}
