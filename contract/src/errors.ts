/** Error codes on the wire and the HTTP status each one answers with. */
export const errorStatus = {
  validation: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const

/** One of the codes every failed call answers with. */
export type ErrorCode = keyof typeof errorStatus

/** Shape of every error answer: a code to switch on, words to show, and the wrong fields by name. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  fields?: Record<string, string>
  requestId?: string
}
