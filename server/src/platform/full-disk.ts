import { say } from '@gensvar/contract/say'
import { AppError } from './errors.ts'

/** System codes and SQLSTATEs of a disk, a quota or a limit of file sizes that is used up. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** The error to show where nothing more can be stored, on the server's disk or on PostgreSQL's; null for every other one. */
export function explainFullDisk(error: unknown): AppError | null {
  if (error instanceof AppError || !(error instanceof Error)) return null
  return isDiskFull(error) ? new AppError('unavailable', say`The server's disk is full. Tell whoever runs it.`) : null
}

/** Whether something could not be stored for want of room. */
export function isDiskFull(error: unknown): boolean {
  return fullCodes.has((error as { code?: string }).code ?? '')
}
