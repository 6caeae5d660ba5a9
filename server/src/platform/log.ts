import { pino } from 'pino'
import type { DestinationStream, Logger as PinoLogger } from 'pino'

/** The program's log: one JSON object per line. */
export type Logger = PinoLogger

/** Query parameters that carry a secret: tickets and tokens, and the one-use codes of profile and password links. */
const secretParameter = /([?&](?:token|auth|profile|code|id_token_hint|state|session_state)=)[^&#]*/g

/** A URL as it may stand in the log. */
export function redactUrl(url: string): string {
  return url.replace(secretParameter, '$1***')
}

/**
 * Makes the log. Authorization headers, cookies, passwords and tokens are replaced wherever they are logged.
 * `to` defaults to standard error, so that commands can print results on standard output.
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    redact: {
      paths: [
        ...['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', 'headers.authorization'],
        ...[
          'headers.cookie',
          'password',
          '*.password',
          'token',
          '*.token',
          'authorization',
          'cookie',
          'secret',
          '*.secret',
        ],
      ],
      censor: '***',
    },
    serializers: {
      // Of an error only what explains it: drivers hang whole connections on theirs.
      err: ({ name, message, stack, code }: Error & { code?: string }) => ({ type: name, message, code, stack }),
      req: (request: { method: string; url: string }) => ({ method: request.method, url: redactUrl(request.url) }),
    },
  }
  return pino(options, to ?? pino.destination(2))
}
