/** Most results cached. */
const maxEntries = 500
/** Most rows in all cached results together. */
const maxRows = 200_000

interface Entry {
  rows: number
  value: Promise<unknown>
  /** Number of requests that wait for the value; when the last one is aborted, the computation is too. */
  waiting: number
  controller: AbortController
}

/** A cache of results by a key that names everything they depend on. The least recently used are evicted. */
export class ResultCache {
  private readonly entries = new Map<string, Entry>()
  private rows = 0

  /**
   * The result of a key, computed once; concurrent requests wait for the same computation. Throws the signal's reason
   * when it is aborted.
   */
  async get<T>(
    key: string,
    compute: (signal: AbortSignal) => Promise<T>,
    countRows: (value: T) => number,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    const known = this.entries.get(key)
    const entry = known ?? this.start(key, compute, countRows)
    if (known) {
      this.entries.delete(key)
      this.entries.set(key, known)
    }
    // A key includes the kind of request, so its value always has the same type.
    const value = entry.value as Promise<T>
    entry.waiting++
    return Promise.race(signal ? [value, aborted(signal)] : [value]).finally(() => {
      entry.waiting--
      if (signal?.aborted && entry.waiting === 0) this.abandon(key, entry, signal.reason)
    })
  }

  private start<T>(key: string, compute: (signal: AbortSignal) => Promise<T>, countRows: (value: T) => number): Entry {
    const controller = new AbortController()
    const value = compute(controller.signal)
    const entry: Entry = { rows: 0, value, waiting: 0, controller }
    this.entries.set(key, entry)
    value.then(
      (result) => this.keep(key, entry, countRows(result)),
      () => this.evict(key, entry),
    )
    return entry
  }

  private keep(key: string, entry: Entry, rows: number): void {
    if (this.entries.get(key) !== entry) return
    entry.rows = rows
    this.rows += rows
    for (const [oldKey, old] of this.entries) {
      if (this.entries.size <= maxEntries && this.rows <= maxRows) return
      this.evict(oldKey, old)
    }
  }

  private evict(key: string, entry: Entry): void {
    if (this.entries.get(key) !== entry) return
    this.entries.delete(key)
    this.rows -= entry.rows
  }

  private abandon(key: string, entry: Entry, reason: unknown): void {
    // A finished value stays cached; aborting has no effect on it.
    if (entry.rows === 0) this.evict(key, entry)
    entry.controller.abort(reason)
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
