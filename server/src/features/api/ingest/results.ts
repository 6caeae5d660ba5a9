import type { sendResponses } from '@gensvar/contract/api-responses'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import type { KeptResult } from './request-store.ts'
import type { StoredRow } from './store-rows.ts'

/** What is answered to a request. */
export type Answer = z.input<typeof sendResponses.response>

const lateWords = say`The figures of its period are closed: it is kept, and no figure counts it.`

/** What became of a row, as its sender is told in their language. */
export function keptOf(stored: StoredRow | undefined, row: number, { locale }: Pick<KeyCtx, 'locale'>): KeptResult {
  if (!stored) throw new Error('A row was neither stored nor refused')
  if (stored.status === 'accepted') {
    const accepted = { row, status: stored.status, responseId: null }
    return stored.isLate ? { ...accepted, message: translate(lateWords, locale) } : accepted
  }
  if (stored.status !== 'refused') return { row, status: stored.status, responseId: stored.responseId }
  const fields = Object.fromEntries(
    [...stored.wrong].map(([field, words]) => [field, translate(words, locale)] as const),
  )
  return { row, status: 'refused', responseId: null, message: translate(wordsOf(stored.wrong), locale), fields }
}

/** The answer to a request with these rows. */
export function answerWith(rows: readonly KeptResult[]): Answer {
  const refused = rows.filter(({ status }) => status === 'refused').length
  return { accepted: rows.length - refused, refused, rows: [...rows] }
}

/** The error of a single response with wrong fields. */
export function refusal(wrong: ReadonlyMap<string, Words>): AppError {
  return new AppError('validation', wordsOf(wrong), Object.fromEntries(wrong))
}

/** The error of a response that was refused, as it was told the first time. */
export function refusedAs({ message = '', fields = {} }: KeptResult): AppError {
  const wrong = Object.entries(fields).map(([field, text]) => [field, say`${text}`] as const)
  return new AppError('validation', say`${message}`, Object.fromEntries(wrong))
}

function wordsOf(wrong: ReadonlyMap<string, Words>): Words {
  return listed(
    [...wrong].map(([field, words]) => say`${field}: ${words}`),
    '; ',
  )
}
