/** How a part is checked. */
export interface ProbeOptions {
  /** Rejects when the part does not work. */
  check: () => Promise<void>
  /** How long a result is cached, in ms. */
  keep: number
  /** Timeout of a check, in ms. */
  timeout: number
}

/**
 * Checks a part of the server for any number of callers: one check at a time, each result cached for a while. A check
 * that takes too long counts as failed for all callers until it ends, and no second one starts meanwhile.
 */
export class Probe {
  private readonly options: ProbeOptions
  private current: Promise<boolean> | null = null
  private begunAt = 0
  private last: { isOk: boolean; at: number } | null = null

  constructor(options: ProbeOptions) {
    this.options = options
  }

  /** Whether the part works. Answers within the timeout and never rejects. */
  async isOk(): Promise<boolean> {
    const { keep, timeout } = this.options
    if (this.last && performance.now() - this.last.at < keep) return this.last.isOk
    this.current ??= this.look()
    const left = this.begunAt + timeout - performance.now()
    if (left <= 0) return false
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), left)
    const isOk = await Promise.race([this.current, late.promise])
    clearTimeout(timer)
    return isOk
  }

  private async look(): Promise<boolean> {
    this.begunAt = performance.now()
    const isOk = await this.options.check().then(
      () => true,
      () => false,
    )
    this.current = null
    this.last = { isOk, at: performance.now() }
    return isOk
  }
}
