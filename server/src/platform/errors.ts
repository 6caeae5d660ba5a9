import { errorStatus } from '@gensvar/contract/errors'
import type { ErrorCode } from '@gensvar/contract/errors'
import type { Words } from '@gensvar/contract/say'

/**
 * The one error a caller may see: a code of the contract, words the reader can act on and, for `validation`,
 * what is wrong per field. Any other thrown error is answered with 500 and a request id only.
 *
 * Its words are marked by `say()` and answered in the reader's language; `message` is their English, which the command
 * line prints. They name a field (`fields`), never a flag or a form: the caller knows how the field is set.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly words: Words
  readonly fields: Readonly<Record<string, Words>> | undefined

  constructor(code: ErrorCode, words: Words, fields?: Record<string, Words>) {
    super(String(words))
    this.name = 'AppError'
    this.code = code
    this.words = words
    this.fields = fields
  }

  /** HTTP status the code answers with. */
  get status(): number {
    return errorStatus[this.code]
  }
}
