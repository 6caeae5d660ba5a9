import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { isDiskFull } from '#server/platform/full-disk.ts'

/** What systems say of a disk, a limit of file sizes or a quota that is used up; DuckDB tells no codes. */
const noRoomWords = /no space left on device|file too large|disk quota exceeded/i

/** What DuckDB says once it could not store its file anew: nothing can be read or written until it is opened again. */
const invalidatedWords = /has been invalidated/i

/** What it says where a write is stored nevertheless. */
const storedWords = /COMMIT succeeded and is durable/i

/** Whether the file must be opened again before anything more is done with it. */
export function isInvalidated(error: unknown): boolean {
  return error instanceof Error && invalidatedWords.test(error.message)
}

/** Whether a commit that failed has stored all of the write: only storing the whole file anew did not work. */
export function isStored(error: unknown): boolean {
  return error instanceof Error && storedWords.test(error.message)
}

/** An error of DuckDB in words that a reader can act on; one that is the program's own fault is left as it is. */
export function explainedByDuckDb(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if (noRoomWords.test(error.message) || isDiskFull(error)) return noRoom(error)
  if (!isInvalidated(error)) return error
  return told(say`The figures' store cannot be reached. Try again in a moment.`, error)
}

/**
 * Throws `unavailable` where the disk of a file has less than so many bytes left. Most writes that find no room do no harm;
 * one that fails while DuckDB stores its file anew ends all reading.
 */
export async function demandRoom(path: string, bytes: number): Promise<void> {
  if (path === ':memory:') return
  const { bavail, bsize } = await statfs(dirname(path))
  const left = bavail * bsize
  if (left < bytes) throw noRoom(new Error(`Only ${left} bytes are left where ${path} is`))
}

function noRoom(cause: Error): AppError {
  return told(say`The figures' store has no room left on its disk. The administrator must make room there.`, cause)
}

function told(words: ReturnType<typeof say>, cause: unknown): AppError {
  const error = new AppError('unavailable', words)
  // For the log alone.
  error.cause = cause
  return error
}
