import { Worker } from 'node:worker_threads'
import type { CountingAnswer, CountingOrder, ShareOfRows, ShareSums } from './counting-messages.ts'

/** A count in progress. */
interface Waiting {
  resolve(counted: ShareSums | null): void
  reject(error: unknown): void
}

/** What a thread tells of itself. */
export interface ThreadEvents {
  /** How many rows it has of a table after a change, and the bytes of each column. */
  rows(table: number, count: number, sizes: ReadonlyMap<string, number>): void
  /** It has crashed: what it held is lost. */
  lost(): void
}

/** A thread that holds a share of the rows and counts over it. It starts with the first message. */
export class CountingThread {
  private worker: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private unsent: CountingOrder[] = []
  private moved: ArrayBuffer[] = []
  private readonly share: ShareOfRows
  private readonly events: ThreadEvents
  private lastJob = 0
  private isClosed = false

  constructor(share: ShareOfRows, events: ThreadEvents) {
    this.share = share
    this.events = events
  }

  /** Posts a message, after all earlier ones, and hands over arrays; does nothing once the thread is closed. */
  send(order: CountingOrder, moved: readonly ArrayBuffer[] = []): void {
    this.worker ??= this.isClosed ? null : this.start()
    if (!this.worker) return
    // Waking the thread takes longer than what most messages say, so those of one turn of the event loop go together.
    if (this.unsent.length === 0) process.nextTick(() => this.post())
    this.unsent.push(order)
    for (const buffer of moved) this.moved.push(buffer)
  }

  /**
   * Counts over a table; `request` is JSON. Null when the columns are lost, or when the rows change faster than they can be
   * counted. Throws the signal's reason when it is aborted.
   */
  async sum(table: number, request: string, caller: string, signal: AbortSignal): Promise<ShareSums | null> {
    signal.throwIfAborted()
    if (!this.worker) return null
    const job = ++this.lastJob
    const { promise, resolve, reject } = Promise.withResolvers<ShareSums | null>()
    const abort = (): void => {
      this.send({ kind: 'cancel', job })
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    this.waiting.set(job, { resolve, reject })
    try {
      // Keeps the process alive until the answer is there.
      this.worker.ref()
      this.send({ kind: 'sum', job, table, caller, request })
      return await promise
    } finally {
      this.waiting.delete(job)
      if (this.waiting.size === 0) this.worker?.unref()
      signal.removeEventListener('abort', abort)
    }
  }

  /** Ends the thread; counts in progress resolve to null. A message starts it again, unless it is closed. */
  async end(): Promise<void> {
    const { worker } = this
    this.forget()
    await worker?.terminate()
  }

  /** Ends the thread for good. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.end()
  }

  private post(): void {
    const { unsent, moved } = this
    this.unsent = []
    this.moved = []
    if (unsent.length > 0) this.worker?.postMessage(unsent, moved)
  }

  private start(): Worker {
    const options = { execArgv: [], name: `counting ${this.share.share}`, workerData: this.share }
    const worker = new Worker(new URL('counting-worker.ts', import.meta.url), options)
    worker.unref()
    worker.on('message', (answer: CountingAnswer) => this.take(answer))
    const lost = (): void => {
      if (this.worker !== worker) return
      this.forget()
      this.events.lost()
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }

  private take(answer: CountingAnswer): void {
    if (answer.kind === 'rows') {
      this.events.rows(answer.table, answer.count, answer.sizes)
      return
    }
    const waiting = this.waiting.get(answer.job)
    if (answer.kind === 'summed') waiting?.resolve(answer.counted)
    else waiting?.reject(new Error(`Counting failed: ${answer.message}`))
  }

  private forget(): void {
    this.worker = null
    this.unsent = []
    this.moved = []
    for (const { resolve } of this.waiting.values()) resolve(null)
  }
}
