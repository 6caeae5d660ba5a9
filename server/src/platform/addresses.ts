import type { AddressInfo } from 'node:net'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'

/** Address users open, by the configuration: the public one, else the host and port to listen at. */
export function configuredAddress(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return config.publicUrl ?? localAddress(config.host, config.port)
}

/** Address at which this machine reaches a server that listens. */
export function listeningAddress(app: FastifyInstance): string {
  const { host, port } = app.deps.config
  return localAddress(host, (app.server.address() as AddressInfo | null)?.port ?? port)
}

/** Address for links in messages. Never a request's host header, which the sender chooses. */
export function linkAddress(app: FastifyInstance): string {
  return app.deps.config.publicUrl ?? listeningAddress(app)
}

/** Whether users reach the server over https, also through a proxy that does not say so. */
export function isPublicHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false
}

/**
 * The address one caller is counted by: an IPv4 address, or the 64-bit network of an IPv6 address, as one subscriber
 * has the whole network.
 */
export function callerOf(address: string): string {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

function localAddress(host: string, port: number): string {
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
