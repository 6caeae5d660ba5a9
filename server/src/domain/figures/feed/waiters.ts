interface Waiter {
  xid: number
  resolve: (reached: boolean) => void
}

/** Callers waiting until a transaction's changes are in the figures. */
export class Waiters {
  private readonly waiting = new Set<Waiter>()

  /** Whether nobody waits. */
  get isEmpty(): boolean {
    return this.waiting.size === 0
  }

  /** Resolves to true once `reached` gets a number above the transaction's, to false after `timeout` ms. */
  wait(xid: number, timeout: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        xid,
        resolve: (reached) => {
          clearTimeout(timer)
          this.waiting.delete(waiter)
          resolve(reached)
        },
      }
      const timer = setTimeout(() => waiter.resolve(false), timeout)
      this.waiting.add(waiter)
    })
  }

  /** Call when all transactions before this number are in the figures. */
  reached(through: number): void {
    for (const waiter of this.waiting) if (through > waiter.xid) waiter.resolve(true)
  }

  /** Resolves all waits to false. */
  giveUp(): void {
    for (const waiter of this.waiting) waiter.resolve(false)
  }
}
