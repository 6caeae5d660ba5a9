import { FairQueue } from '#server/platform/fair-queue.ts'

/** Hands out a fixed set of connections, one user each; the others wait, and callers take turns. */
export class ConnectionPool<C> {
  private readonly free: C[]
  private readonly queue: FairQueue
  private closed = false

  /** One caller has half of the connections at most, so that there is one for the next who comes. */
  constructor(connections: readonly C[]) {
    this.free = [...connections]
    this.queue = new FairQueue({
      slots: connections.length,
      perCaller: Math.max(1, Math.floor(connections.length / 2)),
    })
  }

  /** Runs `work` with a connection of its own. Throws the signal's reason when it is aborted while waiting. */
  async use<T>(caller: string, work: (connection: C) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.closed) throw new Error('The analytics store is closed')
    return this.queue.run(
      caller,
      async () => {
        const connection = this.free.pop()
        if (connection === undefined) throw new Error('There are fewer connections than turns')
        try {
          return await work(connection)
        } finally {
          this.free.push(connection)
        }
      },
      signal,
    )
  }

  /** Waits until every connection is back and ends them. */
  async close(end: (connection: C) => void): Promise<void> {
    this.closed = true
    await this.queue.idle()
    for (const connection of this.free.splice(0)) end(connection)
  }
}
