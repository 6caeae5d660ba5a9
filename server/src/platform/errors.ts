import { errorStatus } from '@gensvar/contract/errors'
import type { ErrorCode } from '@gensvar/contract/errors'
import type { Said } from '@gensvar/contract/say'

/**
 * The one error a caller may see: a code of the contract, words the reader can act on and, for `validation`,
 * what is wrong per field. Anything else that is thrown answers 500 with a request id and nothing more.
 *
 * What can reach a browser is marked by `say()` and answered in the reader's language; `message` is its English. Texts
 * of the command line (imports, backups, the data folder, settings) are plain English.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly words: Said
  readonly fields: Readonly<Record<string, Said>> | undefined

  constructor(code: ErrorCode, words: Said, fields?: Record<string, Said>) {
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
