import { ClickHouseError } from '@clickhouse/client'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'

/** Codes of ClickHouse's errors: time over, memory over, no room on a disk, a user that it does not know or let in. */
const timeout = '159'
const outOfMemory = '241'
const outOfRoom = '243'
const refused: ReadonlySet<string> = new Set(['192', '193', '194', '497', '516'])
/** A server or replica that is not there, is behind, or takes no writes now. */
const notThere: ReadonlySet<string> = new Set([
  ...['74', '198', '203', '209', '210', '225', '236', '242', '244', '279', '285', '286', '289', '319', '999'],
])

/** Codes of the system's errors, and messages of the client, for connections that could not be opened or ended. */
const connectionCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPROTO|CERT_|DEPTH_ZERO)/
const connectionWords = /socket hang up|Timeout error|aborted|ended in the middle|blocks with different columns/i
/** What something in between answers that reaches no ClickHouse: a page, a line, or nothing. ClickHouse's own errors have a code. */
const gatewayWords = /^\s*(<|$)|bad gateway|service unavailable|gateway time-?out|no server is available/i

/** Whether the connection failed, so that nobody knows whether ClickHouse has done what it was asked for. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ClickHouseError) return false
  const { code, message } = error as { code?: string; message: string }
  return connectionCodes.test(code ?? '') || connectionWords.test(message) || gatewayWords.test(message)
}

/** An error of ClickHouse in words that a reader can act on; one that is the program's own fault is left as it is. */
export function explained(error: unknown): unknown {
  if (isConnectionLost(error)) return unreachable(error)
  if (!(error instanceof ClickHouseError)) return error
  const { code } = error
  if (notThere.has(code)) return unreachable(error)
  if (code === timeout) return tookTooLong()
  if (code === outOfMemory)
    return told(say`The figures need more memory than their store has. Choose a shorter period or more filters.`, error)
  if (code === outOfRoom)
    return told(say`The figures' store has no room left on its disk. The administrator must make room there.`, error)
  if (refused.has(code)) return told(say`The figures' store refuses the user of the server (CLICKHOUSE_URL).`, error)
  return error
}

/** The error of a request whose time is over. */
export function tookTooLong(): AppError {
  return new AppError('unavailable', say`The figures took too long. Choose a shorter period or more filters.`)
}

function unreachable(error: unknown): AppError {
  return told(say`The figures' store cannot be reached. Try again in a moment.`, error)
}

function told(words: ReturnType<typeof say>, cause: unknown): AppError {
  const error = new AppError('unavailable', words)
  // For the log alone.
  error.cause = cause
  return error
}
