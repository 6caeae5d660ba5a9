import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SumTable } from '../rows/sum-table.ts'
import type { SumsRequest } from '../rows/sums.ts'
import type { Held, Holder, Place } from './column-cache.ts'
import { sumTable } from './counted-sums.ts'
import { CountingThread } from './counting-thread.ts'
import type { CountingOrder, ShareSums } from './counting-messages.ts'
import type { ChangedRows } from './held-columns.ts'
import type { RollUpLimits } from './roll-ups.ts'
import type { LoadedRows } from './shares.ts'

/** After serialising one request for longer than this, in ms, the next one waits a turn of the event loop. */
const longSerialising = 1
/** Times that shares are counted again whose rows changed after those of the others, before SQL answers instead. */
const maxRounds = 4

/** Most threads that are started by default: each answer is put together from all of them. */
const maxThreads = 8

/** A survey's columns, held in other threads: each has a share of the rows. */
export class ThreadColumns implements Held {
  /** Number of rows; lags a little behind changes. */
  rowCount: number
  private readonly columns: Set<string>
  private readonly threads: CountingThreads
  private readonly table: number
  private readonly shares = new Map<number, { count: number; sizes: ReadonlyMap<string, number> }>()

  constructor(threads: CountingThreads, table: number, { ids, columns }: { ids: number; columns: Iterable<string> }) {
    this.threads = threads
    this.table = table
    this.rowCount = ids
    this.columns = new Set(columns)
  }

  get names(): ReadonlySet<string> {
    return this.columns
  }

  /** Bytes of each column, and under an empty name of what all of them need, as far as the threads have told. */
  get sizes(): Map<string, number> {
    const sizes = new Map<string, number>()
    for (const share of this.shares.values())
      for (const [name, bytes] of share.sizes) sizes.set(name, (sizes.get(name) ?? 0) + bytes)
    return sizes
  }

  /** Updates the rows that changed. Columns that the change says nothing of are freed. */
  replace(rows: ChangedRows): void {
    for (const name of this.columns) if (!rows.columns.has(name)) this.columns.delete(name)
    this.threads.tell({ kind: 'replace', table: this.table, rows })
  }

  /** Adds columns that were dealt out to the threads. */
  add(parts: readonly LoadedRows[], missed: readonly ChangedRows[]): void {
    for (const name of parts[0]?.columns.keys() ?? []) this.columns.add(name)
    this.threads.hand(parts, (rows) => ({ kind: 'add', table: this.table, rows, missed }))
  }

  /** Frees columns. */
  forget(names: readonly string[]): void {
    for (const name of names) this.columns.delete(name)
    this.threads.tell({ kind: 'forget', table: this.table, names })
  }

  /** Releases the memory. */
  drop(): void {
    this.threads.drop(this.table)
  }

  /** Notes what a thread tells of its share. */
  note(share: number, count: number, sizes: ReadonlyMap<string, number>): void {
    this.shares.set(share, { count, sizes })
    this.rowCount = [...this.shares.values()].reduce((sum, one) => sum + one.count, 0)
  }

  /**
   * Computes sums over the rows; callers take turns. Null when the columns are lost, or when the rows change faster
   * than they can be counted. Throws the signal's reason when it is aborted.
   */
  async sum(request: SumsRequest, caller: string, signal: AbortSignal): Promise<SumTable | null> {
    return this.threads.sum(this.table, request, caller, signal)
  }
}

/** Threads that hold the columns in memory and count over them together: as many as there are processors, eight at most. */
export class CountingThreads implements Holder<ThreadColumns> {
  private readonly threads: readonly CountingThread[]
  private readonly tables = new Map<number, ThreadColumns>()
  private readonly onLost: () => void
  private lastTable = 0
  private pause: Promise<void> | null = null

  /**
   * `onLost` is called when a thread has crashed: all columns are lost then, because each is in all threads. `rollUps` says when
   * roll-ups pay, where that is not as usual.
   */
  constructor(
    onLost: () => void,
    count = Math.min(maxThreads, availableParallelism()),
    rollUps: Partial<RollUpLimits> = {},
  ) {
    this.onLost = onLost
    this.threads = Array.from({ length: count }, (_, share) => {
      const rows = (table: number, rowCount: number, sizes: ReadonlyMap<string, number>): void =>
        this.tables.get(table)?.note(share, rowCount, sizes)
      return new CountingThread({ share, shares: count, rollUps }, { rows, lost: () => this.lose() })
    })
  }

  /** Number of threads, each of which has a share of the rows. */
  get shares(): number {
    return this.threads.length
  }

  /** What is returned hands the rows to the threads, all in one turn of the event loop. */
  take(parts: readonly LoadedRows[]): Place<ThreadColumns> {
    const length = parts.reduce((sum, { ids }) => sum + ids.length, 0)
    return (held, missed) => {
      if (held) {
        held.add(parts, missed)
        return held
      }
      const table = ++this.lastTable
      const made = new ThreadColumns(this, table, { ids: length, columns: parts[0]?.columns.keys() ?? [] })
      this.tables.set(table, made)
      this.hand(parts, (rows) => ({ kind: 'hold', table, rows }))
      for (const rows of missed) made.replace(rows)
      return made
    }
  }

  /** Tells all threads the same. */
  tell(order: CountingOrder): void {
    for (const thread of this.threads) thread.send(order)
  }

  /** Hands each thread its part. */
  hand(parts: readonly LoadedRows[], orderOf: (part: LoadedRows) => CountingOrder): void {
    this.threads.forEach((thread, share) => {
      const part = parts[share]
      if (!part) return
      const buffers = [part.ids, ...part.columns.values()].map(({ buffer }) => buffer as ArrayBuffer)
      thread.send(orderOf(part), [...new Set(buffers)])
    })
  }

  /** Releases a table's memory. */
  drop(table: number): void {
    if (this.tables.delete(table)) this.tell({ kind: 'drop', table })
  }

  /** Counts over a table; see `ThreadColumns.sum`. */
  async sum(table: number, request: SumsRequest, caller: string, signal: AbortSignal): Promise<SumTable | null> {
    while (this.pause) await this.pause
    signal.throwIfAborted()
    if (!this.tables.has(table)) return null
    const text = this.serialise(request)
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    const ask = (thread: CountingThread): Promise<ShareSums | null> => thread.sum(table, text, caller, either)
    try {
      let shares = await Promise.all(this.threads.map(ask))
      for (let round = 1; ; round++) {
        const counted = shares.filter((share) => share !== null)
        if (counted.length < shares.length) return null
        const latest = counted.reduce((epoch, share) => Math.max(epoch, share.epoch), 0)
        // All are told of a change in the same turn, but one may have ended before it and another been restarted.
        if (counted.every(({ epoch }) => epoch === latest)) return sumTable(counted.map(({ sums }) => sums))
        if (round === maxRounds || !this.tables.has(table)) return null
        shares = await Promise.all(
          this.threads.map((thread, at) => (shares[at]?.epoch === latest ? Promise.resolve(shares[at]) : ask(thread))),
        )
      }
    } finally {
      // Nobody waits for the other shares where one has failed or is lost.
      stop.abort()
    }
  }

  /** Ends the threads; counts in progress resolve to null. */
  async close(): Promise<void> {
    this.tables.clear()
    await Promise.all(this.threads.map((thread) => thread.close()))
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

  /** A share is lost, and what is left of the others is of no use. */
  private lose(): void {
    this.tables.clear()
    for (const thread of this.threads) void thread.end()
    this.onLost()
  }
}
