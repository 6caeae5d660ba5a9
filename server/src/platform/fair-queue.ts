/** The caller of work that no user asked for: the feed, tasks and the command line. */
export const systemCaller = 'system'

/** How many jobs run at the same time, in total and for one caller. */
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
 * Starts work by round robin over the callers, so a caller with many jobs delays only themselves. At most `perCaller`
 * jobs of one caller run at a time, which leaves room for the next caller.
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

  /** Whether nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.lines.size === 0
  }

  /** Resolves once nothing runs and nothing waits. */
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

  /** Moves this caller to the end: the others have their turn first. */
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
