import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import http from 'node:http'
import https from 'node:https'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Count, say } from '@gensvar/contract/say'
import { AppError } from './errors.ts'

/** What may be called and how much is taken back. */
export interface EgressRules {
  /** Hosts root has allowed: `api.example.org`, `*.example.org`, or with a port `gateway.example.org:8443`. */
  allow: readonly string[]
  /** Addresses of private networks are refused unless this says otherwise; for gateways root knows to be inside. */
  allowPrivate?: boolean
  /** Milliseconds for the whole call; 10 s by default. */
  timeout?: number
  /** Most bytes read of an answer; 1 MB by default. */
  maxBytes?: number
}

/** A call to somebody else's server. */
export interface EgressRequest {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** What came back. Redirects are answers like any other: nobody follows them. */
export interface EgressResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/**
 * The one way this program calls out. The host must be on the list; its name is resolved once, every address must be
 * public, and the connection is made to the very address that was checked, so that a name cannot change its mind in
 * between. Throws `forbidden` for what is not allowed and `unavailable` for what does not answer.
 */
export async function callOut(rules: EgressRules, request: EgressRequest): Promise<EgressResponse> {
  const url = parse(request.url)
  if (!rules.allow.some((entry) => allows(entry, url)))
    throw new AppError(
      'forbidden',
      say`Calls to ${url.host} are not allowed. Root can allow the host in the server's settings.`,
    )
  const address = await resolvePublic(url, rules.allowPrivate ?? false)
  return send(url, address, request, rules)
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new AppError('validation', say`"${text.slice(0, 200)}" is not an http(s) address.`)
  if (url.username !== '' || url.password !== '')
    throw new AppError('validation', say`Addresses must not hold a user name or password.`)
  return url
}

function allows(entry: string, url: URL): boolean {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? []
  const standard = url.protocol === 'https:' ? '443' : '80'
  if ((port ?? standard) !== (url.port || standard)) return false
  const host = url.hostname.toLowerCase()
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
}

const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is of the public internet: not private, local, reserved, multicast or a disguise of such. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  return !closed.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

async function resolvePublic(url: URL, allowPrivate: boolean): Promise<{ address: string; family: number }> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const found = await lookup(name, { all: true }).catch(() => [])
  const [first] = found
  if (!first) throw new AppError('unavailable', say`The host ${name} is not known.`)
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new AppError('forbidden', say`${name} leads into a private network, which is not called.`)
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
    // The checked address stands in for whatever the name may say by now.
    lookup: (_name, { all }, done) =>
      all ? done(null, [{ address: at.address, family: at.family }]) : done(null, at.address, at.family),
  }
  return new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http
    const call = client.request(url, options, (response) => {
      readBody(response, maxBytes).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        (error: unknown) => {
          call.destroy()
          reject(error instanceof AppError ? error : unanswered(url, error))
        },
      )
    })
    call.on('error', (error) => reject(unanswered(url, error)))
    call.end(request.body)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new AppError('too_large', say`The answer is larger than ${new Count(maxBytes)} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function unanswered(url: URL, cause: unknown): AppError {
  const late = cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError')
  const words = late ? say`${url.host} did not answer in time.` : say`${url.host} cannot be reached.`
  return new AppError('unavailable', words)
}
