/** The first pause after a failure, doubled with each further one, and the longest; in ms. */
const firstPause = 100
const longestPause = 2000

/** Counts the failures of work that is tried again and again. */
export class Retries {
  private failures = 0

  /** How long to wait before the next attempt, in ms; null after a success. */
  get pause(): number | null {
    return this.failures === 0 ? null : Math.min(firstPause * 2 ** (this.failures - 1), longestPause)
  }

  /** Notes a failure. True when it is to be told: when an outage begins, and ever more seldom while it lasts. */
  failed(): boolean {
    this.failures++
    return Number.isInteger(Math.log2(this.failures))
  }

  /** Notes a success; returns how many failures came before it. */
  succeeded(): number {
    const { failures } = this
    this.failures = 0
    return failures
  }
}
