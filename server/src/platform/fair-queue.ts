/** Whose work is done for no user: the feed, tasks and the command line. */
export const systemCaller = 'system'

/** How much work is done side by side, in all and for one caller. */
export interface FairQueueLimits {
  slots: number
  perCaller: number
}

/** A caller's share of a queue. */
interface Line {
  running: number
  waiting: (() => void)[]
}

/**
 * Lets work begin in turns between callers: who has much waits behind their own work alone. Of one caller's work no
 * more than `perCaller` is under way, so that there is room for the next one who comes.
 */
export class FairQueue {
  private readonly limits: FairQueueLimits
  /** By caller, in the order of their turns. */
  private readonly lines = new Map<string, Line>()
  private running = 0
  private idleWaiters: (() => void)[] = []

  constructor(limits: FairQueueLimits) {
    this.limits = limits
  }

  /**
   * Does work in its turn. Throws the signal's reason when it is aborted before its turn comes.
   */
  async run<T>(caller: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(caller, signal)
    try {
      return await work()
    } finally {
      this.leave(caller)
    }
  }

  /** Whether nothing is under way and nothing waits. */
  get isIdle(): boolean {
    return this.lines.size === 0
  }

  /** Resolves once nothing is under way and nothing waits. */
  async idle(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => this.idleWaiters.push(resolve))
  }

  private enter(caller: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const line = this.lines.get(caller) ?? { running: 0, waiting: [] }
    this.lines.set(caller, line)
    if (line.waiting.length === 0 && this.running < this.limits.slots && line.running < this.limits.perCaller) {
      this.begin(caller, line)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        line.waiting.splice(line.waiting.indexOf(begin), 1)
        this.tidy(caller, line)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      line.waiting.push(begin)
    })
  }

  private leave(caller: string): void {
    const line = this.lines.get(caller)
    this.running--
    if (line) {
      line.running--
      this.lines.delete(caller)
      this.lines.set(caller, line)
      this.tidy(caller, line)
    }
    this.beginNext()
  }

  private beginNext(): void {
    for (const [caller, line] of this.lines) {
      if (this.running >= this.limits.slots) return
      const next = line.running < this.limits.perCaller ? line.waiting.shift() : undefined
      if (!next) continue
      this.begin(caller, line)
      next()
      this.beginNext()
      return
    }
  }

  /** The others' turn comes before this caller's next one. */
  private begin(caller: string, line: Line): void {
    this.lines.delete(caller)
    this.lines.set(caller, line)
    this.running++
    line.running++
  }

  private tidy(caller: string, line: Line): void {
    if (line.running > 0 || line.waiting.length > 0) return
    this.lines.delete(caller)
    if (this.lines.size === 0) for (const resolve of this.idleWaiters.splice(0)) resolve()
  }
}
