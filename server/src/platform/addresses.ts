import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/** Address users open, as far as the settings say: the public one, else where the server is told to listen. */
export function configuredAddress(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return config.publicUrl ?? localAddress(config.host, config.port)
}

/** Address at which this machine reaches a server that listens. */
export function listeningAddress(app: FastifyInstance): string {
  const { host, port } = app.deps.config
  return localAddress(host, (app.server.address() as AddressInfo | null)?.port ?? port)
}

/** Address for links in messages. Never what a request says it came to: whoever sends the request chooses that. */
export function linkAddress(app: FastifyInstance): string {
  return app.deps.config.publicUrl ?? listeningAddress(app)
}

/** Whether users reach the server over https, be it by way of a proxy that says so or not. */
export function isPublicHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/**
 * What counts as one caller among addresses: an IPv4 address, or the 64-bit network of an IPv6 one, for whoever has one
 * of its addresses has them all.
 */
export function callerOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  // The URL parser writes every form of an address in one way.
  const [left = '', right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [left, right ?? ''].map((text) => text.split(':').filter((group) => group !== ''))
  const given = [...(before ?? []), ...(after ?? [])].length
  const groups = [...(before ?? []), ...Array.from({ length: 8 - given }, () => '0'), ...(after ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function localAddress(host: string, port: number): string {
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
