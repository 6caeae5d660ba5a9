import { AppError } from './errors.ts'
import { explainFullDisk } from './full-disk.ts'
import { explainOutage } from './postgres.ts'

/** What went wrong as an error with words for whoever reads it; null where nobody foresaw it. */
export function knownError(error: unknown): AppError | null {
  return error instanceof AppError ? error : (explainFullDisk(error) ?? explainOutage(error))
}
