/** Work that pauses between its steps, so that its runner can do something else meanwhile, or cancel it. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Rows per step: counting them takes well under a millisecond. */
const stepRows = 65_536

/** Calls `work` for one part of the rows after the other (`to` is not included), with a pause after each. */
export function* inSteps(rows: number, work: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < rows; from += stepRows) {
    work(from, Math.min(rows, from + stepRows))
    yield
  }
}

/** Runs all steps without pausing and returns the result. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
