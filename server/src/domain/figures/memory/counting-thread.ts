import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sumTable } from './column-sums.ts'
import type { CountedSums } from './column-sums.ts'
import type { CountingAnswer, CountingOrder } from './counting-messages.ts'
import type { ChangedRows } from './held-columns.ts'
import type { SumTable } from '../rows/sum-table.ts'
import type { SumsRequest } from '../rows/sums.ts'

/** After serialising one request for longer than this, in ms, the next one waits a turn of the event loop. */
const longSerialising = 1

/** A count in progress. */
interface Waiting {
  resolve(sums: CountedSums | null): void
  reject(error: unknown): void
}

/** A survey's columns, held in another thread. */
export class ThreadColumns {
  readonly names: ReadonlySet<string>
  /** Number of rows; lags a little behind changes. */
  rowCount: number
  private readonly thread: CountingThread
  private readonly table: number

  constructor(thread: CountingThread, table: number, rowCount: number, names: ReadonlySet<string>) {
    this.thread = thread
    this.table = table
    this.rowCount = rowCount
    this.names = names
  }

  /** Updates the rows that changed; false, with nothing done, when a column is missing. */
  replace(rows: ChangedRows): boolean {
    for (const name of this.names) if (!rows.columns.has(name)) return false
    return this.thread.send({ kind: 'replace', table: this.table, rows })
  }

  /** Releases the memory. */
  drop(): void {
    this.thread.drop(this.table)
  }

  /**
   * Computes sums over the rows; callers take turns. Null when the columns are lost, or when the rows change faster
   * than they can be counted. Throws the signal's reason when it is aborted.
   */
  async sum(request: SumsRequest, caller: string, signal: AbortSignal): Promise<SumTable | null> {
    const sums = await this.thread.sum(this.table, request, caller, signal)
    return sums && sumTable(sums)
  }
}

/** A thread that holds columns and counts over them. It starts with the first columns. */
export class CountingThread {
  private worker: Worker | null = null
  private readonly tables = new Map<number, ThreadColumns>()
  private readonly waiting = new Map<number, Waiting>()
  private readonly onLost: () => void
  private last = 0
  private pause: Promise<void> | null = null
  private isClosed = false

  /** `onLost` is called when the thread has crashed: all its columns are lost. */
  constructor(onLost: () => void) {
    this.onLost = onLost
  }

  /** Transfers columns to the thread; the caller cannot use the arrays afterwards. */
  hold(ids: Float64Array, columns: ReadonlyMap<string, Float64Array>): ThreadColumns {
    const table = ++this.last
    const held = new ThreadColumns(this, table, ids.length, new Set(columns.keys()))
    const buffers = [ids, ...columns.values()].map((values) => values.buffer as ArrayBuffer)
    this.tables.set(table, held)
    this.worker ??= this.isClosed ? null : this.start()
    this.worker?.postMessage({ kind: 'hold', table, ids, columns } satisfies CountingOrder, [...new Set(buffers)])
    return held
  }

  /** Posts a message; false when no thread runs. */
  send(order: CountingOrder): boolean {
    this.worker?.postMessage(order)
    return this.worker !== null
  }

  /** Releases a table's memory. */
  drop(table: number): void {
    if (this.tables.delete(table)) this.send({ kind: 'drop', table })
  }

  /** Counts over a table; see `ThreadColumns.sum`. */
  async sum(table: number, request: SumsRequest, caller: string, signal: AbortSignal): Promise<CountedSums | null> {
    while (this.pause) await this.pause
    signal.throwIfAborted()
    if (!this.tables.has(table)) return null
    const sent = this.serialise(request)
    const job = ++this.last
    const { promise, resolve, reject } = Promise.withResolvers<CountedSums | null>()
    const abort = (): void => {
      this.send({ kind: 'cancel', job })
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    this.waiting.set(job, { resolve, reject })
    try {
      // Keeps the process alive until the answer is there.
      this.worker?.ref()
      if (!this.send({ kind: 'sum', job, table, caller, request: sent })) return null
      return await promise
    } finally {
      this.waiting.delete(job)
      if (this.waiting.size === 0) this.worker?.unref()
      signal.removeEventListener('abort', abort)
    }
  }

  /** A request as JSON. After one that took long to serialise, the next waits a turn of the event loop. */
  private serialise(request: SumsRequest): string {
    const began = performance.now()
    const text = JSON.stringify(request)
    if (performance.now() - began > longSerialising)
      this.pause = nextTurn().then(() => {
        this.pause = null
      })
    return text
  }

  /** Ends the thread; counts in progress resolve to null. */
  async close(): Promise<void> {
    this.isClosed = true
    const { worker } = this
    this.forget()
    await worker?.terminate()
  }

  private start(): Worker {
    const worker = new Worker(new URL('counting-worker.ts', import.meta.url), { execArgv: [], name: 'counting' })
    worker.unref()
    worker.on('message', (answer: CountingAnswer) => this.take(answer))
    const lost = (): void => {
      if (this.worker !== worker) return
      this.forget()
      this.onLost()
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }

  private take(answer: CountingAnswer): void {
    if (answer.kind === 'rows') {
      const held = this.tables.get(answer.table)
      if (held) held.rowCount = answer.count
      return
    }
    const waiting = this.waiting.get(answer.job)
    if (answer.kind === 'summed') waiting?.resolve(answer.sums)
    else waiting?.reject(new Error(`Counting failed: ${answer.message}`))
  }

  private forget(): void {
    this.worker = null
    this.tables.clear()
    for (const { resolve } of this.waiting.values()) resolve(null)
  }
}
