import { errorStatus } from '@gensvar/contract/errors'
import type { ErrorCode } from '@gensvar/contract/errors'

/**
 * The one error a caller may see: a code of the contract, words the reader can act on and, for `validation`,
 * what is wrong per field. Anything else that is thrown answers 500 with a request id and nothing more.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, message: string, fields?: Record<string, string>) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = fields
  }

  /** HTTP status the code answers with. */
  get status(): number {
    return errorStatus[this.code]
  }
}
