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

/** Pages that open for everybody who has their address, also with an encoded slash. */
const openPage = /\/(share|unsubscribe)(?:\/|\\|%(?:25)*2f)/

/** Links of messages and of calls; the query of one to answer with holds an answer. */
const messageLink = /^[/\\]+(answer|call|c|o|s|u)(?:\/|\\|%(?:25)*2f)/

/** What opens by an API key in its address. */
const keyPage = /^[/\\]+(bigscreen|widget|rest[/\\]+bigscreen)(?:\/|\\|%(?:25)*2f)/

/** An API key's token, wherever it stands. */
const keyToken = /gsv[1-4]_[\w-]+/g

/** An interview's shares by id; these need a session, so the id may be logged. */
const shareCalls = '/rest/interviews/share/'

/** A URL for the log, without its secrets. Escapes are decoded as the router decodes them. */
export function redactUrl(url: string): string {
  const [address = ''] = url.split('#')
  const [path = '', ...query] = address.split('?')
  const link = messageLink.exec(plain(path))?.[1]
  if (link !== undefined) return `/${link}/***`
  const opened = keyPage.exec(plain(path))?.[1]
  if (opened !== undefined) return `/${opened}/***`
  const page = path.startsWith(shareCalls) ? undefined : openPage.exec(plain(path))?.[1]
  const pairs = query.join('?').split('&').map(redactPair).join('&')
  const shown = `${page === undefined ? path : `/${page}/***`}${query.length > 0 ? `?${pairs}` : ''}`
  return shown.replace(keyToken, '***')
}

function redactPair(pair: string): string {
  const [name = '', ...value] = pair.split('=')
  return value.length > 0 && secretParameters.has(plain(name)) ? `${name}=***` : pair
}

/** A text decoded, lower-case and trimmed; undecoded if it cannot be decoded. */
function plain(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim().toLowerCase()
  } catch {
    return name.toLowerCase()
  }
}

/** Properties replaced in everything logged: secrets, and URLs that may hold some. */
const secretNames = ['authorization', 'cookie', 'referer', 'password', 'token', 'ticket', 'secret', '["set-cookie"]']

const secretPaths = ['', '*', 'headers', 'req.headers', 'res.headers'].flatMap((holder) =>
  secretNames.map((name) => (holder === '' || name.startsWith('[') ? `${holder}${name}` : `${holder}.${name}`)),
)

/**
 * Makes the log. Credentials, cookies, passwords, tokens and referring addresses are replaced wherever they are logged. `to`
 * defaults to standard error, so that commands can print results on standard output.
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    redact: { paths: secretPaths, censor: '***' },
    serializers: {
      // Only the explaining properties of an error: drivers attach whole connections to theirs.
      err: ({ name, message, stack, code }: Error & { code?: string }) => ({ type: name, message, code, stack }),
      req: (request: { method: string; url: string }) => ({ method: request.method, url: redactUrl(request.url) }),
    },
  }
  return pino(options, to ?? pino.destination(2))
}
