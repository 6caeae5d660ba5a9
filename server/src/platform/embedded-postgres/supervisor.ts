import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import { logTail, startEmbeddedPostgres } from './launcher.ts'
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './launcher.ts'

/** Pauses before a restart, in ms, by the number of quick failures in a row; the last value applies from then on. */
const usualPauses = [0, 500, 1000, 2000, 5000, 10_000, 30_000]
/** After running this long, in ms, the count of quick failures starts again at zero. */
const calmAfter = 60_000

/** How to start, and where to log. */
export interface SupervisorOptions extends EmbeddedPostgresOptions {
  log: Logger
  pauses?: readonly number[]
}

/**
 * The embedded PostgreSQL, restarted whenever it ends by itself: at once, then after longer and longer pauses. It
 * keeps its port unless another program has taken it.
 */
export class PostgresSupervisor {
  private readonly options: SupervisorOptions
  private readonly stopping = new AbortController()
  private readonly listeners = new Set<() => void>()
  private server: EmbeddedPostgres
  private startedAt = performance.now()
  private ends = 0
  /** Resolves when the server runs again; null while it runs. */
  private restarting: Promise<void> | null = null

  private constructor(options: SupervisorOptions, server: EmbeddedPostgres) {
    this.options = options
    this.server = server
    this.watch()
  }

  /** Starts it, or takes over one that is running. Throws with what PostgreSQL said when it cannot start. */
  static async start(options: SupervisorOptions): Promise<PostgresSupervisor> {
    const server = await startEmbeddedPostgres(options)
    if (server.adopted) options.log.info('took over a PostgreSQL that a killed server left running')
    return new PostgresSupervisor(options, server)
  }

  /** The URL it listens at, or the last one. */
  url(): string {
    return this.server.url
  }

  /** Process number of its main process, or of the last one. */
  get pid(): number {
    return this.server.pid
  }

  /** Resolves when it runs: at once, or once it is started again. */
  ready(): Promise<void> {
    return this.restarting ?? Promise.resolve()
  }

  /** Calls a listener whenever it ended by itself. */
  onEnd(listener: () => void): void {
    this.listeners.add(listener)
  }

  /** Shuts it down cleanly, without a restart. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.restarting
    await this.server.stop()
  }

  private watch(): void {
    void this.server.ended.then(() => {
      if (this.stopping.signal.aborted) return
      this.restarting = this.restart().finally(() => {
        this.restarting = null
        this.watch()
      })
      for (const listener of this.listeners) listener()
    })
  }

  private async restart(): Promise<void> {
    if (performance.now() - this.startedAt > calmAfter) this.ends = 0
    const { log, folder, pauses = usualPauses } = this.options
    const said = await logTail(folder)
    log.error({ pid: this.server.pid, said }, 'the embedded PostgreSQL ended by itself; it is started again')
    const begun = performance.now()
    while (!this.stopping.signal.aborted) {
      const pause = pauses[Math.min(this.ends++, pauses.length - 1)] ?? 0
      if (pause > 0)
        log.warn({ pause, times: this.ends }, 'the embedded PostgreSQL keeps ending: pausing before the next start')
      try {
        await wait(pause, undefined, { signal: this.stopping.signal })
        this.server = await startEmbeddedPostgres({ ...this.options, port: Number(new URL(this.server.url).port) })
        this.startedAt = performance.now()
        log.warn({ pid: this.server.pid, ms: Math.round(this.startedAt - begun) }, 'the embedded PostgreSQL runs again')
        return
      } catch (error) {
        if (!this.stopping.signal.aborted)
          log.error({ err: error }, 'the embedded PostgreSQL could not be started again')
      }
    }
  }
}
