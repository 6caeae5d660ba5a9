/** Takes steps one after another, while whoever adds them makes the next ones. After one that fails none is taken. */
export class StepsInTurn {
  private readonly steps: Promise<void>[] = []

  /** Adds a step. Its error is thrown by `left`. */
  add(step: () => Promise<void>): void {
    const next = (this.steps.at(-1) ?? Promise.resolve()).then(step)
    // Until it is awaited there, it would be an unhandled rejection.
    next.catch(() => {})
    this.steps.push(next)
  }

  /** Waits until at most `count` steps are left. Throws the error of one that failed. */
  async left(count: number): Promise<void> {
    while (this.steps.length > count) await this.steps.shift()
  }
}
