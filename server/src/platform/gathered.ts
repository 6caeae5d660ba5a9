interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does the same work for many callers together: while it is done for some, the others wait and are next, all at once. Alone, a
 * caller does not wait. Where work fails for several, it is done again for each by themselves, so that one does not harm the
 * others; it must leave nothing behind when it fails.
 */
export class Gathered<Item, Result> {
  private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>
  private readonly most: number
  private waiting: Waiting<Item, Result>[] = []
  private isRunning = false

  /** `work` returns a result for each item, in their order; it gets `most` items at a time. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, most: number) {
    this.work = work
    this.most = most
  }

  /** Has the work done for an item; resolves with its result when it is done. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject })
      if (!this.isRunning) void this.run()
    })
  }

  private async run(): Promise<void> {
    this.isRunning = true
    while (this.waiting.length > 0) await this.runBatch(this.waiting.splice(0, this.most))
    this.isRunning = false
  }

  private async runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item))
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const one of batch) await this.runBatch([one])
    }
  }
}
