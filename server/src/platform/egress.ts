import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import http from 'node:http'
import https from 'node:https'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import ipaddr from 'ipaddr.js'
import { AppError } from './errors.ts'

/** What may be called, and the limits of an answer. */
export interface EgressRules {
  /** Hosts root has allowed: `api.example.org`, `*.example.org`, or with a port `gateway.example.org:8443`. */
  allow: readonly string[]
  /** Also allows addresses of private networks, for gateways inside the network. */
  allowPrivate?: boolean
  /** Timeout of the whole call in ms; 10 000 by default. */
  timeout?: number
  /** Largest answer in bytes; 1 MB by default. */
  maxBytes?: number
  /** Of a longer answer only the first bytes are read, instead of failing. */
  cutsAnswer?: boolean
  /** Finds the addresses of a host; the system's look-up by default. */
  resolve?: (host: string) => Promise<readonly { address: string; family: number }[]>
}

/** A call to somebody else's server. */
export interface EgressRequest {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** The answer. Redirects are returned, not followed. */
export interface EgressResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
  /** The body as it came, of what is no text. */
  bytes: Buffer
}

/** A server that does not answer. */
export class Unanswered extends AppError {
  /** Whether the request may have reached it: it was connected, or did not answer in time after that. */
  readonly wasSent: boolean

  constructor(words: Words, wasSent: boolean) {
    super('unavailable', words)
    this.wasSent = wasSent
  }
}

/**
 * The only way this program calls other servers. The host must be on the list; its name is resolved once, every address
 * must be public, and the connection goes to the address that was checked, so that a second look-up cannot give another
 * one. Throws `forbidden` for what is not allowed, `unavailable` for a name that is not known, and `Unanswered` for a server that
 * does not answer.
 */
export async function callOut(rules: EgressRules, request: EgressRequest): Promise<EgressResponse> {
  const url = demandAllowed(rules.allow, request.url)
  const address = await resolvePublic(url, rules)
  return send(url, address, request, rules)
}

/** Throws `validation` for what is no address to call, `forbidden` for one whose host is not on the list. */
export function demandAllowed(allow: EgressRules['allow'], address: string): URL {
  const url = parse(address)
  if (!allow.some((entry) => allows(entry, url)))
    throw new AppError(
      'forbidden',
      say`Calls to ${url.host} are not allowed. Root can allow the host in the server's settings.`,
    )
  return url
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new AppError('validation', say`"${text.slice(0, 200)}" is not an http(s) address.`)
  if (url.username !== '' || url.password !== '')
    throw new AppError('validation', say`Addresses must not contain a user name or password.`)
  return url
}

function allows(entry: string, url: URL): boolean {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? []
  const standard = url.protocol === 'https:' ? '443' : '80'
  if ((port ?? standard) !== (url.port || standard)) return false
  const host = url.hostname.toLowerCase()
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
}

// The only range assigned to the public IPv6 internet; other ranges can embed an IPv4 address.
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is public: not private, local, reserved or multicast, nor an IPv6 address that embeds one of
 * these.
 */
export function isPublicAddress(address: string): boolean {
  // The library also accepts shortened addresses such as `127.1`.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast))
}

async function resolvePublic(
  url: URL,
  { allowPrivate = false, resolve = (host) => lookup(host, { all: true }) }: EgressRules,
): Promise<{ address: string; family: number }> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const found = await resolve(name).catch(() => [])
  const [first] = found
  if (!first) throw new AppError('unavailable', say`The host ${name} is not known.`)
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new AppError(
      'forbidden',
      say`${name} has an address in a private network, and calls into private networks are not allowed.`,
    )
  return first
}

function send(
  url: URL,
  at: { address: string; family: number },
  request: EgressRequest,
  rules: EgressRules,
): Promise<EgressResponse> {
  const timeout = rules.timeout ?? 10_000
  const maxBytes = rules.maxBytes ?? 1024 * 1024
  const options: RequestOptions = {
    method: request.method ?? 'GET',
    headers: { ...request.headers, host: url.host },
    agent: false,
    signal: AbortSignal.timeout(timeout),
    // Always the checked address: a second look-up could give another.
    lookup: (_name, { all }, done) =>
      all ? done(null, [{ address: at.address, family: at.family }]) : done(null, at.address, at.family),
  }
  return new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http
    const call = client.request(url, options, (response) => {
      readBody(response, maxBytes, rules.cutsAnswer ?? false).then(
        (bytes) => {
          if (!response.complete) call.destroy()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes.toString('utf8'), bytes })
        },
        (error: unknown) => {
          call.destroy()
          reject(error instanceof AppError ? error : unanswered(url, error, true))
        },
      )
    })
    let isConnected = false
    call.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true))
    })
    call.on('error', (error) => reject(unanswered(url, error, isConnected)))
    call.end(request.body)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number, cuts: boolean): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes && !cuts)
      throw new AppError('too_large', say`The answer is larger than ${new Count(maxBytes)} bytes.`)
    parts.push(part)
    if (size > maxBytes) break
  }
  return Buffer.concat(parts).subarray(0, maxBytes)
}

function unanswered(url: URL, cause: unknown, wasSent: boolean): Unanswered {
  const late = cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError')
  const words = late ? say`${url.host} did not answer in time.` : say`${url.host} cannot be reached.`
  return new Unanswered(words, wasSent)
}
