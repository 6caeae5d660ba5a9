import { FairQueue } from '#server/platform/fair-queue.ts'

/** A fixed set of connections, each used by one caller at a time; the others wait in a fair queue. */
export class ConnectionPool<C> {
  private readonly free: C[]
  private readonly queue: FairQueue
  private closed = false

  /** One caller gets half of the connections at most, so that others always find one. */
  constructor(connections: readonly C[]) {
    this.free = [...connections]
    this.queue = new FairQueue({
      slots: connections.length,
      perCaller: Math.max(1, Math.floor(connections.length / 2)),
    })
  }

  /** Runs `work` with a connection. Throws the signal's reason when it is aborted while waiting. */
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

  /** Waits until no connection is in use and closes them all with `end`. */
  async close(end: (connection: C) => void): Promise<void> {
    this.closed = true
    await this.queue.idle()
    for (const connection of this.free.splice(0)) end(connection)
  }
}
