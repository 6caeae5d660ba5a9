import { join } from 'node:path'
import { findHolder } from '#server/platform/data-folder.ts'
import { openStream } from './open-stream.ts'
import type { OpenStream } from './open-stream.ts'
import { TestBrowser } from './provider-sign-in.ts'
import { startRoundRobin } from './round-robin.ts'
import type { RoundRobin } from './round-robin.ts'
import { runApi, runWorker } from './server-process.ts'
import type { Run } from './server-process.ts'

/** A server of several. */
interface OneServer {
  run: Run
  /** Its own address; empty for a worker. */
  url: string
}

/** A request; with a body it is sent by POST unless told otherwise. */
interface Asked {
  token?: string
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** What a server answered. */
export interface Answer {
  status: number
  body: ReturnType<typeof JSON.parse>
  headers: Headers
}

/** Where several servers work. */
interface Place {
  /** Address of the PostgreSQL that they share. */
  databaseUrl: string
  /** The folder that has their data folders. */
  folder: string
  /** More settings of all of them. */
  env?: Record<string, string>
}

/** The real server as several processes on one database, each with a data folder of its own, behind a load balancer. */
export class SeveralServers {
  readonly proxy: RoundRobin
  private readonly place: Place
  private readonly servers = new Map<string, OneServer>()

  private constructor(proxy: RoundRobin, place: Place) {
    this.proxy = proxy
    this.place = place
  }

  /** Starts the load balancer; no server runs yet. */
  static async make(place: Place): Promise<SeveralServers> {
    return new SeveralServers(await startRoundRobin(), place)
  }

  /** Starts a server that answers requests, or a worker; under the name of one that has ended it takes over its folder. */
  async start(name: string, kind: 'api' | 'worker' = 'api'): Promise<void> {
    const { databaseUrl, env } = this.place
    const data = this.folderOf(name)
    const run = (kind === 'api' ? runApi : runWorker)(databaseUrl, data, {
      GENSVAR_URL: this.proxy.url,
      // No request is ended because the machine is busy.
      GENSVAR_REQUEST_SECONDS: '300',
      ...env,
    })
    this.servers.set(name, { run, url: '' })
    await run.ready
    if (kind === 'worker') return
    const url = (await findHolder(data))?.server?.url
    if (url === undefined) throw new Error(`The server ${name} does not say where it listens`)
    this.servers.set(name, { run, url })
    this.proxy.targets = [...this.proxy.targets, url]
  }

  /** The data folder of a server. */
  folderOf(name: string): string {
    return join(this.place.folder, name)
  }

  /** All that a server has written to its log so far. */
  loggedBy(name: string): string {
    return this.of(name).run.logged()
  }

  /** Kills a server; the load balancer finds out by itself. */
  async kill(name: string): Promise<void> {
    const { run, url } = this.of(name)
    run.child.kill('SIGKILL')
    await run.ended
    this.proxy.targets = this.proxy.targets.filter((target) => target !== url)
  }

  /** Has all requests go to one server, or to each in turn where none is named. */
  sendAllTo(name?: string): void {
    const there = [...this.servers.values()].filter(({ run, url }) => url !== '' && run.child.signalCode === null)
    this.proxy.targets = name === undefined ? there.map(({ url }) => url) : [this.urlOf(name)]
  }

  /** The address of a server, or of the load balancer where no server is named. */
  urlOf(name?: string): string {
    return name === undefined ? this.proxy.url : this.of(name).url
  }

  /** Asks a server, or any of them where none is named. */
  async ask(name: string | undefined, path: string, { token, body, ...init }: Asked = {}): Promise<Answer> {
    const answer = await fetch(`${this.urlOf(name)}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...init,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
  }

  /** The number of a server's process. */
  pidOf(name: string): number | undefined {
    return this.of(name).run.child.pid
  }

  /** The server whose process has a number. */
  nameOf(pid: number): string {
    const [name] = [...this.servers].find(([, { run }]) => run.child.pid === pid) ?? []
    if (name === undefined) throw new Error(`No server is the process ${pid}`)
    return name
  }

  /** Opens a stream of events of a server. */
  events(name: string, path: string, token: string): OpenStream {
    return openStream(`${this.urlOf(name)}${path}`, token)
  }

  /** A browser that asks any of them, at the address that users open. */
  browser(): TestBrowser {
    const { url: origin } = this.proxy
    return new TestBrowser(
      {
        async inject({ method, url, headers: given, payload }) {
          const headers = Object.entries(given).filter(([name]) => name !== 'host')
          const init = { method, headers, redirect: 'manual', ...(payload !== undefined && { body: payload }) } as const
          const answer = await fetch(`${origin}${url}`, init)
          const body = await answer.text()
          const cookies = answer.headers.getSetCookie().map((cookie) => {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
            return { name, value }
          })
          const { status: statusCode, headers: told } = answer
          return { statusCode, headers: Object.fromEntries(told), cookies, body, json: () => JSON.parse(body) }
        },
      },
      new URL(origin).host,
    )
  }

  /** Ends all servers and the load balancer. */
  async stop(): Promise<void> {
    for (const { run } of this.servers.values()) run.child.kill('SIGKILL')
    for (const { run } of this.servers.values()) await run.ended
    await this.proxy.close()
  }

  private of(name: string): OneServer {
    const server = this.servers.get(name)
    if (!server) throw new Error(`There is no server ${name}`)
    return server
  }
}
