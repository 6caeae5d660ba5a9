import type { ErrorCode } from '@gensvar/contract/errors'

/** Codes of failed calls: the server's, and two that only the browser can know. */
export type ApiErrorCode = ErrorCode | 'timeout' | 'offline'

/** A call that failed: a code to switch on, the server's words, and the wrong fields by name. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly fields: Readonly<Record<string, string>>
  /** Id under which the server's log has the failure. */
  readonly requestId: string | null
  /** Body of the answer as it came. */
  readonly body: string

  constructor(
    code: ApiErrorCode,
    message: string,
    detail: { fields?: Record<string, string>; requestId?: string; body?: string } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.fields = detail.fields ?? {}
    this.requestId = detail.requestId ?? null
    this.body = detail.body ?? ''
  }
}
