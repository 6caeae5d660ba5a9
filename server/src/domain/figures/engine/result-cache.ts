/** Most results kept. */
const maxEntries = 500
/** Most rows kept over all results. */
const maxRows = 200_000

interface Entry {
  rows: number
  value: Promise<unknown>
  /** Requests that wait for the value; when all have left, it is no longer computed. */
  waiting: number
  controller: AbortController
}

/** Results by a key that names everything they depend on. The least recently used go first. */
export class ResultCache {
  private readonly entries = new Map<string, Entry>()
  private rows = 0

  /**
   * The result of a key, computed once; requests that come meanwhile wait for the same computation. Throws the
   * signal's reason when it is aborted.
   */
  async get<T>(
    key: string,
    compute: (signal: AbortSignal) => Promise<T>,
    countRows: (value: T) => number,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    const known = this.entries.get(key)
    const entry = known ?? this.begin(key, compute, countRows)
    if (known) {
      this.entries.delete(key)
      this.entries.set(key, known)
    }
    // Keys hold the kind of request, so a key's value is always of the same type.
    const value = entry.value as Promise<T>
    entry.waiting++
    return Promise.race(signal ? [value, aborted(signal)] : [value]).finally(() => {
      entry.waiting--
      if (signal?.aborted && entry.waiting === 0) this.abandon(key, entry, signal.reason)
    })
  }

  private begin<T>(key: string, compute: (signal: AbortSignal) => Promise<T>, countRows: (value: T) => number): Entry {
    const controller = new AbortController()
    const value = compute(controller.signal)
    const entry: Entry = { rows: 0, value, waiting: 0, controller }
    this.entries.set(key, entry)
    value.then(
      (result) => this.keep(key, entry, countRows(result)),
      () => this.forget(key, entry),
    )
    return entry
  }

  private keep(key: string, entry: Entry, rows: number): void {
    if (this.entries.get(key) !== entry) return
    entry.rows = rows
    this.rows += rows
    for (const [oldKey, old] of this.entries) {
      if (this.entries.size <= maxEntries && this.rows <= maxRows) return
      this.forget(oldKey, old)
    }
  }

  private forget(key: string, entry: Entry): void {
    if (this.entries.get(key) !== entry) return
    this.entries.delete(key)
    this.rows -= entry.rows
  }

  private abandon(key: string, entry: Entry, reason: unknown): void {
    // A finished value stays: aborting it changes nothing, and the next one asking gets it at once.
    if (entry.rows === 0) this.forget(key, entry)
    entry.controller.abort(reason)
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
