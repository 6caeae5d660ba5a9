import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * What is wrong between the program and ClickHouse: nothing, nobody is there, answers are late, answers never come, a load
 * balancer finds nobody, a replica is behind, the disk is full.
 */
export type Fault = 'none' | 'down' | 'slow' | 'silent' | 'broken' | 'behind' | 'full'

/** How late answers are that are late, in ms. */
const lateness = 1500

/** What ClickHouse says whose replica has not got everything that was written. */
const stale = 'Code: 289. DB::Exception: Replica has no part. (REPLICA_IS_NOT_IN_QUORUM)'

/** Stands before a ClickHouse and lets faults happen. Of a full disk ClickHouse itself is told to see no room. */
export class FaultyProxy {
  fault: Fault = 'none'
  /** Statements that were passed on so far, with their ids. */
  readonly passed: string[] = []
  private readonly target: URL
  private readonly server = createServer((request, response) => void this.pass(request, response))

  private constructor(target: URL) {
    this.target = target
  }

  /** Begins to listen; `url` is that of the ClickHouse. */
  static async before(url: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(url))
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  /** Address of the same database through this proxy. */
  get url(): string {
    const address = this.server.address()
    if (address === null || typeof address !== 'object') throw new Error('The proxy does not listen')
    return `http://127.0.0.1:${address.port}${this.target.pathname}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.fault === 'down') return void request.socket.destroy()
    if (this.fault === 'silent') return void request.resume()
    if (this.fault === 'broken') return void response.writeHead(503).end('<html><body><h1>503 Service Unavailable</h1>')
    if (this.fault === 'behind')
      return void response.writeHead(500, { 'x-clickhouse-exception-code': '289' }).end(stale)
    if (this.fault === 'slow') await delay(lateness)
    const noRoom = this.fault === 'full' ? `&min_free_disk_bytes_to_perform_insert=${10 ** 18}` : ''
    this.passed.push(request.url ?? '')
    const { hostname, port } = this.target
    const { method, headers, url = '/' } = request
    const passed = httpRequest({ hostname, port, method, headers, path: url + noRoom }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  }
}
