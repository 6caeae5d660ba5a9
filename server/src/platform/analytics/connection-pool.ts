/** Hands out a fixed set of connections, one user each; the others wait in line. */
export class ConnectionPool<C> {
  private readonly all: readonly C[]
  private readonly free: C[]
  private readonly waiting: ((connection: C) => void)[] = []
  private closed = false

  constructor(connections: readonly C[]) {
    this.all = connections
    this.free = [...connections]
  }

  /** Runs `work` with a connection of its own. Throws the signal's reason when it is aborted while waiting. */
  async use<T>(work: (connection: C) => Promise<T>, signal: AbortSignal): Promise<T> {
    const connection = await this.take(signal)
    try {
      return await work(connection)
    } finally {
      this.giveBack(connection)
    }
  }

  /** Waits until every connection is back and ends them. */
  async close(end: (connection: C) => void): Promise<void> {
    for (const _ of this.all) end(await this.take())
    this.closed = true
  }

  private take(signal?: AbortSignal): Promise<C> {
    if (this.closed) return Promise.reject(new Error('The analytics store is closed'))
    const connection = this.free.pop()
    if (connection !== undefined) return Promise.resolve(connection)
    return new Promise((resolve, reject) => {
      const give = (given: C): void => {
        signal?.removeEventListener('abort', leave)
        resolve(given)
      }
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(give), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.waiting.push(give)
    })
  }

  private giveBack(connection: C): void {
    const next = this.waiting.shift()
    if (next) next(connection)
    else this.free.push(connection)
  }
}
