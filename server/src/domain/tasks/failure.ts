import type { ErrorCode } from '@gensvar/contract/errors'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { knownError } from '#server/platform/known-error.ts'
import type { Outcome } from './queue-store.ts'
import { storeWords } from './stored-words.ts'

/** After this many attempts a task has failed. */
export const mostAttempts = 3
/** Pause before the second attempt, in ms; six times as long before the third. */
const firstPause = 10_000

/** Thrown for a task that no further attempt can do. */
export class HopelessTask extends AppError {}

/** Why something failed, in words. */
export function reasonOf(error: unknown): Words {
  const known = knownError(error)
  if (known) return known.words
  return say`An unexpected error: ${error instanceof Error ? error.message : String(error)}`
}

/** Errors of which another attempt ends alike: what was asked for is wrong, gone, or no longer allowed. */
const lasting: ReadonlySet<string> = new Set<ErrorCode>([
  'validation',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
])

function isHopeless(error: unknown): boolean {
  return error instanceof HopelessTask || (error instanceof AppError && lasting.has(error.code))
}

/** How an attempt that failed ends: with another one after a pause, or for good. */
export function failedAttempt(error: unknown, attempt: number, now: Date): Outcome {
  const reason = storeWords(reasonOf(error))
  if (attempt >= mostAttempts || isHopeless(error)) return { state: 'FAILED', reason }
  return { state: 'RETRY', reason, scheduled: new Date(now.getTime() + firstPause * 6 ** (attempt - 1)) }
}
