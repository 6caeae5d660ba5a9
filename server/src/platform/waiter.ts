/** Waits for something to happen; what happens while nobody waits is not lost. */
export class Waiter {
  private isWoken = false
  private resolve: (() => void) | null = null
  private readonly signal: AbortSignal

  /** Once the signal is aborted nothing is waited for any more. */
  constructor(signal: AbortSignal) {
    this.signal = signal
    signal.addEventListener('abort', () => this.wake())
  }

  wake(): void {
    this.isWoken = true
    this.resolve?.()
  }

  /** True once it was woken, false after `longest` ms without. */
  async wait(longest: number): Promise<boolean> {
    if (!this.isWoken) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, longest)
      this.resolve = resolve
      await promise
      clearTimeout(timer)
      this.resolve = null
    }
    const was = this.isWoken
    this.isWoken = false
    return was
  }

  /** Lets so many ms pass, whatever happens meanwhile. */
  async rest(time: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, time)
    this.signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
  }
}
