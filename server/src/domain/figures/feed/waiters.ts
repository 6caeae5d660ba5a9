interface Waiter {
  xid: number
  resolve: (reached: boolean) => void
}

/** Those who wait until the figures hold a transaction. */
export class Waiters {
  private readonly waiting = new Set<Waiter>()

  /** Waits until `reached` is told of a number beyond the transaction's, `timeout` ms at most; false when it was not. */
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

  /** Tells that transactions before a number are in the figures. */
  reached(through: number): void {
    for (const waiter of this.waiting) if (through > waiter.xid) waiter.resolve(true)
  }

  /** Lets everybody go without. */
  giveUp(): void {
    for (const waiter of this.waiting) waiter.resolve(false)
  }
}
