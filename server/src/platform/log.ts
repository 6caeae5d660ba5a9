import { pino } from 'pino'
import type { DestinationStream, Logger as PinoLogger } from 'pino'

/** The program's log: one JSON object per line. */
export type Logger = PinoLogger

/**
 * Query parameters that carry a secret, in small letters: tickets and tokens, the one-use codes of profile and password
 * links, and what an identity provider hands over.
 */
const secretParameters: ReadonlySet<string> = new Set([
  'token',
  'auth',
  'profile',
  'code',
  'state',
  'session_state',
  'session_code',
  'nonce',
  'id_token',
  'id_token_hint',
  'access_token',
  'refresh_token',
  'password',
])

/** The address of a shared page is all one needs to open it, however its slash is written. */
const sharePath = /\/share(?:\/|\\|%(?:25)*2f)/

/** Shares of an interview by their number, which opens nothing without a session. */
const shareCalls = '/rest/interviews/share/'

/** A URL as it may stand in the log: without what opens something. What is escaped is read as the router would. */
export function redactUrl(url: string): string {
  const [address = ''] = url.split('#')
  const [path = '', ...query] = address.split('?')
  const isShare = sharePath.test(plain(path)) && !path.startsWith(shareCalls)
  const pairs = query.join('?').split('&').map(redactPair).join('&')
  return `${isShare ? '/share/***' : path}${query.length > 0 ? `?${pairs}` : ''}`
}

function redactPair(pair: string): string {
  const [name = '', ...value] = pair.split('=')
  return value.length > 0 && secretParameters.has(plain(name)) ? `${name}=***` : pair
}

/** A text decoded, in small letters and without space around it; as it is where it does not decode. */
function plain(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim().toLowerCase()
  } catch {
    return name.toLowerCase()
  }
}

/** Properties of whatever is logged that are replaced: secrets, and addresses that may hold some. */
const secretNames = ['authorization', 'cookie', 'referer', 'password', 'token', 'ticket', 'secret', '["set-cookie"]']

const secretPaths = ['', '*', 'headers', 'req.headers', 'res.headers'].flatMap((holder) =>
  secretNames.map((name) => (holder === '' || name.startsWith('[') ? `${holder}${name}` : `${holder}.${name}`)),
)

/**
 * Makes the log. Credentials, cookies, passwords, tokens and the addresses a caller came from are replaced wherever they are logged.
 * `to` defaults to standard error, so that commands can print results on standard output.
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    redact: { paths: secretPaths, censor: '***' },
    serializers: {
      // Of an error only what explains it: drivers hang whole connections on theirs.
      err: ({ name, message, stack, code }: Error & { code?: string }) => ({ type: name, message, code, stack }),
      req: (request: { method: string; url: string }) => ({ method: request.method, url: redactUrl(request.url) }),
    },
  }
  return pino(options, to ?? pino.destination(2))
}
