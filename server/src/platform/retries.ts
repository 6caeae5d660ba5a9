/** Pause after the first failure, in ms, doubled with each further one up to the longest. */
const firstPause = 100
const longestPause = 2000

/** Exponential backoff for work that is retried until it succeeds. */
export class Retries {
  private failures = 0

  /** Pause before the next attempt, in ms; null after a success. */
  get pause(): number | null {
    return this.failures === 0 ? null : Math.min(firstPause * 2 ** (this.failures - 1), longestPause)
  }

  /** Counts a failure. True when it should be logged: the first, second, fourth, eighth in a row and so on. */
  failed(): boolean {
    this.failures++
    return Number.isInteger(Math.log2(this.failures))
  }

  /** Resets the count; returns how many failures came before this success. */
  succeeded(): number {
    const { failures } = this
    this.failures = 0
    return failures
  }
}
